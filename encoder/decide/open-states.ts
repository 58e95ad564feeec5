/** Final states with values that cannot be listed: they depend on unknown values. */

import type { Observable } from '../../litmus/condition.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { reaches } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { dependence } from '../relations/unknown-values.js'
import { atTheEnd, type Ended, endedAmong, endedIn } from './at-the-end.js'

/** The most bits of an unknown value for which all values are listed. */
const mostBits = 2

/** Returns, for each observed register or location, when its final value is open, that is, unconstrained. */
function openAt<B>(graph: EventGraph, observed: readonly Observable[], executions: Ended<B>): readonly B[] {
  const isWide = (id: number): boolean => must(graph.unknowns[id], 'an unknown value').width > mostBits
  return observed.map(atTheEnd(graph, executions, dependence(graph, executions, isWide, false)))
}

/** Returns when each observed value is open in the executions among which the solver chooses. */
export const openFormulas = (encoding: Encoding, observed: readonly Observable[]): readonly Formula[] =>
  openAt(encoding.graph, observed, endedAmong(encoding))

/** Returns whether each observed value is open in one execution. */
export function openIn(graph: EventGraph, observed: readonly Observable[], execution: Execution): readonly boolean[] {
  if (graph.unknowns.length === 0) return observed.map(() => false)
  return openAt(graph, observed, endedIn(execution))
}

/** Returns the questions whose outcome an execution with open values reaches: another with the same state may not. */
export const reachedWith = (graph: EventGraph, open: readonly boolean[], execution: Execution): readonly Question[] =>
  open.includes(true) ? graph.program.questions.filter((question) => reaches(question, graph, execution)) : []
