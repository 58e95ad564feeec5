/**
 * Values over formulas. Where a value can only be one of a few constants it is a list of cases, so that comparing it
 * gives a formula over booleans; otherwise it is a bit-vector.
 */

import { type BitsRelation, compareBits, compute, resizeBits } from '../values/arithmetic.js'
import type { Domain } from '../values/expression.js'
import type { Bits, Formula, FormulaBuilder } from './formula.js'

export type Value =
  /** The possible patterns, each with its condition. In an execution at most one condition holds. */
  | { readonly kind: 'cases'; readonly width: number; readonly cases: ReadonlyMap<bigint, Formula> }
  | { readonly kind: 'bits'; readonly width: number; readonly bits: Bits }

/** The most cases for which a case distinction is smaller than a bit-vector formula. */
const mostCases = 32

export interface Alternative {
  readonly when: Formula
  readonly value: Value
}

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

  const toBits = (value: Value): Bits => {
    if (value.kind === 'bits') return value.bits
    const [last = [0n, tt] as const, ...others] = [...value.cases].reverse()
    return others.reduce(
      (rest, [pattern, when]) => builder.choice(when, builder.bits(pattern, value.width), rest),
      builder.bits(last[0], value.width),
    )
  }
  const ofBits = (bits: Bits): Value => ({ kind: 'bits', width: bits.width, bits })

  /** Returns the pairs of cases of two values, where both have cases and not too many. */
  const product = (left: Value, right: Value): readonly (readonly [bigint, bigint, Formula])[] | undefined => {
    if (left.kind === 'bits' || right.kind === 'bits' || left.cases.size * right.cases.size > mostCases ** 2)
      return undefined
    return [...left.cases].flatMap(([a, when]) => [...right.cases].map(([b, also]) => [a, b, and(when, also)] as const))
  }

  const limited = (value: Value): Value =>
    value.kind === 'cases' && value.cases.size > mostCases ? ofBits(toBits(value)) : value

  const compareValues = (relation: BitsRelation, left: Value, right: Value, width: number): Formula => {
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
      const guarded = (value: typeof then, guard: Formula) =>
        [...value.cases].map(([pattern, one]) => [pattern, and(guard, one)] as const)
      return limited(casesOf([...guarded(then, when), ...guarded(otherwise, builder.not(when))], then.width))
    },
    resize: (of, from, to, signed) => {
      if (from === to) return of
      if (of.kind === 'bits') return ofBits(builder.resize(of.bits, to, signed))
      return casesOf(
        [...of.cases].map(([pattern, when]) => [resizeBits(pattern, from, to, signed), when] as const),
        to,
      )
    },
    compare: compareValues,
    equal: (left, right) => compareValues('equal', left, right, left.width),
    merge: (alternatives, width) => {
      const entries: (readonly [bigint, Formula])[] = []
      for (const { when, value } of alternatives) {
        if (value.kind === 'bits') return undefined
        for (const [pattern, one] of value.cases) entries.push([pattern, and(when, one)])
      }
      const merged = casesOf(entries, width)
      return merged.kind === 'cases' && merged.cases.size <= mostCases ? merged : undefined
    },
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
