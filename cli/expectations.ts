/** Tables of expected verdicts. */

import { posix, resolve, sep } from 'node:path'
import * as z from 'zod'
import { type Program, testName } from '../litmus/program.js'
import type { Diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { fail, ok, type Result, then } from '../source/result.js'
import type { SourceText } from '../source/text.js'
import { isModelName, noModel } from './model.js'
import { atLine, nameInTable, tableRecords } from './table.js'

/** `vacuous` is a `forbidden` that no execution could have answered otherwise. */
export const expectedVerdict = z.enum(['allowed', 'forbidden', 'vacuous', 'not covered'])
export type ExpectedVerdict = z.infer<typeof expectedVerdict>

interface Row {
  /** A file relative to the table's folder, or `file#row`. */
  readonly test: string
  readonly question: string
  readonly verdict: ExpectedVerdict
  readonly line: number
}

export interface Expectations {
  readonly source: SourceText
  /** The rows for one model, by what they speak of. */
  readonly rows: ReadonlyMap<string, Row>
}

const key = (test: string, question: string): string => JSON.stringify([test, question])

/**
 * The rows of a table that speak of the model. Errors, with the line: text that is not CSV, a missing column, a verdict that is
 * none, two rows that disagree.
 */
export function readExpectations(source: SourceText, model: string): Result<Expectations> {
  return then(tableRecords(source), (all) => {
    const diagnostics: Diagnostic[] = []
    const rows = new Map<string, Row>()
    for (const { info, record } of all) {
      const verdict = expectedVerdict.safeParse(record.verdict)
      if (!verdict.success) {
        diagnostics.push(
          atLine(
            source,
            info.lines,
            `\`${record.verdict}\` is no verdict; a verdict is ${expectedVerdict.options.join(', ')}`,
          ),
        )
        continue
      }
      if (!isModelName(record.model)) {
        diagnostics.push(atLine(source, info.lines, `there is no model \`${record.model}\`: ${noModel(record.model)}`))
        continue
      }
      if (record.model !== model) continue
      const earlier = rows.get(key(posix.normalize(record.test), record.question))
      if (earlier !== undefined && earlier.verdict !== verdict.data) {
        diagnostics.push(
          atLine(
            source,
            info.lines,
            `\`${record.test}\` is ${earlier.verdict} in line ${earlier.line} and ${verdict.data} here`,
          ),
        )
      }
      rows.set(key(posix.normalize(record.test), record.question), {
        test: record.test,
        question: record.question,
        verdict: verdict.data,
        line: info.lines,
      })
    }
    return diagnostics.length > 0 ? fail(...diagnostics) : ok({ source, rows })
  })
}

/**
 * The verdict that the table states for a question: in a row for the very test, or in one for all rows of a template. A row names a
 * test by its path from the table's folder, or by the end of its path.
 */
export function expectationOf(
  { source, rows }: Expectations,
  program: Program,
  question: string,
): ExpectedVerdict | undefined {
  const { file, test } = nameInTable(source.name, program)
  const whole = resolve(program.file).split(sep)
  const names = [
    test,
    file,
    ...whole.flatMap((_, i) => {
      const end = whole.slice(i).join('/')
      return [testName({ ...program, file: end }), end]
    }),
  ]
  return names.map((name) => rows.get(key(name, question))).find((row) => row !== undefined)?.verdict
}

/** Errors for rows that name a test of the given files, but a template row or a question that it does not have. */
export function unmatched({ source, rows }: Expectations, programs: readonly Program[]): readonly Diagnostic[] {
  const named = programs.map((program) => ({ ...nameInTable(source.name, program), questions: program.questions }))
  const byFile = groupBy(named, ({ file }) => file)
  return [...rows.values()].flatMap(({ test, question, line }) => {
    const related = byFile.get(test.replace(/#\d+$/, '')) ?? []
    const meant = related.filter((one) => test === one.test || test === one.file)
    if (related.length === 0 || meant.some(({ questions }) => questions.some(({ name }) => name === question)))
      return []
    return [
      atLine(
        source,
        line,
        meant.length === 0 ? `there is no test \`${test}\`` : `\`${test}\` asks no question \`${question}\``,
      ),
    ]
  })
}
