/**
 * Tables of expected verdicts. Besides those of `table.ts` there are tables with the columns `test`, `model`,
 * `condition`, which say whether a test's condition, with its quantifier, `holds` or `fails`.
 */

import { posix, resolve, sep } from 'node:path'
import * as z from 'zod'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { type ExpectedVerdict, expectedVerdict } from '../../report/check.js'
import { answerWordIn, claimWords, verdictOf } from '../../report/verdict.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { failAll, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { isModelName, noModel } from '../input/model.js'
import { splitRow } from '../input/row.js'
import { modelsOfRow, nameInTable, type TableError, tableErrors, verdictOrConditionRecords } from './table.js'

const statedOfQuestion = z.enum([...expectedVerdict.options, ...claimWords])
const statedOfCondition = z.enum(['holds', 'fails', 'violated'])

interface Row {
  /** A file relative to the table's folder, or `file#row`. */
  readonly test: string
  /** Absent if the row is about the test's only condition. */
  readonly question: string | undefined
  readonly states: z.infer<typeof statedOfQuestion | typeof statedOfCondition>
  readonly line: number
}

export interface Expectations {
  readonly source: SourceText
  /** The rows for one model, by test and question. */
  readonly rows: ReadonlyMap<string, Row>
  /** All models that it has rows for. */
  readonly models: ReadonlySet<string>
  /** True if it has rows for the model that state nothing, since the verdict was undecided. */
  readonly hasUndecided: boolean
}

const key = (test: string, question: string | undefined): string => JSON.stringify([test, question ?? null])

/** Drops the bound of a baseline's verdict: an outcome also stays forbidden if loops are examined in full. */
const unbounded = (word: string): string => (answerWordIn(word) === undefined ? word : word.replace(/ within \d+$/, ''))

/**
 * Returns the rows of a table for the model. Reports, with the line: text that is not CSV, a missing column, a word
 * that is not a verdict, two rows that disagree.
 */
export function readExpectations(source: SourceText, model: string): Result<Expectations> {
  return then(verdictOrConditionRecords(source), (all) => {
    const errors: TableError[] = []
    const rows = new Map<string, Row>()
    const models = new Set<string>()
    let hasUndecided = false
    for (const { info, record } of all) {
      const report = (message: string) => errors.push({ line: info.lines, message })
      const { test } = record
      const question = 'question' in record ? record.question : undefined
      const word = 'verdict' in record ? record.verdict : record.condition
      // A baseline may have this verdict, which states nothing.
      if ('verdict' in record && word === 'undecided') {
        hasUndecided ||= modelsOfRow(record).includes(model)
        continue
      }
      const states =
        'verdict' in record ? statedOfQuestion.safeParse(unbounded(word)) : statedOfCondition.safeParse(word)
      if (!states.success) {
        report(
          'verdict' in record
            ? `\`${word}\` is not a verdict; the verdicts are ${statedOfQuestion.options.join(', ')}`
            : `\`${word}\` is not for conditions; it must be one of ${statedOfCondition.options.join(', ')}`,
        )
        continue
      }
      const named = modelsOfRow(record)
      const unknown = named.find((one) => !isModelName(one))
      if (unknown !== undefined) {
        report(`there is no model \`${unknown}\`: ${noModel(unknown)}`)
        continue
      }
      for (const one of named) models.add(one)
      if (!named.includes(model)) continue
      const about = key(posix.normalize(test), question)
      const earlier = rows.get(about)
      if (earlier !== undefined && earlier.states !== states.data)
        report(`\`${test}\` is ${earlier.states} on line ${earlier.line} but ${states.data} here`)
      rows.set(about, { test, question, states: states.data, line: info.lines })
    }
    return errors.length > 0 ? failAll(tableErrors(source, errors)) : ok({ source, rows, models, hasUndecided })
  })
}

