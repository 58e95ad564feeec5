/** The work of a thread for an editor. */

import { match } from 'ts-pattern'
import { audit } from '../../audit/audit.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { auditLensesOf } from '../../language/audit-lenses.js'
import { type Fix, fixTitle } from '../../language/fixes.js'
import type { Lens } from '../../language/lenses.js'
import type { Program } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import { repairsIn } from '../../repair/result.js'
import { must } from '../../source/must.js'
import type { SourceText } from '../../source/text.js'
import { type AnswerOrFault, type AnswerTask, type AskedQuestion, answerTo } from '../check/answer.js'
import { messageOf } from '../console/errors.js'

/** A request that an editor waits for. */
export type EditorItem =
  | { readonly kind: 'answer' | 'fix'; readonly asked: AskedQuestion }
  /** `source` is the text that the editor shows. */
  | { readonly kind: 'audit'; readonly test: Program; readonly source: SourceText }

/** The result of a request. */
export type EditorResult =
  | { readonly kind: 'answer'; readonly answer: AnswerOrFault }
  | { readonly kind: 'fixes'; readonly fixes: readonly Fix[] }
  | { readonly kind: 'audited'; readonly lenses: readonly Lens[] }
  | { readonly kind: 'fault'; readonly message: string }

/** The time limit of the search for a fix, in milliseconds, if the user gives none. */
const patience = 60_000

/** The same of each piece of an audit. */
const patienceForPiece = 10_000

/** Does one item. */
export function editorResult(item: EditorItem, task: AnswerTask, solver: Solver): EditorResult {
  try {
    return match(item)
      .returnType<EditorResult>()
      .with({ kind: 'answer' }, ({ asked }) => ({ kind: 'answer', answer: answerTo(asked, task, solver) }))
      .with({ kind: 'fix' }, ({ asked: { test, question } }) => ({
        kind: 'fixes',
        fixes: fixesOf(test, question, task, solver),
      }))
      .with({ kind: 'audit' }, ({ test, source }) => {
        const { model, bound, timeout = patienceForPiece } = task
        const audited = audit(test, solver, { model, bound, timeout })
        return { kind: 'audited', lenses: auditLensesOf(test, source, model, audited) }
      })
      .exhaustive()
  } catch (error) {
    return { kind: 'fault', message: messageOf(error) }
  }
}

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
