/** The command that searches for repairs where `explain` found none. */

import { type Program, type Question, testName } from '../../litmus/program.js'
import { slotsOf } from '../../repair/changes.js'
import { claimsOf } from '../../repair/demands.js'
import type { Tried } from '../../repair/fix.js'
import { commandFor } from '../commandline/again.js'
import type { ExplainArguments } from './command.js'

/**
 * Returns the lines that name `fix` for a question, which has no budget and changes several texts at once. If the
 * question fails in a run in which threads take turns and several texts have no more changes than one, `fix` is likely to
 * find nothing either, but shows the run. If accesses race and the search was given up, there is a second line, with the
 * `fix` that removes the races: without a claim, a set of changes is judged sooner. Undefined if the test came from
 * standard input, which another command cannot read again.
 */
export function furtherLine(
  test: Program,
  question: Question,
  { result, spent }: Tried,
  isRacy: boolean,
  args: Pick<ExplainArguments, 'launch' | 'model' | 'bound' | 'assert' | 'permit' | 'exists'>,
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
  if (command === undefined) return undefined
  const mayEnd = isRacy && spent !== undefined
  const races = mayEnd ? commandFor(['fix', '--race-free'], testName(test), args) : undefined
  return [
    `${does}: ${command}`,
    ...(races === undefined ? [] : [`only removes the races, which may take less time: ${races}`]),
  ].join('\n')
}

/** Returns whether several texts together have changes that one text alone does not have, such as a barrier. */
const hasMoreInTexts = (test: Program): boolean =>
  slotsOf(test, undefined, 'several texts').length > slotsOf(test, undefined, 'one text').length
