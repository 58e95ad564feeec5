/**
 * The values that barriers return, computed from the values of all participants once the behaviour of all threads is
 * known. While threads run, they record their contributions (`Brought`). The reads on which a lane's result depends
 * take the place of the event that returns it. If the result is constant, the threads run again with it.
 */

import type { NamedBarrier } from '../../../litmus/instructions/named-barriers.js'
import type { WarpOperation } from '../../../litmus/instructions/warps.js'
import type { DataType } from '../../../litmus/operand.js'
import { laneOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  always,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  implies,
  negation,
  never,
  operation,
  type Predicate,
} from '../../values/expression.js'
import { combined, hasLane, transposedFrom } from '../../values/warps.js'
import { feeding } from '../control/flow.js'
import type { BarrierEvent, Event, GuardedPair } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { barriersOf, mayBeTogether } from './barriers.js'
import type { Brought } from './recording.js'

/** The contribution of another thread to the same barrier, and its condition. */
interface Other {
  readonly by: Brought
  readonly there: Predicate
}

/** Returns what barriers return. `ends` gives the condition under which each thread ends. */
export function returnedBy(
  program: Program,
  events: readonly Event[],
  brought: readonly Brought[],
  ends: readonly Predicate[],
): {
  /** The events, with what barriers return. */
  readonly events: readonly Event[]
  /**
   * Replaces the sources of a value that lanes of a warp return by the reads from which the value of any of them comes.
   */
  readonly through: (sources: Sources) => Sources
} {
  if (brought.length === 0) return { events, through: (sources) => sources }
  const barriers = barriersOf({ events })
  const byEvent = new Map(brought.map((one) => [one.event, one]))
  const barrierAt = ({ event }: Brought): BarrierEvent => {
    const one = events[event]
    if (one?.kind !== 'barrier') throw new Error(`event ${event} is no barrier`)
    return one
  }
  const others = new Map<number, readonly Other[]>()
  const othersOf = (one: Brought): readonly Other[] => {
    const cached = others.get(one.event)
    if (cached !== undefined) return cached
    const own = barrierAt(one)
    const partners = mayBeTogether(barriers, own).flatMap((other): readonly Other[] => {
      const by = byEvent.get(other.id)
      if (by === undefined || other.origin?.thread === own.origin?.thread) return []
      const there = thereFor(own, other)
      return there === never ? [] : [{ by, there }]
    })
    others.set(one.event, partners)
    return partners
  }
  const values = new Map(brought.map((one) => [one.event, valueOf(one, othersOf(one))]))
  return {
    events: events.map((event) => {
      const one = byEvent.get(event.id)
      if (one === undefined || event.kind !== 'barrier') return event
      return { ...event, returned: { type: one.type, value: must(values.get(event.id), 'what a barrier returns') } }
    }),
    through: through(byEvent, othersOf),
  }

  /** Returns whether the other thread is at the same barrier, if this one gets past it. */
  function thereFor(own: BarrierEvent, other: BarrierEvent): Predicate {
    const [here, there] = [own.resource, other.resource]
    const samePhase = here && there ? compare('equal', here.value, there.value) : never
    // A lane that is waited for comes, or has ended.
    const thread = must(other.origin, 'the thread of a barrier').thread
    const mask = own.warp?.mask
    const isAwaited = mask !== undefined && hasLane(mask, laneOf(threadAt(program.threads, thread))) === always
    const comes =
      isAwaited && samePhase === always && implies(must(ends[thread], 'the end of each thread'), other.guard)
    return comes ? always : both(other.guard, samePhase)
  }
}

/** Returns what a barrier returns to a thread. */
function valueOf(own: Brought, others: readonly Other[]): Expression {
  const { by, type, from, otherwise, lane, value } = own
  if (isReduction(by)) return reduced(by, type, [{ by: own, there: always }, ...others])
  const theirs = others.map((other) => ({ lane: other.by.lane, there: other.there, value: other.by.value }))
  return combined({ operation: by, type }, { lane, there: always, value }, theirs, { from, otherwise })
}

