/** The test of a cycle: its outcome holds if every communication of the cycle does. */

import { must } from '../../source/must.js'
import type { Labelled } from '../program.js'
import { isAccess, type Outcome, type Slot, type Source } from '../sketch.js'
import { type Strength, strengthOf } from '../vocabulary.js'
import {
  type Communication,
  type Cycle,
  type CycleEvent,
  communicationFrom,
  type Leg,
  type Step,
  staysAt,
} from './cycle.js'

export interface CycleTest {
  readonly labelled: Labelled
  readonly outcome: Outcome
}

/** Why a cycle is no test; `at`: the edge, counted from the first event of the first thread. */
export interface Objection {
  readonly message: string
  readonly at: number
}

/** What an event has if nothing says so: an atomic what PTX gives `atom` without words. */
export const strengthIn = ({ isAtomic, strength }: CycleEvent): Strength =>
  strength ?? (isAtomic ? strengthOf('relaxed', 'gpu') : strengthOf('weak'))

/** An event in the ring, with the slot that performs it and the edge to the next event. */
interface Link {
  readonly event: CycleEvent
  readonly leg: number
  readonly position: number
  /** The step to the next event, or that a communication leads to the next thread. */
  readonly next: Step | 'to the next thread'
}

/** The test, or why there is none. */
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

/** The locations of slots, by position, and the stretches of the ring that stay at one, each in coherence order. */
interface Placement {
  readonly at: ReadonlyMap<number, number>
  readonly stretches: readonly (readonly number[])[]
}

function locationsOn(ring: readonly Link[]): Placement | Objection {
  const leaves = ring.flatMap((link, i) => (staysNext(link) ? [] : [i]))
  const [only] = leaves
  if (only !== undefined && leaves.length === 1)
    return { message: 'this leads to another location, and no edge leads back', at: only }
  // At one location, program order is what contradicts the communications: the stretch begins behind it.
  const contradicting = ring.findLastIndex(({ next }) => next !== 'to the next thread' && next.kind === 'order')
  if (leaves.length === 0 && contradicting === -1)
    return { message: 'at least one edge must be of program order: the others alone are no cycle', at: 0 }
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
  return { at, stretches }
}

function outcomeOf(ring: readonly Link[], { stretches }: Placement, size: number): Outcome | Objection {
  const sources: (Source | undefined)[] = Array.from({ length: size }, () => undefined)
  const last: (number | undefined)[] = []
  for (const stretch of stretches) {
    const writes: number[] = []
    let latest: Source = 'initial'
    const owed: { readonly at: number; readonly from: Source; readonly to: number }[] = []
    for (const i of stretch) {
      const { event, position, next } = must(ring[i], 'an event')
      const after = must(ring[(i + 1) % ring.length], 'an event')
      if (event.direction === 'R') {
        sources[position] = latest
        const communication = next === 'to the next thread' || next.kind === 'communication'
        if (communication) owed.push({ at: i, from: latest, to: after.position })
        // The other half of the atomic writes, too.
        if (event.isAtomic && next !== 'to the next thread' && next.kind !== 'atomic') latest = position
      } else {
        const isCo = next === 'to the next thread' || (next.kind === 'communication' && next.type === 'Co')
        writes.push(position)
        latest = position
        if (isCo && after.event.direction === 'W') owed.push({ at: i, from: position, to: after.position })
      }
    }
    const final = writes.length > 1 ? writes.at(-1) : undefined
    last.push(final)
    // A final value shows which write is last, and program order which of one thread comes first; nothing shows more.
    const legOf = (position: number) => ring.find((one) => one.position === position)?.leg
    const unseen = owed.find(
      ({ from, to }) => from !== 'initial' && to !== final && !(legOf(from) === legOf(to) && from < to),
    )
    if (unseen !== undefined)
      return { message: 'nothing in the outcome shows that this write comes before the last one', at: unseen.at }
  }
  return { sources, last }
}

/** The communication that leads from each leg to the next. */
export const betweenLegs = ({ legs }: Cycle): readonly Communication[] =>
  legs.map(({ events }, i) => {
    const from = must(events.at(-1), 'an event').direction
    const to = must(legs[(i + 1) % legs.length]?.events[0], 'an event').direction
    return must(communicationFrom(from, to), 'a communication')
  })
