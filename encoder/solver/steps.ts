/** Limits the steps of the solver for each question. */

import type { Solver } from './solver.js'

/**
 * Returns the same solver with at most this many steps for a check (`Limits`). It gives up at the same point on every
 * machine.
 */
export const withSteps = (solver: Solver, steps: number): Solver => ({
  ...solver,
  open: (problem) => {
    const session = solver.open(problem)
    return { ...session, check: (assumed, limits) => session.check(assumed, { ...limits, steps }) }
  },
})
