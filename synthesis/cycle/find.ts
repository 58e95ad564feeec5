/** Finds the cycle of a test, if it has one. */

import { must } from '../../source/must.js'
import type { Labelled } from '../program.js'
import { isAccess, type Outcome, type Slot } from '../sketch.js'
import {
  type Cycle,
  type CycleEvent,
  type CycleStep,
  communicationFrom,
  type Direction,
  type FenceStep,
  type Leg,
} from './cycle.js'
import { testOf } from './test.js'

/** A slot of a thread with its position among all. */
interface Own {
  readonly slot: Slot
  readonly position: number
}

/**
 * Returns the cycle from which this test comes, starting with the first thread; undefined if there is none: the test
 * has more than one cycle, or its outcome says less or more than that all of the cycle's communications hold.
 */
export function cycleOf({ sketch, strengths }: Labelled, outcome: Outcome): Cycle | undefined {
  let position = 0
  const threads = sketch.threads.map((slots) => slots.map((slot): Own => ({ slot, position: position++ })))
  if (threads.some((own) => !isSpanned(own))) return undefined
  const legs = threads.map((own, thread) =>
    legsOf(own, outcome, strengths, must(sketch.places[thread], 'the place of a thread')),
  )
  const isTestOf = (order: readonly number[], chosen: readonly Leg[]): boolean => {
    if (!areJoined(chosen)) return false
    const test = testOf({ legs: chosen })
    return !('message' in test) && isSame({ labelled: { sketch, strengths }, outcome }, test, order, threads)
  }
  const search = (order: readonly number[], chosen: readonly Leg[]): Cycle | undefined => {
    if (order.length === threads.length) return isTestOf(order, chosen) ? { legs: chosen } : undefined
    for (const [thread, candidates] of legs.entries()) {
      if (order.includes(thread) || (order.length === 0 && thread > 0)) continue
      const before = order.at(-1)
      if (before !== undefined && !meets(threads[before], threads[thread])) continue
      for (const leg of candidates) {
        const cycle = search([...order, thread], [...chosen, leg])
        if (cycle !== undefined) return cycle
      }
    }
    return undefined
  }
  return search([], [])
}

/** Returns whether a communication can lead from each leg to the next. */
const areJoined = (legs: readonly Leg[]): boolean =>
  legs.every(({ events }, i) => {
    const [from, to] = [events.at(-1), legs[(i + 1) % legs.length]?.events[0]]
    return from !== undefined && to !== undefined && communicationFrom(from.direction, to.direction) !== undefined
  })

/** Returns whether a thread begins and ends with an access. */
const isSpanned = (own: readonly Own[]): boolean =>
  [own[0], own.at(-1)].every((one) => one !== undefined && isAccess(one.slot))

/** Returns whether the last access of one thread and the first of the other are at one location. */
function meets(from: readonly Own[] | undefined, to: readonly Own[] | undefined): boolean {
  const [last, first] = [from?.at(-1)?.slot, to?.[0]?.slot]
  return (
    last !== undefined && first !== undefined && isAccess(last) && isAccess(first) && last.location === first.location
  )
}

/** Returns the ways to see a thread as a part of a cycle: one half of an atomic takes part, or both. */
function legsOf(
  own: readonly Own[],
  { sources }: Outcome,
  strengths: Labelled['strengths'],
  place: Leg['place'],
): readonly Leg[] {
  let legs: readonly Leg[] = [{ place, events: [], steps: [] }]
  let fences: readonly FenceStep[] = []
  let before: Own | undefined
  for (const one of own) {
    const { slot, position } = one
    const strength = must(strengths[position], 'a strength')
    if (slot.kind === 'fence') fences = [...fences, { kind: slot.kind, strength }]
    if (slot.kind === 'proxy fence') fences = [...fences, slot]
    if (!isAccess(slot)) continue
    const { path } = slot
    const event = (direction: Direction): CycleEvent => ({
      direction,
      isAtomic: slot.kind === 'atomic',
      path,
      strength,
    })
    const halves: readonly (readonly Direction[])[] =
      slot.kind === 'read'
        ? [['R']]
        : slot.kind === 'write'
          ? [['W']]
          : sources[position] === undefined
            ? [['W']]
            : [['R'], ['R', 'W']]
    const step: CycleStep | undefined =
      before === undefined || !isAccess(before.slot)
        ? undefined
        : { kind: 'order', isSame: before.slot.location === slot.location, isData: slot.data !== undefined, fences }
    legs = legs.flatMap((leg) =>
      halves.flatMap((directions): readonly Leg[] => {
        const atomic: readonly CycleStep[] = directions.length === 2 ? [{ kind: 'atomic' }] : []
        const made = directions.map(event)
        const last = leg.events.at(-1)
        if (step === undefined || last === undefined) return [{ ...leg, events: made, steps: atomic }]
        return waysOf(step, last.direction, directions[0] ?? 'R').map((way) => ({
          place,
          events: [...leg.events, ...made],
          steps: [...leg.steps, way, ...atomic],
        }))
      }),
    )
    fences = []
    before = one
  }
  return legs
}

/**
 * Returns the steps that program order may form in a cycle. At one location without a fence, it may also be a
 * communication. A data dependency leads from a read to a write.
 */
function waysOf(step: CycleStep & { readonly kind: 'order' }, from: Direction, to: Direction): readonly CycleStep[] {
  if (step.isData) return from === 'R' && to === 'W' ? [step] : []
  const type = communicationFrom(from, to)
  return step.isSame && step.fences.length === 0 && type !== undefined
    ? [{ kind: 'communication', type }, step]
    : [step]
}

/** Returns whether a test equals the other one after its threads are put in this order. */
function isSame(
  test: { readonly labelled: Labelled; readonly outcome: Outcome },
  made: { readonly labelled: Labelled; readonly outcome: Outcome },
  order: readonly number[],
  threads: readonly (readonly Own[])[],
): boolean {
  const positions = order.flatMap((thread) => must(threads[thread], 'a thread').map((one) => one.position))
  const moved = new Map(positions.map((position, i) => [position, i]))
  const slots = made.labelled.sketch.threads.flat()
  const locations = new Map<number, number>()
  const own = test.labelled.sketch.threads.flat()
  const isSlot = (position: number, i: number): boolean => {
    const [a, b] = [own[position], slots[i]]
    if (a === undefined || b === undefined || a.kind !== b.kind) return false
    if (!isAccess(a) || !isAccess(b)) return isAccess(a) === isAccess(b)
    if (!locations.has(a.location)) locations.set(a.location, b.location)
    return a.path === b.path && a.data === b.data && locations.get(a.location) === b.location
  }
  if (slots.length !== own.length || !positions.every(isSlot)) return false
  if (new Set(locations.values()).size !== locations.size) return false
  const movedTo = (source: Outcome['sources'][number]) => (typeof source === 'number' ? moved.get(source) : source)
  return (
    positions.every((position, i) => movedTo(test.outcome.sources[position]) === made.outcome.sources[i]) &&
    [...locations].every(([a, b]) => movedTo(test.outcome.last[a]) === made.outcome.last[b])
  )
}
