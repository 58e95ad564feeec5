/**
 * The executions of a program whose threads run one after the other in one memory, each until it ends or waits. Most
 * models allow them: they show at once that some execution ends, and often that one has a race.
 */

import { ctaOf, warpOf } from '../../litmus/position.js'
import { threadAt } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { barrierRules, barriersOf, mayHoldUp } from '../events/barriers/barriers.js'
import type { Event, EventGraph, MemoryEvent, Pair } from '../events/graph/event.js'
import { type Bounds, upperBounds } from '../relations/bounds.js'
import { concrete, type Evaluator, evaluator } from '../values/expression.js'
import { mayArrive } from './arrivals.js'
import type { Execution } from './execution.js'

/** The events from which on it pays to look at these executions first. In less, a search finds others in no time. */
export const manyEvents = 300

/** Returns whether the order of the threads fixes the whole execution, but for values that may be anything. */
const isSimple = ({ mixed, issue, completed, async_order, trigger, phase_order }: EventGraph): boolean =>
  !mixed && [issue, completed, async_order, trigger, phase_order].every(({ length }) => length === 0)

/**
 * Yields the executions in which warps run one after the other, each as far as it gets, in the order of the text and in
 * reverse; none for programs with asynchronous operations, dependent launches, or accesses of several cells. Unknown
 * values are 0, and a `try_wait` does not give up. The caller must check whether an execution is consistent.
 */
export function* inTurn(graph: EventGraph): Generator<Execution> {
  if (!isSimple(graph)) return
  const bounds = upperBounds(graph)
  const initial = graph.events.slice(0, graph.cells.length)
  const { threads } = graph.program
  const unitOf = ({ origin, id }: Event): string => {
    // A task, which has no thread, goes on by itself.
    if (origin === undefined) return `task ${id}`
    const thread = threadAt(threads, origin.thread)
    return thread.kind === 'device' ? `${ctaOf(thread)} ${warpOf(thread)}` : thread.name
  }
  const byThread = groupBy(graph.events.slice(graph.cells.length), ({ origin, id }) => origin?.thread ?? `task ${id}`)
  const units = [...groupBy([...byThread.values()], ([first]) => unitOf(first)).values()]
  yield run(graph, bounds, [[initial], ...units])
  yield run(graph, bounds, [[initial], ...units.toReversed().map((unit) => unit.toReversed())])
}

/** A thread, as the events that are left of it. */
type Left = readonly Event[]

/**
 * Executes those events whose guards hold, unit by unit, each until all of its threads have ended or wait, again and
 * again until nothing goes on.
 */
