/**
 * Finds atomics that write back what they read: `atom.add` of 0, `atom.exch` with the value that is there, `atom.or` of
 * bits that are set. A loop whose rounds do nothing else to memory waits like one that only reads: each round leaves
 * memory and the thread as they were.
 *
 * No final state needs such a round if all that accesses its location is morally strong with the atomic (ISA 8.7). Let
 * its read R return what S writes, and let W be its own write. By Atomicity no write comes between S and W in
 * coherence. So the execution without the round, in which S is read in the place of W, has the same values, and S is
 * the last write if W was. It orders no more than before: where S is observed directly now, it was observed by way of R
 * and W. So it is consistent, and ends in the same state. If some access of the location is not morally strong with the
 * atomic, a write may be lost between S and W, or a thread may observe S that did not observe W: then the bound cuts
 * the loop.
 */

import type { Program } from '../../../litmus/program.js'
import { proxyNames } from '../../../litmus/proxy.js'
import { anyOf, both, compare, either, negation, never, type Predicate } from '../../values/expression.js'
import { accessAt, type Event, type GuardedPair, isCounting, isMemory, type MemoryEvent } from '../graph/event.js'
import { scopesIncludeEachOther } from '../graph/scopes.js'
import { proxySet } from '../graph/sets.js'
import { overlapping, together } from '../memory/places.js'

/** A write of an atomic that may write what it read, and the condition under which it does. */
export interface Rewrite {
  readonly write: number
  readonly when: Predicate
}

/**
 * Returns when the write of each of these atomics writes what it read. Operations on an mbarrier and asynchronous ones
 * are left out.
 */
export function rewritesIn(events: readonly Event[], rmw: readonly GuardedPair[]): readonly Rewrite[] {
  return rmw.flatMap(([from, to]): readonly Rewrite[] => {
    const [read, write] = [accessAt({ events }, from), accessAt({ events }, to)]
    if (isCounting(write) || write.asynchronous === true) return []
    const when = both(write.guard, compare('equal', read.value, write.value))
    return when === never ? [] : [{ write: to, when }]
  })
}

/**
 * Returns the condition under which other writes than these rewrites change memory, where the given predicate holds.
 */
export const changedBy = (
  events: readonly (Pick<Event, 'kind' | 'guard'> & { readonly id?: number })[],
  rewrites: readonly Rewrite[],
  where: Predicate,
): Predicate =>
  events
    .flatMap(({ id, kind, guard }): readonly Predicate[] => {
      if (kind !== 'write' || both(where, guard) === never) return []
      const same = rewrites.find(({ write }) => write === id)
      return [same === undefined ? guard : both(guard, negation(same.when))]
    })
    .reduce(either, never)

/**
 * Returns the condition under which a round is lost, although it only waits: one of its rewrites is at a location with
 * an access that is not morally strong with it.
 */
export const lostWith = (program: Program, events: readonly Event[], rewrites: readonly Rewrite[]): Predicate =>
  anyOf(
    rewrites
      .filter(({ write }) => !isAmongStrong(program, events, accessAt({ events }, write)))
      .map(({ when }) => when),
  )

/** Returns whether all that may access the location is morally strong with the access. */
const isAmongStrong = (program: Program, events: readonly Event[], access: MemoryEvent): boolean =>
  events.every(
    (event) =>
      !isMemory(event) ||
      event.origin === undefined ||
      together(event, access, overlapping) === never ||
      isMorallyStrong(program, event, access),
  )

/** Returns whether two accesses are morally strong wherever both are executed, judging by the text. */
function isMorallyStrong(program: Program, one: MemoryEvent, other: MemoryEvent): boolean {
  const [first, second] = [one, other].map(pathOf)
  if (first !== second || one.asynchronous === true || other.asynchronous === true) return false
  if (one.origin?.thread === other.origin?.thread) return true
  return isStrong(one) && isStrong(other) && scopesIncludeEachOther(program, one, other)
}

const isStrong = ({ sets }: MemoryEvent): boolean => sets.some((set) => set === 'RLX' || set === 'ACQ' || set === 'REL')

/** Returns a text with the proxy, the address and the size of an access; a unique text if its place is not known. */
const pathOf = ({ id, places, sets, value }: MemoryEvent): string => {
  const [place, second] = places
  if (place === undefined || second !== undefined) return `any ${id}`
  const proxy = proxyNames.find((name) => sets.includes(proxySet(name)))
  return `${proxy} ${place.location} ${place.address} ${place.offset} ${value.width}`
}
