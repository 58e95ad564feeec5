/** Whether a condition holds in a final state, in any domain of values. */

import { match } from 'ts-pattern'
import type { Comparison, Condition, Term } from '../litmus/condition.js'
import type { DataType } from '../litmus/instruction.js'
import type { EventGraph } from './events.js'
import type { Domain, Evaluator } from './expression.js'

/**
 * The truth of a condition, given the final value of each location. Two sides of different widths are compared in the wider
 * one, each extended by its own sign or by zeros; two of one width as signed unless either is unsigned. An integer has the
 * type of the other side.
 */
export function conditionHolds<B, V>(
  condition: Condition,
  { program, registers }: EventGraph,
  domain: Domain<B, V>,
  { value }: Evaluator<B, V>,
  finalValue: (location: number) => V,
): B {
  const { logic } = domain

  const typed = (term: Term): { readonly type: DataType | undefined; readonly value: (type: DataType) => V } =>
    match(term)
      .with({ kind: 'integer' }, (integer) => ({
        type: undefined,
        value: ({ width }: DataType) => domain.constant(BigInt.asUintN(width, integer.value), width),
      }))
      .with({ kind: 'register' }, ({ thread, name }) => {
        const register = registers[thread]?.get(name)
        if (register === undefined) throw new Error(`register ${name} of thread ${thread} has no value`)
        const { type } = register
        return {
          type,
          value: ({ width }: DataType) => domain.resize(value(register.value), type.width, width, type.signed),
        }
      })
      .with({ kind: 'memory' }, ({ variable }) => {
        const location = program.variables.find(({ name }) => name === variable)?.location
        const type = location === undefined ? undefined : program.locations[location]?.type
        if (location === undefined || type === undefined) throw new Error(`variable ${variable} is not declared`)
        return {
          type,
          value: ({ width }: DataType) => domain.resize(finalValue(location), type.width, width, type.signed),
        }
      })
      .exhaustive()

  const compared = (operator: Comparison, left: Term, right: Term): B => {
    if (left.kind === 'integer' && right.kind === 'integer')
      return compareIntegers(operator, left.value, right.value) ? logic.tt : logic.ff
    const [a, b] = [typed(left), typed(right)]
    const type = joined(a.type, b.type)
    const [x, y] = [a.value(type), b.value(type)]
    const less = (first: V, second: V) =>
      domain.compare(type.signed ? 'less-signed' : 'less-unsigned', first, second, type.width)
    return match(operator)
      .with('==', () => domain.compare('equal', x, y, type.width))
      .with('!=', () => logic.not(domain.compare('equal', x, y, type.width)))
      .with('<', () => less(x, y))
      .with('>=', () => logic.not(less(x, y)))
      .with('>', () => less(y, x))
      .with('<=', () => logic.not(less(y, x)))
      .exhaustive()
  }

  const holds = (one: Condition): B =>
    match(one)
      .with({ kind: 'compare' }, ({ operator, left, right }) => compared(operator, left, right))
      .with({ kind: 'and' }, ({ conditions }) => logic.all(conditions.map(holds)))
      .with({ kind: 'or' }, ({ conditions }) => logic.any(conditions.map(holds)))
      .with({ kind: 'not' }, ({ condition }) => logic.not(holds(condition)))
      .exhaustive()

  return holds(condition)
}

/** The type in which two sides are compared; an integer, which has none of its own, takes the other's. */
function joined(a: DataType | undefined, b: DataType | undefined): DataType {
  if (a === undefined || b === undefined) return a ?? b ?? { width: 64, signed: true }
  if (a.width === b.width) return { width: a.width, signed: a.signed && b.signed }
  return a.width > b.width ? a : b
}

const compareIntegers = (operator: Comparison, a: bigint, b: bigint): boolean =>
  match(operator)
    .with('==', () => a === b)
    .with('!=', () => a !== b)
    .with('<', () => a < b)
    .with('<=', () => a <= b)
    .with('>', () => a > b)
    .with('>=', () => a >= b)
    .exhaustive()
