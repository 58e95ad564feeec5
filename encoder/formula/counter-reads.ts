/**
 * The reads of counters, and which steps come before each: in the coherence order of the steps if the read is part of
 * one, otherwise up to the step that it returns. So each read divides the steps in two, and there is no choice among
 * their writes.
 */

import type { MemoryEvent, Pair } from '../events/graph/event.js'
import type { Counter, Step } from '../relations/counters.js'
import type { Formula, FormulaBuilder } from './formula.js'

export interface CounterRead {
  readonly counter: Counter
  readonly read: MemoryEvent
  /** The step of which it is the read, if it is. */
  readonly step?: Step
}

export interface CounterReads {
  readonly all: readonly CounterRead[]
  /** Returns the read of a counter with this event; undefined of other events. */
  readonly at: (event: number) => CounterRead | undefined
  /** Returns whether a step comes before the read, if both are executed. */
  readonly isBefore: (one: Step, reader: CounterRead) => Formula
  /** Returns whether the first of two writes is first in coherence, if both are executed. */
  readonly isFirst: (writes: Pair) => Formula
}

/** Returns the reads of these counters. `isFirst` says which of two writes is first in coherence. */
export function counterReads(
  counting: readonly Counter[],
  isFirst: (writes: Pair) => Formula,
  { ff, variable }: Pick<FormulaBuilder, 'ff' | 'variable'>,
): CounterReads {
  const all = counting.flatMap((counter): readonly CounterRead[] => [
    ...counter.steps.map((step) => ({ counter, read: step.read, step })),
    ...counter.reads.map((read) => ({ counter, read })),
  ])
  const byEvent = new Map(all.map((one) => [one.read.id, one]))
  return {
    all,
    at: (event) => byEvent.get(event),
    isFirst,
    isBefore: (one, { read, step }) => {
      if (one === step) return ff
      return step === undefined ? variable(`until_${one.write.id}_${read.id}`) : isFirst([one.write.id, step.write.id])
    },
  }
}

/** Returns the most steps of a counter that are always performed, and always one after the other. */
export function stepsInTurn(
  { steps }: Counter,
  isFirst: (writes: Pair) => Formula,
  isPerformed: (one: Step) => Formula,
  { tt }: Pick<FormulaBuilder, 'tt'>,
): readonly Step[] {
  const certain = steps.filter((one) => isPerformed(one) === tt)
  const follows = (one: Step, other: Step): boolean => one !== other && isFirst([one.write.id, other.write.id]) === tt
  // Coherence is transitive, and so is what is certain of it: a step comes after those that fewer precede.
  const ranked = certain
    .map((one) => ({ one, rank: certain.filter((other) => follows(other, one)).length }))
    .toSorted((a, b) => a.rank - b.rank)
  const endingWith = new Map<Step, readonly Step[]>()
  for (const { one } of ranked) {
    const before = [...endingWith].flatMap(([other, list]) => (follows(other, one) ? [list] : []))
    endingWith.set(one, [...longest(before), one])
  }
  return longest([...endingWith.values()])
}

const longest = (lists: readonly (readonly Step[])[]): readonly Step[] =>
  lists.reduce((one, other) => (other.length > one.length ? other : one), [])
