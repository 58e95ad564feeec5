/**
 * The values that threads compute, as expressions over the values that their reads return. The same expressions are evaluated over bit-vectors with
 * formulas, to encode, and over integers, to replay.
 */

import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { type BitsOperator, type BitsRelation, compareBits, compute, resizeBits } from './arithmetic.js'
import { booleans, type Logic } from './logic.js'

export type Expression =
  /** `derived`: it is computed from an address, so it may be another number if memory lies elsewhere. */
  | { readonly kind: 'constant'; readonly width: number; readonly value: bigint; readonly derived: boolean }
  /** The value that the read event returns. */
  | { readonly kind: 'read'; readonly width: number; readonly event: number }
  /** An unknown value, by its number among those of the program. */
  | { readonly kind: 'unknown'; readonly width: number; readonly id: number }
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
  | { readonly kind: 'true' | 'false' }
  /** Holds if the thread gets past the barrier, a `sync` or a `wait`. */
  | { readonly kind: 'passes'; readonly barrier: number }
  | { readonly kind: 'compare'; readonly relation: BitsRelation; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Predicate[] }

export const always: Predicate = { kind: 'true' }
export const never: Predicate = { kind: 'false' }

const passings = new Map<number, Predicate>()

/**
 * Returns whether a thread gets past a barrier: one object for each barrier, so that paths show which barriers they
 * have passed.
 */
export const passing = (barrier: number): Predicate => {
  const predicate = passings.get(barrier) ?? { kind: 'passes', barrier }
  passings.set(barrier, predicate)
  return predicate
}

const negated = memoisedWeakly((of: Predicate): Predicate => ({ kind: 'not', of }))

/** Returns the negation of a predicate. It is one object, so that paths that part by it are seen to meet again. */
export const negation = (of: Predicate): Predicate => {
  if (of.kind === 'not') return of.of
  if (of.kind === 'true') return never
  if (of.kind === 'false') return always
  return negated(of)
}

/** Returns the conjuncts of a predicate, in order. Paths through a thread are such lists. */
export const conjuncts = (of: Predicate): readonly Predicate[] =>
  of.kind === 'and' ? of.of : of.kind === 'true' ? [] : [of]

export const both = (left: Predicate, right: Predicate): Predicate => allOf([...conjuncts(left), ...conjuncts(right)])

export function allOf(all: readonly Predicate[]): Predicate {
  const of = [...new Set(all.flatMap(conjuncts))]
  const [only] = of
  if (only === undefined) return always
  if (of.some((one) => one.kind === 'false' || (one.kind === 'not' && of.includes(one.of)))) return never
  return of.length === 1 ? only : { kind: 'and', of }
}

/** Returns whether one holds only if the other does, judging by their conjuncts. */
export const implies = (one: Predicate, other: Predicate): boolean =>
  one.kind === 'false' || (other.kind !== 'false' && conjuncts(other).every((part) => conjuncts(one).includes(part)))

/** Returns whether at least one of them holds. */
export function anyOf(all: readonly Predicate[]): Predicate {
  const of = [...new Set(all)].filter(({ kind }) => kind !== 'false')
  const [only] = of
  if (only === undefined) return never
  if (of.some(({ kind }) => kind === 'true')) return always
  return of.length === 1 ? only : { kind: 'or', of }
}

/** Joins two paths. If they part at one branch and meet again, the result is the path before that branch. */
export function either(left: Predicate, right: Predicate): Predicate {
  if (left === right || right.kind === 'false') return left
  if (left.kind === 'false') return right
  const [a, b] = [conjuncts(left), conjuncts(right)]
  const common = commonStart(a, b)
  const [[first, ...furtherFirst], [second, ...furtherSecond]] = [a.slice(common), b.slice(common)]
  if (first === undefined || second === undefined) return allOf(a.slice(0, common))
  const opposite = (first.kind === 'not' && first.of === second) || (second.kind === 'not' && second.of === first)
  if (opposite && furtherFirst.length === 0 && furtherSecond.length === 0) return allOf(a.slice(0, common))
  return { kind: 'or', of: [...(left.kind === 'or' ? left.of : [left]), ...(right.kind === 'or' ? right.of : [right])] }
}

