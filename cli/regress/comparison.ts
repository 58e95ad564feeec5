/** What a comparison of verdicts finds. */

import { stepsOf } from '../../explain/document.js'
import { testName } from '../../litmus/program.js'
import type { ChangeReport, ExplanationReport } from '../../report/regress.js'
import type { DecidedQuestion, DecidedVerdict } from './decide.js'

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

/** How a change calls its question. */
export const nameOf = ({ file, row, question }: DecidedQuestion): Pick<ChangeReport, 'test' | 'row' | 'question'> => ({
  test: testName(row === undefined ? { file } : { file, row }),
  ...(row === undefined ? {} : { row }),
  question,
})

/** What is explained of these verdicts. */
export function explanationsOf(verdicts: readonly DecidedVerdict[]): Pick<ChangeReport, 'explanations'> {
  const explanations = verdicts.flatMap(({ model, verdict, explained }): readonly ExplanationReport[] => {
    if (explained === undefined) return []
    const sets = explained.sets.map(({ axioms, objections }) => ({
      axioms: [...axioms],
      objections: objections.map((one) => ({ ...one, chain: stepsOf(one.chain) })),
    }))
    return [{ model, verdict, sets, lines: [...explained.lines] }]
  })
  return explanations.length === 0 ? {} : { explanations }
}
