import { withoutAxiom } from '../../axioms/algebra/edit.js'
import { ptx75 } from '../../axioms/models.js'
import { searchDifference, variants } from '../../fuzz/same.js'
import { draws } from '../extent.js'

const runs = draws(60, 15)

test.each(variants)(
  `ptx-7.5 $name has the same executions, as far as ${runs} random programs show`,
  (variant) => {
    const { difference, consistent } = searchDifference(ptx75, variant, runs, 7)
    expect(difference).toBeUndefined()
    expect(consistent).toBeGreaterThan(draws(60, 15))
  },
  300_000,
)

test('an execution that only one form allows is found', () => {
  const without = { name: 'without Coherence', of: () => withoutAxiom(ptx75, 'Coherence') }
  expect(searchDifference(ptx75, without, 15, 2).difference).toContain('d0.')
})
