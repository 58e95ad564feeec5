/** Finds the answers that depend on guarantees which compilers and GPUs are known to break. */

import { dependsOn } from '../deviations/table.js'
import type { Answered, Decision } from '../encoder/decide/verdict.js'
import type { Program } from '../litmus/program.js'
import { must } from '../source/must.js'

/**
 * Returns the deviations on which each answer of a decision depends. `again` decides the same questions of a weaker
 * program.
 */
export function deviationsOf(decision: Decision, again: (weaker: Program) => Decision) {
  const known = new Map<string, Decision>()
  return decision.answers.map((answer, i) =>
    dependsOn(decision.graph.program, (weaker, name) => {
      const other = known.get(name) ?? again(weaker)
      known.set(name, other)
      return isKept(answer, must(other.answers[i], 'an answer to each question'))
    }),
  )
}

/**
 * Decides whether all answers stay the same: forbidden outcomes, unreachable undefined behaviour, and the end of every
 * execution.
 */
const isKept = (before: Answered, after: Answered): boolean =>
  (before.verdict.kind !== 'forbidden' || after.verdict.kind === 'forbidden') &&
  (!isDefined(before) || isDefined(after)) &&
  (before.liveness?.kind !== 'ends' || after.liveness?.kind === 'ends')

const isDefined = ({ undefined: reached }: Answered): boolean => reached.kind === 'known' && reached.found.length === 0
