/** Executions that a changed program should not have: which changes they survive. */

import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/beforehand.js'
import type { EventGraph } from '../encoder/events/event.js'
import { buildEvents } from '../encoder/events/events.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Program, Question } from '../litmus/program.js'
import { applied, originsOf } from './apply.js'
import { carriedOver, type Reached } from './carry.js'
import type { Clause, Literal } from './chooser.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

export interface Offence {
  /** The question whose outcome it reaches, if that is the offence. */
  readonly question: Question | undefined
  readonly known: Reached
  /** What the events are for: the final state, or the races among accesses. */
  readonly of: 'final states' | 'accesses'
  /** Whether an execution of a changed program offends in the same way. */
  readonly isStill: (graph: EventGraph, execution: Execution) => boolean
}

export interface Surviving {
  /** Whether an execution that does the same offends in the program with the selected changes. */
  readonly survives: (offence: Offence, selection: Selection) => boolean
  /** What a selection must have so that the offence does not survive it as it survives this one. */
  readonly lesson: (offence: Offence, selection: Selection) => Clause
}

/** How offences survive selections from the slots of a program. `spend` is called for each attempt, and says whether there may be more. */
export function surviving(
  program: Program,
  slots: readonly Slot[],
  { model, bound }: { readonly model: Model; readonly bound: number },
  spend: () => boolean,
): Surviving {
  const survives = ({ known, of, isStill }: Offence, selection: Selection): boolean => {
    const edits = editsOf(changesOf(slots, selection))
    const changed = applied(program, edits)
    if (beforehand(changed, model, bound, of) !== undefined) return false
    const to = { graph: buildEvents(changed, bound, of), origins: originsOf(program, edits) }
    return carriedOver(known, to, model, isStill) !== undefined
  }

  /** What each offence was last found to survive. */
  const last = new WeakMap<Offence, Selection>()

  /** As strong a selection as is found that the offence survives, with the same levels of slots that do not only add order. */
  const grown = (offence: Offence, selection: Selection): Selection => {
    const before = last.get(offence)
    if (before !== undefined) {
      const joined = selection.map((level, slot) =>
        slots[slot]?.addsOrder === true && isBelow(slots, slot, level, before[slot] ?? 0) ? (before[slot] ?? 0) : level,
      )
      if (spend() && survives(offence, joined)) return joined
    }
    const raised = (from: Selection, some: readonly number[]): Selection => {
      if (some.length === 0 || !spend()) return from
      const highest = from.map((level, slot) => (some.includes(slot) ? (above(slots, slot, level)[0] ?? level) : level))
      if (survives(offence, highest)) return highest
      const [only, second] = some
      if (only !== undefined && second === undefined) {
        const [, ...lower] = above(slots, only, from[only] ?? 0)
        const level = lower.find((one) => spend() && survives(offence, from.with(only, one)))
        return level === undefined ? from : from.with(only, level)
      }
      const half = Math.ceil(some.length / 2)
      return raised(raised(from, some.slice(0, half)), some.slice(half))
    }
    const found = raised(
      selection,
      slots.flatMap((slot, i) => (slot.addsOrder && above(slots, i, selection[i] ?? 0).length > 0 ? [i] : [])),
    )
    last.set(offence, found)
    return found
  }

  return {
    survives,
    lesson: (offence, selection) => ({ some: beyond(slots, grown(offence, selection)), not: [] }),
  }
}

/** The levels above a level of a slot, the strongest first. */
function above(slots: readonly Slot[], slot: number, level: number): readonly number[] {
  const levels = slots[slot]?.levels ?? []
  return levels
    .flatMap(({ below }, i) => (i !== level && below.includes(level) ? [{ i, size: below.length }] : []))
    .toSorted((a, b) => b.size - a.size)
    .map(({ i }) => i)
}

const isBelow = (slots: readonly Slot[], slot: number, a: number, b: number): boolean =>
  slots[slot]?.levels[b]?.below.includes(a) === true

/** The levels that are not below those of a selection. */
const beyond = (slots: readonly Slot[], selection: Selection): readonly Literal[] =>
  slots.flatMap(({ levels }, slot) =>
    levels.flatMap((_, level) => (isBelow(slots, slot, level, selection[slot] ?? 0) ? [] : [{ slot, level }])),
  )
