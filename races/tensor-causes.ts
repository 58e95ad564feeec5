/** Explains why accesses to Tensor Memory race: what must wait for the completion of the first, and where. */

import type { RaceRelations } from '../axioms/algebra/roles.js'
import type { EventGraph, TensorEvent } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'

/** The reason why two accesses to Tensor Memory are not ordered. */
export interface TensorCause {
  readonly kind: 'tensor'
  readonly first: number
  readonly last: number
  /**
   * `nothing`: no synchronisation leads from one to the other. `no completion`: the thread of the first does not wait
   * for it, or only after that. `no fences`: it does, and a model that demands the fences of `tcgen05` does not find them.
   */
  readonly lacks: 'nothing' | 'no completion' | 'no fences'
  /** What waits for the first access, if something does: a wait, or an arrival. */
  readonly completed?: number
}

/** Returns the causes of races in Tensor Memory in one execution. */
export function tensorCausesIn(
  graph: EventGraph,
  execution: Execution,
  { baseCause }: RaceRelations,
): (a: TensorEvent, b: TensorEvent) => readonly TensorCause[] {
  if (baseCause === undefined) return () => []
  const { relation } = interpretation(graph, execution)
  const before = (a: number, b: number): boolean => relation(baseCause)[a]?.get(b) === true
  /** Returns the events of threads at which an access begins: those that issue it, or itself. */
  const begins = ({ id, asynchronous }: TensorEvent): readonly number[] =>
    asynchronous
      ? graph.issue.flatMap(([issue, operation]) => (operation === id && execution.executed[issue] ? [issue] : []))
      : [id]
  const cause = (first: TensorEvent, last: TensorEvent): TensorCause | undefined => {
    const pair = { kind: 'tensor', first: first.id, last: last.id } as const
    const starts = begins(last)
    if (!begins(first).some((one) => starts.some((other) => before(one, other)))) return undefined
    const done = graph.completed.flatMap(([from, to]) => (from === first.id && execution.executed[to] ? [to] : []))
    const seen = done.find((one) => starts.some((other) => before(one, other)))
    if (seen !== undefined) return { ...pair, lacks: 'no fences', completed: seen }
    const [some] = done
    return { ...pair, lacks: 'no completion', ...(some === undefined ? {} : { completed: some }) }
  }
  return (a, b) => [cause(a, b) ?? cause(b, a) ?? { kind: 'tensor', first: a.id, last: b.id, lacks: 'nothing' }]
}
