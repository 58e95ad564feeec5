import { withoutAxiom } from '../../axioms/algebra/edit.js'
import { ptx75 } from '../../axioms/models.js'
import { searchDifference, variants } from '../../fuzz/same.js'
import { mostCandidates, randomly } from '../extent.js'

describe('ptx-7.5 has the same executions', () => {
  for (const variant of variants)
    randomly(variant.name, { runs: 15, seed: 7, least: { consistent: 16 } }, (draw) => {
      const { difference, ...counts } = searchDifference(ptx75, variant, draw)
      return { ...counts, counterexample: difference }
    })
})

test('an execution that only one form allows is found', () => {
  const without = { name: 'without Coherence', of: () => withoutAxiom(ptx75, 'Coherence') }
  const draw = { runs: 15, seed: 2, mostCandidates, mostSets: 0 }
  expect(searchDifference(ptx75, without, draw).difference).toContain('d0.')
})
