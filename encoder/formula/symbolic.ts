/**
 * Values over formulas. Where a value can only be one of a few constants it is a list of cases, so that comparing it
 * gives a formula over booleans. Where it is what a counter holds it is a list of states. Otherwise it is a bit-vector.
 */

import { type BitsRelation, compareBits, compute, resizeBits } from '../values/arithmetic.js'
import type { Domain } from '../values/expression.js'
import { countedAmong, runsOf } from './counted.js'
import type { Bits, Formula, FormulaBuilder } from './formula.js'
import type { Alternative, CountedValue, Value } from './value.js'

type FiniteValue = Exclude<Value, { readonly kind: 'bits' }>

type BitsPredicate = (left: bigint, right: bigint) => boolean

/** The most cases for which a case distinction is smaller than a bit-vector formula. */
const mostCases = 32

/** The most runs of equal states that are cases. */
const fewRuns = 3

export interface SymbolicValues extends Domain<Formula, Value> {
  /** Returns the alternative whose condition holds; undefined if the alternatives are not constants, or too many. */
  readonly merge: (alternatives: readonly Alternative[], width: number) => Value | undefined
  readonly equal: (left: Value, right: Value) => Formula
}

/**
 * Returns values as formulas, given what each read returns and when each barrier is passed. An unknown value is a
 * variable.
 */
