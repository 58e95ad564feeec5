/**
 * Named barriers at which more warps may come than take part at a time (ISA 9.7.13.1, `bar`): a barrier that completes
 * "is reinitialized so that it can be immediately reused", so which arrivals make up a phase depends on the order in
 * which warps come. An execution chooses the phase of each arrival of a warp. Phases follow each other: each but the
 * last has as many warps as take part, and a thread that waits is in a later phase the next time. If every phase needs
 * all warps that use the barrier, nothing is chosen: a warp's k-th use is in the k-th phase.
 */

import { warpOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { warpSize } from '../../../litmus/warp-size.js'
import { groupBy } from '../../../source/group.js'
import { largest } from '../../../source/largest.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  always,
  anyOf,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  passing,
  readsOf,
  resize,
} from '../../values/expression.js'
import type { BarrierEvent, Event, GuardedPair, UnknownValue } from '../graph/event.js'
import { isArrival, isWait, warpsAt } from './barriers.js'
import { isWholeCount, phaseResource } from './named-barriers.js'

/** A use of a named barrier by a thread. */
interface Use extends BarrierEvent {
  readonly origin: NonNullable<BarrierEvent['origin']>
  readonly named: NonNullable<BarrierEvent['named']>
}

/** The k-th arrival of a warp at a barrier, and its phase. */
interface Arrival {
  readonly warp: readonly number[]
  readonly use: number
  readonly phase: Expression
  /** The conditions that some thread of the warp comes, and that all come that have not ended. */
  readonly comes: Predicate
  readonly isWhole: Predicate
}

interface Restarts {
  /** The events, where the phases of some uses are chosen. */
  readonly events: readonly Event[]
  /** The constraints on the chosen phases. */
  readonly constraints: readonly Predicate[]
  /**
   * The pairs from arrivals to those waits of the same phase of the barrier, and of later ones, that are over, and to
   * the arrivals of later phases that do not wait.
   */
  readonly phaseOrder: readonly GuardedPair[]
}

/**
 * Adds to the events the phases that an execution chooses. `ends` says when each thread comes to its end; `fresh` makes
 * the choices.
 */
export function withRestarts(
  program: Program,
  events: readonly Event[],
  ends: readonly Predicate[],
  fresh: (from: UnknownValue) => Expression,
): Restarts {
  const uses = events.filter(isUse)
  const groups = [...groupBy(uses, ({ instance }) => instance).values()].flatMap((ofCta) =>
    // A thread may come to any of them if the number is not known.
    ofCta.every(({ named }) => named.number.kind === 'constant')
      ? [...groupBy(ofCta, ({ named }) => (named.number.kind === 'constant' ? named.number.value : undefined)).values()]
      : [],
  )
  const chosen = groups
    .filter((group) => mayRestart(program, group))
    .map((group) => phasesOf(program, group, ends, fresh))
  const phased = new Map(chosen.flatMap((one) => one.events.map((event) => [event.id, event] as const)))
  return {
    events: phased.size === 0 ? events : events.map((event) => phased.get(event.id) ?? event),
    constraints: chosen.flatMap(({ constraints }) => constraints),
    phaseOrder: chosen.flatMap(({ phaseOrder }) => phaseOrder),
  }
}

const isUse = (event: Event): event is Use =>
  event.kind === 'barrier' && event.named !== undefined && event.origin !== undefined

/**
 * Returns whether a phase may complete without one of the warps that use the barrier. Without a count, each that has
 * not ended takes part.
 */
function mayRestart(program: Program, uses: readonly Use[]): boolean {
  const warps = BigInt(warpSize * new Set(uses.map(({ origin }) => warpAt(program, origin.thread))).size)
  return uses.some(({ quorum }) => quorum !== undefined && !(quorum.kind === 'constant' && quorum.value >= warps))
}

const warpAt = (program: Program, thread: number): number => warpOf(threadAt(program.threads, thread))

