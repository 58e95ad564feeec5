/** The test of a cycle: its outcome holds if every communication of the cycle does. */

import { must } from '../../source/must.js'
import type { Labelled } from '../program.js'
import { isAccess, type Outcome, type Slot, type Source } from '../sketch.js'
import { type Strength, strengthOf } from '../vocabulary.js'
import {
  type Communication,
  type Cycle,
  type CycleEvent,
  type CycleStep,
  communicationFrom,
  type Leg,
  staysAt,
} from './cycle.js'

export interface CycleTest {
  readonly labelled: Labelled
  readonly outcome: Outcome
}

/** The reason why a cycle has no test; `at` is the edge, counted from the first event of the first thread. */
export interface Objection {
  readonly message: string
  readonly at: number
}

/** Returns the strength of an event, or its default: for an atomic, that of `atom` without qualifiers in PTX. */
export const strengthIn = ({ isAtomic, strength }: CycleEvent): Strength =>
  strength ?? (isAtomic ? strengthOf('relaxed', 'gpu') : strengthOf('weak'))

/** An event in the ring, with the slot that performs it and the edge to the next event. */
interface Link {
  readonly event: CycleEvent
  readonly leg: number
  readonly position: number
  /** The step to the next event, or that a communication leads to the next thread. */
  readonly next: CycleStep | 'to the next thread'
}

/** Returns the test of a cycle, or why the cycle has none. */
export function testOf({ legs }: Cycle): CycleTest | Objection {
  const built = slotsOfLegs(legs)
  const ring = built.links
  const placed = locationsOn(ring)
  if ('message' in placed) return placed
  const outcome = outcomeOf(ring, placed, built.strengths.length)
  if ('message' in outcome) return outcome
  let position = 0
  const threads = built.threads.map((slots) =>
    slots.map((slot): Slot => {
      const location = placed.at.get(position++)
      return isAccess(slot) ? { ...slot, location: must(location, 'a location') } : slot
    }),
  )
  return {
    labelled: { sketch: { threads, places: legs.map(({ place }) => place) }, strengths: built.strengths },
    outcome,
  }
}

function slotsOfLegs(legs: readonly Leg[]) {
  const links: Link[] = []
  const strengths: Strength[] = []
  const threads = legs.map(({ events, steps }, leg) => {
    const slots: Slot[] = []
    const add = (slot: Slot, strength: Strength): void => {
      slots.push(slot)
      strengths.push(strength)
    }
    events.forEach((event, i) => {
      const step = steps[i]
      const before = steps[i - 1]
      if (before?.kind !== 'atomic') {
        const kind = event.isAtomic ? 'atomic' : event.direction === 'R' ? 'read' : 'write'
        const data = before?.kind === 'order' && before.isData ? lastAccess(slots) : undefined
        if (before?.kind === 'order')
          for (const fence of before.fences)
            if (fence.kind === 'fence') add({ kind: 'fence' }, fence.strength)
            else add(fence, strengthOf('weak'))
        add({ kind, location: 0, path: event.path, ...(data === undefined ? {} : { data }) }, strengthIn(event))
      }
      links.push({ event, leg, position: strengths.length - 1, next: step ?? 'to the next thread' })
    })
    return slots
  })
  return { links, strengths, threads }
}

const lastAccess = (slots: readonly Slot[]): number => slots.findLastIndex(isAccess)

const staysNext = ({ next }: Link): boolean => next === 'to the next thread' || staysAt(next)

/**
 * The locations of slots, by position, and the stretches of the ring that stay at one, each in coherence order.
 * `isRound` says that there is only one location, so that no edge of program order says where coherence order begins.
 */
interface Placement {
  readonly at: ReadonlyMap<number, number>
  readonly stretches: readonly (readonly number[])[]
  readonly isRound: boolean
}

function locationsOn(ring: readonly Link[]): Placement | Objection {
  const leaves = ring.flatMap((link, i) => (staysNext(link) ? [] : [i]))
  const [only] = leaves
  if (only !== undefined && leaves.length === 1)
    return { message: 'this leads to another location, and no edge leads back', at: only }
  // At one location, program order contradicts the communications: the stretch begins after it.
  const contradicting = ring.findLastIndex(isOrder)
  if (leaves.length === 0 && contradicting === -1)
    return { message: 'at least one edge must be of program order: the others alone do not make a cycle', at: 0 }
  const breaks = leaves.length === 0 ? [contradicting] : leaves
  const stretches = breaks.map((end, i) => {
    const start = must(breaks.at(i - 1), 'a break')
    const length = (end - start + ring.length - 1) % ring.length
    return Array.from({ length: length + 1 }, (_, k) => (start + 1 + k) % ring.length)
  })
  const at = new Map<number, number>()
  // The first stretch is that of the first event.
  stretches.forEach((stretch, location) => {
    for (const one of stretch) at.set(must(ring[one], 'an event').position, location)
  })
  return { at, stretches, isRound: leaves.length === 0 }
}

const isOrder = ({ next }: Link): boolean => next !== 'to the next thread' && next.kind === 'order'