/** Returns the length of the common prefix of two paths. */
const commonStart = (a: readonly Predicate[], b: readonly Predicate[]): number => {
  const parts = a.findIndex((one, i) => one !== b[i])
  return parts === -1 ? a.length : parts
}

/** Returns the rest of the second path after it leaves the first. */
export const beyond = (first: Predicate, second: Predicate): Predicate =>
  allOf(conjuncts(second).slice(commonStart(conjuncts(first), conjuncts(second))))

/** A value that is known. */
export type ConstantExpression = Extract<Expression, { readonly kind: 'constant' }>

/** Makes a constant of that width; the value wraps. It is `derived` if it is computed from an address. */
export const constant = (value: bigint, width: number, derived = false): Expression => ({
  kind: 'constant',
  width,
  value: BigInt.asUintN(width, value),
  derived,
})

/** The operators for which 0 on the right changes nothing. */
const leavesAlone: ReadonlySet<BitsOperator> = new Set([
  'add',
  'bit-or',
  'bit-xor',
  'shift-left',
  'shift-right-signed',
  'shift-right-unsigned',
])

/** The operators whose sides can be exchanged. */
const commutes: ReadonlySet<BitsOperator> = new Set(['add', 'mul', 'bit-and', 'bit-or', 'bit-xor'])

const bitwise: ReadonlySet<BitsOperator> = new Set(['bit-and', 'bit-or', 'bit-xor'])

/** Applies an operator to two values of one width, which is the width of the result. A constant is put on the right. */
export const operation = (operator: BitsOperator, left: Expression, right: Expression): Expression => {
  const { width } = left
  if (right.kind === 'constant') {
    if (left.kind === 'constant')
      return constant(
        compute(operator, left.value, right.value, width),
        width,
        derives(operator, left.derived, right.derived),
      )
    if (operator === 'sub') return operation('add', left, constant(-right.value, width, right.derived))
    const simpler = withConstant(operator, left, right)
    if (simpler !== undefined) return simpler
  } else if (left.kind === 'constant') {
    if (commutes.has(operator)) return operation(operator, right, left)
    if (left.value === 0n && operator.startsWith('shift')) return left
  }
  if (left === right) {
    if (operator === 'bit-and' || operator === 'bit-or') return left
    if (operator === 'bit-xor' || operator === 'sub') return constant(0n, width)
  }
  return { kind: 'operation', width, operator, left, right }
}

/** Returns whether a result is derived from an address. The difference of two addresses is a number. */
export const derives = (operator: BitsOperator, left: boolean, right: boolean): boolean =>
  operator === 'sub' && right ? !left : left || right

/** Returns a simpler expression of the same value, if there is one. */
function withConstant(
  operator: BitsOperator,
  left: Expression,
  { value: right, derived }: ConstantExpression,
): Expression | undefined {
  const { width } = left
  const ones = BigInt.asUintN(width, -1n)
  if (right === 0n) {
    if (leavesAlone.has(operator)) return left
    if (operator === 'mul' || operator === 'bit-and') return constant(0n, width)
  }
  if (right === 1n && ['mul', 'div-signed', 'div-unsigned'].includes(operator)) return left
  if (right === ones && operator === 'bit-and') return left
  if (right === ones && operator === 'bit-or') return constant(ones, width)
  if (right >= BigInt(width) && (operator === 'shift-left' || operator === 'shift-right-unsigned'))
    return constant(0n, width)
  const again = (value: bigint, also = false): Expression => constant(value, width, derived || also)
  if (left.kind === 'choice' && left.then.kind === 'constant' && left.otherwise.kind === 'constant')
    return choice(
      left.when,
      operation(operator, left.then, again(right)),
      operation(operator, left.otherwise, again(right)),
    )
  if (operator === 'bit-and' && left.kind === 'resize' && !left.signed && left.of.width < width) {
    const low = BigInt.asUintN(left.of.width, -1n)
    if ((right & low) === low) return left
  }
  if (left.kind !== 'operation') return undefined
  const { value: inner, derived: also } = left.right.kind === 'constant' ? left.right : noConstant
  if (left.operator === operator && inner !== undefined) {
    if (operator === 'add') return operation(operator, left.left, again(inner + right, also))
    if (bitwise.has(operator))
      return operation(operator, left.left, again(compute(operator, inner, right, width), also))
    if (operator === 'shift-left' || operator === 'shift-right-unsigned')
      return operation(operator, left.left, again(inner + right < BigInt(width) ? inner + right : BigInt(width)))
  }
  if (operator !== 'shift-right-unsigned') return undefined
  // A packed value is unpacked again.
  const part = left.left
  if (left.operator === 'shift-left' && inner === right && part.kind === 'resize' && !part.signed)
    return BigInt(part.of.width) + right <= BigInt(width) ? part : undefined
  return left.operator === 'bit-or'
    ? operation('bit-or', operation(operator, left.left, again(right)), operation(operator, left.right, again(right)))
    : undefined
}

