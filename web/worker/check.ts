/** The answers to the questions of tests. */

import { isCertifiable } from '../../answers/certifiable.js'
import { detailsOf } from '../../answers/details.js'
import { judge } from '../../answers/judge.js'
import { standingOf } from '../../answers/standing.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { type Program, testName } from '../../litmus/program.js'
import type { QuestionReport } from '../../report/check.js'
import { answerText } from '../../report/verdict.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'
import type { CheckedTest, Subject } from '../protocol.js'
import { decided } from './decider.js'
import { placeOf } from './subject.js'

export interface Answered {
  readonly decision: Decision
  readonly shown: CheckedTest
  readonly reports: readonly QuestionReport[]
  /** The time that this took. */
  readonly milliseconds: number
}

/** Returns the verdicts on the questions of a test, and how the page shows them. */
export function answered(test: Program, model: Model, solver: Solver | undefined, subject: Subject): Answered {
  const start = performance.now()
  const { decision, answers } = decided(test, model, solver)
  const reports = test.questions.map((question, i) =>
    judge(test, question, must(answers[i], 'an answer to each question'), 0),
  )
  const questions = test.questions.map((question, i) => {
    const report = must(reports[i], 'a report on each question')
    return {
      name: question.name,
      kind: question.kind,
      written: writtenAt(question.span),
      place: placeOf(question.span, subject),
      answer: answerText(question.kind, report),
      standing: standingOf(report, { mustEnd: false, strict: false }),
      details: detailsOf(report),
      isCertifiable: isCertifiable(report),
    }
  })
  const row = test.questions[0]?.span.source.expansion?.row
  const shown = { name: testName(test), row: row && placeOf(row, subject), questions }
  return { decision, shown, reports, milliseconds: performance.now() - start }
}
