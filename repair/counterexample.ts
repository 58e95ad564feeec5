/** Executions that a changed program should not have, and the changes that they survive. */

import type { Model } from '../axioms/algebra/terms.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { reaches } from '../encoder/execution/replay.js'
import type { Program, Question } from '../litmus/program.js'
import type { GoesOn } from '../source/limited.js'
import { carriedOver, type Reached } from './carry.js'
import type { Clause, Literal } from './chooser.js'
import { graphsOf } from './graphs.js'
import type { Selection, Slot } from './slot.js'

export interface Counterexample {
  /** The question whose outcome it reaches, if that is the counterexample. */
  readonly question: Question | undefined
  readonly reached: Reached
  /** The purpose of the events: the final state, or the races among accesses. */
  readonly of: 'final states' | 'accesses'
  /** True if unsafe changes may have caused it: threads wait for ever, or behaviour is undefined. */
  readonly mayBeOfChanges: boolean
  /** Returns whether an execution of a changed program offends in the same way. */
  readonly isStill: (graph: EventGraph, execution: Execution) => boolean
}

/** Returns an execution that reaches the outcome of a question. */
export const reaching = (question: Question, reached: Reached): Counterexample => ({
  question,
  reached,
  of: 'final states',
  mayBeOfChanges: false,
  isStill: (graph, execution) => reaches(question, graph, execution),
})

export interface Surviving {
  /** Returns whether an execution that does the same offends in the program with the selected changes. */
  readonly survives: (counterexample: Counterexample, selection: Selection) => boolean
  /**
   * Returns the clause that a selection must meet so that the counterexample does not survive it as it survives this
   * one.
   */
  readonly lesson: (counterexample: Counterexample, selection: Selection) => Clause
}

/**
 * Returns how counterexamples survive selections from the slots of a program. Every attempt to find out asks `goesOn`
 * between its steps; if that says no, it counts as if none survived, and the caller must ask as well. `spend` is called
 * for each attempt to learn more than that, and says whether there may be more.
 */
export function surviving(
  program: Program,
  slots: readonly Slot[],
  { model, bound }: { readonly model: Model; readonly bound: number },
  { goesOn, spend }: { readonly goesOn: GoesOn; readonly spend: () => boolean },
): Surviving {
  const graphOf = graphsOf(program, slots, { model, bound }, goesOn)
  const survives = ({ reached, of, isStill }: Counterexample, selection: Selection): boolean => {
    const to = graphOf(selection, of)
    return to !== undefined && carriedOver(reached, to, model, isStill, goesOn) !== undefined
  }

  /**
   * Returns whether a selection this strong, with more of some slots, is still survived; within the attempts allowed.
   */
  const isSurvived = (counterexample: Counterexample, selection: Selection): boolean =>
    spend() && survives(counterexample, selection)

  /** Returns whether executions that survive a level of the slot survive those below it. */
  const onlyAddsOrder = ({ mayBeOfChanges }: Counterexample, slot: number): boolean =>
    slots[slot]?.addsOrder === true && !(mayBeOfChanges && slots[slot].levels.some(({ safe }) => !safe))

  /** The slots that some counterexample did not let rise to the top: those that matter. */
  const mattering = new Set<number>()

  const highest = (from: Selection, some: readonly number[]): Selection =>
    from.map((level, slot) => (some.includes(slot) ? (strongest(slots, slot, level) ?? level) : level))

  /** Raises the slot step by step: a counterexample that does not survive a level survives none above it. */
  const climbed = (counterexample: Counterexample, from: Selection, slot: number): Selection => {
    const next = justAbove(slots, slot, from[slot] ?? 0)
      .map((level) => from.with(slot, level))
      .find((one) => isSurvived(counterexample, one))
    return next === undefined ? from : climbed(counterexample, next, slot)
  }

  const raised = (counterexample: Counterexample, from: Selection, some: readonly number[]): Selection => {
    const [only, second] = some
    if (only === undefined) return from
    const all = highest(from, some)
    if (isSurvived(counterexample, all)) return all
    if (second === undefined) return climbed(counterexample, from, only)
    const half = Math.ceil(some.length / 2)
    return raised(counterexample, raised(counterexample, from, some.slice(0, half)), some.slice(half))
  }

  /** The selection that each counterexample was last found to survive. */
  const last = new WeakMap<Counterexample, Selection>()

  /**
   * Strengthens a selection while the counterexample is found to survive it, with the same levels of slots that do not
   * only add order.
   */
  const grown = (counterexample: Counterexample, selection: Selection): Selection => {
    const before = last.get(counterexample) ?? selection
    const joined = selection.map((level, slot) => {
      const other = before[slot] ?? 0
      return onlyAddsOrder(counterexample, slot) && isBelow(slots, slot, level, other) ? other : level
    })
    if (last.has(counterexample) && isSurvived(counterexample, joined)) return joined
    const open = [...slots.keys()].filter(
      (slot) => onlyAddsOrder(counterexample, slot) && strongest(slots, slot, selection[slot] ?? 0) !== undefined,
    )
    // Most slots do not matter to an execution, and are raised together; those that did before are tried one by one.
    const others = raised(
      counterexample,
      selection,
      open.filter((slot) => !mattering.has(slot)),
    )
    const larger = open
      .filter((slot) => mattering.has(slot))
      .reduce((from, slot) => climbed(counterexample, from, slot), others)
    for (const slot of open) if (strongest(slots, slot, larger[slot] ?? 0) !== undefined) mattering.add(slot)
    last.set(counterexample, larger)
    return larger
  }

  return {
    survives,
    lesson: (counterexample, selection) => {
      const survived = grown(counterexample, selection)
      const isOther = (slot: number, level: number): boolean =>
        onlyAddsOrder(counterexample, slot)
          ? !isBelow(slots, slot, level, survived[slot] ?? 0)
          : level !== (survived[slot] ?? 0)
      return { some: levelsWhere(slots, isOther), not: [] }
    },
  }
}

/** Returns the levels above a level of a slot. */
const above = (slots: readonly Slot[], slot: number, level: number): readonly number[] =>
  (slots[slot]?.levels ?? []).flatMap((_, other) =>
    other !== level && isBelow(slots, slot, level, other) ? [other] : [],
  )

/** Returns the level above a given one that has the most levels below it; undefined if there is none. */
function strongest(slots: readonly Slot[], slot: number, level: number): number | undefined {
  const size = (one: number): number => slots[slot]?.levels[one]?.below.length ?? 0
  return above(slots, slot, level).toSorted((a, b) => size(b) - size(a))[0]
}

/** Returns the levels directly above a level. */
function justAbove(slots: readonly Slot[], slot: number, level: number): readonly number[] {
  const higher = above(slots, slot, level)
  return higher.filter((one) => !higher.some((other) => other !== one && isBelow(slots, slot, other, one)))
}

const isBelow = (slots: readonly Slot[], slot: number, a: number, b: number): boolean =>
  slots[slot]?.levels[b]?.below.includes(a) === true

const levelsWhere = (slots: readonly Slot[], isWanted: (slot: number, level: number) => boolean): readonly Literal[] =>
  slots.flatMap(({ levels }, slot) => levels.flatMap((_, level) => (isWanted(slot, level) ? [{ slot, level }] : [])))
