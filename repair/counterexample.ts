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
import { addingOrder, insertsBarriers, passInStep } from './in-step.js'
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
  /** Returns whether an execution survives that passes the barriers of some slots in step. */
  const survivesInStep = (
    { reached, of, isStill }: Counterexample,
    selection: Selection,
    inStep: readonly Slot[],
  ): boolean => {
    const to = graphOf(selection, of)
    const execution = to && carriedOver(reached, to, model, isStill, goesOn)
    if (to === undefined || execution === undefined) return false
    return inStep.length === 0 || passInStep(to.graph, execution, inStep)
  }
  const survives = (counterexample: Counterexample, selection: Selection): boolean =>
    survivesInStep(counterexample, selection, [])

  /** Slots of barriers as those that add order, which they do where threads pass them in step. */
  const rising = slots.map((slot): Slot => (insertsBarriers(slot) ? addingOrder(slot) : slot))
  const isBarrier = (slot: number): boolean => rising[slot] !== slots[slot]

  /** Returns whether executions that survive a level of the slot survive those below it. */
  const onlyAddsOrder = ({ mayBeOfChanges }: Counterexample, slot: number): boolean =>
    slots[slot]?.addsOrder === true && !(mayBeOfChanges && slots[slot].levels.some(({ safe }) => !safe))

  /** Returns whether they do so if threads pass the barriers that are added to a selection in step. */
  const rises = (counterexample: Counterexample, from: Selection, slot: number): boolean =>
    onlyAddsOrder(counterexample, slot) || (isBarrier(slot) && from[slot] === 0 && !counterexample.mayBeOfChanges)

  /** The slots that some counterexample did not let rise to the top: those that matter. */
  const mattering = new Set<number>()
  /** The barriers that each counterexample did not let rise. */
  const apart = new WeakMap<Counterexample, ReadonlySet<number>>()

  const highest = (from: Selection, some: readonly number[]): Selection =>
    from.map((level, slot) => (some.includes(slot) ? (strongest(rising, slot, level) ?? level) : level))

  /** The selection that each counterexample was last found to survive. */
  const last = new WeakMap<Counterexample, Selection>()

  /**
   * Strengthens a selection while the counterexample is found to survive it, with the same levels of slots that do not
   * rise.
   */
  const grown = (counterexample: Counterexample, selection: Selection): Selection => {
    /** Returns whether a stronger selection is survived, within the attempts allowed. */
    const isSurvived = (stronger: Selection): boolean => {
      const added = rising.filter((_, slot) => isBarrier(slot) && stronger[slot] !== selection[slot])
      return spend() && survivesInStep(counterexample, stronger, added)
    }
    /** Raises the slot step by step: a counterexample that does not survive a level survives none above it. */
    const climbed = (from: Selection, slot: number): Selection => {
      const next = justAbove(rising, slot, from[slot] ?? 0)
        .map((level) => from.with(slot, level))
        .find(isSurvived)
      return next === undefined ? from : climbed(next, slot)
    }
    const raised = (from: Selection, some: readonly number[]): Selection => {
      const [only, second] = some
      if (only === undefined) return from
      const all = highest(from, some)
      if (isSurvived(all)) return all
      if (second === undefined) return isBarrier(only) ? from : climbed(from, only)
      const half = Math.ceil(some.length / 2)
      return raised(raised(from, some.slice(0, half)), some.slice(half))
    }
    const before = last.get(counterexample) ?? selection
    const joined = selection.map((level, slot) => {
      const other = before[slot] ?? 0
      return rises(counterexample, selection, slot) && isBelow(rising, slot, level, other) ? other : level
    })
    if (last.has(counterexample) && isSurvived(joined)) return joined
    const open = [...slots.keys()].filter(
      (slot) => rises(counterexample, selection, slot) && strongest(rising, slot, selection[slot] ?? 0) !== undefined,
    )
    const ofOrder = open.filter((slot) => !isBarrier(slot))
    // Most slots do not matter to an execution, and are raised together; those that did before are tried one by one.
    const others = raised(
      selection,
      ofOrder.filter((slot) => !mattering.has(slot)),
    )
    const ordered = ofOrder.filter((slot) => mattering.has(slot)).reduce(climbed, others)
    for (const slot of ofOrder) if (strongest(rising, slot, ordered[slot] ?? 0) !== undefined) mattering.add(slot)
    const held = apart.get(counterexample)
    const barriers = open.filter((slot) => isBarrier(slot) && held?.has(slot) !== true)
    const larger = raised(ordered, barriers)
    apart.set(counterexample, new Set([...(held ?? []), ...barriers.filter((slot) => larger[slot] === 0)]))
    last.set(counterexample, larger)
    return larger
  }

  return {
    survives,
    lesson: (counterexample, selection) => {
      const survived = grown(counterexample, selection)
      const isOther = (slot: number, level: number): boolean =>
        rises(counterexample, selection, slot)
          ? !isBelow(rising, slot, level, survived[slot] ?? 0)
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
