/** The lines that an editor shows above questions: their answers, and whether these are as expected. */

import { match } from 'ts-pattern'
import { detailsOf } from '../answers/details.js'
import { expectationText } from '../answers/expectation.js'
import { standingOf } from '../answers/standing.js'
import type { Program } from '../litmus/program.js'
import type { QuestionReport } from '../report/check.js'
import { type Mark, markOf } from '../report/conclusion.js'
import { answerText } from '../report/verdict.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { inFile } from '../source/text.js'
import type { Range } from './marks.js'

export interface Lens {
  readonly at: Range
  readonly title: string
  /** Further details of the answers; empty if there are none. */
  readonly details: string
}

/** The answer so far to a question. */
export type Asked =
  | { readonly kind: 'deciding' }
  | { readonly kind: 'answered'; readonly report: QuestionReport }
  /** A bug in this program, or a thread that ended. */
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Returns a lens for each question of a text: one for all rows of a template. `askedOf` takes indices of a test and of
 * its question.
 */
export function lensesOf(
  tests: readonly Program[],
  askedOf: (test: number, question: number) => Asked,
): readonly Lens[] {
  const questions = tests.flatMap(({ questions, row }, test) =>
    questions.map(({ span }, question) => ({ at: inFile(span), row: row?.number, asked: askedOf(test, question) })),
  )
  return [...groupBy(questions, ({ at }) => at.start).values()].map((together) => {
    const [{ at, row }] = together
    const states = together.map((one) => one.asked)
    return {
      at: { start: at.start, end: at.end },
      title: row === undefined ? states.map(titleOf).join('; ') : titleOfRows(together),
      details: [...new Set(states.flatMap(detailsIn))].map(printable).join('\n'),
    }
  })
}

const titleOf = (state: Asked): string =>
  match(state)
    .with({ kind: 'deciding' }, () => 'deciding…')
    .with({ kind: 'failed' }, () => '? undecided')
    .with({ kind: 'answered' }, ({ report }) => answerLine(report))
    .exhaustive()

/** Writes `✓ holds, as expected`. */
const answerLine = (report: QuestionReport): string =>
  [
    `${marks[markOf[standingOf(report, nothingDemanded)]]}${answerText(report.kind, report)}`,
    expectationText(report),
    report.strict === undefined ? '' : `${report.strict.model}: ${report.strict.answer}`,
  ]
    .filter((text) => text !== '')
    .join(', ')

const nothingDemanded = { mustEnd: false, strict: false }

/** The mark that a lens begins with. */
export const marks: { readonly [M in Mark]: string } = { good: '✓ ', bad: '✗ ', open: '? ', neutral: '' }

interface OfRow {
  readonly row: number | undefined
  readonly asked: Asked
}

/** Writes `rows 1–3, 5: ✓ holds, as expected; row 4: ✗ violated, expected holds`. */
function titleOfRows(rows: readonly OfRow[]): string {
  const open = rows.filter(({ asked }) => asked.kind === 'deciding').length
  if (open > 0) return `deciding… (${rows.length - open} of ${rows.length} rows)`
  const alike = [...groupBy(rows, ({ asked }) => titleOf(asked))]
  return alike.map(([title, some]) => `${rowsText(some.map(({ row = 0 }) => row))}: ${title}`).join('; ')
}

/** Writes `rows 1–3, 5`. */
function rowsText(numbers: readonly number[]): string {
  const isWithin = (number: number): boolean => numbers.includes(number - 1) && numbers.includes(number + 1)
  const texts = numbers
    .filter((number) => !isWithin(number))
    .map((number) => `${number}${numbers.includes(number + 1) ? '–' : ', '}`)
  return `${numbers.length === 1 ? 'row' : 'rows'} ${texts.join('').replace(/, $/, '')}`
}

const detailsIn = (state: Asked): readonly string[] =>
  state.kind === 'answered' ? detailsOf(state.report) : state.kind === 'failed' ? [state.reason] : []
