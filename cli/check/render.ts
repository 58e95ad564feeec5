/** Verdicts as lines of text. */

import type { Colors } from 'picocolors/types.js'
import { detailsOf } from '../../answers/details.js'
import { expectationText } from '../../answers/expectation.js'
import { type Demands, standingOf } from '../../answers/standing.js'
import { type Program, testName } from '../../litmus/program.js'
import type { QuestionReport } from '../../report/check.js'
import { markOf } from '../../report/conclusion.js'
import { conditionOfSeveral } from '../../report/needs.js'
import { answerText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { marks } from '../console/marks.js'
import type { CheckSummary } from './report.js'

export interface Widths {
  readonly test: number
  readonly question: number
}

/** Returns returns how wide the columns must be for the tests of a file. */
export const columnWidths = (tests: readonly Program[]): Widths => ({
  test: largest(tests.map((test) => testName(test).length)),
  question: largest(tests.flatMap(({ questions }) => questions.map(({ name }) => name.length))),
})

export interface Style {
  readonly colours: Colors
  readonly widths: Widths
  readonly verbose: boolean
  readonly demands: Demands
}

/**
 * Renders a question on a line: mark, test, question, verdict, whether it is as expected, time, and the row of a
 * template.
 */
export function renderQuestion(report: QuestionReport, { colours, widths, verbose, demands }: Style): string {
  const { build, load, solve, read } = report.milliseconds
  const line = [
    marks(colours)[markOf[standingOf(report, demands)]],
    printable(report.test).padEnd(widths.test),
    report.question.padEnd(widths.question),
    answerText(report.kind, report).padEnd(19),
    expectationText(report).padEnd(18),
    `${(read + build + load + solve).toFixed(1)} ms`.padStart(9),
    ...(report.strict === undefined ? [] : [`${report.strict.model}: ${report.strict.answer}`]),
    ...(report.row === undefined ? [] : [colours.dim(printable(report.row.text).replace(/ +/g, ' '))]),
  ].join('  ')
  const details = `    ${report.events} events; read ${read.toFixed(1)}, build ${build.toFixed(1)}, load ${load.toFixed(1)}, solve ${solve.toFixed(1)} ms`
  return [line, ...detailsOf(report).map((text) => `    ${text}`), ...(verbose ? [colours.dim(details)] : [])].join(
    '\n',
  )
}

/** Renders the count at the end. */
export function renderCount({ count, errors, milliseconds }: CheckSummary, { bold }: Colors): string {
  const parts = [
    ...(count.asExpected > 0 || count.broken > 0 ? [`${count.asExpected} as expected`] : []),
    ...(count.broken > 0 ? [`${count.broken} not as expected`] : []),
    ...(count.withoutExpectation > 0 ? [`${count.withoutExpectation} without expectation`] : []),
    ...(count.undecided > 0 ? [`${count.undecided} undecided`] : []),
    ...(count.withinBound > 0 ? [`${count.withinBound} only within the bound`] : []),
    ...(count.forSomeLanes > 0 ? [`${count.forSomeLanes} only for some lanes`] : []),
    ...(count.withoutTimeouts > 0 ? [`${count.withoutTimeouts} only if ${conditionOfSeveral('timeouts')}`] : []),
    ...(count.inLayoutsTried > 0 ? [`${count.inLayoutsTried} only in the memory layouts tried`] : []),
    ...(count.ifResident > 0 ? [`${count.ifResident} only if ${conditionOfSeveral('endsIfResident')}`] : []),
    ...(count.ifOverlapping > 0 ? [`${count.ifOverlapping} only if ${conditionOfSeveral('endsIfOverlapping')}`] : []),
    ...(count.deviating > 0 ? [`${count.deviating} not kept by known hardware`] : []),
    ...(count.notCovered > 0 ? [`${count.notCovered} not covered`] : []),
    ...(count.undefined > 0 ? [`${count.undefined} undefined`] : []),
    ...(count.hanging > 0 ? [`${count.hanging} can hang`] : []),
    ...(count.vacuous > 0 ? [`${count.vacuous} vacuous`] : []),
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
  ]
  const what = `${counted(count.questions, 'question')} of ${counted(count.tests, 'test')} in ${counted(count.files, 'file')}`
  return `${bold(what)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}; ${(milliseconds / 1000).toFixed(2)} s`
}
