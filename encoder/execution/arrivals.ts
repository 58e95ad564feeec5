/** Barriers of one execution: those that are passed, and the possible sets of arrivals. */

import { warpSize } from '../../litmus/warp-size.js'
import { must } from '../../source/must.js'
import {
  arrivalsSeen,
  awaitedBy,
  barrierRules,
  barriersOf,
  comesAlong,
  isArrival,
  isAwaited,
  isWait,
  mayBeTogether,
  mayHoldUp,
  registersAt,
  warpsAt,
} from '../events/barriers/barriers.js'
import type { BarrierEvent, EventGraph, Pair } from '../events/graph/event.js'
import { concrete, evaluator } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { type Chosen, choicesOf, type Execution } from './execution.js'

/** The barriers that were arrivals. */
type Arrived = Pick<Execution, 'arrived'>

/**
 * Returns the barriers that may hold up threads and that they pass by the rules, given what reads return, and which
 * ones earlier in their threads are passed. Each round passes more, or is the last. It looks only at those at which
 * threads wait, which are few of many.
 */
function ruledPassed(graph: EventGraph, chosen: Chosen): readonly number[] {
  const { apart } = rulesOf(graph, chosen)
  const passed = new Set<number>()
  for (let left = barriersOf(graph).filter(mayHoldUp); ; left = left.filter(({ id }) => !passed.has(id))) {
    const domain = concrete({ ...choicesOf(chosen), passes: (id) => passed.has(id) })
    const evaluate = evaluator(domain)
    const { passes } = barrierRules(graph, domain, evaluate)
    const released = left.filter((one) => evaluate.truth(one.guard) && passes(one, apart))
    if (released.length === 0) return [...passed].toSorted((one, other) => one - other)
    for (const { id } of released) passed.add(id)
  }
}

/**
 * Returns the `sync`s and `wait`s that threads pass, given what reads return: a thread that gets past one barrier may
 * get past the next.
 */
export function passedIn(graph: EventGraph, chosen: Chosen): readonly number[] {
  const ruled = ruledPassed(graph, chosen)
  return ruled.length <= chosen.passed.length ? ruled : passedIn(graph, { ...chosen, passed: ruled })
}

/** Returns whether these are the `sync`s and `wait`s that threads pass, given what reads return. */
export function arePassed(graph: EventGraph, chosen: Chosen): boolean {
  const { passed } = chosen
  const ruled = ruledPassed(graph, chosen)
  return ruled.length === passed.length && ruled.every((id) => passed.includes(id))
}

const rulesOf = (graph: EventGraph, chosen: Chosen) => {
  const domain = concrete(choicesOf(chosen))
  return barrierRules(graph, domain, evaluator(domain))
}

/**
 * Returns whether the arrivals are possible: they belong to groups that a thread passes, and there are enough for each
 * thread that does.
 */
export function canArrive(graph: EventGraph, chosen: Chosen & Arrived): boolean {
  const { passed, arrived } = chosen
  const { enough } = rulesOf(graph, chosen)
  const seen = mayArrive(graph, chosen)
  const syncs = barriersOf(graph).filter((one) => isWait(one) && passed.includes(one.id))
  return (
    arrived.every((id) => seen.some((one) => one.id === id)) &&
    syncs.every((sync) => enough(sync, (id) => arrived.includes(id)))
  )
}

/** Returns the barriers that belong to groups that a thread passes. */
export function mayArrive(graph: EventGraph, chosen: Chosen): readonly BarrierEvent[] {
  const { together } = rulesOf(graph, chosen)
  const barriers = barriersOf(graph)
  const syncs = barriers.filter((one) => isWait(one) && chosen.passed.includes(one.id))
  return barriers.filter((one) => isArrival(one) && mayBeTogether(syncs, one).some((sync) => together(sync, one)))
}

/**
 * What is missing if a thread waits at a barrier for ever: threads that never arrive, or more arrivals or warps than
 * there are.
 */
export type Awaited =
  | { readonly kind: 'threads'; readonly threads: readonly number[] }
  | { readonly kind: 'arrivals' | 'warps' | 'registers'; readonly asked: bigint; readonly come: number }

export function awaitedAt(graph: EventGraph, chosen: Chosen, waiting: BarrierEvent): Awaited {
  const { together, apart } = rulesOf(graph, chosen)
  const { value, truth } = evaluator(concrete(choicesOf(chosen)))
  const group = mayBeTogether(barriersOf(graph), waiting)
  const here = group.filter((other) => together(waiting, other))
  const comes = (thread: number): boolean => here.some((one) => isArrival(one) && threadOf(one) === thread)
  const ended = (thread: number): boolean => truth(must(graph.ends[thread], 'the end of each thread'))
  const along = here.filter((one) => comesAlong(waiting, one)).map(threadOf)
  const mates = (waiting.mates ?? []).filter((mate) => !along.includes(mate) && !ended(mate))
  if (waiting.rule === 'registers') {
    const { releases, asked } = registersAt(barriersOf(graph), waiting)
    const come = releases.filter(({ guard }) => truth(guard)).reduce((sum, { registers = 0 }) => sum + registers, 0)
    return { kind: 'registers', asked: BigInt(asked), come }
  }
  if (!isWait(waiting)) return { kind: 'threads', threads: mates }
  if (waiting.quorum !== undefined) {
    const quorum = value(waiting.quorum)
    if (waiting.rule !== 'named') return { kind: 'arrivals', asked: quorum, come: here.length }
    const whole = warpsAt(graph.program, waiting).filter(
      (warp) => warp.some(comes) && warp.every((thread) => comes(thread) || ended(thread)),
    )
    return { kind: 'warps', asked: quorum / BigInt(warpSize), come: whole.length }
  }
  const missing =
    waiting.rule === 'place'
      ? group.flatMap((other) => (truth(other.guard) || apart(waiting, other) ? [] : [threadOf(other)]))
      : awaitedBy(graph.program, waiting).filter(
          (thread) => truth(isAwaited(graph.program, waiting, thread)) && !comes(thread) && !ended(thread),
        )
  return { kind: 'threads', threads: [...new Set([...missing, ...mates])].toSorted((a, b) => a - b) }
}

const threadOf = ({ origin }: BarrierEvent): number => must(origin, 'the thread of a barrier').thread

/** Returns pairs from the arrivals of an execution to the threads that waited for them. */
export const seenOf = (graph: EventGraph, chosen: Chosen & Arrived): readonly Pair[] =>
  arrivalsSeen(
    barriersOf(graph),
    rulesOf(graph, chosen),
    booleans,
    (id) => chosen.arrived.includes(id),
    (id) => chosen.passed.includes(id),
  ).flatMap(([from, to, seen]) => (seen ? [[from, to] as const] : []))
