/**
 * Outcomes that do not rest on values which are determined, but not computed: floating-point results, matrix products,
 * and what the lanes of a warp give that a launch leaves out. Here such a value is arbitrary. So what no execution
 * reaches is forbidden, but an outcome that is reached by a suitable value may never happen.
 */

import { match } from 'ts-pattern'
import type { Condition } from '../../litmus/condition.js'
import { isObservable } from '../../litmus/condition.js'
import { type Question, threadAt } from '../../litmus/program.js'
import { shownPlace } from '../../source/line.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'
import type { EventGraph } from '../events/graph/event.js'
import { isUncomputed } from '../events/graph/unknowns.js'
import type { Execution } from '../execution/execution.js'
import { holdsIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { dependence, mayDependOn } from '../relations/unknown-values.js'
import { atTheEnd, type Ended, endedAmong, endedIn } from './at-the-end.js'
import { askedBy } from './unknown-answers.js'
import type { Undecided } from './verdict.js'

type IsWanted = (unknown: number) => boolean

const uncomputedIn =
  ({ unknowns }: EventGraph): IsWanted =>
  (id) =>
    isUncomputed(must(unknowns[id], 'an unknown value'))

/** Returns whether an outcome of a question may rest on values that are not computed. */
export const mayRestOnUncomputed: (graph: EventGraph) => (question: Question) => boolean = memoisedWeakly((graph) => {
  if (!graph.unknowns.some(isUncomputed)) return () => false
  const dependsOn = mayDependOn(graph)
  const decisions = graph.decisive.flatMap(({ values }) => values)
  return (question) => [...dependsOn([...decisions, ...askedBy(question, graph)])].some(uncomputedIn(graph))
})

/** Returns when an execution that reaches the outcome of a question does so whatever the values that are not computed. */
export function certainFormula(encoding: Encoding, question: Question): Formula {
  const { graph, holds } = encoding
  return certainAt(graph, question, endedAmong(encoding), holds, uncomputedIn(graph))
}

/**
 * Returns the reason why an execution that reaches the outcome of a question does not show that the outcome can happen;
 * undefined if it does.
 */
export function uncertainIn(graph: EventGraph, question: Question, execution: Execution): Undecided | undefined {
  if (!mayRestOnUncomputed(graph)(question)) return undefined
  const holds = (condition: Condition): boolean => holdsIn(condition, graph, execution)
  const isCertain = (isWanted: IsWanted): boolean => certainAt(graph, question, endedIn(execution), holds, isWanted)
  const isWanted = uncomputedIn(graph)
  if (isCertain(isWanted)) return undefined
  const all = [...graph.unknowns.keys()].filter(isWanted)
  const one = all.find((id) => !isCertain((other) => other === id)) ?? must(all[0], 'a value that is not computed')
  return uncertain(graph, one)
}

/** Returns when the values of a condition, and the paths of threads, make an outcome certain. */
function certainAt<B>(
  graph: EventGraph,
  { kind, condition }: Question,
  ended: Ended<B>,
  holds: (condition: Condition) => B,
  isWanted: IsWanted,
): B {
  const { logic, truth } = ended
  const value = dependence(graph, ended, isWanted, true)
  const isOpen = atTheEnd(graph, ended, value)
  /** Returns when a condition is `wanted` for all values. */
  const isCertainly = (one: Condition, wanted: boolean): B =>
    match(one)
      .with({ kind: 'compare' }, (compare) => {
        const open = logic.any([compare.left, compare.right].filter(isObservable).map(isOpen))
        return logic.and(wanted ? holds(compare) : logic.not(holds(compare)), logic.not(open))
      })
      .with({ kind: 'not' }, (not) => isCertainly(not.condition, !wanted))
      .with({ kind: 'and' }, { kind: 'or' }, (many) => {
        const parts = many.conditions.map((part) => isCertainly(part, wanted))
        return (many.kind === 'and') === wanted ? logic.all(parts) : logic.any(parts)
      })
      .exhaustive()
  const { filter } = graph.program
  return logic.all([
    isCertainly(condition, kind !== 'assert'),
    ...(filter === undefined ? [] : [isCertainly(filter, true)]),
    ...graph.decisive.map(({ when, values }) => logic.not(logic.and(truth(when), logic.any(values.map(value))))),
  ])
}

/** Says `it is reached only with a suitable value of fma.rn.f32 %f1, …, k.cu:5, which is not computed`. */
function uncertain({ program, unknowns }: EventGraph, id: number): Undecided {
  const value = unknowns[id]
  if (value?.from !== 'instruction') throw new Error(`value ${id} is not that of an instruction`)
  const at = must(threadAt(program.threads, value.thread).instructions[value.instruction], 'the instruction').span
  const why = value.uncomputed === 'lanes' ? 'which lanes that are left out give' : 'which is not computed'
  return {
    kind: 'undecided',
    reason: `it is reached only with a suitable value of \`${writtenAt(at)}\`, ${shownPlace(at)}, ${why}`,
  }
}