function phasesOf(
  program: Program,
  uses: readonly Use[],
  ends: readonly Predicate[],
  fresh: (from: UnknownValue) => Expression,
): Restarts & { readonly events: readonly Use[] } {
  const first = must(uses[0], 'a use of a barrier')
  const all = warpsAt(program, first)
  const ended = (thread: number): Predicate => must(ends[thread], 'the end of each thread')
  const warps = all.filter((warp) => uses.some(({ origin }) => warp.includes(origin.thread)))
  const times = warps.flatMap((warp) => {
    const most = largest(warp.map((thread) => uses.filter(({ origin }) => origin.thread === thread).length))
    return Array.from({ length: most }, (_, use) => ({ warp, use }))
  })
  const fewest =
    uses.map(({ quorum }) => (quorum === undefined ? 1 : leastWarps(quorum))).toSorted((a, b) => a - b)[0] ?? 1
  const phases = Math.floor((times.length - 1) / fewest) + 1
  const arrivals = times.map(({ warp, use }): Arrival => {
    const by = uses.filter(({ origin }) => warp.includes(origin.thread))
    const instruction = must(by[0], 'a use of each warp').origin
    const width = Math.max(1, Math.ceil(Math.log2(phases)))
    const chosen = {
      from: 'phase',
      width,
      values: phases,
      thread: instruction.thread,
      instruction: instruction.instruction,
    } as const
    const comes = (thread: number): Predicate =>
      anyOf(by.filter(({ origin }) => origin.thread === thread).map((one) => allOf([one.guard, isUseOf(one, use)])))
    const some = anyOf(warp.map(comes))
    return {
      warp,
      use,
      phase: phases === 1 ? zero : resize(fresh(chosen), 32, false),
      comes: some,
      isWhole: allOf([some, ...warp.map((thread) => anyOf([comes(thread), ended(thread)]))]),
    }
  })
  const phased = uses.map((one): Use => {
    const ofWarp = arrivals.filter(({ warp }) => warp.includes(one.origin.thread))
    const phase = ofWarp.reduceRight<Expression>((rest, { use, phase }) => choice(isUseOf(one, use), phase, rest), zero)
    const resource = phaseResource(one.named.number, phase)
    return { ...one, resource: { value: resource, reads: readsOf(resource) }, named: { ...one.named, phase } }
  })
  const countOf = ({ quorum }: Use): Expression => quorum ?? constant(BigInt(warpSize * all.length), 32)
  /** Returns the number of threads in the warps that come in that phase, or that come wholly. */
  const sizeIn = (phase: Expression, counts: (one: Arrival) => Predicate): Expression =>
    warps.reduce((sum, warp) => {
      const come = arrivals
        .filter((one) => one.warp === warp)
        .map((one) => allOf([counts(one), equal(one.phase, phase)]))
      return operation('add', sum, choice(anyOf(come), constant(BigInt(warpSize), 32), zero))
    }, zero)
  /**
   * Returns when a use is misused: not all that come in its phase name its count, or the count is invalid. The
   * behaviour is then undefined in any case.
   */
  const isMisused = (one: Use): Predicate =>
    anyOf([
      ...(one.quorum === undefined ? [] : [negation(isWholeCount(one.quorum))]),
      ...phased.map((other) =>
        allOf([other.guard, samePhase(one, other), negation(equal(countOf(one), countOf(other)))]),
      ),
    ])
  const isComplete = (one: Use): Predicate => {
    const { phase } = one.named
    if (one.quorum !== undefined)
      return atLeast(
        sizeIn(phase, ({ isWhole }) => isWhole),
        one.quorum,
      )
    return allOf(
      all.flat().map((thread) => {
        const its = phased.filter(({ origin }) => origin.thread === thread)
        return anyOf([...its.map((other) => allOf([other.guard, samePhase(one, other)])), ended(thread)])
      }),
    )
  }
  const completed = phased.map((one) => ({ one, complete: allOf([one.guard, isComplete(one)]) }))
  const within = arrivals.flatMap(({ phase }) =>
    phase === zero ? [] : [compare('less-unsigned', phase, constant(BigInt(phases), 32))],
  )
  const noMore = phased.map((one) =>
    implied(
      one.guard,
      anyOf([
        atLeast(
          countOf(one),
          sizeIn(one.named.phase, ({ comes }) => comes),
        ),
        isMisused(one),
      ]),
    ),
  )
  const inTurn = arrivals.map(({ comes, phase }) =>
    implied(
      comes,
      anyOf([
        equal(phase, zero),
        ...completed.map(({ one, complete }) => allOf([complete, equal(next(one.named.phase), phase)])),
      ]),
    ),
  )
  const later = phased.flatMap((one) =>
    phased.flatMap((other) => {
      if (one.origin.thread !== other.origin.thread || one.id >= other.id) return []
      const again = allOf([one.guard, other.guard, equal(next(one.named.use), other.named.use)])
      const [before, after] = [one.named.phase, other.named.phase]
      // A thread that only arrives may come again too early: that is undefined.
      return [implied(again, isWait(one) ? compare('less-unsigned', before, after) : atLeast(after, before))]
    }),
  )
  return {
    events: phased,
    constraints: [...within, ...noMore, ...inTurn, ...later].filter((one) => one !== always),
    phaseOrder: phased.flatMap((from) =>
      phased.flatMap((to): readonly GuardedPair[] => {
        if (!isArrival(from) || from === to) return []
        const [before, after] = [from.named.phase, to.named.phase]
        const when = isWait(to)
          ? allOf([atLeast(after, before), passing(to.id)])
          : compare('less-unsigned', before, after)
        return when === never ? [] : [[from.id, to.id, when]]
      }),
    ),
  }
}

const zero = constant(0n, 32)

/** Returns whether it is its thread's use of the barrier of that number. */
const isUseOf = ({ named }: Use, use: number): Predicate => equal(named.use, constant(BigInt(use), 32))

const leastWarps = (count: Expression): number =>
  count.kind === 'constant' ? Math.max(1, Math.floor(Number(count.value) / warpSize)) : 1

const equal = (one: Expression, other: Expression): Predicate => compare('equal', one, other)
const next = (phase: Expression): Expression => operation('add', phase, constant(1n, 32))
const atLeast = (one: Expression, other: Expression): Predicate => negation(compare('less-unsigned', one, other))
const samePhase = (one: Use, other: Use): Predicate => equal(one.named.phase, other.named.phase)
const implied = (when: Predicate, holds: Predicate): Predicate => anyOf([negation(when), holds])
