/**
 * Carries executions of a program over to a changed one, which shows without the solver that an outcome can still be
 * reached after the change.
 */

import type { Model } from '../axioms/algebra/terms.js'
import type { Event, EventGraph, Pair } from '../encoder/events/graph/event.js'
import { mayArrive, passedIn } from '../encoder/execution/arrivals.js'
import { choicesOf, type Execution } from '../encoder/execution/execution.js'
import { isConsistent } from '../encoder/execution/replay.js'
import { upperBounds } from '../encoder/relations/bounds.js'
import { partialOrders } from '../encoder/relations/orders.js'
import { concrete, evaluator } from '../encoder/values/expression.js'
import type { GoesOn } from '../source/limited.js'
import type { Origins } from './apply.js'

/** The events of a program, and the instructions of the unchanged program from which its instructions come. */
export interface Changed {
  readonly graph: EventGraph
  readonly origins: Origins
}

export interface Reached extends Changed {
  readonly execution: Execution
}

/**
 * Returns a consistent execution of the changed program that does what the known one does and is of the wanted kind;
 * undefined if there is none or none was found, also because `goesOn` said so. The execution is replayed, so correctness does not depend on how it is
 * carried over.
 */
export function carriedOver(
  reached: Reached,
  to: Changed,
  model: Model,
  isSought: (graph: EventGraph, execution: Execution) => boolean,
  goesOn: GoesOn = () => true,
): Execution | undefined {
  const { graph } = to
  for (const execution of carried(reached, to))
    if (!goesOn()) return undefined
    else if (isConsistent(graph, model, execution) && isSought(graph, execution)) return execution
  return undefined
}

/** The number of fences above which not every order is tried. */
const mostFences = 4

function* carried(reached: Reached, { graph, origins }: Changed): Generator<Execution, undefined> {
  const { execution } = reached
  const there = new Map(keysOf(reached.graph, reached.origins).map((key, id) => [key, id]))
  const sources = keysOf(graph, origins).map((key) => (key === undefined ? undefined : there.get(key)))
  const targets = new Map(sources.flatMap((source, id) => (source === undefined ? [] : [[source, id] as const])))
  const ids = (some: readonly number[]) => some.flatMap((id) => targets.get(id) ?? [])
  const pairs = (some: readonly Pair[]) =>
    some.flatMap(([a, b]): readonly Pair[] => {
      const [from, to] = [targets.get(a), targets.get(b)]
      return from === undefined || to === undefined ? [] : [[from, to]]
    })
  const values = sources.map((source) => (source === undefined ? undefined : execution.values[source]))
  // New barriers are passed where all threads that wait there come, and every arrival that may happen does.
  const isNew = graph.events.some(({ kind }, id) => kind === 'barrier' && sources[id] === undefined)
  const chosen = { values, unknowns: execution.unknowns, passed: ids(execution.passed) }
  const passed = isNew ? passedIn(graph, chosen) : chosen.passed
  const { truth } = evaluator(concrete(choicesOf({ values, unknowns: execution.unknowns, passed })))
  const executed = graph.events.map(({ guard }) => truth(guard))
  const cells = cellKeys(graph)
  const carried = {
    executed,
    values,
    // The change neither adds nor removes such values.
    unknowns: execution.unknowns,
    rf: pairs(execution.rf),
    co: pairs(execution.co),
    passed,
    arrived: isNew
      ? mayArrive(graph, { values, unknowns: execution.unknowns, passed }).map(({ id }) => id)
      : ids(execution.arrived),
    parts: execution.parts.flatMap(({ read, cell, write }) => {
      const [there, from, at] = [
        targets.get(read),
        targets.get(write),
        cells.indexOf(cellKeys(reached.graph)[cell] ?? ''),
      ]
      return there === undefined || from === undefined || at === -1 ? [] : [{ read: there, cell: at, write: from }]
    }),
    final: cells.map((cell) => targets.get(execution.final[cellKeys(reached.graph).indexOf(cell)] ?? -1) ?? -1),
  }
  const direct = upperBounds(graph).sync_fence.filter(([a, b]) => executed[a] === true && executed[b] === true)
  const from = new Map(carried.rf.map(([write, read]) => [read, write]))
  const fromReads = [...from].flatMap(([read, write]) =>
    carried.co.flatMap(([a, b]): readonly Pair[] => (a === write ? [[read, b]] : [])),
  )
  const communication = [...carried.rf, ...carried.co, ...fromReads]
  for (const sync_fence of fenceOrders(graph, pairs(execution.sync_fence), direct, communication))
    yield { ...carried, sync_fence }
}

