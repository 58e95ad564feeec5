/** Decides whether the executions of a program end. */

import { once } from '../../source/once.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { firstReads } from './first-reads.js'
import type { LivenessGoals } from './problem.js'
import { type Liveness, type Unknown, undecided, type Within } from './verdict.js'
import type { Asking } from './with-problem.js'

/**
 * Returns the result about hangs among the executions that `asking` considers, with an execution that is always the
 * same. The search starts when it is first needed, or later if the solver gives no answer then; `limits` says which
 * loops the bound cuts.
 */
export const livenessOf = (
  { hang, ends }: LivenessGoals,
  encoding: Encoding,
  asking: Asking,
  limits: () => Within | Unknown | undefined,
): (() => Liveness) =>
  once(
    (): Liveness => {
      // If nothing can wait, the solver is not needed.
      const answer =
        hang.formula.kind === 'false' ? ({ kind: 'unsat' } as const) : asking.findFirst(hang, () => mostWaits(encoding))
      if (answer.kind === 'unknown') return undecided(answer)
      const within = limits()
      if (within !== undefined && 'kind' in within) return undecided(within)
      if (answer.kind === 'unsat') return { kind: 'ends', ...(within === undefined ? {} : { within }) }
      const ended = asking.check(ends)
      if (ended.kind === 'unknown') return undecided(ended)
      return {
        kind: 'hangs',
        always: ended.kind === 'unsat' && within === undefined,
        execution: answer.execution,
        model: encoding.model,
        ...(within === undefined ? {} : { within }),
      }
    },
    (answer) => answer.kind !== 'undecided',
  )

/**
 * Yields the preferences among hangs: as many waiting threads as possible, reads of the first writes, and as many
 * unseen writes as possible.
 */
function* mostWaits(encoding: Encoding): Iterable<readonly Formula[]> {
  const waits = encoding.waits()
  yield* waits.map(({ when }) => [when])
  yield* firstReads(encoding)
  for (const { at } of waits) if (at.kind === 'loop') yield* at.later.map(({ unseen }) => [unseen])
}
