/** The result of a comparison of verdicts. */

import { stepsOf } from '../../explain/document.js'
import { type Question, testName } from '../../litmus/program.js'
import type { ChangeReport, ExplanationReport } from '../../report/regress.js'
import { answerWordOf, type VerdictWord } from '../../report/verdict.js'
import type { DecidedQuestion, DecidedVerdict } from './decide.js'

export interface Comparison {
  readonly changes: readonly ChangeReport[]
  /** The number of compared verdicts that are equal. */
  readonly equal: number
  /** The number of those that hold only within the bound. Beyond the bound they may differ. */
  readonly bounded: number
  /** The number of questions that at most one side covers, so that there is nothing to compare. */
  readonly notCovered: number
}

export const joinComparisons = (all: readonly Comparison[]): Comparison => ({
  changes: all.flatMap(({ changes }) => changes),
  equal: all.reduce((sum, { equal }) => sum + equal, 0),
  bounded: all.reduce((sum, { bounded }) => sum + bounded, 0),
  notCovered: all.reduce((sum, { notCovered }) => sum + notCovered, 0),
})

/** Returns the question of a change. */
export const nameOf = ({ file, row, question }: DecidedQuestion): Pick<ChangeReport, 'test' | 'row' | 'question'> => ({
  test: testName(row === undefined ? { file } : { file, row }),
  ...(row === undefined ? {} : { row }),
  question,
})

/** Returns the verdicts on a question, and the answers that they give. */
export const answersOf = (
  kind: Question['kind'],
  before: VerdictWord | null,
  after: VerdictWord,
): Pick<ChangeReport, 'before' | 'after' | 'answers'> => ({
  before,
  after,
  answers: { before: before && answerWordOf(kind, before), after: answerWordOf(kind, after) },
})

/** Returns where undefined behaviour is reachable under one of these verdicts. */
export function undefinedUnder(verdicts: readonly DecidedVerdict[]): Pick<ChangeReport, 'undefined'> {
  const reached = verdicts.map((one) => one.undefined ?? []).find((some) => some.length > 0)
  return reached === undefined ? {} : { undefined: [...reached] }
}

/** Returns the explanations of these verdicts on a question. */
export function explanationsOf(
  kind: Question['kind'],
  verdicts: readonly DecidedVerdict[],
): Pick<ChangeReport, 'explanations'> {
  const explanations = verdicts.flatMap(({ model, verdict, explained }): readonly ExplanationReport[] => {
    if (explained === undefined) return []
    const sets = explained.sets.map(({ axioms, within, objections }) => ({
      axioms: [...axioms],
      ...(within === undefined ? {} : { within: { ...within, loops: [...within.loops] } }),
      objections: objections.map((one) => ({ ...one, chain: stepsOf(one.chain) })),
    }))
    return [{ model, verdict, answer: answerWordOf(kind, verdict), sets, lines: [...explained.lines] }]
  })
  return explanations.length === 0 ? {} : { explanations }
}
