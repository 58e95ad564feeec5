/**
 * What threads compute, in terms of the values that their reads return. The same expressions are evaluated over bit-vectors
 * with formulas, to encode, and over integers, to replay.
 */

import { type BitsOperator, type BitsRelation, compareBits, compute, resizeBits } from './arithmetic.js'

import { booleans, type Logic } from './logic.js'
import { memoised } from './memoised.js'

export type Expression =
  | { readonly kind: 'constant'; readonly width: number; readonly value: bigint }
  /** What the read event returns. */
  | { readonly kind: 'read'; readonly width: number; readonly event: number }
  | {
      readonly kind: 'operation'
      readonly width: number
      readonly operator: BitsOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'choice'
      readonly width: number
      readonly when: Predicate
      readonly then: Expression
      readonly otherwise: Expression
    }
  | { readonly kind: 'resize'; readonly width: number; readonly signed: boolean; readonly of: Expression }

export type Predicate =
  | { readonly kind: 'true' }
  | { readonly kind: 'compare'; readonly relation: BitsRelation; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }

export const always: Predicate = { kind: 'true' }

/** A constant of that width; the value wraps. */
export const constant = (value: bigint, width: number): Expression => ({
  kind: 'constant',
  width,
  value: BigInt.asUintN(width, value),
})

/** Both of one width, which is the width of the result. */
export const operation = (operator: BitsOperator, left: Expression, right: Expression): Expression => ({
  kind: 'operation',
  width: left.width,
  operator,
  left,
  right,
})

/** Both branches of one width. */
export const choice = (when: Predicate, then: Expression, otherwise: Expression): Expression => ({
  kind: 'choice',
  width: then.width,
  when,
  then,
  otherwise,
})

/** The value in another width: truncated, or extended by zeros or by its sign. */
export const resize = (of: Expression, width: number, signed: boolean): Expression =>
  of.width === width ? of : { kind: 'resize', width, signed, of }

/** A comparison of two values of one width. */
export const compare = (relation: BitsRelation, left: Expression, right: Expression): Predicate => ({
  kind: 'compare',
  relation,
  left,
  right,
})

/** How values are represented: truth values B, bit-vectors V. */
export interface Domain<B, V> {
  readonly logic: Logic<B>
  readonly constant: (value: bigint, width: number) => V
  /** The value that a read event returns. */
  readonly read: (event: number) => V
  readonly operation: (operator: BitsOperator, left: V, right: V, width: number) => V
  readonly choice: (when: B, then: V, otherwise: V) => V
  readonly resize: (of: V, from: number, to: number, signed: boolean) => V
  readonly compare: (relation: BitsRelation, left: V, right: V, width: number) => B
}

export interface Evaluator<B, V> {
  readonly value: (expression: Expression) => V
  readonly truth: (predicate: Predicate) => B
}

/** Evaluates expressions in a domain, each once. */
export function evaluator<B, V>(domain: Domain<B, V>): Evaluator<B, V> {
  const { logic } = domain
  const value = memoised((expression: Expression): V => {
    switch (expression.kind) {
      case 'constant':
        return domain.constant(expression.value, expression.width)
      case 'read':
        return domain.read(expression.event)
      case 'operation': {
        const { operator, left, right, width } = expression
        return domain.operation(operator, value(left), value(right), width)
      }
      case 'choice':
        return domain.choice(truth(expression.when), value(expression.then), value(expression.otherwise))
      case 'resize': {
        const { of, width, signed } = expression
        return domain.resize(value(of), of.width, width, signed)
      }
    }
  })
  const truth = memoised((predicate: Predicate): B => {
    switch (predicate.kind) {
      case 'true':
        return logic.tt
      case 'compare': {
        const { relation, left, right } = predicate
        return domain.compare(relation, value(left), value(right), left.width)
      }
      case 'not':
        return logic.not(truth(predicate.of))
      case 'or':
        return logic.any(predicate.of.map(truth))
    }
  })
  return { value, truth }
}

/** Values as integers, given what each read returns. */
export const concrete = (read: (event: number) => bigint): Domain<boolean, bigint> => ({
  logic: booleans,
  constant: (value) => value,
  read,
  operation: compute,
  choice: (when, then, otherwise) => (when ? then : otherwise),
  resize: resizeBits,
  compare: compareBits,
})
