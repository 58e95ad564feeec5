import { models } from '../../axioms/models.js'
import { compareRaces, waitingPrograms } from '../../fuzz/races.js'
import { draws } from '../extent.js'
import { solver } from '../support.js'

const runs = draws(400, 60)

describe(`${runs} random programs with loops that wait race as they do written out, and as brute force says`, () => {
  const covering = models.filter(({ excludes }) => !excludes.includes('branches'))
  test.each(covering.map((model) => [model.name, model] as const))(
    '%s',
    async (_, model) => {
      const drawn = waitingPrograms(model)
      const { counterexample, racy, free, open, brute } = compareRaces(model, await solver(), drawn, runs, 20_261)
      expect(counterexample).toBeUndefined()
      expect(Math.min(racy, free)).toBeGreaterThan(draws(60, 8))
      expect(open).toBeLessThan(draws(80, 15))
      expect(brute).toBeGreaterThan(draws(200, 30))
    },
    300_000,
  )
})
