/** The work of a thread for an editor. */

import { match } from 'ts-pattern'
import type { Solver } from '../../encoder/solver/smt.js'
import { type Fix, fixTitle } from '../../language/fixes.js'
import type { Program } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import { repairsIn } from '../../repair/result.js'
import { must } from '../../source/must.js'
import { type AnswerOrFault, type AnswerTask, type AskedQuestion, answerTo } from '../check/answer.js'
import { messageOf } from '../console/errors.js'

/** A request that an editor waits for. */
export type EditorItem = { readonly kind: 'answer' | 'fix'; readonly asked: AskedQuestion }

/** The result of a request. */
export type EditorResult =
  | { readonly kind: 'answer'; readonly answer: AnswerOrFault }
  | { readonly kind: 'fixes'; readonly fixes: readonly Fix[] }
  | { readonly kind: 'fault'; readonly message: string }

/** The time limit of the search for a fix, in milliseconds, if the user gives none. */
const patience = 60_000

/** Does one item. */
export const editorResult = ({ kind, asked }: EditorItem, task: AnswerTask, solver: Solver): EditorResult =>
  match(kind)
    .returnType<EditorResult>()
    .with('answer', () => ({ kind: 'answer', answer: answerTo(asked, task, solver) }))
    .with('fix', () => {
      try {
        return { kind: 'fixes', fixes: fixesOf(asked.test, asked.question, task, solver) }
      } catch (error) {
        return { kind: 'fault', message: messageOf(error) }
      }
    })
    .exhaustive()

/**
 * Returns the cheapest changes after which the outcome of a question cannot be reached, or an `assert` holds; only
 * those that the text can express.
 */
function fixesOf(
  test: Program,
  index: number,
  { model, bound, timeout = patience }: AnswerTask,
  solver: Solver,
): readonly Fix[] {
  const question = must(test.questions[index], 'the question that is to be fixed')
  const fixed = fix(test, solver, { model, bound, timeout, goal: { kind: 'claims', questions: [question] } })
  return repairsIn(fixed).flatMap((repaired) => {
    const changed = patched(
      test,
      repaired.changes.flatMap(({ edits }) => edits),
    )
    const isInModules = changed?.modules.some(({ source, text }) => source.text !== text) === true
    // A test that is printed anew loses its comments.
    if (changed?.test === undefined || changed.printed || isInModules) return []
    return [{ title: fixTitle(test, question, repaired), text: changed.test.text }]
  })
}
