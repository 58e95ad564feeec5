/** CaDiCaL in this process, under Node or in a browser, as a solver whose learned clauses are a proof. */

import { Cadical, loadCadical } from 'cadical-wasm'
import type { Clause } from '../encoder/formula/gates.js'
import type { SatSolver } from './sat.js'

/**
 * Options without the techniques that add clauses otherwise than by learning them from conflicts: CaDiCaL reports only
 * those that it learns.
 */
const onlyLearning = { quiet: true, inprocessing: false, preprocesslight: false, lucky: false, otfs: false } as const

const anyLength = 0x7fffffff

/** Returns CaDiCaL as a SAT solver; it takes some 10 ms to load. */
export async function startCadical(): Promise<SatSolver> {
  const loaded = await loadCadical()
  return (variables, clauses, goesOn) => {
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
}
