/** z3 with limits that need no thread. */

import type { Solver } from '../../encoder/solver/solver.js'

/** z3's steps in a millisecond, about: from 90 to 600 on two machines, with the reading of the problem. */
const stepsInMillisecond = 100

/**
 * Returns the same z3 with steps in place of milliseconds. For a limit of time, z3 starts a thread and waits for it. A
 * worker of a browser starts threads only when it waits for nothing, so that z3 would wait for ever.
 */
export const withoutThreads = (solver: Solver): Solver => ({
  ...solver,
  open: (problem) => {
    const session = solver.open(problem)
    return {
      ...session,
      check: (assumed, { milliseconds, steps, ...limits } = {}) => {
        const inTime =
          milliseconds === undefined ? undefined : Math.ceil(Math.max(1, milliseconds) * stepsInMillisecond)
        const least = [inTime, steps].filter((one) => one !== undefined)
        return session.check(assumed, { ...limits, ...(least.length === 0 ? {} : { steps: Math.min(...least) }) })
      },
    }
  },
})
