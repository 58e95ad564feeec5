import { compareRaces, raceStyles } from '../../fuzz/races.js'
import { draws } from '../extent.js'
import { distinctModels, solver } from '../support.js'

const runs = draws(120, 30)

describe(`${runs} random programs race as they do with loops written out, without what never happens, and as brute force says`, () => {
  const cases = distinctModels.flatMap((model) =>
    raceStyles(model).map(({ name, drawn }) => [`${name} under ${model.name}`, model, drawn] as const),
  )
  test('are of two kinds', () => {
    expect(cases.map(([name]) => name)).toEqual([
      'loops that wait under ptx-7.5',
      'kernels that never end under ptx-7.5',
      'loops that wait under ptx-6.0',
    ])
  })
  test.each(cases)(
    '%s',
    async (_, model, drawn) => {
      const { counterexample, racy, free, open, brute } = compareRaces(model, await solver(), drawn, runs, 20_266)
      expect(counterexample).toBeUndefined()
      expect(Math.min(racy, free)).toBeGreaterThan(draws(15, 4))
      expect(open).toBeLessThan(draws(40, 10))
      expect(brute).toBeGreaterThan(draws(60, 15))
    },
    300_000,
  )
})
