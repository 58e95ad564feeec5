/**
 * Computations whose results depend on where memory lies: a program whose verdict does relies on what PTX does not promise. What compilers
 * do to addresses otherwise (offsets, differences within an object, masks of the low bits) gives the same result wherever memory lies.
 */

import type { AtomicOperation } from '../../../litmus/instructions/access-definitions.js'
import type { ArithmeticOperation, SetPredicate } from '../../../litmus/instructions/register-instructions.js'
import type { Span } from '../../../source/text.js'
import type { Expression } from '../../values/expression.js'
import type { Layout } from '../graph/regions.js'
import { lowest, windowOf } from './layout.js'
import type { Possible } from './places.js'

/** A computation, by what it does to its operands: an order is a comparison by `<` or the like, `equal` one by `==` or `!=`. */
export interface Computation {
  readonly does: ArithmeticOperation | AtomicOperation | 'order' | 'equal' | 'narrow'
  readonly operands: readonly Expression[]
  readonly span: Span
}

/** What a comparison does. */
export const comparisonBy = (operator: SetPredicate['operator']): 'order' | 'equal' =>
  operator === '==' || operator === '!=' ? 'equal' : 'order'

/** The place of the first computation that depends on where memory lies, given the values that expressions may have. */
export const placeOfSensitive = (
  computations: readonly Computation[],
  layout: Pick<Layout, 'objectAt'>,
  possible: (expression: Expression) => Possible,
): Span | undefined => computations.find((one) => isSensitive(one, layout, possible))?.span

/** The low bits of addresses are the same wherever memory lies. */
const lowBits = 256n

/**
 * Whether an integer may be the low half of an address, as a conversion, a narrow access or a state space's own address leaves it. Others
 * of its size may be taken for one: then the test is decided twice without need.
 */
const mayBeLowPart = (value: bigint): boolean => lowest <= value && value < 1n << 32n

function isSensitive(
  { does, operands }: Computation,
  { objectAt }: Pick<Layout, 'objectAt'>,
  possible: (expression: Expression) => Possible,
): boolean {
  const isAddress = (one: Expression | undefined): boolean => {
    if (one === undefined) return false
    const values = possible(one)
    return values === 'any'
      ? one.width >= 64
      : [...values].some((value) => windowOf(value) !== undefined || mayBeLowPart(value))
  }
  const [first, second] = operands
  if (!operands.some(isAddress)) return false
  switch (does) {
    case 'equal':
      // Two addresses are equal wherever memory lies, or nowhere; an address is no small number.
      return operands.every((one) => {
        const values = possible(one)
        return values === 'any' || [...values].some(mayBeLowPart)
      })
    case 'mov':
    case 'add':
    case 'exch':
    case 'cas':
    case 'cvt':
    case 'cvta':
    case 'cvta-to':
    case 'isspacep':
    case 'mapa':
    case 'getctarank':
    case 'selp':
    case 'pack':
    case 'unpack':
      return false
    case 'mad':
    case 'mad-hi':
    case 'mad-wide':
      return isAddress(first) || isAddress(second)
    case 'and':
    case 'or':
    case 'xor': {
      const other = operands.find((one) => !isAddress(one))
      const values = other === undefined ? 'any' : possible(other)
      if (values === 'any') return true
      return ![...values].every((value) => value < lowBits || (does === 'and' && ~value + (1n << 64n) < lowBits))
    }
    case 'sub':
      return isAddress(second) && !inOneObject(operands)
    case 'order':
    case 'min':
    case 'max':
      return !inOneObject(operands)
    default:
      return true
  }

  /** Whether all values of all operands are addresses in one object. */
  function inOneObject(all: readonly Expression[]): boolean {
    const values = all.map(possible)
    if (values.includes('any')) return false
    const objects = new Set(values.flatMap((some) => (some === 'any' ? [] : [...some].map(objectAt))))
    return objects.size === 1 && !objects.has(undefined)
  }
}
