/** SAT solvers that give proofs. */

import type { Clause } from '../encoder/formula/gates.js'
import type { GoesOn } from '../source/limited.js'

/** The answer of a SAT solver. */
export type Satisfiability =
  | { readonly kind: 'sat'; readonly holds: (variable: number) => boolean }
  /** Each learned clause follows from those before it by unit propagation, and the empty one at the end. */
  | { readonly kind: 'unsat'; readonly learned: readonly Clause[] }
  | { readonly kind: 'unknown' }

/** Returns whether clauses over variables 1 to `variables` have a solution; unknown if `goesOn` ends the search. */
export type SatSolver = (variables: number, clauses: readonly Clause[], goesOn: GoesOn) => Satisfiability
