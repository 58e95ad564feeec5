/**
 * Races that are one mistake: those of the same two instructions in other rounds and threads, or of the same two lines of
 * the source, a matrix that several warps of a warpgroup read, a fence that is missing in one thread and between several,
 * and the operations of a stage that is handed over too early.
 */

import { accessAt, type EventGraph } from '../encoder/events/graph/event.js'
import { ctaOf, warpOf } from '../litmus/position.js'
import { threadAt } from '../litmus/program.js'
import { warpsOfGroup } from '../litmus/warp-size.js'
import { compiledFrom } from '../source/compiled.js'
import { formatPlace } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import type { Span } from '../source/text.js'
import type { Cause } from './causes.js'

/** A race, or several of which one is shown. */
interface Alike {
  readonly events: readonly [number, number]
  readonly lacks: readonly { readonly kind: string }[]
  readonly baseCause: boolean
  readonly because: readonly Cause[]
  readonly alike?: number
  readonly isInTensorMemory?: true
  readonly isOfHalf?: true
}

/**
 * Returns one race for each mistake, in their order, with the number of the others. With an operation of a warpgroup, it
 * is the one that needs the longest wait or of which most is known; otherwise the first, of two warps if there is one.
 */
export function withoutAlike<R extends Alike>(graph: EventGraph, races: readonly R[]): readonly R[] {
  const byInstructions = merged(graph, races, ({ events, lacks, baseCause, because, isOfHalf }) =>
    JSON.stringify([
      events.map((id) => sourceOf(graph, id)).toSorted(),
      lacks.map(({ kind }) => kind),
      baseCause,
      because.map(({ kind }) => kind),
      isOfHalf,
    ]),
  )
  const byAccess = merged(graph, byInstructions, (race) => {
    if (race.isInTensorMemory) return undefined
    const [part, other] = partAndAccess(graph, race)
    return part === undefined ? undefined : `${warpgroupOf(graph, part)} ${placeOf(graph, other)}`
  })
  const byFence = merged(graph, byAccess, ({ because }) => {
    const missing = because.find((one) => one.kind === 'no fence')
    return missing && [missing.first, missing.last, ...missing.useless].map((id) => placeOf(graph, id)).join(' ')
  })
  return merged(graph, byFence, (race) => {
    const over = race.because.find((one) => one.kind === 'handed over')
    return over && `${warpgroupOf(graph, over.operation)} ${placeOf(graph, over.by)}`
  })
}

function merged<R extends Alike>(
  graph: EventGraph,
  races: readonly R[],
  keyOf: (race: R) => string | undefined,
): readonly R[] {
  const keyed = races.map((race, i) => ({ race, key: keyOf(race) ?? `${i}` }))
  return [...groupBy(keyed, ({ key }) => key).values()].map((group) => {
    const some = group.map(({ race }) => race)
    const ranked = some.toSorted((a, b) => pendingOf(a) - pendingOf(b) || nearness(graph, a) - nearness(graph, b))
    const best = must(ranked[0], 'a race of each mistake')
    const others = some.reduce((sum, { alike = 0 }) => sum + alike + 1, 0) - 1
    return others === 0 ? best : { ...best, alike: others }
  })
}

/** Readers may think that lanes of a warp are in step: a race of two warps comes before that of two lanes. */
const nearness = (graph: EventGraph, { events }: Alike): number => (isOfOneWarp(graph, events) ? 1 : 0)

/** Returns whether two accesses are of two threads of one warp. */
export function isOfOneWarp({ events, program }: EventGraph, [a, b]: readonly [number, number]): boolean {
  const threadOf = (id: number) => {
    const origin = events[id]?.origin
    const thread = origin && threadAt(program.threads, origin.thread)
    return thread?.kind === 'device' ? thread : undefined
  }
  const [one, other] = [threadOf(a), threadOf(b)]
  if (one === undefined || other === undefined || one === other) return false
  return ctaOf(one) === ctaOf(other) && warpOf(one) === warpOf(other)
}

/** Returns how many groups a wait may leave; many if it is not known that a wait would help. */
function pendingOf({ because }: Alike): number {
  const over = because.find((one) => one.kind === 'handed over')
  return over === undefined ? Number.MAX_SAFE_INTEGER - because.length : (over.pending ?? -1)
}

/** Returns the read of an operation of a warpgroup, if there is one, and the other access. */
const partAndAccess = (graph: EventGraph, { events: [a, b] }: Alike): readonly [number | undefined, number] =>
  accessAt(graph, a).sets.includes('WGMMA')
    ? [a, b]
    : accessAt(graph, b).sets.includes('WGMMA')
      ? [b, a]
      : [undefined, b]

function warpgroupOf({ events, program }: EventGraph, event: number): string {
  const thread = threadAt(program.threads, must(events[event]?.origin, 'the thread of an operation').thread)
  return `${ctaOf(thread)} ${Math.floor(warpOf(thread) / warpsOfGroup)}`
}

/**
 * Returns the place in the source from which an access was compiled, and whether it reads or writes there: a loop that is
 * unrolled has several instructions of it. Without a source, the place of the instruction.
 */
function sourceOf(graph: EventGraph, event: number): string {
  const span = spanOf(graph, event)
  const from = span && compiledFrom(span)
  return from === undefined ? placeOf(graph, event) : JSON.stringify([graph.events[event]?.kind, from])
}

const spanOf = ({ events, program }: EventGraph, event: number): Span | undefined => {
  const origin = events[event]?.origin
  return origin && threadAt(program.threads, origin.thread).instructions[origin.instruction]?.span
}

function placeOf(graph: EventGraph, event: number): string {
  const span = spanOf(graph, event)
  return span === undefined ? `${event}` : formatPlace(span)
}
