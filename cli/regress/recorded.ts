/** Verdicts compared with those that a baseline records. An undecided one is never equal to another. */

import { dirname } from 'node:path'
import type { ChangeReport } from '../../report/regress.js'
import {
  type Entry,
  entriesOf,
  entryFor,
  lookUp,
  modelInTable,
  recordedVerdict,
  speaksOf,
  writeBaseline,
} from '../tables/baseline.js'
import { answersOf, type Comparison, explanationsOf, undefinedUnder } from './comparison.js'
import type { DecidedFile, DecidedQuestion, DecidedVerdict } from './decide.js'
import type { BaselinePlan } from './plan.js'
import { type ReportedError, reported } from './reported.js'

/** A verdict, named as in the baseline. */
interface Current {
  readonly entry: Entry
  readonly row: DecidedQuestion['row']
  readonly asked: DecidedQuestion['kind']
  readonly decided: DecidedVerdict
}

/** Returns what differs from the baseline; `words` are the paths of the tests. */
export function changesFrom(plan: BaselinePlan, decided: readonly DecidedFile[], words: readonly string[]): Comparison {
  const { recorded } = plan
  const current = currentOf(plan, decided)
  const now = entriesOf(current.map(({ entry }) => entry))
  const changes = current.flatMap(({ entry, row, asked, decided }): readonly ChangeReport[] => {
    const { test, question, model } = entry
    const after = decided.verdict
    const before = recordedVerdict(recorded, entry, asked) ?? null
    if (after !== 'undecided' && before === after) return []
    const kind = after === 'undecided' ? 'undecided' : before === null ? 'new' : 'changed'
    const named = { test, ...(row === undefined ? {} : { row }), question, model }
    const { reason } = decided
    const explanations = explanationsOf(asked, [{ ...decided, model }])
    return [
      {
        ...named,
        kind,
        ...answersOf(asked, before, after),
        ...(reason === undefined ? {} : { reason }),
        ...undefinedUnder([decided]),
        ...explanations,
      },
    ]
  })
  const isExpected = expected(plan, decided, words)
  const vanished = [...recorded.values()]
    .filter((entry) => isExpected(entry) && lookUp(now, entry) === undefined)
    .map(({ verdict: before, ...named }): ChangeReport => {
      const answers = { before, after: null }
      return { ...named, kind: 'vanished', ...answers, answers }
    })
  // The record includes the bound, so equal verdicts within it are the same.
  return { changes: [...changes, ...vanished], equal: current.length - changes.length, bounded: 0, notCovered: 0 }
}

/** Rewrites the baseline; rows for other tests and models stay. Fails with the system's errors. */
export function rewrite(
  plan: BaselinePlan,
  decided: readonly DecidedFile[],
  words: readonly string[],
): readonly ReportedError[] {
  const isExpected = expected(plan, decided, words)
  const current = currentOf(plan, decided).map(({ entry }) => entry)
  const now = entriesOf(current)
  const kept = [...plan.recorded.values()].filter((entry) => !isExpected(entry) && lookUp(now, entry) === undefined)
  const written = writeBaseline(plan.path, entriesOf([...kept, ...current]))
  return written.ok ? [] : written.diagnostics.map(reported)
}

const currentOf = ({ path }: BaselinePlan, files: readonly DecidedFile[]): readonly Current[] =>
  files
    .flatMap(({ questions }) => questions)
    .flatMap(({ verdicts, question, kind, row, file }) => {
      const program = row === undefined ? { file } : { file, row }
      return verdicts.map((decided): Current => {
        const entry = entryFor(path, program, question, decided.model, decided.verdict)
        return { entry, row, asked: kind, decided }
      })
    })

/**
 * Returns whether a row of the baseline must occur again: it is for one of the models, and for a test below the given
 * paths.
 */
function expected(
  { path, subjects }: BaselinePlan,
  decided: readonly DecidedFile[],
  words: readonly string[],
): (entry: Entry) => boolean {
  const models = new Set(subjects.map(({ name }) => modelInTable(path, name)))
  // The rest of a file with errors is unknown.
  const unknown = decided.filter(({ errors }) => errors.length > 0).map(({ file }) => file)
  const folder = dirname(path)
  return (entry) => models.has(entry.model) && speaksOf(entry, folder, words) && !speaksOf(entry, folder, unknown)
}