function run(graph: EventGraph, { sync_fence, indirect }: Bounds, units: readonly (readonly Left[])[]): Execution {
  const { events, cells, api } = graph
  const values: (bigint | undefined)[] = events.map(() => undefined)
  const unknowns = graph.unknowns.map(({ from }) => (from === 'patience' ? 1n : 0n))
  const passed = new Set<number>()
  const domain = concrete({
    read: (event) => values[event] ?? 0n,
    unknown: (id) => unknowns[id] ?? 0n,
    passes: (id) => passed.has(id),
  })
  const written = new Map<string, MemoryEvent[]>()
  let rf: Pair[] = []
  const co: Pair[] = []
  const executed = new Map<number, number>()
  const over = new Set<number>()
  const before = groupBy(api, ([, to]) => to)
  const rounds = groupBy(graph.waits, ({ thread }): number | undefined => thread)
  const placeOf = ({ places }: MemoryEvent, { truth }: Evaluator<boolean, bigint>): string => {
    const place = places.find(({ when }) => truth(when))
    return `${place?.location} ${place?.offset}`
  }
  const access = (event: MemoryEvent, now: Evaluator<boolean, bigint>): void => {
    const at = placeOf(event, now)
    const earlier = written.get(at) ?? []
    if (event.kind === 'read') {
      const last = earlier.at(-1)
      if (last === undefined) return
      rf.push([last.id, event.id])
      values[event.id] = values[last.id]
    } else {
      for (const { id } of earlier) co.push([id, event.id])
      written.set(at, [...earlier, event])
      values[event.id] = now.value(event.value)
    }
  }
  /** Takes back a round of a loop, which wrote nothing. */
  const takeBack = (round: readonly Event[]): void => {
    const ids = new Set(round.map(({ id }) => id))
    for (const id of ids) {
      executed.delete(id)
      over.delete(id)
      values[id] = undefined
    }
    rf = rf.filter(([, read]) => !ids.has(read))
  }
  /**
   * Goes on with a thread; returns the events that are left. What it evaluates depends on its own past alone. One that
   * is patient does not go round a loop in vain.
   */
  const goOn = (thread: Left, isPatient: boolean, now: Evaluator<boolean, bigint>): Left => {
    for (const [i, event] of thread.entries()) {
      if ((before.get(event.id) ?? []).some(([from]) => !over.has(from))) return thread.slice(i)
      if (now.truth(event.guard)) {
        if (!executed.has(event.id)) executed.set(event.id, executed.size)
        if (event.kind === 'read' || event.kind === 'write') access(event, now)
        if (event.kind === 'barrier' && mayHoldUp(event) && !passed.has(event.id)) return thread.slice(i)
      }
      over.add(event.id)
      const next = thread[i + 1]?.id ?? Number.POSITIVE_INFINITY
      const vain = (isPatient ? (rounds.get(event.origin?.thread) ?? []) : []).find(
        ({ from, to, guard }) => event.id < to && to <= next && (thread[0]?.id ?? to) <= from && now.truth(guard),
      )
      if (vain !== undefined) {
        const start = thread.findIndex(({ id }) => id >= vain.from)
        takeBack(thread.slice(start, i + 1))
        return thread.slice(start)
      }
    }
    return []
  }
  /** Goes on with the threads of a unit until each waits for others, or has ended; returns what is left of them. */
  const goOnTogether = (unit: readonly Left[], isPatient: boolean): readonly Left[] => {
    for (let left = unit; ; ) {
      const now = evaluator(domain)
      left = left.map((thread) => goOn(thread, isPatient, now))
      const waiting = left.flatMap(([next]) => (next?.kind === 'barrier' && executed.has(next.id) ? [next] : []))
      const { passes, apart } = barrierRules(graph, domain, evaluator(domain))
      const released = waiting.filter((one) => passes(one, apart))
      if (released.length === 0) return left
      for (const { id } of released) passed.add(id)
      const then = evaluator(domain)
      for (const { id, returned } of released) if (returned !== undefined) values[id] = then.value(returned.value)
    }
  }
  let left = units
  let isPatient = true
  for (;;) {
    const [overBefore, passedBefore] = [over.size, passed.size]
    left = left.map((unit) => goOnTogether(unit, isPatient))
    const isStuck = over.size === overBefore && passed.size === passedBefore
    if (isStuck && !isPatient) break
    // Those that wait for ever go round their loops once.
    isPatient = !isStuck
  }
  const inOrder = ([a, b]: Pair): readonly Pair[] => {
    const [first, second] = [executed.get(a), executed.get(b)]
    if (first === undefined || second === undefined) return []
    return first < second ? [[a, b]] : [[b, a]]
  }
  const chosen = { values, unknowns, passed: [...passed].toSorted((a, b) => a - b) }
  return {
    ...chosen,
    executed: events.map(({ id }) => executed.has(id)),
    rf,
    parts: [],
    co,
    sync_fence: [...sync_fence, ...indirect].flatMap(inOrder),
    arrived: barriersOf(graph).length === 0 ? [] : mayArrive(graph, chosen).map(({ id }) => id),
    final: cells.map((cell) => written.get(`${cell.location} ${cell.offset}`)?.at(-1)?.id ?? -1),
  }
}
