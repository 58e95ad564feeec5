/**
 * Waits, fences and arrivals against races of asynchronous operations, by what is missing in the execution: a wait that
 * leaves fewer groups, one that is inserted, a fence of the async proxy, an arrival that is moved behind a wait.
 */

import type { Program } from '../litmus/program.js'
import type { Race } from '../races/races.js'
import type { Counterexample } from './counterexample.js'
import type { Access } from './likely-barriers.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import type { Slot } from './slot.js'

/** A change at one of the places. */
export interface Choice {
  readonly slot: number
  readonly level: number
}

/** The places of a program, and an execution of which races are mended. */
interface Given {
  readonly program: Program
  readonly slots: readonly Slot[]
  readonly offends: Counterexample
}

/**
 * Returns the changes that supply what a race lacks, in the order of their strengths; none if nothing is known of it. Of
 * a wait, it is the longest that still lets as many groups run as may.
 */
export function waitsFor(given: Given, { because }: Pick<Race, 'because'>): readonly Choice[] {
  const isSought = because.flatMap((cause): readonly ((repair: Repair) => boolean)[] => {
    switch (cause.kind) {
      case 'handed over':
        return [
          within(given, cause.operation, cause.by, (one) => isWait(one, BigInt(cause.pending ?? 0))),
          within(given, cause.operation, cause.by, isArrival),
        ]
      case 'early':
        return [
          within(given, cause.operation, cause.access, (one) => isWait(one, undefined)),
          within(given, cause.access, cause.access, isLoop),
        ]
      case 'no fence':
        return [
          within(given, cause.first, cause.last, isAsyncFence),
          within(given, cause.last, cause.last, isAsyncFence),
        ]
      case 'no order':
        return [within(given, cause.operation, cause.operation, (one) => isAsyncFence(one) || isWarpgroupFence(one))]
      default:
        return []
    }
  })
  return isSought.flatMap((is) =>
    given.slots.flatMap(({ levels }, slot): readonly Choice[] => {
      const level = levels.findIndex(({ change }) => change?.edits.some(is) === true)
      return level <= 0 ? [] : [{ slot, level }]
    }),
  )
}

/** Returns the place of an event's instruction in the unchanged program; undefined for one that was inserted. */
export function placeOf({ reached: { graph, origins } }: Counterexample, event: number): Access | undefined {
  const origin = graph.events[event]?.origin
  const at = origin && origins[origin.thread]?.[origin.instruction]
  return origin === undefined || typeof at !== 'number' ? undefined : { thread: origin.thread, at }
}

/**
 * Returns whether an edit is as described, in the text of one event and behind it, and before the other where both run
 * one text; for one event alone, anywhere before it.
 */
function within(
  { program, offends }: Given,
  first: number,
  last: number,
  is: (repair: Repair) => boolean,
): (repair: Repair) => boolean {
  const [from, to] = [placeOf(offends, first), placeOf(offends, last)]
  if (from === undefined || to === undefined) return () => false
  const texts = sharing(program, from.thread)
  const isOneText = texts.includes(to.thread)
  return (one) =>
    texts.includes(one.thread) &&
    (first === last ? one.at <= to.at : from.at < one.at && (!isOneText || to.at < from.at || one.at <= to.at)) &&
    is(one)
}

/** Returns whether an edit makes a wait for groups that leaves at most `pending`, or any number. */
const isWait = ({ change }: Repair, pending: bigint | undefined): boolean =>
  (change.kind === 'insert' || change.kind === 'replace') &&
  change.instruction.kind === 'async-group' &&
  change.instruction.action !== 'commit' &&
  (pending === undefined || (change.instruction.pending ?? 0n) <= pending)

const isLoop = ({ change }: Repair): boolean => change.kind === 'await'

const isArrival = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'mbarrier' && change.instruction.action === 'arrive'

const isAsyncFence = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'async-fence'

const isWarpgroupFence = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'wgmma-fence'
