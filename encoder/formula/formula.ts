/**
 * Formulas over booleans and bit-vectors: shared, and folded while they are built. Two formulas that look alike are one object,
 * so that identity is equality and constants disappear before a solver sees them.
 */

import { exceed, type GoesOn, timeReason } from '../../source/limited.js'
import { memoryMeter } from '../../source/memory-limit.js'
import { type BitsOperator, type BitsRelation, compareBits } from '../values/arithmetic.js'
import type { Logic } from '../values/logic.js'
import { type Diagram, diagrams, type Effort } from './decision-diagrams.js'

export type Formula =
  | { readonly id: number; readonly kind: 'true' | 'false' }
  | { readonly id: number; readonly kind: 'variable'; readonly name: string }
  | { readonly id: number; readonly kind: 'not'; readonly of: Formula }
  | { readonly id: number; readonly kind: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly id: number; readonly kind: BitsRelation; readonly left: Bits; readonly right: Bits }

/** A bit-vector; constants are non-negative. */
export type Bits =
  | { readonly id: number; readonly kind: 'bits'; readonly width: number; readonly value: bigint }
  | { readonly id: number; readonly kind: 'bits-variable'; readonly width: number; readonly name: string }
  | {
      readonly id: number
      readonly kind: BitsOperator
      readonly width: number
      readonly left: Bits
      readonly right: Bits
    }
  | {
      readonly id: number
      readonly kind: 'choice'
      readonly width: number
      readonly when: Formula
      readonly then: Bits
      readonly otherwise: Bits
    }
  /** A value truncated, or extended with zeros or its sign. */
  | {
      readonly id: number
      readonly kind: 'resize'
      readonly width: number
      readonly signed: boolean
      readonly of: Bits
    }

export interface FormulaBuilder extends Logic<Formula> {
  /** Returns the variable of that name; the same name is the same variable. */
  readonly variable: (name: string) => Formula
  readonly compare: (kind: BitsRelation, left: Bits, right: Bits) => Formula
  readonly bits: (value: bigint, width: number) => Bits
  readonly bitsVariable: (name: string, width: number) => Bits
  readonly operation: (kind: BitsOperator, left: Bits, right: Bits) => Bits
  readonly choice: (when: Formula, then: Bits, otherwise: Bits) => Bits
  readonly resize: (of: Bits, width: number, signed: boolean) => Bits
  /**
   * Says that the problem is made. What is built from now on, such as definitions that a question turns out to need,
   * may take what memory and time allow, where memory is measured: it is too late for more effort.
   */
  readonly settle: () => void
}

/** Characters of SMT-LIB that a formula may have; a longer text ends z3's WebAssembly. */
export const mostCharacters = 10_000_000

/**
 * The characters that all formulas of a builder may have together, roughly, since not all of them are asserted. If more
 * effort may still make them smaller, the builder gives up earlier. With much effort, it goes on where memory is
 * measured: only what is asserted must fit into z3.
 */
const mostBuilt: { readonly [E in Effort]: number } = {
  little: 0.6 * mostCharacters,
  much: 4 * mostCharacters,
}
/** The characters of a text that JavaScript can hold, roughly. */
const mostText = 400_000_000
const [ofDefinition, ofOperand] = [40, 8]

/** The number of formulas after which the memory is measured: they take some milliseconds. */
const formulasBetween = 4096

/**
 * The number of operands that are read between two questions to `goesOn`: they take some milliseconds. A formula that is
 * built again is found in the table, but its operands are read: a closure builds few new formulas of many operands.
 */
const operandsBetween = 1 << 16

/** Returns whether one operand is the negation of another, or of an operand of another of the same kind. */
function isDecided(operands: ReadonlySet<Formula>, kind: 'and' | 'or'): boolean {
  const negated = new Set<Formula>()
  for (const operand of operands) if (operand.kind === 'not') negated.add(operand.of)
  const isNegated = (one: Formula): boolean => negated.has(one) || (one.kind === 'not' && operands.has(one.of))
  for (const operand of operands)
    if (isNegated(operand) || (operand.kind === kind && operand.of.some(isNegated))) return true
  return false
}

