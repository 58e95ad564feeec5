/** Barriers of one execution: which are passed, and which sets of arrivals there can be. */

import { arrivalsSeen, type BarrierRules, barrierRules, barriersOf } from './barriers.js'
import type { Pair } from './bounds.js'
import type { EventGraph } from './events.js'
import { concrete, evaluator } from './expression.js'
import { booleans } from './logic.js'

/** What an execution says of barriers: which ones a thread waited at and passed, and which ones arrived. */
export interface BarrierChoice {
  readonly passed: readonly number[]
  readonly arrived: readonly number[]
}

const rulesFor = (
  graph: EventGraph,
  read: (event: number) => bigint,
  passed: ReadonlySet<number>,
): { readonly rules: BarrierRules<boolean>; readonly reached: (barrier: number) => boolean } => {
  const domain = concrete(read, (barrier) => passed.has(barrier))
  const evaluate = evaluator(domain)
  return {
    rules: barrierRules(graph, domain, evaluate),
    reached: (id) => {
      const event = graph.events[id]
      return event !== undefined && evaluate.truth(event.guard)
    },
  }
}

/** The `sync`s that threads pass, given what reads return: as long as one more can be passed, it is. */
export function passedBarriers(graph: EventGraph, read: (event: number) => bigint): readonly number[] {
  const syncs = barriersOf(graph).filter(({ action }) => action === 'sync')
  let passed: ReadonlySet<number> = new Set()
  for (;;) {
    const { rules } = rulesFor(graph, read, passed)
    const next = new Set(syncs.filter(rules.passes).map(({ id }) => id))
    if (next.size === passed.size) return [...passed]
    passed = next
  }
}

/** Whether the arrivals are ones that there can be: of groups that a thread passes, and enough for each that does. */
export function isArrival(
  graph: EventGraph,
  read: (event: number) => bigint,
  { passed, arrived }: BarrierChoice,
): boolean {
  const { rules, reached } = rulesFor(graph, read, new Set(passed))
  const barriers = barriersOf(graph)
  const syncs = barriers.filter(({ id }) => passed.includes(id))
  return (
    barriers.every(
      (one) => !arrived.includes(one.id) || (reached(one.id) && syncs.some((sync) => rules.together(sync, one))),
    ) && syncs.every((sync) => rules.enough(sync, ({ id }) => arrived.includes(id)))
  )
}

/** `syncbar` of an execution. */
export function syncbarOf(
  graph: EventGraph,
  read: (event: number) => bigint,
  { passed, arrived }: BarrierChoice,
): readonly Pair[] {
  const { rules } = rulesFor(graph, read, new Set(passed))
  const seen = arrivalsSeen(
    barriersOf(graph),
    rules,
    booleans,
    (id) => arrived.includes(id),
    (id) => passed.includes(id),
  )
  return seen.map(([from, to]) => [from, to])
}
