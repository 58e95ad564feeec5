/** A `fence.proxy.alias.acquire.sys` after a relaxed read, without a branch in between that tests what was read. */

import type { Instruction } from '../litmus/instruction.js'
import { destinationOf } from '../litmus/operands.js'
import { asking } from './asking.js'
import type { Deviation } from './deviation.js'
import { reachedFrom } from './ways.js'

/**
 * The fence becomes an invalidation of the L1 cache that waits for no scoreboard, unlike that of `fence.acquire`. So it
 * may be over before the read is, and what comes after the fence may be read before the flag. With an acquiring read,
 * another fence or a branch in between, the read is over first.
 */
export const earlyAliasFence: Deviation = {
  name: 'early-alias-fence',
  compiler: 'ptxas 13.5',
  architecture: 'sm_90',
  what: 'a fence.proxy.alias.acquire does not wait for a relaxed read if no branch depends on what it returns',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions) => {
    const early = new Set(
      instructions.flatMap((one, at) => {
        if (!isRelaxedRead(one)) return []
        const asks = asking(instructions, destinationOf(one))
        return reachedFrom(instructions, at, (next) => asks(next) || waits(next)).filter(isAliasAcquire)
      }),
    )
    return {
      instructions: instructions.filter((one) => !early.has(one)),
      places: [...early].map(({ span }) => span),
    }
  },
}

/** Returns whether it reads as part of a pattern, and does not itself wait for the value. */
function isRelaxedRead(one: Instruction): boolean {
  if (one.kind === 'load') return one.order !== 'weak' && one.order !== 'acquire'
  if (one.kind === 'atomic') return one.destination !== undefined && !acquires(one.order)
  return one.kind === 'mbarrier' && one.waitsFor !== undefined && !acquires(one.order)
}

const acquires = (order: string): boolean => order === 'acquire' || order === 'acq_rel'

const waits = (one: Instruction): boolean =>
  (one.kind === 'fence' && one.order !== 'release') || (one.kind === 'proxy-fence' && one.proxy === 'alias')

const isAliasAcquire = (one: Instruction): boolean =>
  one.kind === 'async-fence' && one.what.kind === 'alias' && one.what.order === 'acquire'
