/** What differs between verdicts. An undecided one is never equal to another. */

import { stepsOf } from '../../explain/document.js'
import { testName } from '../../litmus/program.js'
import type { AxiomReport, ChangeReport, ExplanationReport } from '../../report/regress.js'
import { type Entries, type Entry, entriesOf, lookUp } from '../tables/baseline.js'
import type { DecidedQuestion, DecidedVerdict } from './decide.js'
import type { Subject } from './subjects.js'

export interface Comparison {
  readonly changes: readonly ChangeReport[]
  /** Verdicts that were compared and are the same. */
  readonly equal: number
  /** Questions that only one of the sides covers, or none: nothing is there to compare. */
  readonly notCovered: number
}

export const joinComparisons = (all: readonly Comparison[]): Comparison => ({
  changes: all.flatMap(({ changes }) => changes),
  equal: all.reduce((sum, { equal }) => sum + equal, 0),
  notCovered: all.reduce((sum, { notCovered }) => sum + notCovered, 0),
})

/** The questions on which two of the subjects differ, by their indices; `called` names the two. */
export function changesBetween(
  questions: readonly DecidedQuestion[],
  subjects: readonly Subject[],
  [left, right]: readonly [number, number],
  called: string,
): Comparison {
  const compared = questions.map((one): ChangeReport | 'equal' | 'not covered' => {
    const [before, after] = [one.verdicts[left], one.verdicts[right]]
    if (before === undefined || after === undefined) throw new Error('a question has no verdict under a model')
    const words = [before.verdict, after.verdict]
    const undecided = [before, after].find(({ verdict }) => verdict === 'undecided')
    if (words.includes('not covered')) return 'not covered'
    if (undecided === undefined && before.verdict === after.verdict) return 'equal'
    const { witness } = one
    return {
      ...nameOf(one),
      model: called,
      kind: undecided === undefined ? 'changed' : 'undecided',
      before: before.verdict,
      after: after.verdict,
      ...(undecided?.reason === undefined ? {} : { reason: undecided.reason }),
      ...(witness === undefined
        ? {}
        : { witness: { model: subjects[witness.subject]?.name ?? '', lines: [...witness.lines] } }),
      ...explanationsOf([
        [subjects[left]?.name ?? '', before],
        [subjects[right]?.name ?? '', after],
      ]),
    }
  })
  return {
    changes: compared.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    equal: compared.filter((one) => one === 'equal').length,
    notCovered: compared.filter((one) => one === 'not covered').length,
  }
}

/** What is explained of the verdicts under these models. */
function explanationsOf(
  verdicts: readonly (readonly [model: string, verdict: DecidedVerdict])[],
): Pick<ChangeReport, 'explanations'> {
  const explanations = verdicts.flatMap(([model, { verdict, explained }]): readonly ExplanationReport[] => {
    if (explained === undefined) return []
    const sets = explained.sets.map(({ axioms, objections }) => ({
      axioms: [...axioms],
      objections: objections.map((one) => ({ ...one, chain: stepsOf(one.chain) })),
    }))
    return [{ model, verdict, sets, lines: [...explained.lines] }]
  })
  return explanations.length === 0 ? {} : { explanations }
}

const nameOf = ({ file, row, question }: DecidedQuestion): Pick<ChangeReport, 'test' | 'row' | 'question'> => ({
  test: testName(row === undefined ? { file } : { file, row }),
  ...(row === undefined ? {} : { row }),
  question,
})

/** How many tests and questions need each axiom: the subjects are the whole model, then the model without each of them. */
export const axiomCounts = (subjects: readonly Subject[], changes: readonly ChangeReport[]): readonly AxiomReport[] =>
  subjects.slice(1).map(({ name, without }) => {
    const changed = changes.filter(({ model, kind }) => model === name && kind === 'changed')
    return {
      name: without.join(', '),
      tests: new Set(changed.map(({ test }) => test)).size,
      questions: changed.length,
    }
  })

/** A verdict, called as the baseline calls it. */
export interface Current {
  readonly entry: Entry
  readonly row?: DecidedQuestion['row']
  readonly decided: DecidedVerdict
}

/** What differs from a baseline. `expected` tells which of its rows speak of the tests and models at hand. */
export function changesFrom(
  recorded: Entries,
  current: readonly Current[],
  expected: (entry: Entry) => boolean,
): Comparison {
  const now = entriesOf(current.map(({ entry }) => entry))
  const changes = current.flatMap(({ entry, row, decided }): readonly ChangeReport[] => {
    const { test, question, model, verdict: after } = entry
    const before = lookUp(recorded, entry)?.verdict ?? null
    if (after !== 'undecided' && before === after) return []
    const kind = after === 'undecided' ? 'undecided' : before === null ? 'new' : 'changed'
    const named = { test, ...(row === undefined ? {} : { row }), question, model }
    const { reason } = decided
    const explanations = explanationsOf([[model, decided]])
    return [{ ...named, kind, before, after, ...(reason === undefined ? {} : { reason }), ...explanations }]
  })
  const vanished = [...recorded.values()]
    .filter((entry) => expected(entry) && lookUp(now, entry) === undefined)
    .map(
      ({ test, question, model, verdict }): ChangeReport => ({
        test,
        question,
        model,
        kind: 'vanished',
        before: verdict,
        after: null,
      }),
    )
  return { changes: [...changes, ...vanished], equal: current.length - changes.length, notCovered: 0 }
}
