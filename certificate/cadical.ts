/** CaDiCaL in this process, under Node or in a browser, as a solver whose learned clauses are a proof. */

import { Cadical, type CadicalModule } from 'cadical-wasm'
import type { Clause } from '../encoder/formula/gates.js'

/** The answer of a SAT solver. */
export type Satisfiability =
  | { readonly kind: 'sat'; readonly holds: (variable: number) => boolean }
  /** Each learned clause follows from those before it by unit propagation, and the empty one at the end. */
  | { readonly kind: 'unsat'; readonly learned: readonly Clause[] }
  | { readonly kind: 'unknown' }

/**
 * Options without the techniques that add clauses otherwise than by learning them from conflicts: CaDiCaL reports only
 * those that it learns.
 */
const onlyLearning = { quiet: true, inprocessing: false, preprocesslight: false, lucky: false, otfs: false } as const

const anyLength = 0x7fffffff

/** Returns whether clauses over variables 1 to `variables` have a solution; unknown if `goesOn` ends the search. */
export function solve(
  loaded: CadicalModule,
  variables: number,
  clauses: readonly Clause[],
  goesOn: () => boolean = () => true,
): Satisfiability {
  const solver = new Cadical(loaded, onlyLearning)
  try {
    const learned: Clause[] = []
    solver.setLearn(anyLength, (clause) => learned.push(clause))
    solver.setTerminate(() => !goesOn())
    solver.ensureVars(variables)
    solver.addClauses(clauses)
    const status = solver.solve()
    if (status === 'unknown') return { kind: 'unknown' }
    if (status === 'unsatisfiable') return { kind: 'unsat', learned }
    const model = solver.model()
    return { kind: 'sat', holds: (variable) => model[variable] === true }
  } finally {
    solver.dispose()
  }
}