export function symbolicValues(
  builder: FormulaBuilder,
  read: (event: number) => Value,
  passes: (barrier: number) => Formula,
  unknownName: (id: number) => string = (id) => `unknown_${id}`,
): SymbolicValues {
  const { tt, ff, and, or, any } = builder

  const casesOf = (entries: Iterable<readonly [bigint, Formula]>, width: number): Value => {
    const cases = new Map<bigint, Formula>()
    for (const [pattern, when] of entries) {
      const joined = or(cases.get(pattern) ?? ff, when)
      if (joined !== ff) cases.set(pattern, joined)
    }
    return { kind: 'cases', width, cases }
  }

  const casesIn = (value: FiniteValue): ReadonlyMap<bigint, Formula> =>
    value.kind === 'cases' ? value.cases : runsOf(value, (state) => state, builder)
  /** Returns what a function gives of a value: its cases, or its states if there are more than a few runs of them. */
  const mapped = (value: FiniteValue, map: (pattern: bigint) => bigint, width: number): Value => {
    if (value.kind === 'cases')
      return casesOf(
        [...value.cases].map(([pattern, when]) => [map(pattern), when]),
        width,
      )
    const states = value.states.map(map)
    const runs = states.filter((state, i) => i === 0 || state !== states[i - 1]).length
    return runs <= fewRuns ? casesOf(runsOf(value, map, builder), width) : { ...value, width, states }
  }
  const constantIn = (value: Value): bigint | undefined => {
    if (value.kind !== 'cases' || value.cases.size !== 1) return undefined
    const [[pattern, when] = [0n, ff] as const] = value.cases
    return when === tt ? pattern : undefined
  }

  const toBits = (value: Value): Bits => {
    if (value.kind === 'bits') return value.bits
    const [last = [0n, tt] as const, ...others] = [...casesIn(value)].reverse()
    return others.reduce(
      (rest, [pattern, when]) => builder.choice(when, builder.bits(pattern, value.width), rest),
      builder.bits(last[0], value.width),
    )
  }
  const ofBits = (bits: Bits): Value => ({ kind: 'bits', width: bits.width, bits })

  /** Returns the pairs of cases of two values, where both have cases and not too many. */
  const product = (left: Value, right: Value): readonly (readonly [bigint, bigint, Formula])[] | undefined => {
    if (left.kind === 'bits' || right.kind === 'bits') return undefined
    const [ofLeft, ofRight] = [casesIn(left), casesIn(right)]
    if (ofLeft.size * ofRight.size > mostCases ** 2) return undefined
    return [...ofLeft].flatMap(([a, when]) => [...ofRight].map(([b, also]) => [a, b, and(when, also)] as const))
  }

  const limited = (value: Value): Value =>
    value.kind === 'cases' && value.cases.size > mostCases ? ofBits(toBits(value)) : value

  const compareValues = (relation: BitsRelation, left: Value, right: Value, width: number): Formula => {
    /** Returns when the comparison holds of a counted value and one of the cases of another. */
    const amongStates = (value: CountedValue, cases: ReadonlyMap<bigint, Formula>, holds: BitsPredicate): Formula =>
      any([...cases].map(([b, when]) => and(when, runsOf(value, (a) => holds(a, b), builder).get(true) ?? ff)))
    if (left.kind === 'counted' && right.kind === 'cases')
      return amongStates(left, right.cases, (a, b) => compareBits(relation, a, b, width))
    if (left.kind === 'cases' && right.kind === 'counted')
      return amongStates(right, left.cases, (a, b) => compareBits(relation, b, a, width))
    const both = product(left, right)
    if (both === undefined) return builder.compare(relation, toBits(left), toBits(right))
    return any(both.flatMap(([a, b, when]) => (compareBits(relation, a, b, width) ? [when] : [])))
  }

  return {
    logic: builder,
    read,
    passes,
    unknown: (id, width) => ofBits(builder.bitsVariable(unknownName(id), width)),
    constant: (value, width) => casesOf([[value, tt]], width),
    operation: (operator, left, right, width) => {
      const [first, second] = [constantIn(left), constantIn(right)]
      if (left.kind === 'counted' && second !== undefined)
        return mapped(left, (state) => compute(operator, state, second, width), width)
      if (right.kind === 'counted' && first !== undefined)
        return mapped(right, (state) => compute(operator, first, state, width), width)
      const both = product(left, right)
      if (both === undefined) return ofBits(builder.operation(operator, toBits(left), toBits(right)))
      return limited(
        casesOf(
          both.map(([a, b, when]) => [compute(operator, a, b, width), when] as const),
          width,
        ),
      )
    },
    choice: (when, first, second) => {
      if (when === tt) return first()
      if (when === ff) return second()
      const [then, otherwise] = [first(), second()]
      if (then.kind === 'bits' || otherwise.kind === 'bits')
        return ofBits(builder.choice(when, toBits(then), toBits(otherwise)))
      const counting = countedAmong(
        [
          { when, value: then },
          { when: builder.not(when), value: otherwise },
        ],
        builder,
      )
      if (counting !== undefined) return counting
      const guarded = (value: FiniteValue, guard: Formula) =>
        [...casesIn(value)].map(([pattern, one]) => [pattern, and(guard, one)] as const)
      return limited(casesOf([...guarded(then, when), ...guarded(otherwise, builder.not(when))], then.width))
    },
    resize: (of, from, to, signed) => {
      if (from === to) return of
      if (of.kind === 'bits') return ofBits(builder.resize(of.bits, to, signed))
      return mapped(of, (pattern) => resizeBits(pattern, from, to, signed), to)
    },
    compare: compareValues,
    equal: (left, right) => compareValues('equal', left, right, left.width),
    merge: (alternatives, width) => {
      const counting = countedAmong(alternatives, builder)
      if (counting !== undefined) return counting
      const entries: (readonly [bigint, Formula])[] = []
      for (const { when, value } of alternatives) {
        if (value.kind === 'bits') return undefined
        for (const [pattern, one] of casesIn(value)) entries.push([pattern, and(when, one)])
      }
      const merged = casesOf(entries, width)
      return merged.kind === 'cases' && merged.cases.size <= mostCases ? merged : undefined
    },
  }
}

/** Returns when a value is this pattern of bits. */
export function isPattern(value: Value, pattern: bigint, builder: FormulaBuilder): Formula {
  switch (value.kind) {
    case 'bits':
      return builder.compare('equal', value.bits, builder.bits(pattern, value.width))
    case 'counted':
      return runsOf(value, (state) => state === pattern, builder).get(true) ?? builder.ff
    case 'cases':
      return value.cases.get(pattern) ?? builder.ff
  }
}

/** Returns the value of the alternative that holds; of the first one if none does. It has cases if these are few. */
export const valueAmong = (
  { merge, choice }: Pick<SymbolicValues, 'merge' | 'choice'>,
  alternatives: readonly [Alternative, ...Alternative[]],
): Value => {
  const [{ value: first }, ...others] = alternatives
  return (
    merge(alternatives, first.width) ??
    others.reduce(
      (rest, { when, value }) =>
        choice(
          when,
          () => value,
          () => rest,
        ),
      first,
    )
  )
}
