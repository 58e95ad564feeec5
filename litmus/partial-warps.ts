/** The note on barriers that count warps of which a test has only some threads. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { writtenAt } from '../source/text.js'
import { ctaOf, warpOf, warpSize } from './position.js'
import { isCompiled, type Thread } from './program.js'

/** A remark at the first barrier with a count in a test that does not have all threads of a warp. A compiled kernel is launched with all of them. */
export function partialWarps(threads: readonly Thread[]): readonly Diagnostic[] {
  const byHand = threads.filter((thread) => thread.kind === 'device' && !isCompiled(thread))
  const warps = [...groupBy(byHand, (thread) => `${ctaOf(thread)} ${warpOf(thread)}`).values()]
  const counting = warps
    .filter(({ length }) => length < warpSize)
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
