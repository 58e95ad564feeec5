/** Conditions over the final state of an execution. */

import type { Span } from '../source/text.js'

/** A condition on final states, with `and`, `or`, `not` and comparisons of terms. */
export type Condition = ConditionOf<Term>

/** A condition over terms: those of a program, or their source text. */
export type ConditionOf<T> =
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: T; readonly right: T }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionOf<T>[] }
  | {
      readonly kind: 'not'
      readonly condition: ConditionOf<T>
      /** The span of a written `not` and its comparisons, if it takes several without parentheses around them. */
      readonly takesAll?: Span
    }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A term of a condition, with its place in the text. */
export type Term =
  | { readonly kind: 'integer'; readonly value: bigint; readonly span: Span }
  /** The final value of a register of the thread with that index. */
  | { readonly kind: 'register'; readonly thread: number; readonly name: string; readonly span: Span }
  /** The final value of the element of a variable's location at that offset, in bytes. */
  | {
      readonly kind: 'memory'
      readonly variable: string
      readonly offset: number
      /** The index of the element, for an array. */
      readonly index?: number
      readonly span: Span
    }
  /** An address, `&x` or `&a[2]`: the offset is in bytes. */
  | {
      readonly kind: 'address'
      readonly variable: string
      readonly offset: bigint
      readonly index?: bigint
      readonly span: Span
    }

/** A term to which a final state gives a value. */
export type Observable = Exclude<Term, { kind: 'integer' | 'address' }>

export type Comparing<T = Term> = Extract<ConditionOf<T>, { kind: 'compare' }>

/** Returns the comparisons of a condition, in the order written. */
export function comparisonsOf<T>(condition: ConditionOf<T>): readonly Comparing<T>[] {
  switch (condition.kind) {
    case 'compare':
      return [condition]
    case 'not':
      return comparisonsOf(condition.condition)
    case 'and':
    case 'or':
      return condition.conditions.flatMap((one) => comparisonsOf(one))
  }
}

/** Returns the terms of a condition, in the order written. */
export const termsOf = <T>(condition: ConditionOf<T>): readonly T[] =>
  comparisonsOf(condition).flatMap(({ left, right }) => [left, right])

export const isObservable = (term: Term): term is Observable => term.kind === 'register' || term.kind === 'memory'