/**
 * Returns the expectation of the first table that has one for a question of a test. A table in another folder may have
 * a row that names another test by an end of its path, so that rows with the path from their table's folder come first.
 */
export const statedIn = (
  tables: readonly Expectations[],
  program: Program,
  question: Pick<Question, 'name' | 'kind'>,
): ExpectedVerdict | undefined =>
  [namesFromFolder, namesByEnd]
    .flatMap((namesOf) => tables.map((table) => stated(table, namesOf(table, program), question)))
    .find((verdict) => verdict !== undefined)

/**
 * Returns the verdict that the table states for a question: in a row for exactly this test, or in one for all rows of a
 * template. A row names a test by its path from the table's folder, or by the end of its path.
 */
export const expectationOf = (
  table: Expectations,
  program: Program,
  question: Pick<Question, 'name' | 'kind'>,
): ExpectedVerdict | undefined => statedIn([table], program, question)

type NamesOf = (table: Expectations, program: Program) => readonly string[]

const namesFromFolder: NamesOf = ({ source }, program) => {
  const { file, test } = nameInTable(source.name, program)
  return [test, file]
}

const namesByEnd: NamesOf = (_, program) => {
  const whole = resolve(program.file).split(sep)
  return whole.flatMap((_, i) => {
    const end = whole.slice(i).join('/')
    return [testName({ ...program, file: end }), end]
  })
}

function stated(
  { rows }: Expectations,
  names: readonly string[],
  question: Pick<Question, 'name' | 'kind'>,
): ExpectedVerdict | undefined {
  const row = names
    .flatMap((name) => [rows.get(key(name, question.name)), rows.get(key(name, undefined))])
    .find((row) => row !== undefined)
  return row === undefined ? undefined : verdictFor(row.states, question.kind)
}

/**
 * Returns the verdict that a row expects for a kind of question. A verdict is about the outcome: a claim `holds` if its
 * violation is forbidden.
 */
const verdictFor = (states: Row['states'], kind: Question['kind']): ExpectedVerdict =>
  expectedVerdict.parse(verdictOf(kind, states === 'fails' ? 'violated' : states))

/**
 * Returns an error if no table has a row for any of the tests under the model; undefined otherwise, and if there are no
 * tests.
 */
export function noneApplies(
  tables: readonly Expectations[],
  programs: readonly Program[],
  path: string,
  model: string,
): Diagnostic | undefined {
  const entries = programs.flatMap((program) => program.questions.map((question) => ({ program, question })))
  const applies = entries.some(({ program, question }) =>
    tables.some((table) => expectationOf(table, program, question) !== undefined),
  )
  if (entries.length === 0 || applies || tables.some((table) => table.hasUndecided)) return undefined
  const others = [...new Set(tables.flatMap((table) => [...table.models]))].filter((one) => one !== model)
  const hint = others.length === 0 ? '' : `; there are rows for ${others.join(', ')}, which \`--model\` chooses`
  return diagnostic(`no row says what to expect of these tests under ${model}${hint}`, path)
}

/** Reports rows that name a test of the given files, but a template row or question that does not exist. */
export function unmatched({ source, rows }: Expectations, programs: readonly Program[]): readonly Diagnostic[] {
  const named = programs.map((program) => ({ ...nameInTable(source.name, program), questions: program.questions }))
  const byFile = groupBy(named, ({ file }) => file)
  const byTest = groupBy(named, ({ test }) => test)
  const errors = [...rows.values()].flatMap(({ test, question, line }): readonly TableError[] => {
    if (!byFile.has(splitRow(test).file)) return []
    const meant = byFile.get(test) ?? byTest.get(test) ?? []
    if (meant.some(({ questions }) => question === undefined || questions.some(({ name }) => name === question)))
      return []
    const message = meant.length === 0 ? `there is no test \`${test}\`` : `\`${test}\` has no question \`${question}\``
    return [{ line, message }]
  })
  return tableErrors(source, errors)
}
