/** Tables of verdicts: CSV with the columns `test`, `question`, `model`, `verdict`, and any others. */

import { dirname, relative, sep } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { type Program, testName } from '../litmus/program.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { fail, ok, type Result } from '../source/result.js'
import { type SourceText, span } from '../source/text.js'

const record = z.object({
  info: z.object({ lines: z.number() }),
  record: z.object({ test: z.string(), question: z.string(), model: z.string(), verdict: z.string() }),
})

export type TableRecord = z.infer<typeof record>

/** The rows of a table with their lines. Errors, with the line: text that is not CSV, a missing column or one that is there twice. */
export function tableRecords(source: SourceText): Result<readonly TableRecord[]> {
  let parsed: readonly unknown[]
  try {
    parsed = parse(source.text, { columns: true, info: true, trim: true, skip_empty_lines: true, bom: true })
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1
    return fail(atLine(source, line, error instanceof Error ? error.message : String(error)))
  }
  const [header = ''] = source.text.split('\n')
  const repeated = header.split(',').find((name, i, all) => all.indexOf(name) !== i)
  if (repeated !== undefined) return fail(atLine(source, 1, `the table has two columns \`${repeated.trim()}\``))
  if (parsed.length === 0) return fail(atLine(source, 1, 'a table without rows'))
  const missing = ['test', 'question', 'model', 'verdict'].filter(
    (name) => !z.object({ record: z.object({ [name]: z.string() }) }).safeParse(parsed[0]).success,
  )
  if (missing.length > 0)
    return fail(atLine(source, 1, `the table has no column ${missing.map((name) => `\`${name}\``).join(', ')}`))
  return ok(z.array(record).parse(parsed))
}

/** An error of the table in that line. */
export function atLine(source: SourceText, line: number, message: string): Diagnostic {
  const start = source.text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, text) => sum + text.length + 1, 0)
  return diagnostic(message, span(source, start, start + 1))
}

/** How a table calls a test: by its path from the table's folder, with `#row` for an instance of a template. */
export const nameInTable = (
  table: string,
  program: Pick<Program, 'file' | 'row'>,
): { readonly file: string; readonly test: string } => {
  const file = pathInTable(table, program.file)
  return { file, test: testName({ ...program, file }) }
}

/** The path of a file from a table's folder. */
export const pathInTable = (table: string, file: string): string => relative(dirname(table), file).split(sep).join('/')
