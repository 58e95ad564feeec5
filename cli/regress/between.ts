/** Verdicts under one subject compared with those under another. An undecided one is never equal to another. */

import type { AxiomReport, ChangeReport } from '../../report/regress.js'
import { isBounded } from '../../report/verdict.js'
import { must } from '../../source/must.js'
import { answersOf, type Comparison, explanationsOf, nameOf, undefinedUnder } from './comparison.js'
import type { DecidedQuestion } from './decide.js'
import type { Subject } from './subjects.js'

/** Returns the questions on which the first subject and the one at an index differ. `called` names the two. */
export function changesBetween(questions: readonly DecidedQuestion[], index: number, called: string): Comparison {
  const compared = questions.map((one): ChangeReport | 'equal' | 'equal within the bound' | 'not covered' => {
    const before = must(one.verdicts[0], 'a verdict under the first subject')
    const after = must(one.verdicts[index], 'a verdict under each subject')
    const undecided = [before, after].find(({ verdict }) => verdict === 'undecided')
    if (before.verdict === 'not covered' || after.verdict === 'not covered') return 'not covered'
    if (undecided === undefined && before.verdict === after.verdict)
      return isBounded(before.verdict) ? 'equal within the bound' : 'equal'
    const { witness } = one
    return {
      ...nameOf(one),
      model: called,
      kind: undecided === undefined ? 'changed' : 'undecided',
      ...answersOf(one.kind, before.verdict, after.verdict),
      ...(undecided?.reason === undefined ? {} : { reason: undecided.reason }),
      ...(witness === undefined ? {} : { witness: { ...witness, lines: [...witness.lines] } }),
      ...undefinedUnder([before, after]),
      ...explanationsOf(one.kind, [before, after]),
    }
  })
  const count = (what: Exclude<(typeof compared)[number], ChangeReport>) =>
    compared.filter((one) => one === what).length
  const bounded = count('equal within the bound')
  return {
    changes: compared.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    equal: count('equal') + bounded,
    bounded,
    notCovered: count('not covered'),
  }
}

/**
 * Returns how many tests and questions need each axiom: the subjects are the whole model, then the model without each
 * of them.
 */
export const axiomCounts = (subjects: readonly Subject[], questions: readonly DecidedQuestion[]): AxiomReport[] =>
  subjects.slice(1).map(({ name, without }, i) => {
    const { changes, equal, bounded } = changesBetween(questions, i + 1, name)
    const changed = changes.filter(({ kind }) => kind === 'changed')
    return {
      name: without.join(', '),
      tests: new Set(changed.map(({ test }) => test)).size,
      questions: changed.length,
      open: changes.length - changed.length + bounded,
      compared: changes.length + equal,
    }
  })
