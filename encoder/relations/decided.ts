/** What is known of the relations of a model before any choice is made. */

import type { Rel } from '../../axioms/algebra/terms.js'
import type { Pair } from '../events/graph/event.js'

/** The bounds of the relations of a model, in all consistent executions. */
export interface Decided {
  /** Returns whether the relation has the pair in every execution of both events. */
  readonly mustHold: (term: Rel, [from, to]: Pair) => boolean
  /** Returns whether the relation has the pair in some. */
  readonly mayHold: (term: Rel, [from, to]: Pair) => boolean
  /** Returns whether each execution of both writes puts one before the other in coherence. */
  readonly isTotal: (writes: Pair) => boolean
  /** Returns whether no execution performs both events. */
  readonly areExclusive: (events: Pair) => boolean
}
