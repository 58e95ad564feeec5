/** Barriers of one execution: which are passed, and which sets of arrivals there can be. */

import { arrivalsSeen, barrierRules, barriersOf, isArrival, passedBarriers } from '../events/barriers.js'
import type { EventGraph, Pair } from '../events/event.js'
import { concrete, evaluator } from '../values/expression.js'
import { booleans } from '../values/logic.js'

/** What an execution says of barriers: which ones a thread waited at and passed, and which ones arrived. */
export interface BarrierChoice {
  readonly passed: readonly number[]
  readonly arrived: readonly number[]
}

type Read = (event: number) => bigint

/** Whether these are the `sync`s and `wait`s that threads pass, given what reads return. */
export function arePassed(graph: EventGraph, read: Read, passed: readonly number[]): boolean {
  const domain = concrete(read, (barrier) => passed.includes(barrier))
  const ruled = [...passedBarriers(graph, domain)].flatMap(([id, passes]) => (passes ? [id] : []))
  return ruled.length === passed.length && ruled.every((id) => passed.includes(id))
}

const rulesOf = (graph: EventGraph, read: Read, passed: readonly number[]) => {
  const domain = concrete(read, (barrier) => passed.includes(barrier))
  return barrierRules(graph, domain, evaluator(domain))
}

/** Whether the arrivals are ones that there can be: of groups that a thread passes, and enough for each that does. */
export function canArrive(graph: EventGraph, read: Read, { passed, arrived }: BarrierChoice): boolean {
  const { together, enough } = rulesOf(graph, read, passed)
  const barriers = barriersOf(graph)
  const syncs = barriers.filter(({ id }) => passed.includes(id))
  const seen = barriers.filter(
    (one) => isArrival(one) && syncs.some((sync) => sync.instance === one.instance && together(sync, one)),
  )
  return (
    arrived.every((id) => seen.some((one) => one.id === id)) &&
    syncs.every((sync) => enough(sync, (id) => arrived.includes(id)))
  )
}

/** From the arrivals of an execution to those who waited for them. */
export const seenOf = (graph: EventGraph, read: Read, { passed, arrived }: BarrierChoice): readonly Pair[] =>
  arrivalsSeen(
    barriersOf(graph),
    rulesOf(graph, read, passed),
    booleans,
    (id) => arrived.includes(id),
    (id) => passed.includes(id),
  ).flatMap(([from, to, seen]) => (seen ? [[from, to] as const] : []))
