/**
 * Searches for the lightest selections of changes that a judge accepts. The lightest one is chosen and decided. Each
 * unwanted execution shows which changes it survives, so that no selection among only these is chosen again (implicit
 * hitting sets).
 */

import type { Model } from '../axioms/algebra/terms.js'
import type { TimeLimit } from '../encoder/decide/time-limit.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { Program } from '../litmus/program.js'
import { timeReason } from '../source/limited.js'
import { applied } from './apply.js'
import { type Clause, chooser, type Literal, mostOthers, type Weight } from './chooser.js'
import { type Counterexample, surviving } from './counterexample.js'
import type { Changed, Wanted } from './judge.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

export interface Search {
  /** The unchanged program. */
  readonly program: Program
  readonly slots: readonly Slot[]
  readonly weigh: (slot: number, level: number) => Weight
  readonly judge: (changed: Changed) => Wanted
  /** Executions that are known to offend. */
  readonly counterexamples: readonly Counterexample[]
  readonly model: Model
  readonly bound: number
  readonly limit: TimeLimit
  readonly budget: Budget
  readonly progress: (tried: number, selection: Selection) => void
  /** Returns whether the search is over once this selection is the lightest that is left. */
  readonly isTooHeavy?: (selection: Selection) => boolean
  /** True if good selections may come in any order: places that are enough are looked for at once, and nothing else. */
  readonly anyOrder?: boolean
}

/**
 * The most selections that are judged, the most executions that are carried over, and how many changes may do more than
 * add order.
 */
export interface Budget {
  readonly judged: number
  readonly carried: number
  readonly others: number
}

/** The budget that is limited only by time. */
export const unlimited: Budget = {
  judged: Number.POSITIVE_INFINITY,
  carried: Number.POSITIVE_INFINITY,
  others: mostOthers,
}

export interface Found {
  readonly selection: Selection
  readonly program: Program
  readonly within: Within | undefined
  /** The number of selections judged so far, and of those that are undecided. */
  readonly judged: number
  readonly undecided: number
}

/** The end of a search: every selection is excluded, or its time or budget is spent. */
export interface Ended {
  readonly kind: 'exhausted' | 'spent'
  readonly reason: string
  /** The number of selections judged, the number of those that are undecided, and the reason. */
  readonly judged: number
  readonly undecided: number
  readonly why: string | undefined
  /** A good selection that was found, if it may not be the lightest and none was yielded. */
  readonly incumbent: Found | undefined
}

const budgetReason = 'the budget of changes to try is spent'

/** The number of selections that are judged before a look for places that are enough. */
const patience = 6

/**
 * The selections that are excluded once one is found: only that selection and those that contain it, or all similar
 * ones.
 */
export type Excluding = 'containing' | 'alike'

