/**
 * Values that go through a list of states, such as what a counter holds: the state follows from a number of steps. To
 * compare such a value with a constant takes a formula for each run of states that the comparison does not tell apart,
 * not one for each state.
 */

import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { Alternative, CountedValue, Value } from './value.js'

/**
 * Returns the value after as many steps as there are formulas that hold. Each of the steps `inTurn` holds only if the one
 * before it does, so the number of these that hold takes no formula of its own.
 */
export function countedValue(
  states: readonly bigint[],
  { inTurn, others }: { readonly inTurn: readonly Formula[]; readonly others: readonly Formula[] },
  width: number,
  { tt, ff, and, or }: FormulaBuilder,
): CountedValue {
  /** Row n says, for each number asked for so far, whether at least that many of the first n others hold, and all in turn. */
  const among: readonly Map<number, Formula>[] = [
    new Map([tt, ...inTurn].map((step, n) => [n, step])),
    ...others.map(() => new Map()),
  ]
  const atLeast = (fewest: number): Formula => {
    others.forEach((step, i) => {
      const [before, row] = [must(among[i], 'a row'), must(among[i + 1], 'a row')]
      const mostAfter = others.length - 1 - i
      for (let n = Math.max(0, fewest - mostAfter); n <= Math.min(fewest, inTurn.length + i + 1); n++)
        if (!row.has(n)) row.set(n, n === 0 ? tt : or(before.get(n) ?? ff, and(before.get(n - 1) ?? ff, step)))
    })
    return among.at(-1)?.get(fewest) ?? ff
  }
  return { kind: 'counted', width, states, atLeast: memoised(atLeast) }
}

/** Returns each value that a function of the state takes, and when. */
export function runsOf<Key>(
  { states, atLeast }: CountedValue,
  keyOf: (state: bigint) => Key,
  { any, and, not, tt }: FormulaBuilder,
): ReadonlyMap<Key, Formula> {
  const keys = states.map(keyOf)
  const starts = keys.flatMap((key, start) => (start > 0 && keys[start - 1] === key ? [] : [{ key, start }]))
  const runs = starts.map(({ key, start }, i) => {
    const next = starts[i + 1]
    return { key, when: and(atLeast(start), next === undefined ? tt : not(atLeast(next.start))) }
  })
  return new Map([...groupBy(runs, ({ key }) => key)].map(([key, all]) => [key, any(all.map(({ when }) => when))]))
}

/** Returns the state in a solution, given which formulas hold in it. */
export const stateIn = ({ states, atLeast }: CountedValue, holds: (formula: Formula) => boolean): bigint =>
  must(
    states.findLast((_, steps) => holds(atLeast(steps))),
    'a state that is reached',
  )

/**
 * Returns the value of the alternative that holds, if those that are counted go through the same states, and the others
 * are constants among these.
 */
export function countedAmong(
  alternatives: readonly Alternative[],
  { any, and, ff }: FormulaBuilder,
): CountedValue | undefined {
  const first = alternatives.find(({ value }) => value.kind === 'counted')?.value
  if (first?.kind !== 'counted') return undefined
  const { states, width } = first
  const thresholds = alternatives.map(({ when, value }) => {
    const atLeast = reaches(value, states, { any, ff })
    return atLeast && ((steps: number): Formula => and(when, atLeast(steps)))
  })
  const known = thresholds.flatMap((one) => (one === undefined ? [] : [one]))
  if (known.length < thresholds.length) return undefined
  return { kind: 'counted', width, states, atLeast: memoised((steps) => any(known.map((atLeast) => atLeast(steps)))) }
}

/** Returns how many steps through these states lead to a value; undefined if it is none of them. */
function reaches(
  value: Value,
  states: readonly bigint[],
  { any, ff }: Pick<FormulaBuilder, 'any' | 'ff'>,
): ((steps: number) => Formula) | undefined {
  if (value.kind === 'counted') return isSame(value.states, states) ? value.atLeast : undefined
  if (value.kind === 'bits') return undefined
  const cases = [...value.cases].map(([pattern, when]) => ({ when, index: states.indexOf(pattern) }))
  if (cases.some(({ index }) => index === -1)) return undefined
  return (steps) => any(cases.map(({ when, index }) => (steps <= index ? when : ff)))
}

const isSame = (one: readonly bigint[], other: readonly bigint[]): boolean =>
  one === other || (one.length === other.length && one.every((state, i) => state === other[i]))
