/**
 * Predicates that exclude each other, because each needs a step of a counter to have a certain number, and two steps have
 * different numbers: one block finds that it is the last to finish, and no two threads take the same ticket.
 *
 * Each step that is executed reads the state that as many steps leave as come before it in coherence. So the n steps of a
 * counter read the first n states, each another one in the list. Let a predicate be false for each of these states but one,
 * whatever else is read. Then it holds only if its step is executed and reads that state: if it is not executed, what the
 * predicate says cannot depend on it. Two predicates that need two steps to read the same state never hold together. One that
 * is false for all of these states never holds.
 */

import { memoised } from '../../source/memoised.js'
import type { MemoryEvent } from '../events/graph/event.js'
import { type Evaluator, evaluator, type Predicate } from '../values/expression.js'
import { mentioning } from '../values/mentions.js'
import { type Known, partial } from '../values/three-valued.js'
import { type Counter, statesRead } from './counters.js'

/** A step of a counter, by the event of its read, and its number: how many steps come before it. */
interface Numbered {
  readonly counter: number
  readonly step: number
  readonly number: number
}

/** Returns whether no consistent execution satisfies both predicates. */
export type Excludes = (one: Predicate, other: Predicate) => boolean

/**
 * Returns which predicates exclude each other by the numbers of steps. `sourceOf` returns the write that a read returns in
 * each execution, if there is only one and it is executed whenever the read is.
 */
export function excludes(counting: readonly Counter[], sourceOf: (read: number) => MemoryEvent | undefined): Excludes {
  const stepsByRead = new Map(
    counting.flatMap((one, counter) => {
      const states = one.steps.length > 1 ? statesRead(one) : undefined
      return states === undefined ? [] : one.steps.map(({ read }) => [read.id, { counter, states }] as const)
    }),
  )
  const given = memoised((step: number) => memoised((state: bigint) => valuesGiven(step, state, sourceOf)))
  const readBy = mentionedThrough(sourceOf)
  /** Returns the numbers that a predicate needs; undefined if no step reads what it needs, so that it never holds. */
  const numbered = memoised((predicate: Predicate): readonly Numbered[] | undefined => {
    const needed: Numbered[] = []
    for (const step of readBy(predicate)) {
      const { counter = 0, states = [] } = stepsByRead.get(step) ?? {}
      const isPossible = (state: bigint): boolean => given(step)(state).truth(predicate) !== 'no'
      const number = states.findIndex(isPossible)
      if (number === -1 && states.length > 0) return undefined
      if (number !== -1 && !states.slice(number + 1).some(isPossible)) needed.push({ counter, step, number })
    }
    return needed
  })
  return (one, other) => {
    const [left, right] = [numbered(one), numbered(other)]
    if (left === undefined || right === undefined) return true
    return left.some(({ counter, step, number }) =>
      right.some((it) => it.counter === counter && it.step !== step && it.number === number),
    )
  }
}

type Source = (read: number) => MemoryEvent | undefined

/** Returns what expressions are if a step reads a state, and the reads that have one source return what it writes. */
function valuesGiven(step: number, state: bigint, sourceOf: Source): Evaluator<Known, bigint | undefined> {
  const pending = new Set<number>()
  const returned = (read: number): bigint | undefined => {
    if (read === step) return state
    const source = pending.has(read) ? undefined : sourceOf(read)
    if (source === undefined) return undefined
    pending.add(read)
    const value = evaluate.value(source.value)
    pending.delete(read)
    return value
  }
  const evaluate = evaluator(partial(returned, () => 'maybe'))
  return evaluate
}

/** Returns the reads on which predicates depend, also through writes that are the only source of a read. */
function mentionedThrough(sourceOf: Source): (predicate: Predicate) => readonly number[] {
  const direct = mentioning()
  return memoised((predicate) => {
    const found = new Set(direct.truth(predicate))
    for (const event of found) {
      const source = sourceOf(event)
      if (source !== undefined) for (const one of direct.value(source.value)) found.add(one)
    }
    return [...found]
  })
}