const noConstant = { value: undefined, derived: false } as const

/** Chooses between two branches of one width. */
export const choice = (when: Predicate, then: Expression, otherwise: Expression): Expression => {
  if (then === otherwise || when.kind === 'true') return then
  if (when.kind === 'false') return otherwise
  if (then.kind === 'constant' && otherwise.kind === 'constant' && then.value === otherwise.value)
    return then.derived ? then : otherwise
  return { kind: 'choice', width: then.width, when, then, otherwise }
}

/** Converts the value to another width: truncates it, or extends it by zeros or by its sign. */
export const resize = (of: Expression, width: number, signed: boolean): Expression => {
  if (of.width === width) return of
  if (of.kind === 'constant') return constant(resizeBits(of.value, of.width, width, signed), width, of.derived)
  if (of.kind === 'choice' && of.then.kind === 'constant' && of.otherwise.kind === 'constant')
    return choice(of.when, resize(of.then, width, signed), resize(of.otherwise, width, signed))
  if (of.kind === 'resize' && of.of.width < of.width) {
    if (width < of.width) return resize(of.of, width, of.signed)
    if (!of.signed || signed) return resize(of.of, width, of.signed)
  }
  if (width < of.width) {
    if (of.kind === 'resize') return resize(of.of, width, false)
    if (of.kind === 'operation') {
      const { operator, left, right } = of
      if (bitwise.has(operator)) return operation(operator, resize(left, width, false), resize(right, width, false))
      if (operator === 'shift-left' && right.kind === 'constant') {
        const amount = right.value < BigInt(width) ? right.value : BigInt(width)
        return operation(operator, resize(left, width, false), constant(amount, width))
      }
    }
  }
  return { kind: 'resize', width, signed, of }
}

/**
 * Compares two values of one width. The same comparison of the same values is one object, so that paths show what they
 * exclude.
 */
export const compare = (relation: BitsRelation, left: Expression, right: Expression): Predicate => {
  if (left.kind === 'constant' && right.kind === 'constant')
    return compareBits(relation, left.value, right.value, left.width) ? always : never
  if (left === right) return relation === 'equal' ? always : never
  if (relation === 'equal' && left.kind === 'constant') return compare(relation, right, left)
  if (right.kind === 'constant') {
    if (relation === 'equal' && left.kind === 'resize' && !left.signed && left.of.width < left.width)
      return right.value < 1n << BigInt(left.of.width)
        ? compare(relation, left.of, constant(right.value, left.of.width))
        : never
    const distributed = left.kind === 'choice' ? chosen(left, (one) => compare(relation, one, right)) : undefined
    if (distributed !== undefined) return distributed
  } else if (left.kind === 'constant' && right.kind === 'choice') {
    const distributed = chosen(right, (one) => compare(relation, left, one))
    if (distributed !== undefined) return distributed
  }
  return interned(relation, left, right)
}

/** Returns what holds for the chosen branch, if it is known for both. */
function chosen(
  { when, then, otherwise }: Extract<Expression, { kind: 'choice' }>,
  of: (branch: Expression) => Predicate,
): Predicate | undefined {
  const [first, second] = [of(then), of(otherwise)]
  if (first.kind === 'true' && second.kind === 'false') return when
  if (first.kind === 'false' && second.kind === 'true') return negation(when)
  return first.kind === second.kind && (first.kind === 'true' || first.kind === 'false') ? first : undefined
}

