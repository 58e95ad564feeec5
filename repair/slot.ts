/** Places of a program that may be changed, and the alternatives there. */

import type { Price } from './prices.js'
import type { Change, Repair } from './repair.js'

/** A place where at most one of several changes is made. */
export interface Slot {
  /** The rank of the edits: at one place, those of lower rank come first. */
  readonly rank: number
  /** Equal for slots whose changes differ only in their place: a fence in the same thread, a few lines on. */
  readonly like: string
  /**
   * The levels. The first one is below all others: no change if the program is to become stronger, or the weakest form
   * of an instruction if it is to become weaker.
   */
  readonly levels: readonly Level[]
  /**
   * True if the levels only add order: an execution of the program with one is an execution with each of the levels
   * below it. At most two of the other slots are changed.
   */
  readonly addsOrder: boolean
  /** True if an instruction moves there: then no other slot is changed that does not only add order. */
  readonly isMove?: true
}

export interface Level {
  /** Undefined for the instruction as it is. */
  readonly change: Change | undefined
  /** The indices of the levels that are at most as strong, itself among them. */
  readonly below: readonly number[]
  /** True if the change cannot make a thread wait or behaviour undefined. */
  readonly safe: boolean
}

/** The unchanged text at the place. */
export const asItIs: Pick<Level, 'change' | 'safe'> = { change: undefined, safe: true }

/** A level for each slot, by index. */
export type Selection = readonly number[]

/** Returns the changes of a selection, in the order in which `applied` takes their edits. */
export const changesOf = (slots: readonly Slot[], selection: Selection): readonly Change[] =>
  slots
    .map(({ rank, levels }, i) => ({ rank, change: levels[selection[i] ?? 0]?.change }))
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ change }) => (change === undefined ? [] : [change]))

/** Returns the edits for `applied`. */
export const editsOf = (changes: readonly Change[]): readonly Repair[] => changes.flatMap(({ edits }) => edits)

/** Returns one change, or none. */
export const single = (
  change: Change,
  {
    rank = 0,
    like,
    addsOrder = true,
    safe = true,
  }: Partial<Pick<Slot, 'rank' | 'addsOrder'>> & { like: string; safe?: boolean },
): Slot => ({
  rank,
  like,
  addsOrder,
  levels: [
    { change: undefined, below: [0], safe: true },
    { change, below: addsOrder ? [0, 1] : [1], safe },
  ],
})

/** Returns the present instruction and its possible replacements or additions, with the order of their strengths. */
export const alternatives = <T>(
  items: readonly T[],
  isBelow: (a: T, b: T) => boolean,
  level: (item: T) => Pick<Level, 'change' | 'safe'>,
): readonly Level[] =>
  items.map((item) => ({
    ...level(item),
    below: items.flatMap((other, i) => (other === item || isBelow(other, item) ? [i] : [])),
  }))

/** Returns a slot whose changes do not have one of the prices. */
export const withoutPrice = (slot: Slot, price: Price): Slot => ({
  ...slot,
  levels: slot.levels.map((level) =>
    level.change?.prices.includes(price) === true
      ? { ...level, change: { ...level.change, prices: level.change.prices.filter((one) => one !== price) } }
      : level,
  ),
})

/** Returns the slot with some of its levels, each with what is kept below it. */
export function keeping(slot: Slot, isKept: (level: Level, index: number) => boolean): Slot {
  const kept = [...slot.levels.entries()].filter(([index, level]) => isKept(level, index))
  const indices = new Map(kept.map(([before], now) => [before, now]))
  const levels = kept.map(([, level]) => ({
    ...level,
    below: level.below.flatMap((other) => indices.get(other) ?? []),
  }))
  return { ...slot, levels }
}
