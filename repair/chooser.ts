/**
 * Finds the lightest selection of changes that meets all clauses and has not been excluded, by branch and bound. It is
 * a hitting set if no clause has a `not`.
 */

import type { Selection, Slot } from './slot.js'

/** Weights are compared in order: the first, then the second. Whole numbers, none negative. */
export type Weight = readonly [first: number, second: number]

/** A level of a slot. */
export interface Literal {
  readonly slot: number
  readonly level: number
}

/** A clause of literals, one of which must hold: `some` are positive, `not` are negated. */
export interface Clause {
  readonly some: readonly Literal[]
  readonly not: readonly Literal[]
}

export interface Chooser {
  /**
   * Returns the lightest selection that meets all clauses; undefined if there is none; `unknown` if none was found
   * before `goesOn` returned false.
   */
  readonly lightest: (goesOn: () => boolean) => Selection | 'unknown' | undefined
  readonly learn: (clause: Clause) => void
  /** Requires a group in which no literal holds. */
  readonly exclude: (groups: readonly (readonly Literal[])[]) => void
}

/** A level that a slot may get, and by how much it is heavier than the lightest of the slot. */
interface Choice extends Literal {
  readonly heavier: number
}

/**
 * The most slots that may be changed among those that do not only add order. Each set of them is another program, about
 * which nothing is known yet.
 */
export const mostOthers = 2

/** The number of steps after which `goesOn` is called. */
const stepsBetween = 1024

/**
 * Starts with every selection of levels that `isChoice` allows which changes at most `others` of the slots that do not
 * only add order. The first level must be the lightest for such a slot, and for every slot where something is excluded.
 */
export function chooser(
  slots: readonly Slot[],
  weigh: (slot: number, level: number) => Weight,
  others: number = mostOthers,
  isChoice: (slot: number, level: number) => boolean = () => true,
): Chooser {
  const weights = weightsOf(slots, weigh)
  /** The lightest level of each slot. */
  const lightest = weights.map((levels) => levels.indexOf(Math.min(...levels)))
  const heavier = ({ slot, level }: Literal): number =>
    (weights[slot]?.[level] ?? 0) - (weights[slot]?.[lightest[slot] ?? 0] ?? 0)
  const clauses: Clause[] = []
  const excluded: (readonly (readonly Literal[])[])[] = []
  /**
   * A lower bound on how much heavier than the lightest levels any remaining selection is. It only grows, since clauses
   * only remove selections.
   */
  let least = 0

  const instead = ({ slot, level }: Literal): readonly Literal[] =>
    (slots[slot]?.levels ?? []).flatMap((_, other) => (other === level ? [] : [{ slot, level: other }]))

  return {
    learn: (clause) => {
      clauses.push(clause)
    },
    exclude: (groups) => {
      excluded.push(groups)
    },
    lightest: (goesOn) => {
      const levels: number[] = [...lightest]
      const decided = slots.map(() => false)
      const banned = new Set<string>()
      let best: Selection | undefined
      let bound = Number.POSITIVE_INFINITY
      let steps = 0
      let isLate = false
      const holds = ({ slot, level }: Literal): boolean => levels[slot] === level
      const mayBe = ({ slot, level }: Literal): boolean =>
        decided[slot] === false &&
        level !== lightest[slot] &&
        isChoice(slot, level) &&
        !banned.has(`${slot} ${level}`) &&
        (level === 0 || slots[slot]?.addsOrder === true || isAmongOthers(slot))
      const isAmongOthers = (slot: number): boolean => {
        const changed = slots.filter(({ addsOrder }, i) => levels[i] !== 0 && !addsOrder)
        const isAlone = slots[slot]?.isMove === true || changed.some(({ isMove }) => isMove)
        return changed.length < (isAlone ? Math.min(others, 1) : others)
      }
      /** Returns the choices that would meet the clause; undefined if it is met. */
      const choicesFor = ({ some, not }: Clause): readonly Choice[] | undefined => {
        if (some.some(holds) || !not.every(holds)) return undefined
        return [...some, ...not.flatMap(instead)].flatMap((one) =>
          mayBe(one) ? [{ ...one, heavier: heavier(one) }] : [],
        )
      }
      const visit = (weight: number): void => {
        if (steps % stepsBetween === 0 && !goesOn()) isLate = true
        steps += 1
        if (isLate || bound <= least) return
        if (excluded.some((groups) => groups.every((group) => group.some(holds)))) return
        const open = clauses.flatMap((clause) => {
          const choices = choicesFor(clause)
          return choices === undefined ? [] : [choices.toSorted((a, b) => a.heavier - b.heavier)]
        })
        const [tightest] = open.toSorted((a, b) => a.length - b.length)
        if (tightest === undefined) {
          if (weight < bound) [best, bound] = [[...levels], weight]
          return
        }
        if (weight + apart(open) >= bound) return
        const tried: string[] = []
        for (const { slot, level, heavier } of tightest) {
          if (weight + heavier >= bound) break
          const before = levels[slot] ?? 0
          levels[slot] = level
          decided[slot] = true
          visit(weight + heavier)
          levels[slot] = before
          decided[slot] = false
          // Every selection with this choice has been examined.
          const key = `${slot} ${level}`
          if (!banned.has(key)) tried.push(key)
          banned.add(key)
        }
        for (const key of tried) banned.delete(key)
      }
      visit(0)
      if (isLate) return 'unknown'
      if (best !== undefined) least = bound
      return best
    },
  }
}

/**
 * Returns a weight that any selection must add if it must contain one choice of each list: the sum over lists with no
 * slot in common.
 */
function apart(open: readonly (readonly Choice[])[]): number {
  const seen = new Set<number>()
  let sum = 0
  for (const choices of open.toSorted((a, b) => a.length - b.length)) {
    if (choices.some(({ slot }) => seen.has(slot))) continue
    for (const { slot } of choices) seen.add(slot)
    const [lightest] = choices
    if (lightest === undefined) return Number.POSITIVE_INFINITY
    sum += lightest.heavier
  }
  return sum
}

/** Returns one number for each slot and level, in the order of the weights. */
function weightsOf(
  slots: readonly Slot[],
  weigh: (slot: number, level: number) => Weight,
): readonly (readonly number[])[] {
  const weights = slots.map(({ levels }, slot) => levels.map((_, level) => weigh(slot, level)))
  const most = weights.reduce((sum, levels) => sum + Math.max(...levels.map(([, second]) => second)), 1)
  return weights.map((levels) => levels.map(([first, second]) => first * most + second))
}
