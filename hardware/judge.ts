/** Compares the results of a GPU with those that a model allows. */

import type { Outcomes } from '../encoder/decide/outcomes.js'
import { type Comparison, type Condition, isObservable, type Term } from '../litmus/condition.js'
import { observableName } from '../litmus/observe.js'
import type { Program } from '../litmus/program.js'
import { largest } from '../source/largest.js'
import type { Ran } from './log.js'
import { observedType } from './plan.js'

/** The values of a state, by the names of what is observed. */
type Values = Readonly<Record<string, string>>

/** A final state that a GPU reached, the number of instances that ended in it, and whether the model allows it. */
export interface JudgedState {
  readonly values: Values
  readonly count: number
  /** The verdict; `open` if the model's list may be incomplete, so that a state that is not in it is undecided. */
  readonly verdict: 'allowed' | 'forbidden' | 'open'
}

/** The comparison of the states that a GPU reached with those that a model allows. */
export interface Judgement {
  readonly states: readonly JudgedState[]
  /** The number of instances that ended in a state that the test's filter leaves out. */
  readonly filtered: number
  /** The states that the model allows and that were never seen; undefined if it does not list them all. */
  readonly unseen: readonly Values[] | undefined
  /** The number of states that the model allows; undefined if it does not list them all. */
  readonly allowed: number | undefined
  /** The reason why every state is allowed, or why those that are not listed are open. */
  readonly reason: string | undefined
}

/**
 * Compares the counts of a test with all states that a model allows, which include at least the observed values of the
 * counts.
 */
export function judge(program: Program, { states }: Pick<Ran, 'states'>, outcomes: Outcomes): Judgement {
  const { filter } = program
  const names = outcomes.observed.map(observableName)
  const finalStates = outcomes.found.map(({ values }) => new Map(values.map((value, i) => [names[i] ?? '', value])))
  // States with open values are listed once for each way to answer the questions.
  const listed = [...new Map(finalStates.map((state) => [JSON.stringify(textOf(state)), state])).values()]
  // The filter knows nothing about a state with other names.
  const kept = states.filter(
    ({ values }) => filter === undefined || !isComparable(values, names) || holds(filter, values, program),
  )
  const anything = reachesUndefined(outcomes)
  const complete = outcomes.ending.kind === 'complete' && outcomes.undefined.kind === 'known'
  const judged = kept.map(({ values, count }): JudgedState => {
    const isListed = anything || listed.some((state) => isState(values, state))
    return {
      values,
      count,
      verdict: isListed ? 'allowed' : complete && isComparable(values, names) ? 'forbidden' : 'open',
    }
  })
  const unseen = listed.filter((state) => !kept.some(({ values }) => isState(values, state)))
  const isExact = complete && !anything
  return {
    states: judged.toSorted((a, b) => b.count - a.count),
    filtered: sum(states) - sum(kept),
    unseen: isExact ? unseen.map(textOf) : undefined,
    allowed: isExact ? listed.length : undefined,
    reason: anything
      ? 'undefined behaviour is reachable, so the model allows everything'
      : outcomes.ending.kind === 'undecided' || outcomes.ending.kind === 'not covered'
        ? outcomes.ending.reason
        : outcomes.ending.kind === 'limited'
          ? 'the model has more states than were listed'
          : outcomes.undefined.kind === 'known'
            ? undefined
            : outcomes.undefined.reason,
  }
}

const sum = (some: readonly { readonly count: number }[]): number => some.reduce((all, { count }) => all + count, 0)

const reachesUndefined = ({ undefined: reached }: Outcomes): boolean =>
  reached.kind === 'known' && reached.found.length > 0

/** Returns whether values are those of a state of the model, in which a value may be open. */
const isState = (values: Values, state: ReadonlyMap<string, bigint | undefined>): boolean =>
  [...state].every(([name, value]) => value === undefined || `${value}` === values[name])

/** Returns whether the values belong to observables of the model. Otherwise they cannot be compared. */
const isComparable = (values: Values, names: readonly string[]): boolean =>
  names.every((name) => values[name] !== undefined) && Object.keys(values).length === names.length

const textOf = (state: ReadonlyMap<string, bigint | undefined>): Values =>
  Object.fromEntries([...state].map(([name, value]) => [name, value === undefined ? '?' : `${value}`]))

/**
 * Returns whether a condition of a program holds in a state. A value that the state does not have, an address, is equal
 * to nothing. As in the encoding, values are equal if their bits are: `-1` is what 32 ones of an unsigned type are.
 */
export function holds(condition: Condition, values: Values, program: Program): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => holds(one, values, program))
    case 'or':
      return condition.conditions.some((one) => holds(one, values, program))
    case 'not':
      return !holds(condition.condition, values, program)
    case 'compare': {
      const { left, right, operator } = condition
      const [a, b] = [valueOf(left, values), valueOf(right, values)]
      const widths = [left, right].filter(isObservable).map((term) => observedType(program, term).width)
      return a !== undefined && b !== undefined && comparisons[operator](a, b, largest(widths))
    }
  }
}

/** Compares two values; `width` is that of the wider one in bits, or 0 if both are written. */
type Compare = (left: bigint, right: bigint, width: number) => boolean

const areEqual: Compare = (left, right, width) =>
  width === 0 ? left === right : BigInt.asUintN(width, left) === BigInt.asUintN(width, right)

const comparisons: { readonly [C in Comparison]: Compare } = {
  '==': areEqual,
  '!=': (left, right, width) => !areEqual(left, right, width),
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

function valueOf(term: Term, values: Values): bigint | undefined {
  if (term.kind === 'integer') return term.value
  if (term.kind === 'address') return undefined
  const value = values[observableName(term)]
  return value === undefined ? undefined : BigInt(value)
}