/** Yields the good selections on demand, the lightest first. */
export function* search(given: Search, excluding: Excluding): Generator<Found, Ended> {
  const { program, slots, weigh, judge, counterexamples: initial, model, bound, limit, budget } = given
  const { progress, isTooHeavy, anyOrder = false } = given
  let [judged, carried, undecided] = [0, 0, 0]
  let hasLooked = false
  const examined = new Set<string>()
  let why: string | undefined
  const spend = (): boolean => {
    carried += 1
    return carried <= budget.carried && limit.goesOn()
  }
  const { goesOn } = limit
  const { survives, lesson } = surviving(program, slots, { model, bound }, { goesOn, spend })
  const choose = chooser(slots, weigh, budget.others)
  /** Chooses among places, whatever is changed there: of several levels, it takes the strongest. */
  const choosePlaces = chooser(
    slots,
    weigh,
    budget.others,
    (slot, level) => level === 0 || isStrongest(slots, slot, level),
  )
  const counterexamples: Counterexample[] = [...initial]
  /** A good selection that may not be the lightest. */
  let incumbent: Found | undefined
  const ended = (kind: Ended['kind'], reason: string): Ended => ({ kind, reason, judged, undecided, why, incumbent })
  const changedBy = (selection: Selection): Changed => {
    const edits = editsOf(changesOf(slots, selection))
    const unsafe = selection.some((level, slot) => slots[slot]?.levels[level]?.safe === false)
    return { program: applied(program, edits), edits, unsafe }
  }
  const learn = (counterexample: Counterexample, selection: Selection): void => {
    const clause = lesson(counterexample, selection)
    choose.learn(clause)
    choosePlaces.learn(clause)
  }
  /** Judges a selection, unless a counterexample survives it. Returns `known` then, and `spent` without a budget or time. */
  const judgedOf = (selection: Selection, shown = selection): Wanted | 'known' | 'spent' => {
    progress(judged, shown)
    const survivor = counterexamples.findLast((one) => survives(one, selection))
    if (survivor !== undefined) {
      learn(survivor, selection)
      return 'known'
    }
    if (judged === budget.judged || !goesOn()) return 'spent'
    judged += 1
    const verdict = judge(changedBy(selection))
    if (verdict.kind === 'offends') {
      counterexamples.push(verdict.counterexample)
      learn(verdict.counterexample, selection)
    }
    return verdict
  }
  const found = (selection: Selection, within: Within | undefined): Found => ({
    selection,
    program: changedBy(selection).program,
    within,
    judged,
    undecided,
  })

  /** Lowers the levels of a good selection one by one, as long as it stays good. */
  function lowered(good: Found): Found {
    return slots.reduce((best, { levels }, slot): Found => {
      const lighter = [...levels.keys()]
        .filter((level) => level !== 0 && isBelow(slots, slot, level, best.selection[slot] ?? 0))
        .toSorted((a, b) => compareWeights(weigh(slot, a), weigh(slot, b)))
      for (const level of lighter) {
        if (level === best.selection[slot] || !goesOn()) return best
        const selection = best.selection.with(slot, level)
        const verdict = judgedOf(selection)
        if (verdict !== 'known' && verdict !== 'spent' && verdict.kind === 'good')
          return found(selection, verdict.within)
      }
      return best
    }, good)
  }

  /**
   * Looks for places that are enough. Counterexamples to the strongest changes there exclude weaker ones, too, so there
   * are few.
   */
  function lookForPlaces(): void {
    while (goesOn()) {
      const selection = choosePlaces.lightest(goesOn)
      if (selection === undefined || selection === 'unknown' || isTooHeavy?.(selection) === true) return
      const verdict = judgedOf(selection)
      if (verdict === 'known') continue
      if (verdict === 'spent') return
      if (verdict.kind === 'good') {
        incumbent = lowered(found(selection, verdict.within))
        return
      }
      if (verdict.kind !== 'offends') choosePlaces.learn(exactly(selection))
    }
  }

  while (anyOrder) {
    lookForPlaces()
    if (incumbent === undefined)
      return goesOn() && judged < budget.judged
        ? ended('exhausted', 'no other changes are left')
        : ended('spent', goesOn() ? budgetReason : timeReason)
    yield incumbent
    choosePlaces.learn(withoutAll(slots, incumbent.selection))
    incumbent = undefined
  }

  for (;;) {
    if (!goesOn()) return ended('spent', timeReason)
    if (judged >= patience && !hasLooked) {
      hasLooked = true
      lookForPlaces()
    }
    const selection = choose.lightest(goesOn)
    if (selection === undefined) return ended('exhausted', 'no other changes are left')
    if (selection === 'unknown') return ended('spent', timeReason)
    if (isTooHeavy?.(selection) === true) return ended('exhausted', 'all other changes are too many')
    const strongest = strongestOf(slots, selection)
    const key = strongest.join()
    if (judged >= patience && !examined.has(key) && key !== selection.join()) {
      examined.add(key)
      const verdict = judgedOf(strongest, selection)
      // What survives the strongest changes at these places excludes all others there.
      if (verdict === 'known' || (verdict !== 'spent' && verdict.kind === 'offends')) continue
    }
    const verdict = judgedOf(selection)
    if (verdict === 'known') continue
    if (verdict === 'spent') return ended('spent', goesOn() ? budgetReason : timeReason)
    switch (verdict.kind) {
      case 'good':
        yield found(selection, verdict.within)
        if (excluding === 'alike') choose.exclude(alikeTo(slots, selection))
        choose.learn(withoutAll(slots, selection))
        break
      case 'offends':
        break
      case 'breaks':
        if (!verdict.containing) choose.learn(exactly(selection))
        else choose.learn(onlyAddsOrder(selection) ? withoutAll(slots, selection) : withoutOrder(slots, selection))
        break
      case 'unwanted':
        choose.learn(exactly(selection))
        break
      case 'undecided':
        undecided += 1
        why ??= verdict.reason
        choose.learn(exactly(selection))
        break
    }
  }

  /** Returns whether a selection changes only slots whose changes add order. */
  function onlyAddsOrder(selection: Selection): boolean {
    return selection.every((level, slot) => level === 0 || slots[slot]?.addsOrder === true)
  }
}

/** Returns whether no level of the slot is stronger; of slots that do not only add order, each level is. */
const isStrongest = (slots: readonly Slot[], slot: number, level: number): boolean =>
  slots[slot]?.addsOrder !== true ||
  (slots[slot]?.levels ?? []).every((_, other) => other === level || !isBelow(slots, slot, level, other))

/** Returns the selection that changes the same places, each as strongly as possible. */
const strongestOf = (slots: readonly Slot[], selection: Selection): Selection =>
  selection.map((chosen, slot) => {
    if (chosen === 0 || slots[slot]?.addsOrder !== true) return chosen
    const levels = [...(slots[slot]?.levels ?? []).keys()]
    return levels.find((level) => levels.every((other) => isBelow(slots, slot, other, level))) ?? chosen
  })

const isBelow = (slots: readonly Slot[], slot: number, a: number, b: number): boolean =>
  slots[slot]?.levels[b]?.below.includes(a) === true

const compareWeights = ([a, b]: Weight, [c, d]: Weight): number => a - c || b - d

/** Requires a selection other than this one. */
const exactly = (selection: Selection): Clause => ({ some: [], not: selection.map((level, slot) => ({ slot, level })) })

/** Excludes one of the changes, and stronger ones at its place. */
const withoutAll = (slots: readonly Slot[], selection: Selection): Clause => ({
  some: selection.flatMap((chosen, slot) =>
    (slots[slot]?.levels ?? []).flatMap(({ below }, level) =>
      chosen === 0 || below.includes(chosen) ? [] : [{ slot, level }],
    ),
  ),
  not: [],
})

/**
 * Returns the clause that, if all other changes are the same, one of the changes that add order must not be made, nor a
 * stronger one at its place.
 */
const withoutOrder = (slots: readonly Slot[], selection: Selection): Clause => ({
  some: withoutAll(slots, selection).some.filter(({ slot }) => slots[slot]?.addsOrder === true),
  not: selection.flatMap((level, slot) => (slots[slot]?.addsOrder === true ? [] : [{ slot, level }])),
})

/** Returns all alternatives that are similar to each change. */
const alikeTo = (slots: readonly Slot[], selection: Selection): readonly (readonly Literal[])[] =>
  selection.flatMap((chosen, slot) => {
    const like = slots[slot]?.like
    if (chosen === 0) return []
    return [
      slots.flatMap((other, i) =>
        other.like === like ? other.levels.flatMap((_, level) => (level === 0 ? [] : [{ slot: i, level }])) : [],
      ),
    ]
  })
