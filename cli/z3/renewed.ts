/** Provides a solver, and a new one whenever one has run out of memory. */

import type { Solver } from '../../encoder/solver/solver.js'

export interface RenewedSolver {
  /** Returns a usable solver. */
  readonly take: () => Promise<Solver>
  /**
   * Returns the result of the work. If the solver runs out of memory, earlier work may have used it up, so the work is
   * repeated with a fresh one.
   */
  readonly run: <T>(work: (solver: Solver) => T) => Promise<T>
}

/** Returns a source of solvers; the first is started when it is taken. */
export function renewed(start: () => Promise<Solver>): RenewedSolver {
  let current: Promise<Solver> | undefined
  let isUsed = false
  const take = async (): Promise<Solver> => {
    current ??= start()
    const solver = await current
    if (!solver.isSpent()) return solver
    solver.close()
    isUsed = false
    current = start()
    return current
  }
  return {
    take,
    run: async (work) => {
      const solver = await take()
      const first = work(solver)
      const isToRepeat = solver.isSpent() && isUsed
      isUsed = true
      return isToRepeat ? work(await take()) : first
    },
  }
}