/** Returns a builder with its own table. Formulas of two builders must not be mixed. Exceeds limits (`source/limited.ts`) before memory runs out, or when `goesOn` says so. */
export function formulaBuilder(effort: Effort = 'little', goesOn: GoesOn = () => true): FormulaBuilder {
  const formulas = new Map<string, Formula>()
  const vectors = new Map<string, Bits>()
  const memory = memoryMeter()
  let most = effort === 'much' && memory !== undefined ? mostText : mostBuilt[effort]
  let next = 0
  let built = 0

  /** Returns the identity of a new formula. */
  const identity = (operands: number): number => {
    built += ofDefinition + ofOperand * operands
    if (built > most) exceed(`the formula has more than ${mostCharacters} characters`)
    if (next % formulasBetween === 0) {
      if (!goesOn()) exceed(timeReason)
      const spent = memory?.spent()
      if (spent !== undefined) exceed(spent)
    }
    return next++
  }
  let read = 0
  const reads = (operands: number): void => {
    read += operands
    if (read < operandsBetween) return
    read = 0
    if (!goesOn()) exceed(timeReason)
  }
  const functions = diagrams(effort)
  /** The diagrams of formulas that have small ones, and the first formula of each. */
  const diagramOf = new Map<Formula, Diagram>()
  const byDiagram = new Map<Diagram, Formula>()
  const formula = (key: string, make: (id: number) => Formula): Formula => {
    const cached = formulas.get(key)
    if (cached !== undefined) return cached
    const made = make(identity(2))
    formulas.set(key, made)
    const diagram =
      made.kind === 'true' || made.kind === 'false' ? functions.constant(made.kind === 'true') : functions.atom(made.id)
    if (diagram === undefined) return made
    diagramOf.set(made, diagram)
    byDiagram.set(diagram, made)
    return made
  }

  /** Returns a formula composed of others: an earlier one, if that is known to be the same function. */
  const composed = (
    key: string,
    make: (id: number) => Formula,
    operands: readonly Formula[],
    connected: (parts: readonly Diagram[]) => Diagram | undefined,
  ): Formula => {
    const cached = formulas.get(key)
    if (cached !== undefined) return cached
    const parts = diagramsOf(operands)
    const diagram = parts && connected(parts)
    const same = diagram === undefined ? undefined : byDiagram.get(diagram)
    const made = same ?? make(identity(operands.length))
    formulas.set(key, made)
    if (same === undefined && diagram !== undefined) {
      diagramOf.set(made, diagram)
      byDiagram.set(diagram, made)
    }
    return made
  }
  const diagramsOf = (operands: readonly Formula[]): readonly Diagram[] | undefined => {
    const parts: Diagram[] = []
    for (const operand of operands) {
      const diagram = diagramOf.get(operand)
      if (diagram === undefined) return undefined
      parts.push(diagram)
    }
    return parts
  }
  const vector = (key: string, make: (id: number) => Bits): Bits => {
    const cached = vectors.get(key)
    if (cached !== undefined) return cached
    const made = make(identity(2))
    vectors.set(key, made)
    return made
  }

  const tt = formula('true', (id) => ({ id, kind: 'true' }))
  const ff = formula('false', (id) => ({ id, kind: 'false' }))

  const not = (of: Formula): Formula => {
    if (of === tt) return ff
    if (of === ff) return tt
    if (of.kind === 'not') return of.of
    return composed(
      `!${of.id}`,
      (id) => ({ id, kind: 'not', of }),
      [of],
      ([one]) => (one === undefined ? undefined : functions.negation(one)),
    )
  }

  /**
   * Builds both `and` and `or`: `neutral` disappears, and `absorbing` decides, as does a formula beside its negation.
   */
  const connective =
    (kind: 'and' | 'or', neutral: Formula, absorbing: Formula) =>
    (operands: readonly Formula[]): Formula => {
      const kept = new Set<Formula>()
      for (const operand of operands) {
        if (operand === absorbing) return absorbing
        if (operand !== neutral) kept.add(operand)
      }
      reads(operands.length)
      const [only] = kept
      if (only === undefined) return neutral
      if (kept.size === 1) return only
      if (isDecided(kept, kind)) return absorbing
      const of = [...kept].sort((a, b) => a.id - b.id)
      return composed(
        `${kind}${of.map(({ id }) => id).join(',')}`,
        (id) => ({ id, kind, of }),
        of,
        (parts) => functions.connection(kind, parts),
      )
    }
  const all = connective('and', tt, ff)
  const any = connective('or', ff, tt)

  const truth = (value: boolean): Formula => (value ? tt : ff)

  return {
    settle: () => {
      if (memory !== undefined) most = mostText
    },
    tt,
    ff,
    not,
    all,
    any,
    // Most operands are constants.
    and: (left, right) => (left === tt ? right : right === tt || left === right ? left : all([left, right])),
    or: (left, right) => (left === ff ? right : right === ff || left === right ? left : any([left, right])),
    variable: (name) => formula(`v${name}`, (id) => ({ id, kind: 'variable', name })),
    compare: (kind, left, right) => {
      if (left === right) return truth(kind === 'equal')
      if (left.kind === 'bits' && right.kind === 'bits')
        return truth(compareBits(kind, left.value, right.value, left.width))
      return formula(`${kind}${left.id},${right.id}`, (id) => ({ id, kind, left, right }))
    },
    bits: (value, width) => {
      const wrapped = BigInt.asUintN(width, value)
      return vector(`#${wrapped}:${width}`, (id) => ({ id, kind: 'bits', width, value: wrapped }))
    },
    bitsVariable: (name, width) => vector(`v${name}`, (id) => ({ id, kind: 'bits-variable', width, name })),
    operation: (kind, left, right) =>
      vector(`${kind}${left.id},${right.id}`, (id) => ({ id, kind, width: left.width, left, right })),
    choice: (when, then, otherwise) => {
      if (when === tt || then === otherwise) return then
      if (when === ff) return otherwise
      return vector(`?${when.id},${then.id},${otherwise.id}`, (id) => ({
        id,
        kind: 'choice',
        width: then.width,
        when,
        then,
        otherwise,
      }))
    },
    resize: (of, width, signed) =>
      of.width === width
        ? of
        : vector(`r${of.id}:${width}:${signed}`, (id) => ({ id, kind: 'resize', width, signed, of })),
  }
}
