/** The answers of the solver about a test under each subject. */

import { decide } from '../../encoder/decide/decide.js'
import { decideVariants, type Variant, type Varied } from '../../encoder/decide/variants.js'
import type { Verdict } from '../../encoder/decide/verdict.js'
import { noUndefined, type UndefinedBehaviour } from '../../encoder/decide/verdict.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program, Question } from '../../litmus/program.js'
import type { VerdictWord } from '../../report/verdict.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { type Subject, wordFor } from './subjects.js'

/** The verdict on one question. */
export interface SubjectVerdict {
  readonly subject: Subject
  readonly graph: EventGraph
  readonly verdict: Verdict
  readonly undefined: UndefinedBehaviour
  readonly word: VerdictWord
}

export interface AnsweredQuestion {
  readonly question: Question
  /** The answers in the order of the subjects. */
  readonly answers: readonly SubjectVerdict[]
}

interface Limits {
  /** Milliseconds of the solver for each question. */
  readonly timeout?: number | undefined
  readonly bound: number
}

/** Returns the verdict under each subject on each question of the test. */
export function answersUnder(
  subjects: readonly Subject[],
  test: Program,
  solver: Solver,
  limits: Limits,
): readonly AnsweredQuestion[] {
  const decided = new Map<Subject, Pick<Varied, 'graph'> & Variant>()
  for (const group of groupBy(subjects, ({ model }) => model).values()) {
    const { graph, variants } = decideGroup(test, group, solver, limits)
    for (const [i, subject] of group.entries())
      decided.set(subject, { graph, ...must(variants[i], 'verdicts for each variant') })
  }
  return test.questions.map((question, i) => ({
    question,
    answers: subjects.map((subject) => {
      const { graph, verdicts, undefined: reached } = must(decided.get(subject), 'verdicts under each subject')
      const verdict = must(verdicts[i], 'a verdict on each question')
      return { subject, graph, verdict, undefined: reached, word: wordFor(verdict, reached) }
    }),
  }))
}

/** Decides subjects that are one model, whole or in part. */
function decideGroup(
  test: Program,
  group: readonly [Subject, ...Subject[]],
  solver: Solver,
  { timeout, bound }: Limits,
): Varied {
  const [{ model, without }, ...others] = group
  if (others.length > 0 || without.length > 0) {
    const variants = group.map((one) => one.without)
    return decideVariants(test, model, variants, solver, { timeout, bound })
  }
  const { graph, answers } = decide(test, solver, { model, timeout, bound })
  const [last] = answers.map((one) => one.undefined).toReversed()
  return { graph, variants: [{ verdicts: answers.map(({ verdict }) => verdict), undefined: last ?? noUndefined }] }
}
