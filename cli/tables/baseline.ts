/**
 * Verdicts recorded earlier: a CSV table `test,question,model,verdict`, sorted, one row for each question and model.
 */

import { posix, resolve, sep } from 'node:path'
import { models as builtIn } from '../../axioms/models.js'
import type { Program, Question } from '../../litmus/program.js'
import {
  type AnswerWord,
  answerWordIn,
  claimWords,
  type VerdictWord,
  verdictOf,
  verdictWords,
} from '../../report/verdict.js'
import { failAll, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { replaced } from '../input/outputs.js'
import { splitRow } from '../input/row.js'
import { modelsOfRow, nameInTable, pathInTable, type TableError, tableErrors, verdictRecords } from './table.js'

export interface Entry {
  /** The test, by its path from the table's folder, with `#row`. */
  readonly test: string
  readonly question: string
  readonly model: string
  /** The verdict as written: for a claim, `forbidden` and `holds` mean the same. */
  readonly verdict: AnswerWord
}

/**
 * Returns the row of a table at that path for a verdict on a question. A model file is named by its path from the
 * table's folder, as tests are.
 */
export const entryFor = (
  path: string,
  program: Pick<Program, 'file' | 'row'>,
  question: string,
  model: string,
  verdict: VerdictWord,
): Entry => ({ test: nameInTable(path, program).test, question, model: modelInTable(path, model), verdict })

/** Returns the name of a model in a table at that path. */
export const modelInTable = (path: string, name: string): string =>
  builtIn.some((one) => one.name === name) ? name : pathInTable(path, name)

/** Entries by test, question and model. */
export type Entries = ReadonlyMap<string, Entry>

const keyOf = ({ test, question, model }: Pick<Entry, 'test' | 'question' | 'model'>): string =>
  JSON.stringify([test, question, model])

/** Entries by test, question and model. */
export const entriesOf = (entries: Iterable<Entry>): Entries => new Map([...entries].map((one) => [keyOf(one), one]))

/** Returns the entry for the same test, question and model as another. */
export const lookUp = (entries: Entries, one: Entry): Entry | undefined => entries.get(keyOf(one))

/**
 * Returns the verdict that a table has for the test, question and model of an entry. `kind` is that of the question.
 */
export function recordedVerdict(entries: Entries, one: Entry, kind: Question['kind']): VerdictWord | undefined {
  const recorded = lookUp(entries, one)
  return recorded && verdictOf(kind, recorded.verdict)
}

/**
 * Returns the rows of a table. Reports, with the line: a text that is not a table, a word that is not a verdict, two
 * rows for the same question.
 */
export function readBaseline(source: SourceText): Result<Entries> {
  return then(verdictRecords(source), (records) => {
    const errors: TableError[] = []
    const entries = new Map<string, Entry>()
    for (const { info, record } of records) {
      const verdict = answerWordIn(record.verdict)
      const entry = { ...record, test: posix.normalize(record.test) }
      const wrong = (message: string) => errors.push({ line: info.lines, message })
      if (verdict === undefined)
        wrong(
          `\`${record.verdict}\` is not a verdict; the verdicts are ${[...verdictWords, ...claimWords].join(', ')}, or \`forbidden within N\``,
        )
      else
        for (const model of modelsOfRow(record)) {
          const { test, question } = entry
          const one = { test, question, model, verdict }
          if (entries.has(keyOf(one))) wrong(`\`${record.test}\` has two rows for \`${question}\` under \`${model}\``)
          else entries.set(keyOf(one), one)
        }
    }
    return errors.length > 0 ? failAll(tableErrors(source, errors)) : ok(entries)
  })
}

/**
 * Rewrites the table, through a link if there is one, sorted by test, question and model. It is written completely or
 * not at all. Fails with the system's errors.
 */
export function writeBaseline(path: string, entries: Entries): Result<undefined> {
  const rows = [...entries.values()].toSorted(inOrder)
  const lines = rows.map(({ test, question, model, verdict }) => [test, question, model, verdict].map(quoted).join(','))
  return replaced(path, `${['test,question,model,verdict', ...lines].join('\n')}\n`)
}

const quoted = (field: string): string => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Orders files by name, and the rows of a template by number. */
const inOrder = (a: Entry, b: Entry): number => {
  const [left, right] = [splitRow(a.test), splitRow(b.test)]
  return (
    compareText(left.file, right.file) ||
    rowOf(left) - rowOf(right) ||
    compareText(a.question, b.question) ||
    compareText(a.model, b.model)
  )
}

/** Returns the row of the template; a test that is not from a template comes first. */
const rowOf = ({ row }: ReturnType<typeof splitRow>): number => row ?? 0

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns whether a row of a table in that folder is for a test in one of the paths, or for a template's row that is
 * named as `file#row`.
 */
export function speaksOf({ test }: Entry, folder: string, paths: readonly string[]): boolean {
  const file = resolve(folder, splitRow(test).file)
  const instance = resolve(folder, test)
  return paths.some((path) => {
    const whole = resolve(path)
    return file === whole || instance === whole || file.startsWith(whole.endsWith(sep) ? whole : `${whole}${sep}`)
  })
}
