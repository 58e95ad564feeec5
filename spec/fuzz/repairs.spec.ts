import { defaultModel } from '../../axioms/models.js'
import { brokenStyles } from '../../fuzz/broken.js'
import { compareRepairs, type RepairAgreement } from '../../fuzz/repairs.js'
import { draws } from '../extent.js'
import { solver } from '../support.js'

const runs = draws(40, 3)

describe(`nothing is cheaper than the repairs of ${runs} random programs`, () => {
  const all: RepairAgreement[] = []
  const sum = (of: 'repaired' | 'several' | 'notRepaired' | 'sets') => all.reduce((some, one) => some + one[of], 0)

  test.each(brokenStyles)(
    '%s',
    async (style) => {
      const found = compareRepairs(defaultModel, await solver(), style, runs, 20_240, draws(1000, 100))
      expect(found.counterexample).toBeUndefined()
      expect(found.programs).toBe(runs)
      all.push(found)
    },
    600_000,
  )
  test('which are of all kinds', () => {
    expect(all).toHaveLength(brokenStyles.length)
    expect(sum('repaired')).toBeGreaterThan(draws(120, 6))
    expect(sum('several')).toBeGreaterThan(draws(24, 2))
    expect(sum('notRepaired')).toBeGreaterThan(draws(10, 0))
    expect(sum('sets')).toBeGreaterThan(draws(5000, 150))
  })
})
