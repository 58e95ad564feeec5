/** The command that searches for repairs where `explain` found none. */

import { type Program, type Question, testName } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { commandFor } from '../commandline/again.js'
import type { ExplainArguments } from './command.js'

/**
 * Returns the line that names `fix` for a question, which has no budget and changes several texts at once. Undefined if
 * the test came from standard input, which another command cannot read again.
 */
export function furtherLine(test: Program, question: Question, args: ExplainArguments): string | undefined {
  const claims = claimsOf(test)
  const isOnlyClaim = claims.length === 1 && claims[0]?.name === question.name
  const command = commandFor(['fix'], testName(test), args, [
    ...args.assert.flatMap((one) => ['--assert', one]),
    ...args.permit.flatMap((one) => ['--permit', one]),
    ...args.exists.flatMap((one) => ['--exists', one]),
    ...(isOnlyClaim ? [] : ['--question', question.name]),
  ])
  return command === undefined ? undefined : `searches further, also in several texts together: ${command}`
}
