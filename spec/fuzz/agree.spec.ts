import { models } from '../../axioms/models.js'
import { compareSolvers } from '../../fuzz/agree.js'
import { solver } from '../support.js'

describe('z3 and brute force agree on 200 random programs', () => {
  test.each(models.map((model) => [model.name, model] as const))(
    '%s',
    async (_, model) => {
      const { counterexample, programs, allowed, forbidden } = compareSolvers(model, await solver(), 200, 20_221)
      expect(counterexample).toBeUndefined()
      expect(programs).toBe(200)
      // Programs that all end alike would prove nothing.
      expect(Math.min(allowed, forbidden)).toBeGreaterThan(50)
    },
    600_000,
  )
})
