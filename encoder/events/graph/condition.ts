/** Evaluates whether a condition holds in a final state, in any domain of values. */

import { match } from 'ts-pattern'
import type { Comparison, Condition, Observable, Term } from '../../../litmus/condition.js'
import type { DataType } from '../../../litmus/operand.js'
import type { Domain, Evaluator } from '../../values/expression.js'
import type { Cell, EventGraph } from './event.js'

/**
 * Returns the truth of a condition, given the final values of elements of memory. `==` and `!=` compare bits, in the
 * wider of two widths, to which each side is extended by its own sign or by zeros; an integer may be signed or
 * unsigned. Orderings compare the values themselves, signed or unsigned as each side is.
 */
export function conditionHolds<B, V>(
  condition: Condition,
  graph: EventGraph,
  domain: Domain<B, V>,
  evaluate: Evaluator<B, V>,
  finalValue: (memory: Cell) => V,
): B {
  const { logic } = domain

  const stored = (stored: V, { width, signed }: DataType): Typed<V> => ({
    width,
    in: (wider) => domain.resize(stored, width, wider, signed),
  })
  const typed = (term: Term): Typed<V> =>
    match(term)
      .with({ kind: 'integer' }, ({ value }) => ({
        width: 0,
        in: (width: number) => domain.constant(BigInt.asUintN(width, value), width),
      }))
      .with({ kind: 'address' }, (pointer) =>
        stored(domain.constant(graph.layout.addressOf(pointer), addressType.width), addressType),
      )
      .with({ kind: 'register' }, { kind: 'memory' }, (observed) => {
        const { value, type } = observedValue(observed, graph, evaluate, finalValue)
        return stored(value, type)
      })
      .exhaustive()

  const compared = (operator: Comparison, left: Term, right: Term): B => {
    if (left.kind === 'integer' && right.kind === 'integer')
      return compareIntegers(operator, left.value, right.value) ? logic.tt : logic.ff
    const [a, b] = [typed(left), typed(right)]
    const width = Math.max(a.width, b.width)
    const equal = () => domain.compare('equal', a.in(width), b.in(width), width)
    // One more bit holds every value of either side, signed or unsigned.
    const less = (first: Typed<V>, second: Typed<V>) =>
      domain.compare('less-signed', first.in(width + 1), second.in(width + 1), width + 1)
    return match(operator)
      .with('==', equal)
      .with('!=', () => logic.not(equal()))
      .with('<', () => less(a, b))
      .with('>=', () => logic.not(less(a, b)))
      .with('>', () => less(b, a))
      .with('<=', () => logic.not(less(b, a)))
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

/** Returns the final value of a register or of a location, and the type by which it is read. */
export const observedValue = <B, V>(
  term: Observable,
  { program, registers }: EventGraph,
  { value }: Evaluator<B, V>,
  finalValue: (memory: Cell) => V,
): { readonly value: V; readonly type: DataType } =>
  match(term)
    .with({ kind: 'register' }, ({ thread, name }) => {
      const register = registers[thread]?.get(name)
      if (register === undefined) throw new Error(`register ${name} of thread ${thread} has no value`)
      return { value: value(register.value), type: register.type }
    })
    .with({ kind: 'memory' }, ({ variable, offset }) => {
      const location = program.variables.find(({ name }) => name === variable)?.location
      const type = location === undefined ? undefined : program.locations[location]?.type
      if (location === undefined || type === undefined) throw new Error(`variable ${variable} is not declared`)
      return { value: finalValue({ location, offset, bytes: type.width / 8 }), type }
    })
    .exhaustive()

/** One side of a comparison. An integer has no width. */
interface Typed<V> {
  readonly width: number
  readonly in: (width: number) => V
}

/** Addresses compare as unsigned integers. */
const addressType: DataType = { width: 64, signed: false }

const compareIntegers = (operator: Comparison, a: bigint, b: bigint): boolean =>
  match(operator)
    .with('==', () => a === b)
    .with('!=', () => a !== b)
    .with('<', () => a < b)
    .with('<=', () => a <= b)
    .with('>', () => a > b)
    .with('>=', () => a >= b)
    .exhaustive()
