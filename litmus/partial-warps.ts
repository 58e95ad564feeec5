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
 * Returns remarks on a test that does not have all threads of a warp: at the first barrier with a count, and at the
 * first mask that names a missing thread. A compiled kernel is launched with all of them.
 */
export function partialWarps(threads: readonly Thread[]): readonly Diagnostic[] {
  const byHand = threads.filter((thread) => thread.kind === 'device' && !isCompiled(thread))
  const warps = [...groupBy(byHand, (thread) => `${ctaOf(thread)} ${warpOf(thread)}`).values()]
  const partial = warps.filter(({ length }) => length < warpSize)
  return [...countingOf(partial), ...absentIn(partial)]
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
    const there = warp.reduce((mask, thread) => mask | (1n << BigInt(laneOf(thread))), 0n)
    return warp
      .flatMap(({ instructions }) => instructions.filter((one) => one.kind === 'warp'))
      .filter(({ mask }) => mask.kind === 'integer' && (mask.value & lanes & ~there) !== 0n)
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

/** All lanes of a warp, as a mask. */
const lanes = (1n << BigInt(warpSize)) - 1n