/**
 * Returns a key for each event that is stable across changed programs: events of the same instruction, in the same
 * round of its loops, have the same key.
 */
function keysOf(graph: EventGraph, origins: Origins): readonly (string | undefined)[] {
  const seen = new Map<string, number>()
  return graph.events.map((event) => {
    const place = placeOf(event, graph, origins)
    if (place === undefined) return undefined
    const before = seen.get(place) ?? 0
    seen.set(place, before + 1)
    return `${place} ${before}`
  })
}

/** Returns a key for each cell that is the same in every changed program. */
const cellKeys = ({ cells }: EventGraph): readonly string[] =>
  cells.map(({ location, offset, bytes }) => `${location} ${offset} ${bytes}`)

function placeOf(event: Event, graph: EventGraph, origins: Origins): string | undefined {
  const { kind, origin } = event
  if (kind === 'task') return `task ${event.task} ${event.phase}`
  if (origin === undefined) return kind === 'write' ? `initial ${cellKeys(graph)[event.id]}` : undefined
  const instruction = origins[origin.thread]?.[origin.instruction]
  return instruction === undefined ? undefined : `${kind} ${origin.thread} ${instruction}`
}

/**
 * Yields Fence-SC orders that keep the given pairs and order each direct pair: every order of new fences, or if there
 * are many, those that follow the order of what happens in the execution, which may have cycles.
 */
function* fenceOrders(
  graph: EventGraph,
  pairs: readonly Pair[],
  direct: readonly Pair[],
  communication: readonly Pair[],
): Generator<readonly Pair[], undefined> {
  const key = ([a, b]: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
  const known = new Set(pairs.map(key))
  const open = direct.filter((pair) => !known.has(key(pair)))
  if (open.length === 0) {
    yield pairs
    return
  }
  const { events } = graph
  const thread = (id: number) => events[id]?.origin?.thread
  const fences = [...new Set([...pairs, ...direct].flat())]
  if (fences.length <= mostFences) {
    const inThread = open.filter(([a, b]) => thread(a) === thread(b))
    yield* partialOrders(fences, [...pairs, ...inThread], direct)
    return
  }
  const threads = [...new Set(events.flatMap(({ origin }) => origin?.thread ?? []))].slice(0, mostBeginnings)
  // There may be as many pairs as the square of the fences.
  const apart = [...new Map(direct.map((pair) => [key(pair), pair])).values()]
  for (const first of threads) {
    const places = sorted(graph, [...pairs, ...communication], first)
    yield apart.map(([a, b]): Pair => ((places[a] ?? 0) < (places[b] ?? 0) ? [a, b] : [b, a]))
  }
}

/** The number of threads with which an order may begin. */
const mostBeginnings = 8

/**
 * Returns the place of each event in an order of all events that begins with a given thread and follows program order
 * and the pairs, where these are acyclic.
 */
function sorted({ events }: EventGraph, pairs: readonly Pair[], first: number): readonly number[] {
  const threadOf = (id: number) => events[id]?.origin?.thread
  const before = events.map((): number[] => [])
  for (const [a, b] of pairs) before[b]?.push(a)
  const last = new Map<number, number>()
  for (const { id } of events) {
    const thread = threadOf(id)
    if (thread === undefined) continue
    const previous = last.get(thread)
    if (previous !== undefined) before[id]?.push(previous)
    last.set(thread, id)
  }
  const places: number[] = events.map(() => -1)
  const open = new Set<number>()
  let next = 0
  const visit = (id: number): void => {
    if (places[id] !== -1 || open.has(id)) return
    open.add(id)
    for (const other of before[id] ?? []) visit(other)
    open.delete(id)
    places[id] = next
    next += 1
  }
  for (const { id } of events) if (threadOf(id) === first) visit(id)
  for (const { id } of events) visit(id)
  return places
}