interface Comparisons {
  readonly withConstants: Map<string, Predicate>
  readonly withOthers: WeakMap<Expression, Map<BitsRelation, Predicate>>
}

/** The comparisons so far, by their left sides. */
const comparisons = new WeakMap<Expression, Comparisons>()

function interned(relation: BitsRelation, left: Expression, right: Expression): Predicate {
  const ofLeft = comparisons.get(left) ?? { withConstants: new Map(), withOthers: new WeakMap() }
  comparisons.set(left, ofLeft)
  const made: Predicate = { kind: 'compare', relation, left, right }
  if (right.kind === 'constant') {
    const key = `${relation} ${right.value}`
    const shared = ofLeft.withConstants.get(key) ?? made
    ofLeft.withConstants.set(key, shared)
    return shared
  }
  const ofBoth = ofLeft.withOthers.get(right) ?? new Map<BitsRelation, Predicate>()
  ofLeft.withOthers.set(right, ofBoth)
  const turned = relation === 'equal' ? comparisons.get(right)?.withOthers.get(left)?.get(relation) : undefined
  const shared = ofBoth.get(relation) ?? turned ?? made
  ofBoth.set(relation, shared)
  return shared
}

/** Returns the reads from which a value is computed; undefined if a choice is part of it. */
export function readsOf(expression: Expression): readonly number[] | undefined {
  switch (expression.kind) {
    case 'constant':
    case 'unknown':
      return []
    case 'read':
      return [expression.event]
    case 'operation': {
      const [left, right] = [readsOf(expression.left), readsOf(expression.right)]
      return left === undefined || right === undefined ? undefined : [...left, ...right]
    }
    case 'choice':
      return undefined
    case 'resize':
      return readsOf(expression.of)
  }
}

/** The representation of values: truth values B, bit-vectors V. */
export interface Domain<B, V> {
  readonly logic: Logic<B>
  readonly constant: (value: bigint, width: number) => V
  /** Returns the value that a read event returns. */
  readonly read: (event: number) => V
  readonly unknown: (id: number, width: number) => V
  /** Returns whether the thread gets past a barrier. */
  readonly passes: (barrier: number) => B
  readonly operation: (operator: BitsOperator, left: V, right: V, width: number) => V
  /** Chooses between two branches; only the branch that can be taken is evaluated. */
  readonly choice: (when: B, then: () => V, otherwise: () => V) => V
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
      case 'unknown':
        return domain.unknown(expression.id, expression.width)
      case 'operation': {
        const { operator, left, right, width } = expression
        return domain.operation(operator, value(left), value(right), width)
      }
      case 'choice':
        return domain.choice(
          truth(expression.when),
          () => value(expression.then),
          () => value(expression.otherwise),
        )
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
      case 'false':
        return logic.ff
      case 'passes':
        return domain.passes(predicate.barrier)
      case 'compare': {
        const { relation, left, right } = predicate
        return domain.compare(relation, value(left), value(right), left.width)
      }
      case 'not':
        return logic.not(truth(predicate.of))
      // Operands are evaluated one by one, and no further than needed: what follows a path that is not taken has no
      // meaning.
      case 'and': {
        let result = logic.tt
        for (const one of predicate.of) {
          if (result === logic.ff) break
          result = logic.and(result, truth(one))
        }
        return result
      }
      case 'or': {
        let result = logic.ff
        for (const one of predicate.of) {
          if (result === logic.tt) break
          result = logic.or(result, truth(one))
        }
        return result
      }
    }
  })
  return { value, truth }
}

/** The choices of an execution: the values of reads, the barriers that are passed, and the unknown values. */
export interface Choices {
  readonly read: (event: number) => bigint
  readonly passes: (barrier: number) => boolean
  readonly unknown: (id: number) => bigint
}

/** Values as integers. */
export const concrete = ({ read, passes, unknown }: Choices): Domain<boolean, bigint> => ({
  logic: booleans,
  constant: (value) => value,
  read,
  passes,
  unknown,
  operation: compute,
  choice: (when, then, otherwise) => (when ? then() : otherwise()),
  resize: resizeBits,
  compare: compareBits,
})
