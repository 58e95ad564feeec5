/** The answers to the questions of the texts that an editor has open, decided on a thread. */

import { judge } from '../../answers/judge.js'
import type { Asked } from '../../language/lenses.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { AnswerOrFault } from '../check/answer.js'
import type { Queue } from './queue.js'
import type { EditorItem, EditorResult } from './work.js'

/** The answers so far to the questions of one text. */
export interface Answers {
  readonly of: (test: number, question: number) => Asked
}

const deciding: Asked = { kind: 'deciding' }

/** Asks all questions of tests for an owner, and reports each answer. */
export function answersTo(
  tests: readonly Program[],
  owner: string,
  queue: Queue<EditorItem, EditorResult>,
  onChange: () => void,
): Answers {
  const answers = new Map<string, Asked>()
  for (const [i, test] of tests.entries())
    for (const question of test.questions.keys()) {
      const learn = (state: Asked): void => {
        answers.set(`${i} ${question}`, state)
        onChange()
      }
      queue.add({
        owner,
        item: { kind: 'answer', asked: { test, question } },
        onResult: (result) => {
          if (result.kind === 'answer') learn(askedOf(result.answer, test, question))
        },
        onFault: (reason) => learn({ kind: 'failed', reason }),
      })
    }
  return { of: (test, question) => answers.get(`${test} ${question}`) ?? deciding }
}

const askedOf = (answer: AnswerOrFault, test: Program, question: number): Asked =>
  answer.kind === 'fault'
    ? { kind: 'failed', reason: answer.message }
    : {
        kind: 'answered',
        report: judge(test, must(test.questions[question], 'the question that is answered'), answer.answer, 0),
      }
