/** The command that searches for repairs where `explain` found none. */

import { type Program, type Question, testName } from '../../litmus/program.js'
import { slotsOf } from '../../repair/changes.js'
import { claimsOf } from '../../repair/demands.js'
import type { Tried } from '../../repair/fix.js'
import { commandFor } from '../commandline/again.js'
import type { ExplainArguments } from './command.js'

/**
 * Returns the line that names `fix` for a question, which has no budget and changes several texts at once. If the
 * question fails in a run in which threads take turns and several texts have no more changes than one, `fix` is likely to
 * find nothing either, but shows the run.
 * Undefined if the test came from standard input, which another command cannot read again.
 */
export function furtherLine(
  test: Program,
  question: Question,
  { result }: Tried,
  args: ExplainArguments,
): string | undefined {
  const claims = claimsOf(test)
  const isOnlyClaim = claims.length === 1 && claims[0]?.name === question.name
  const command = commandFor(['fix'], testName(test), args, [
    ...args.assert.flatMap((one) => ['--assert', one]),
    ...args.permit.flatMap((one) => ['--permit', one]),
    ...args.exists.flatMap((one) => ['--exists', one]),
    ...(isOnlyClaim ? [] : ['--question', question.name]),
  ])
  const isRun = result.kind === 'no repair' && result.inTurn !== undefined && !hasMoreInTexts(test)
  const does = isRun ? 'shows that run' : 'searches further, also in several texts together'
  return command === undefined ? undefined : `${does}: ${command}`
}

/** Returns whether several texts together have changes that one text alone does not have, such as a barrier. */
const hasMoreInTexts = (test: Program): boolean =>
  slotsOf(test, undefined, 'several texts').length > slotsOf(test, undefined, 'one text').length
