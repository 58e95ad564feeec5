/**
 * Computations whose results depend on where memory lies: a program whose verdict does relies on what PTX does not promise. What compilers
 * do to addresses otherwise (offsets, differences within an object, masks of the bits that alignment fixes) gives the same result wherever
 * memory lies.
 */

import type { AtomicOperation } from '../../../litmus/instructions/access-definitions.js'
import type { ArithmeticOperation, SetPredicate } from '../../../litmus/instructions/register-instructions.js'
import type { Span } from '../../../source/text.js'
import type { Expression } from '../../values/expression.js'
import type { Layout } from '../graph/regions.js'
import { windowOf } from './layout.js'
import type { Possible } from './places.js'
import { lowest, room } from './starts.js'

/**
 * A computation, by what it does to its operands: an order is a comparison by `<` or the like, `equal` one by `==` or `!=`. `align` is an access
 * that is aligned in some arrangements of memory only.
 */
export interface Computation {
  readonly does: ArithmeticOperation | AtomicOperation | 'order' | 'equal' | 'narrow' | 'align'
  readonly operands: readonly Expression[]
  /** The bits of its result, if it is a conversion. */
  readonly width?: number
  readonly span: Span
}

/** Returns what a comparison does. */
export const comparisonBy = (operator: SetPredicate['operator']): 'order' | 'equal' =>
  operator === '==' || operator === '!=' ? 'equal' : 'order'

/** The place of the first computation that depends on where memory lies, given the values that expressions may have. */
export const placeOfSensitive = (
  computations: readonly Computation[],
  layout: Pick<Layout, 'objectAt' | 'alignmentAt'>,
  possible: (expression: Expression) => Possible,
): Span | undefined => computations.find((one) => isSensitive(one, layout, possible))?.span

/**
 * Returns whether an integer may be the low half of an address, as a conversion, a narrow access or a state space's own
 * address leaves it. The first arrangement, which is judged here, has objects at the start of each window; so a small
 * negative number of 32 bits is none. Other numbers of its size may be taken for one: then the test is decided in other
 * arrangements without need.
 */
const mayBeLowPart = (value: bigint): boolean => lowest <= value && value < 2n * room

function isSensitive(
  { does, operands, width = 64 }: Computation,
  { objectAt, alignmentAt }: Pick<Layout, 'objectAt' | 'alignmentAt'>,
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
      // Two addresses in objects are equal wherever memory lies, or nowhere; an address is no small number.
      return (
        operands.some(isOutside) ||
        operands.every((one) => {
          const values = possible(one)
          return values === 'any' || [...values].some(mayBeLowPart)
        })
      )
    case 'mov':
    case 'add':
    case 'exch':
    case 'cas':
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
    // What is left looks like a number.
    case 'cvt':
      return 1n << BigInt(width) > lowBits() && width < 32
    case 'and':
    case 'or':
    case 'xor': {
      const other = operands.find((one) => !isAddress(one))
      const values = other === undefined ? 'any' : possible(other)
      if (values === 'any') return true
      return ![...values].every((value) => value < lowBits() || (does === 'and' && ~value + (1n << 64n) < lowBits()))
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

  /** The low bits of addresses are the same wherever memory lies, as far as their objects are aligned. */
  function lowBits(): bigint {
    const values = operands.filter(isAddress).flatMap((one): readonly (bigint | undefined)[] => {
      const some = possible(one)
      return some === 'any' ? [undefined] : [...some]
    })
    return values.map(alignmentAt).reduce((least, one) => (one < least ? one : least))
  }

  /** Returns whether it may be an address where no object is: one of another object in another arrangement. */
  function isOutside(one: Expression): boolean {
    const values = possible(one)
    return (
      values !== 'any' && [...values].some((value) => windowOf(value) !== undefined && objectAt(value) === undefined)
    )
  }

  /** Returns whether all values of all operands are addresses in one object. */
  function inOneObject(all: readonly Expression[]): boolean {
    const values = all.map(possible)
    if (values.includes('any')) return false
    const objects = new Set(values.flatMap((some) => (some === 'any' ? [] : [...some].map(objectAt))))
    return objects.size === 1 && !objects.has(undefined)
  }
}
