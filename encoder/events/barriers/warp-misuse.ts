/**
 * Misuse of warp operations by the lanes of a warp (ISA, `bar.warp.sync` and similar). The behaviour is then undefined.
 */

import { laneOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  anyOf,
  both,
  compare,
  implies,
  negation,
  never,
  type Predicate,
  passing,
} from '../../values/expression.js'
import { hasLane } from '../../values/warps.js'
import type { BarrierEvent, Event, MisusedBarrier, Stop } from '../graph/event.js'
import { mayBeTogether } from './barriers.js'
import { matesOf } from './warps.js'

type Misuse = Stop & MisusedBarrier

/** An event of a warp's barrier, with the fields that such events have. */
interface Use extends BarrierEvent {
  readonly origin: NonNullable<BarrierEvent['origin']>
  readonly warp: NonNullable<BarrierEvent['warp']>
}

const isUse = (event: Event): event is Use =>
  event.kind === 'barrier' && event.warp !== undefined && event.origin !== undefined

/**
 * Returns where lanes come to an instruction whose mask does not name them, where two lanes wait at different
 * instructions, for each other or one for the other, and where a matrix instruction lacks a lane that has ended, or
 * finds different addresses. `ends` says when each thread ends.
 */
export function misusedInWarps(
  program: Program,
  events: readonly Event[],
  ends: readonly Predicate[],
): readonly Misuse[] {
  const uses = events.filter(isUse)
  const byThread = groupBy(uses, ({ origin }) => origin.thread)
  return uses
    .flatMap((use) => [...outside(use), ...apart(use), ...unlike(use), ...incomplete(use)])
    .filter(({ when }) => when !== never)

  function outside({ origin, guard, warp }: Use): readonly Misuse[] {
    const when = allOf([guard, negation(hasLane(warp.mask, warp.lane))])
    return [{ ...misuse(origin), problem: 'not in mask', when }]
  }

  /**
   * Returns where the lane waits for ever for one that waits for ever elsewhere. If two wait for each other, the later
   * one is reported. A lane that has passed the same instruction has not left this one waiting.
   */
  function apart(use: Use): readonly Misuse[] {
    const mates = matesOf(program, use.origin.thread)
    return mates.flatMap((mate) => {
      const isAwaited = hasLane(use.warp.mask, laneOf(threadAt(program.threads, mate)))
      if (isAwaited === never) return []
      return (byThread.get(mate) ?? []).flatMap((other): readonly Misuse[] => {
        if (sameAs(use, other) || passedWith(use, other) || passedWith(other, use)) return []
        const back = hasLane(other.warp.mask, use.warp.lane)
        const when = [
          use.guard,
          negation(passing(use.id)),
          isAwaited,
          other.guard,
          negation(passing(other.id)),
          negation(samePhase(use, other)),
          ...(use.id > other.id ? [] : [negation(back)]),
        ]
        const otherAt = other.origin.instruction
        return [{ ...misuse(use.origin), problem: 'other mask', other: mate, otherAt, when: allOf(when) }]
      })
    })
  }

  /** Returns where an earlier lane has another value of an operand that all lanes have in common. */
  function unlike(use: Use): readonly Misuse[] {
    const { origin, warp, guard } = use
    if (warp.agreed.length === 0) return []
    return mayBeTogether(uses, use)
      .filter(isUse)
      .flatMap((other): readonly Misuse[] => {
        if (other.origin.thread >= origin.thread) return []
        const differs = warp.agreed.map((value, i) => {
          const its = other.warp.agreed[i]
          return its === undefined ? never : negation(compare('equal', value, its))
        })
        const when = allOf([guard, other.guard, samePhase(use, other), anyOf(differs)])
        return [{ ...misuse(origin), problem: 'other operands', other: other.origin.thread, when }]
      })
  }

  /**
   * Returns where a lane has ended without the others. A matrix instruction is undefined "if any thread in the warp has
   * exited" (ISA, `ldmatrix`, `mma`, `wmma`). Lanes that are left out have not ended, though they execute nothing.
   */
  function incomplete(use: Use): readonly Misuse[] {
    if (!use.warp.complete) return []
    const mates = matesOf(program, use.origin.thread).filter((mate) => !isLeftOut(program, mate))
    return mates.map((mate): Misuse => {
      const there = (byThread.get(mate) ?? []).map((other) => both(other.guard, samePhase(use, other)))
      const when = [use.guard, must(ends[mate], 'the end of each thread'), negation(anyOf(there))]
      return { ...misuse(use.origin), problem: 'ended lane', other: mate, when: allOf(when) }
    })
  }

  /** Returns whether the second comes after one that is certainly the same as the first. */
  function passedWith(one: Use, other: Use): boolean {
    return mayBeTogether(byThread.get(other.origin.thread) ?? [], one).some(
      (before) =>
        before.id < other.id && isUse(before) && sameAs(one, before) && implies(other.guard, passing(before.id)),
    )
  }
}

/** Returns whether a thread is of a lane that a launch leaves out: every kernel has an instruction. */
const isLeftOut = ({ partial, threads }: Program, thread: number): boolean =>
  partial !== undefined && threadAt(threads, thread).instructions.length === 0

const misuse = ({ thread, instruction }: Use['origin']) => ({ reason: 'barrier', thread, instruction }) as const

const samePhase = (one: Use, other: Use): Predicate =>
  one.instance === other.instance && one.resource && other.resource
    ? compare('equal', one.resource.value, other.resource.value)
    : never

/** Returns whether two are the same in every execution that comes to both. */
const sameAs = (one: Use, other: Use): boolean => samePhase(one, other).kind === 'true'
