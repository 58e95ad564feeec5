/** What a thread does for an editor. */

import type { Solver } from '../../encoder/solver/smt.js'
import { type AnswerOrFault, type AnswerTask, type AskedQuestion, answerTo } from '../check/answer.js'

/** What an editor waits for. */
export type EditorItem = { readonly kind: 'answer'; readonly asked: AskedQuestion }

/** What comes of it. */
export type EditorResult = { readonly kind: 'answer'; readonly answer: AnswerOrFault }

/** Does one item. */
export const editorResult = (item: EditorItem, task: AnswerTask, solver: Solver): EditorResult => ({
  kind: 'answer',
  answer: answerTo(item.asked, task, solver),
})
