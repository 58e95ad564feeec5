/**
 * Misuse of the named barriers of a CTA by its threads (ISA, `bar`), and of aligned ones of a cluster (ISA,
 * `barrier.cluster`). The behaviour is then undefined.
 */

import type { Instruction } from '../../../litmus/instruction.js'
import { namedBarriers } from '../../../litmus/instructions/named-barriers.js'
import { warpOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { warpSize } from '../../../litmus/warp-size.js'
import { groupBy } from '../../../source/group.js'
import { memoised } from '../../../source/memoised.js'
import { must } from '../../../source/must.js'
import {
  allOf,
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
import type { Line } from '../control/lines.js'
import { linesOf } from '../control/loops.js'
import { comesLater, mayLeadTo, placeInText, placeOfLine } from '../control/text-order.js'
import type { Choice } from '../control/walk.js'
import type { BarrierEvent, Event, MisusedBarrier, Origin, Stop, Unmodelled } from '../graph/event.js'
import { awaitedBy, mayBeTogether, warpsAt } from './barriers.js'
import { isChosenPhase, isWholeCount } from './named-barriers.js'
import { matesOf } from './warps.js'

type Misuse = Stop & MisusedBarrier

/** A barrier to which a thread of the program comes. */
interface Placed extends BarrierEvent {
  readonly origin: NonNullable<BarrierEvent['origin']>
}

/** An event of a named barrier, with the fields that such events have. */
interface Use extends Placed {
  readonly named: NonNullable<BarrierEvent['named']>
}

const isPlaced = (event: Event): event is Placed => event.kind === 'barrier' && event.origin !== undefined
const isUse = (event: Event): event is Use => isPlaced(event) && event.named !== undefined

/**
 * Returns the places where threads misuse named barriers, and where their behaviour is not modelled. `ends` says when
 * each thread ends.
 */
export function misusedBarriers(
  program: Program,
  events: readonly Event[],
  choices: readonly Choice[],
  ends: readonly Predicate[],
): { readonly undefined: readonly Misuse[]; readonly unmodelled: readonly Unmodelled[] } {
  const uses = events.filter(isUse)
  const eventsBy = groupBy(events, ({ origin }) => origin?.thread)
  const choicesBy = groupBy(choices, ({ thread }) => thread)
  const doneBy = memoised((thread: number): Done => {
    const { instructions } = threadAt(program.threads, thread)
    return whatIsDone(instructions, eventsBy.get(thread) ?? [], choicesBy.get(thread) ?? [])
  })
  const happens = ({ when }: Stop): boolean => when !== never
  return {
    undefined: [
      ...uses.flatMap((use) => [...withoutBarrier(use), ...withoutWarps(use), ...unlike(use), ...notReset(use)]),
      ...events.filter(isPlaced).flatMap(divergent),
    ].filter(happens),
    unmodelled: uses.flatMap(tooMany).filter(happens),
  }

  function misuse(
    { origin: { thread, instruction } }: Placed,
    problem: MisusedBarrier['problem'],
    when: readonly Predicate[],
    other?: Use,
  ): Misuse {
    return { reason: 'barrier', thread, instruction, problem, other: other?.origin.thread, when: allOf(when) }
  }

  /** Reports the use of a barrier that does not exist: a CTA has sixteen. */
  function withoutBarrier(use: Use): readonly Misuse[] {
    const isThere = compare('less-unsigned', use.named.number, constant(BigInt(namedBarriers), 32))
    return [misuse(use, 'no such barrier', [use.guard, negation(isThere)])]
  }

  /** Reports a count that is 0 or not a multiple of the size of a warp. */
  function withoutWarps(use: Use): readonly Misuse[] {
    if (use.quorum === undefined) return []
    return [misuse(use, 'no whole warps', [use.guard, negation(isWholeCount(use.quorum))])]
  }

  /** Returns the uses by other threads that may be in the same phase as this one. */
  function others(use: Use): readonly Use[] {
    return mayBeTogether(uses, use)
      .filter(isUse)
      .filter(({ origin }) => origin.thread !== use.origin.thread)
  }

  /**
   * Reports threads that name different counts, or do different things where one of them reduces. The later one of two
   * such uses is to blame.
   */
  function unlike(use: Use): readonly Misuse[] {
    return others(use).flatMap((other): readonly Misuse[] => {
      if (other.id > use.id) return []
      const counts = negation(equal(countOf(use), countOf(other)))
      const isAlike = use.named.reduction === other.named.reduction
      if (counts === never && isAlike) return []
      const together = [use.guard, other.guard, samePhase(use, other)]
      return [
        misuse(use, 'other count', [...together, counts], other),
        ...(isAlike ? [] : [misuse(use, 'other reduction', together, other)]),
      ]
    })
  }

  /** Returns the number of threads that take part: without a count, all threads of the CTA. */
  function countOf(use: Use): Expression {
    return use.quorum ?? constant(BigInt(warpSize * warpsAt(program, use).length), 32)
  }

  function isThere(use: Use, thread: number): Predicate {
    if (thread === use.origin.thread) return use.guard
    const its = others(use).filter(({ origin }) => origin.thread === thread)
    return anyOf(its.map((other) => allOf([other.guard, samePhase(use, other)])))
  }

  /**
   * Reports more warps in a phase than take part. Phases are not chosen if the number of a barrier is not known: the
   * warps may be in several phases, in an order that is not modelled. The last ones, by their numbers, are to blame.
   */
  function tooMany(use: Use): readonly Unmodelled[] {
    if (use.quorum === undefined || isChosenPhase(use)) return []
    const own = warpOf(threadAt(program.threads, use.origin.thread))
    const upToOwn = warpsAt(program, use).filter(([first = 0]) => warpOf(threadAt(program.threads, first)) <= own)
    const come = upToOwn.map((warp) => anyOf(warp.map((thread) => isThere(use, thread))))
    const { thread, instruction } = use.origin
    // Invalid counts and different counts are undefined in any case.
    const alike = others(use).map((other) =>
      negation(allOf([other.guard, samePhase(use, other), negation(equal(countOf(use), countOf(other)))])),
    )
    const when = allOf([
      use.guard,
      compare('less-signed', use.quorum, sizeOf(come)),
      isWholeCount(use.quorum),
      ...alike,
    ])
    return [{ thread, instruction, why: 'more warps come to the barrier than take part at a time', when }]
  }

  /**
   * Reports threads that do not come to an aligned barrier together, as those that run the same text must: those of the
   * CTA, or at one that counts only some of them, or at a cluster's, those of a warp. No thread may go on without it:
   * past it in the text, or on a path that does not lead there. A thread whose path leads straight to the exit counts
   * as one that has exited; at a barrier of a whole CTA, a path with a further choice counts as going on.
   */
  function divergent(use: Placed): readonly Misuse[] {
    const { origin, guard } = use
    if (use.aligned !== true) return []
    const here = must(doneBy(origin.thread).executes.get(keyOf(origin)), 'the barrier among what its thread does').place
    return sameTextAs(use).flatMap((mate) => {
      const { executes, acts, choices, lines } = doneBy(mate)
      const isPast = ({ place }: Act): boolean => comesLater(here, place) || !mayLeadTo(lines, place, here)
      const does = executes.get(keyOf(origin))?.guard ?? never
      if (both(guard, negation(does)) === never) return []
      const later = [...acts, ...(isOfAll(use) ? choices : [])].flatMap((one) =>
        isPast(one) && !implies(one.guard, does) ? [one.guard] : [],
      )
      if (later.length === 0) return []
      const when = [guard, negation(does), anyOf([...new Set(later)])]
      return [{ ...misuse(use, 'divergent', when), other: mate }]
    })
  }

  /** Returns the threads that run the same text: those of the same warp, or of the CTA if all take part. */
  function sameTextAs(use: Placed): readonly number[] {
    const { thread, instruction } = use.origin
    const text = threadAt(program.threads, thread).instructions[instruction]?.span
    return (isOfAll(use) ? awaitedBy(program, use) : matesOf(program, thread)).filter((other) => {
      const its = threadAt(program.threads, other).instructions[instruction]?.span
      return other !== thread && text?.source === its?.source && text?.start === its?.start
    })
  }

  /**
   * Reports a use after an `arrive` of the same thread if it is not certain that the barrier has been reset, that is,
   * that all other threads have come before.
   */
  function notReset(use: Use): readonly Misuse[] {
    if (use.action !== 'arrive' || use.quorum === undefined) return []
    const { quorum } = use
    const nexts = uses.filter((one) => one.origin.thread === use.origin.thread && one.id > use.id)
    return nexts.flatMap((next): readonly Misuse[] => {
      const again = [
        use.guard,
        next.guard,
        equal(use.named.number, next.named.number),
        equal(operation('add', use.named.use, constant(1n, 32)), next.named.use),
      ]
      if (allOf(again) === never) return []
      const warps = warpsAt(program, use).map((warp) =>
        allOf([
          anyOf(warp.map((thread) => isThere(use, thread))),
          ...warp.map((thread) => anyOf([isThere(use, thread), must(ends[thread], 'the end of each thread')])),
        ]),
      )
      const own = warpOf(threadAt(program.threads, use.origin.thread))
      const awaited = others(use).filter(({ origin }) => warpOf(threadAt(program.threads, origin.thread)) !== own)
      return [
        misuse(next, 'not reset', [...again, compare('less-signed', sizeOf(warps), quorum)]),
        misuse(next, 'not reset', [...again, samePhase(use, next)]),
        ...awaited.map((other) => ({
          ...misuse(next, 'not reset', [...again, other.guard, samePhase(use, other)], other),
          unlessBefore: [other.id, next.id] as const,
        })),
      ]
    })
  }
}

/** Something that a thread does, when, and where in its text. */
interface Act {
  readonly guard: Predicate
  readonly place: readonly number[]
}

/** The behaviour of a thread: its events, also by instruction and round, and the jumps at which it chooses. */
interface Done {
  readonly lines: readonly Line[]
  readonly acts: readonly Act[]
  readonly executes: ReadonlyMap<string, Act>
  readonly choices: readonly Act[]
}

const keyOf = ({ instruction, iterations }: Pick<Origin, 'instruction' | 'iterations'>): string =>
  `${instruction} ${iterations}`

function whatIsDone(instructions: readonly Instruction[], events: readonly Event[], choices: readonly Choice[]): Done {
  const lines = linesOf(instructions)
  const executes = new Map<string, Act>()
  const acts = events.flatMap(({ origin, guard }): readonly Act[] => {
    if (origin === undefined) return []
    const act = { guard, place: must(placeInText(lines, origin), 'the place of an instruction') }
    if (!executes.has(keyOf(origin))) executes.set(keyOf(origin), act)
    return [act]
  })
  const made = choices.map(({ jump, iterations, guard }) => {
    const place = placeOfLine(lines, (line) => line === jump, iterations)
    return { guard, place: must(place, 'the place of a jump') }
  })
  return { lines, acts, executes, choices: made }
}

/** Returns whether all threads of the CTA must come to an aligned barrier together. */
const isOfAll = ({ rule, quorum }: BarrierEvent): boolean => rule === 'named' && quorum === undefined

const zero = constant(0n, 32)

const equal = (one: Expression, other: Expression): Predicate => compare('equal', one, other)

const samePhase = (one: Use, other: Use): Predicate =>
  allOf([equal(one.named.number, other.named.number), equal(one.named.phase, other.named.phase)])

/** Returns the number of threads in the warps that come. */
const sizeOf = (warps: readonly Predicate[]): Expression =>
  warps.reduce((sum, comes) => operation('add', sum, choice(comes, constant(BigInt(warpSize), 32), zero)), zero)