function outcomeOf(ring: readonly Link[], { stretches, isRound }: Placement, size: number): Outcome | Objection {
  const sources: (Source | undefined)[] = Array.from({ length: size }, () => undefined)
  const last: (number | undefined)[] = []
  for (const stretch of stretches) {
    // Several edges of program order at one location: none of them says where coherence order begins.
    const isOpen = isRound && stretch.filter((i) => isOrder(must(ring[i], 'an event'))).length > 1
    const said = saidOf(ring, stretch, isOpen)
    for (const { position, source } of said.reads) sources[position] = source
    const twice = said.reads.filter(({ position, source }) => source === 'initial' && isAtomicAt(ring, position))[1]
    if (twice !== undefined) return { message: 'only one atomic can return the initial value', at: twice.at }
    const final = lastOf(said, isOpen)
    if (typeof final === 'object') return final
    last.push(final)
    // A final value shows which write is last, and program order shows which write of a thread comes first; nothing
    // else shows an order.
    const legOf = (position: number) => ring.find((one) => one.position === position)?.leg
    const unseen = said.owed.find(({ from, to }) => to !== final && !(legOf(from) === legOf(to) && from < to))
    if (unseen !== undefined) return { message: unshown, at: unseen.at }
  }
  return { sources, last }
}

const unshown = 'nothing in the outcome shows that this write comes before the last one'

const isAtomicAt = (ring: readonly Link[], position: number): boolean =>
  ring.some((one) => one.position === position && one.event.isAtomic)

/** A write that comes before another in coherence order; `at` is the edge that says so. */
interface Before {
  readonly from: number
  readonly to: number
  readonly at: number
}

/** The statements of the edges of a stretch. */
interface Said {
  readonly reads: readonly { readonly position: number; readonly source: Source; readonly at: number }[]
  /** The writes in the order of the stretch. */
  readonly writes: readonly { readonly position: number; readonly at: number; readonly isFirst: boolean }[]
  /** The order of writes that communications give. */
  readonly owed: readonly Before[]
  /** The order of writes that atomics give: each writes directly after the write that it read. */
  readonly implied: readonly Before[]
}

/**
 * Returns the statements of the edges of a stretch. A read returns what an edge from a write says. If only a
 * communication to a write leaves a read, it returns the write before it in the stretch, or the initial value; so does
 * a read that is half of an atomic whose other half follows. Other reads are not constrained.
 */
function saidOf(ring: readonly Link[], stretch: readonly number[], isOpen: boolean): Said {
  const reads: Said['reads'][number][] = []
  const writes: Said['writes'][number][] = []
  const owed: Before[] = []
  const implied: Before[] = []
  let latest: Source = 'initial'
  const isInOrder = (source: Source): source is number => source !== 'initial'
  for (const i of stretch) {
    const { event, position, next } = must(ring[i], 'an event')
    const before = must(ring.at(i - 1), 'an event')
    const after = must(ring[(i + 1) % ring.length], 'an event')
    if (isOpen && isOrder(before)) latest = 'initial'
    const communicates = next === 'to the next thread' || next.kind === 'communication'
    if (event.direction === 'R') {
      const isWhole = next !== 'to the next thread' && next.kind === 'atomic'
      const source = latest
      if (!isOrder(before) || communicates || (isWhole && !isOpen)) reads.push({ position, source, at: i })
      if (communicates && isInOrder(source)) owed.push({ at: i, from: source, to: after.position })
      if (event.isAtomic && !isOrder(before) && isInOrder(source)) implied.push({ at: i, from: source, to: position })
      // The other half of the atomic also writes.
      if (event.isAtomic && !isWhole) {
        writes.push({ position, at: i, isFirst: communicates && !isInOrder(source) })
        latest = position
      }
    } else {
      writes.push({ position, at: i, isFirst: false })
      latest = position
      if (communicates && after.event.direction === 'W') owed.push({ at: i, from: position, to: after.position })
    }
  }
  return { reads, writes, owed, implied }
}

/** Returns the write that the outcome must state to be the last; none if no communication orders writes. */
function lastOf({ writes, owed, implied }: Said, isOpen: boolean): number | undefined | Objection {
  if (owed.length === 0) return undefined
  if (!isOpen) {
    const final = writes.at(-1)?.position
    return owed.some(({ to }) => to === final) ? final : undefined
  }
  const edges = [...owed, ...implied]
  const final = owed.find(({ to }) => edges.every(({ from }) => from !== to))
  if (final === undefined) return { message: unshown, at: must(owed[0], 'an edge').at }
  const earlier = new Set([final.to])
  for (const one of earlier) for (const { from, to } of edges) if (to === one) earlier.add(from)
  const unordered = writes.find(({ position, isFirst }) => !isFirst && !earlier.has(position))
  return unordered === undefined
    ? final.to
    : {
        message: 'the outcome must say which write is the last, and no edge says whether this one is',
        at: unordered.at,
      }
}

/** Returns the communication that leads from each leg to the next. */
export const betweenLegs = ({ legs }: Cycle): readonly Communication[] =>
  legs.map(({ events }, i) => {
    const from = must(events.at(-1), 'an event').direction
    const to = must(legs[(i + 1) % legs.length]?.events[0], 'an event').direction
    return must(communicationFrom(from, to), 'a communication')
  })