type Reduction = NonNullable<NamedBarrier['reduction']>['operation']

const isReduction = (by: Reduction | WarpOperation): by is Reduction => by === 'popc' || by === 'and' || by === 'or'

/** Returns the number of predicates that hold, or whether all or any do. */
function reduced(by: Reduction, type: DataType, all: readonly Other[]): Expression {
  const [one, none] = [constant(1n, type.width), constant(0n, type.width)]
  const holds = all.map(({ by: { value }, there }) => both(there, negation(isZero(value))))
  const fails = all.map(({ by: { value }, there }) => both(there, isZero(value)))
  switch (by) {
    case 'popc':
      return holds.reduce((sum, holds) => operation('add', sum, choice(holds, one, none)), none)
    case 'and':
      return choice(anyOf(fails), none, one)
    case 'or':
      return choice(anyOf(holds), one, none)
  }
}

const isZero = (value: Expression): Predicate => compare('equal', value, constant(0n, value.width))

/**
 * Returns the reads that determine what lanes return, in place of the events that return it. A lane returns what others
 * computed from what lanes returned to them before, so no execution has a cycle there.
 */
function through(
  byEvent: ReadonlyMap<number, Brought>,
  othersOf: (one: Brought) => readonly Other[],
): (sources: Sources) => Sources {
  const sourcesOf = new Map<number, Sources>()
  const sourcesThrough = (
    event: number,
    path: ReadonlySet<number>,
  ): { readonly sources: Sources; readonly whole: boolean } => {
    const cached = sourcesOf.get(event)
    if (cached !== undefined) return { sources: cached, whole: true }
    if (path.has(event)) return { sources: new Map(), whole: false }
    const own = must(byEvent.get(event), 'what a lane brings')
    const longer = new Set([...path, event])
    let whole = true
    const all = [{ by: own, there: always }, ...othersOf(own)].map(({ by, there }) => {
      const taken = both(there, suppliedBy(own, by.lane))
      if (taken === never) return new Map()
      const one = replaced(by.sources, longer)
      whole &&= one.whole
      return whenever(one.sources, taken)
    })
    const sources = feeding(all)
    if (whole) sourcesOf.set(event, sources)
    return { sources, whole }
  }
  const replaced = (sources: Sources, path: ReadonlySet<number>) => {
    let whole = true
    const all = [...sources].map(([source, when]): Sources => {
      const by = byEvent.get(source)
      if (by === undefined) return new Map([[source, when]])
      const reached = sourcesThrough(source, path)
      whole &&= reached.whole
      return whenever(reached.sources, when)
    })
    return { sources: feeding(all), whole }
  }
  return (sources) =>
    [...sources.keys()].some((one) => byEvent.has(one)) ? replaced(sources, new Set()).sources : sources
}

/** Returns whether the lane's result comes from the contribution of that lane. */
function suppliedBy(own: Brought, lane: number): Predicate {
  if (own.by.startsWith('shfl')) return compare('equal', own.from, constant(BigInt(lane), 32))
  return own.by === 'movmatrix' && !transposedFrom(own.lane).includes(lane) ? never : always
}

const whenever = (sources: Sources, when: Predicate): Sources =>
  new Map(
    [...sources].flatMap(([read, feeds]) => {
      const holds = allOf([feeds, when])
      return holds === never ? [] : [[read, holds]]
    }),
  )

/** Replaces pairs from events that return something by pairs from the reads that determine it. */
export const pairsThrough = (
  pairs: readonly GuardedPair[],
  through: (sources: Sources) => Sources,
): readonly GuardedPair[] =>
  pairs.flatMap(([from, to, when]) =>
    [...through(new Map([[from, when]]))].map(([read, when]): GuardedPair => [read, to, when]),
  )
