/**
 * The execution of a program whose threads run one after the other in one memory. Most models allow it: it shows at
 * once that some execution ends.
 */

import { groupBy } from '../../source/group.js'
import type { Event, EventGraph, MemoryEvent, Pair } from '../events/graph/event.js'
import { type Bounds, upperBounds } from '../relations/bounds.js'
import { concrete, evaluator } from '../values/expression.js'
import type { Execution } from './execution.js'

/** Returns whether the order of the threads fixes the whole execution of a program. */
const isSimple = ({ events, mixed, unknowns, api, issue, completed, async_order }: EventGraph): boolean =>
  !mixed &&
  [unknowns, api, issue, completed, async_order].every(({ length }) => length === 0) &&
  events.every((event) =>
    event.kind === 'read' || event.kind === 'write' ? event.places.length === 1 : event.kind === 'fence',
  )

/**
 * Yields the executions in which threads run one after the other, in the order of the text and in reverse; none for
 * programs with barriers and similar instructions.
 */
export function* inTurn(graph: EventGraph): Generator<Execution> {
  if (!isSimple(graph)) return
  const bounds = upperBounds(graph)
  const initial = graph.events.filter(({ origin }) => origin === undefined)
  const threads = [...groupBy(graph.events, ({ origin }) => origin?.thread)].flatMap(([thread, events]) =>
    thread === undefined ? [] : [events],
  )
  yield run(graph, bounds, [...initial, ...threads.flat()])
  yield run(graph, bounds, [...initial, ...threads.toReversed().flat()])
}

/** Executes those events whose guards hold, in that order. */
function run({ events, cells }: EventGraph, { sync_fence, indirect }: Bounds, order: readonly Event[]): Execution {
  const values: (bigint | undefined)[] = events.map(() => undefined)
  const { truth, value } = evaluator(
    concrete({ read: (event) => values[event] ?? 0n, unknown: () => 0n, passes: () => false }),
  )
  const written = new Map<string, MemoryEvent[]>()
  const rf: Pair[] = []
  const co: Pair[] = []
  const executed = new Map<number, number>()
  const placeOf = ({ places: [place] }: MemoryEvent): string => `${place?.location} ${place?.offset}`
  for (const event of order) {
    if (!truth(event.guard)) continue
    executed.set(event.id, executed.size)
    if (event.kind === 'read') {
      const last = written.get(placeOf(event))?.at(-1)
      if (last === undefined) continue
      rf.push([last.id, event.id])
      values[event.id] = values[last.id]
    } else if (event.kind === 'write') {
      const before = written.get(placeOf(event)) ?? []
      for (const { id } of before) co.push([id, event.id])
      written.set(placeOf(event), [...before, event])
      values[event.id] = value(event.value)
    }
  }
  const inOrder = ([a, b]: Pair): readonly Pair[] => {
    const [first, second] = [executed.get(a), executed.get(b)]
    if (first === undefined || second === undefined) return []
    return first < second ? [[a, b]] : [[b, a]]
  }
  return {
    executed: events.map(({ id }) => executed.has(id)),
    values,
    unknowns: [],
    rf,
    parts: [],
    co,
    sync_fence: [...sync_fence, ...indirect].flatMap(inOrder),
    passed: [],
    arrived: [],
    final: cells.map((cell) => written.get(`${cell.location} ${cell.offset}`)?.at(-1)?.id ?? -1),
  }
}
