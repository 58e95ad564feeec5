/**
 * Notes on barriers that count warps when a test has only some of their threads, and on masks that name lanes outside
 * the test.
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { writtenAt } from '../source/text.js'
import { ctaOf, laneOf, warpOf } from './position.js'
import { isCompiled, type Thread } from './program.js'
import { warpSize } from './warp-size.js'

/**
 * Returns remarks on a test that does not have all threads of a warp: at the first barrier with a count, at the first
 * mask that names a missing thread, and at the first instruction for which a missing thread has the address of a row. A
 * compiled kernel is launched with all of them.
 */
export function partialWarps(threads: readonly Thread[]): readonly Diagnostic[] {
  const byHand = threads.filter((thread) => thread.kind === 'device' && !isCompiled(thread))
  const warps = [...groupBy(byHand, (thread) => `${ctaOf(thread)} ${warpOf(thread)}`).values()]
  const partial = warps.filter(({ length }) => length < warpSize)
  return [...countingOf(partial), ...absentIn(partial), ...rowsIn(partial)]
}

function countingOf(warps: readonly (readonly Thread[])[]): readonly Diagnostic[] {
  const counting = warps
    .flat()
    .flatMap(({ instructions }) =>
      instructions.filter((one) => one.kind === 'named-barrier' && one.threads !== undefined),
    )
  return counting
    .slice(0, 1)
    .map(({ span }) =>
      diagnostic(
        `\`${writtenAt(span)}\` counts whole warps: one with fewer than ${warpSize} threads in the test counts as a whole one`,
        span,
      ),
    )
}

function absentIn(warps: readonly (readonly Thread[])[]): readonly Diagnostic[] {
  const naming = warps.flatMap((warp) => {
    const there = lanesIn(warp)
    return warp
      .flatMap(({ instructions }) => instructions.filter((one) => one.kind === 'warp'))
      .filter(
        ({ mask, operation }) =>
          operation !== 'matrix' && mask.kind === 'integer' && (mask.value & lanes & ~there) !== 0n,
      )
  })
  return naming
    .slice(0, 1)
    .map(({ span, whole }) =>
      diagnostic(
        `\`${writtenAt(span)}\` ${whole ? 'is of all lanes, some of which' : 'names lanes that'} are not in the test: they count as threads that have ended`,
        span,
      ),
    )
}

/** Returns the note on the first instruction that needs the address of a row from a lane that is not in the test. */
function rowsIn(warps: readonly (readonly Thread[])[]): readonly Diagnostic[] {
  const lacking = warps.flatMap((warp) => {
    const there = lanesIn(warp)
    return warp
      .flatMap(({ instructions }) => instructions.filter((one) => one.kind === 'range-access'))
      .filter(({ range }) => range.kind === 'row' && (there & lowest(range.lanes)) !== lowest(range.lanes))
  })
  return lacking
    .slice(0, 1)
    .map(({ span }) =>
      diagnostic(
        `\`${writtenAt(span)}\` has rows from lanes that are not in the test: they may be any bytes of the object`,
        span,
      ),
    )
}

/** Returns the lanes of these threads, as a mask. */
const lanesIn = (warp: readonly Thread[]): bigint =>
  warp.reduce((mask, thread) => mask | (1n << BigInt(laneOf(thread))), 0n)

const lowest = (number: number): bigint => (1n << BigInt(number)) - 1n

/** All lanes of a warp, as a mask. */
const lanes = lowest(warpSize)
