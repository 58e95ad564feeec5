/** Tables of verdicts: CSV with the columns `test`, `question`, `model`, `verdict`, and any others. */

import { dirname, relative, sep } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { models } from '../../axioms/models.js'
import { type Program, testName } from '../../litmus/program.js'
import { type Diagnostic, diagnostic, moreErrors, mostReported } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'

const info = z.object({ lines: z.number() })

/** The columns of a table whose rows have the verdict on a question. */
const ofVerdicts = z.object({
  info,
  record: z.object({ test: z.string(), question: z.string(), model: z.string(), verdict: z.string() }),
})
/** The columns of a table whose rows say whether a test's only condition holds. */
const ofConditions = z.object({
  info,
  record: z.object({ test: z.string(), model: z.string(), condition: z.string() }),
})

type VerdictRecord = z.infer<typeof ofVerdicts>
type ConditionRecord = z.infer<typeof ofConditions>

/**
 * Returns the rows of a table of verdicts with their lines. Reports text that is not CSV, a missing column and a
 * repeated column, with the line.
 */
export const verdictRecords = (source: SourceText): Result<readonly VerdictRecord[]> =>
  then(rowsOf(source), (rows) => recordsOf(source, rows, ['test', 'question', 'model', 'verdict'], ofVerdicts))

/** Returns the same for a table of verdicts or of conditions; its columns tell which it is. */
export const verdictOrConditionRecords = (source: SourceText): Result<readonly (VerdictRecord | ConditionRecord)[]> =>
  then(rowsOf(source), (rows): Result<readonly (VerdictRecord | ConditionRecord)[]> => {
    const [first] = rows
    return hasColumn(first, 'condition') && !hasColumn(first, 'verdict')
      ? recordsOf(source, rows, ['test', 'model', 'condition'], ofConditions)
      : recordsOf(source, rows, ['test', 'question', 'model', 'verdict'], ofVerdicts)
  })

/** A table with more than this takes too much memory. */
const mostRows = 500_000
const mostCharactersOfHeader = 10_000

/** All columns that any table has; others are dropped. */
const columnNames: ReadonlySet<string> = new Set(
  [ofVerdicts, ofConditions].flatMap(({ shape: { record } }) => Object.keys(record.shape)),
)

function rowsOf(source: SourceText): Result<readonly unknown[]> {
  const header = must(source.text.split('\n', 1)[0], 'a first line')
  if (header.length > mostCharactersOfHeader)
    return fail(
      atLine(source, 1, `the first line has ${header.length} characters; the limit is ${mostCharactersOfHeader}`),
    )
  let parsed: readonly unknown[]
  try {
    parsed = parse(source.text, {
      columns: (names: readonly string[]) => names.map((name) => (columnNames.has(name) ? name : false)),
      info: true,
      trim: true,
      skip_empty_lines: true,
      bom: true,
      to: mostRows + 1,
    })
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1
    return fail(atLine(source, line, error instanceof Error ? error.message : String(error)))
  }
  if (parsed.length > mostRows) return fail(diagnostic(`the table has more than ${mostRows} rows`, source.name))
  const columns = new Set<string>()
  const repeated = header.split(',').find((name) => columns.size === columns.add(name).size)
  if (repeated !== undefined) return fail(atLine(source, 1, `the table has two columns named \`${repeated.trim()}\``))
  return parsed.length === 0 ? fail(atLine(source, 1, 'the table has no rows')) : ok(parsed)
}

const hasColumn = (row: unknown, name: string): boolean =>
  z.object({ record: z.object({ [name]: z.string() }) }).safeParse(row).success

function recordsOf<R>(
  source: SourceText,
  rows: readonly unknown[],
  columns: readonly string[],
  schema: z.ZodType<R>,
): Result<readonly R[]> {
  const missing = columns.filter((name) => !hasColumn(rows[0], name))
  if (missing.length === 0) return ok(rows.map((row) => schema.parse(row)))
  return fail(atLine(source, 1, `the table has no column ${missing.map((name) => `\`${name}\``).join(', ')}`))
}

/**
 * Returns the models that a row is about: one, or the names of several that come with the tool. A path to a model may
 * have spaces.
 */
export function modelsOfRow({ model }: { readonly model: string }): readonly string[] {
  const words = model.split(/\s+/)
  return words.every((word) => models.some(({ name }) => name === word)) ? words : [model]
}

/** An error of a table. */
export interface TableError {
  readonly line: number
  readonly message: string
}

/** Returns the errors of a table, up to the number that is reported. */
export function tableErrors(source: SourceText, errors: readonly TableError[]): readonly Diagnostic[] {
  const reported = errors.slice(0, mostReported).map(({ line, message }) => atLine(source, line, message))
  const next = errors[mostReported]
  return next === undefined
    ? reported
    : [...reported, moreErrors(errors.length - mostReported, atLine(source, next.line, '').place)]
}

/** Returns an error at that line of the table. */
function atLine({ text, name }: SourceText, line: number, message: string): Diagnostic {
  let start = 0
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  return diagnostic(message, span({ text, name }, start, start + 1))
}

/** Returns the name of a test in a table: its path from the table's folder, with `#row` for a row of a template. */
export const nameInTable = (
  table: string,
  program: Pick<Program, 'file' | 'row'>,
): { readonly file: string; readonly test: string } => {
  const file = pathInTable(table, program.file)
  return { file, test: testName({ ...program, file }) }
}

/** Returns the path of a file from a table's folder. */
export const pathInTable = (table: string, file: string): string => relative(dirname(table), file).split(sep).join('/')
