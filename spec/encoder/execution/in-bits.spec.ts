import { baseRelations } from '../../../axioms/algebra/names.js'
import type { Rel } from '../../../axioms/algebra/terms.js'
import { defaultModel } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { candidates, counting } from '../../../encoder/execution/candidates.js'
import { inBits } from '../../../encoder/execution/in-bits.js'
import { interpretation } from '../../../encoder/execution/replay.js'
import { onEach, sampled, someExamples } from '../../extent.js'

/**
 * The number of executions that are compared for each test, one after the other, so that results kept from one to the
 * next are used.
 */
const most = 12

const terms: readonly Rel[] = baseRelations.map((name) => ({ kind: 'base', name }))

onEach(
  'bits say what truth values say of executions in a row',
  { all: someExamples(defaultModel.name), sample: sampled, least: 20 },
  ({ program }) => {
    const graph = buildEvents(program)
    const ids = graph.events.map(({ id }) => id)
    const pairs = ids.flatMap((from) => ids.map((to) => ({ from, to })))
    let left = most
    for (const execution of candidates(graph, defaultModel, counting(500).listing)) {
      const isFirst = left === most
      if (left-- === 0) break
      const slow = interpretation(graph, execution)
      const fast = inBits(graph, execution)
      const under = ({ axiom }: Pick<typeof slow, 'axiom'>) => defaultModel.axioms.map((one) => axiom(one))
      expect(under(fast)).toEqual(under(slow))
      if (!isFirst) continue
      const related = (holds: (term: Rel, from: number, to: number) => boolean) =>
        terms.map((term) => pairs.filter(({ from, to }) => holds(term, from, to)))
      const slowly = (term: Rel, from: number, to: number) => slow.relation(term)[from]?.get(to) === true
      expect(related(fast.holds)).toEqual(related(slowly))
    }
  },
)
