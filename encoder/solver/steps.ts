/** Limits the steps of z3 for each question. */

import type { Solver } from './smt.js'

/**
 * Returns the same z3 with at most this many steps for a check (`Limits`). It gives up at the same point on every
 * machine.
 */
export const withSteps = (solver: Solver, steps: number): Solver => ({
  ...solver,
  open: (text) => {
    const session = solver.open(text)
    return { ...session, check: (assumed, limits) => session.check(assumed, { ...limits, steps }) }
  },
})
