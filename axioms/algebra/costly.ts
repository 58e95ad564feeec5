/** Terms whose relations cost more to compute than those of their parts. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { EventSet, Rel } from './terms.js'
import { partsOf } from './traverse.js'

/** Returns whether a term contains a closure or a recursion: these may relate almost every two events, though their parts relate few. */
export const isCostly: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) => term.kind === 'closure' || term.kind === 'recursive' || partsOf(term).some(isCostly),
)
