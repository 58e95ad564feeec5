/** Decides whether a model performs the writes of a thread to one place in the order of its text. */

import { growsWithOrders } from '../../axioms/algebra/grows.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Store } from '../../litmus/instructions/access-definitions.js'
import type { Program } from '../../litmus/program.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { Span } from '../../source/text.js'
import { buildEvents } from '../events/events.js'
import { candidates, counting, finalChoices } from '../execution/candidates.js'
import { isConsistent } from '../execution/replay.js'

/**
 * Returns whether coherence of the plain writes of a thread to one place is their order, in every consistent execution
 * of every program, and more such writes take nothing away from the relations of the model. The model judges two of
 * them alone. What it objects to there, it objects to wherever they are, since its relations grow with events.
 */
export const performsWritesInOrder: (model: Model) => boolean = memoisedWeakly((model) => {
  if (!growsWithOrders(model)) return false
  const graph = buildEvents(twoWrites)
  const last = graph.events.at(-1)?.id
  const { listing, listed } = counting(16)
  const consistent = [...candidates(graph, model, listing)].filter((one) => isConsistent(graph, model, one))
  const isInOrder = consistent.every((one) =>
    finalChoices(graph, one).every((final) => final.every((id) => id === last)),
  )
  return isInOrder && listed() === 'all'
})

const span: Span = { source: { name: '', text: '' }, start: 0, end: 0 }

const store = (value: bigint): Store => ({
  kind: 'store',
  order: 'weak',
  proxy: 'generic',
  scope: undefined,
  address: { kind: 'name', name: 'x', space: undefined, offset: 0n, owner: undefined, coordinate: undefined, span },
  type: { width: 32, signed: false },
  value: { kind: 'integer', value, span },
  span,
})

/** A thread that writes twice to one place. */
const twoWrites: Program = {
  file: '',
  format: 'nvlitmus',
  variables: [{ name: 'x', space: 'global', location: 0, address: 0, span }],
  locations: [{ name: 'x', space: 'global', type: { width: 32, signed: false }, length: undefined, initial: [0n] }],
  threads: [
    {
      kind: 'device',
      name: 'P0',
      position: { gpu: 0, cluster: 0, cta: 0, thread: 0 },
      registers: [],
      instructions: [store(1n), store(2n)],
      span,
    },
  ],
  questions: [],
  observed: [{ kind: 'memory', variable: 'x', offset: 0, span }],
}
