/** An atomic whose result is unused, followed by a `fence.acquire`. */

import type { Instruction } from '../litmus/instruction.js'
import { liveBefore } from '../litmus/live-at-entry.js'
import { destinationOf } from '../litmus/operands.js'
import type { Deviation } from './deviation.js'
import { reachedFrom } from './ways.js'

/**
 * The fence becomes an invalidation of the L1 cache that waits for what sets a scoreboard, and an atomic without a
 * result sets none. So it acquires nothing, as a `red` (ISA 8.11.1).
 */
export const deadResult: Deviation = {
  name: 'dead-result',
  compiler: 'ptxas 13.0',
  architecture: 'sm_90',
  what: 'a fence.acquire does not wait for an atomic whose result is not used',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions, observed) => {
    const live = liveBefore(instructions)
    const isDead = (one: Instruction, at: number): boolean => {
      if (one.kind !== 'atomic' || one.destination === undefined || one.expected !== undefined) return false
      if (one.order === 'acquire' || one.order === 'acq_rel') return false
      const register = destinationOf(one)
      return register === undefined || !(observed.has(register) || live[at + 1]?.has(register) === true)
    }
    const isFenced = (at: number): boolean =>
      reachedFrom(instructions, at, isFence).some((one) => one.kind === 'fence' && one.order === 'acquire')
    const dead = new Set(instructions.filter((one, at) => isDead(one, at) && isFenced(at)))
    return {
      instructions: instructions.map((one) =>
        dead.has(one) && one.kind === 'atomic' ? { ...one, destination: undefined } : one,
      ),
      places: [...dead].map(({ span }) => span),
    }
  },
}

/** Returns whether an instruction is a fence that acquires. Fences that do more also wait for the atomic. */
const isFence = (one: Instruction): boolean => one.kind === 'fence' && one.order !== 'release'
