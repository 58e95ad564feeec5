/**
 * Finds computations whose results depend on where memory lies. If the verdict on a program does, the program relies on
 * something that PTX does not promise. The usual computations of compilers on addresses (offsets, differences within an
 * object, masks of the bits that alignment fixes) give the same result wherever memory lies.
 */

import type { AtomicOperation } from '../../../litmus/instructions/access-definitions.js'
import type { ArithmeticOperation, SetPredicate } from '../../../litmus/instructions/register-instructions.js'
import type { Span } from '../../../source/text.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { Layout } from '../graph/regions.js'
import { allWindows, windowOf } from '../graph/windows.js'
import type { Possible } from './places.js'
import { lowest } from './starts.js'

/**
 * A computation, by its effect on the operands: `order` is a comparison by `<` or similar, `equal` one by `==` or `!=`.
 * `align` is an access that is aligned in some arrangements of memory only.
 */
export interface Computation {
  readonly does: ArithmeticOperation | AtomicOperation | 'order' | 'equal' | 'narrow' | 'align'
  readonly operands: readonly Expression[]
  /** The bits of its result, if it is a conversion. */
  readonly width?: number
  /** The condition under which it is executed. */
  readonly when: Predicate
  readonly span: Span
}

/** Returns the kind of a comparison. */
export const comparisonBy = (operator: SetPredicate['operator']): 'order' | 'equal' =>
  operator === '==' || operator === '!=' ? 'equal' : 'order'

/** The known values of expressions in the first arrangement, which is judged here. */
export interface Values {
  /** Returns the values that an expression may have. */
  readonly possible: (expression: Expression) => Possible
  /** Returns whether an expression may be computed from an address. */
  readonly isDerived: (expression: Expression) => boolean
  /** Returns whether a predicate may hold. */
  readonly mayHold: (predicate: Predicate) => boolean
}

/** What changes no address, whatever its operands are: it moves, selects, or computes an address from one. */
const insensitive = [
  'mov',
  'add',
  'exch',
  'cas',
  'cvta',
  'cvta-to',
  'isspacep',
  'mapa',
  'getctarank',
  'selp',
  'pack',
  'unpack',
] as const satisfies readonly Computation['does'][]

const isInsensitive = (does: Computation['does']): does is (typeof insensitive)[number] =>
  insensitive.some((one) => one === does)

/** Returns whether a computation may depend on where memory lies, judging by its own operands. */
export const mayDependOnLayout = ({ does, operands }: Computation): boolean =>
  does === 'align' || (!isInsensitive(does) && !operands.every(isNumber))

/** Returns whether an expression is a constant that is neither an address nor computed from one. */
const isNumber = (one: Expression): boolean =>
  one.kind === 'constant' && !one.derived && windowOf(one.value) === undefined

type Places = Pick<Layout, 'objectAt' | 'alignmentAt' | 'windowBase'>

/** Returns the place of the first computation that is executed and depends on where memory lies. */
export const placeOfSensitive = (
  computations: readonly Computation[],
  layout: Places,
  values: Values,
): Span | undefined => computations.find((one) => values.mayHold(one.when) && isSensitive(one, layout, values))?.span

/** Returns whether a number that is derived from an address is more than its lowest bits, which alignment fixes. */
const isPart = (value: bigint): boolean => windowOf(value) === undefined && value >= lowest

function isSensitive(
  { does, operands, width = 64 }: Computation,
  { objectAt, alignmentAt, windowBase }: Places,
  { possible, isDerived }: Values,
): boolean {
  const isAddress = (one: Expression | undefined): boolean => {
    if (one === undefined) return false
    const values = possible(one)
    if (values === 'any') return isDerived(one)
    return [...values].some((value) => windowOf(value) !== undefined) || mayBePart(one)
  }
  const [first, second] = operands
  if (does === 'align') return true
  if (isInsensitive(does)) return false
  if (!operands.some(isAddress)) return false
  switch (does) {
    case 'equal':
      // Two addresses in objects are equal wherever memory lies, or nowhere. No object has the address 0, but a part of
      // its address may be.
      return (
        operands.some(isOutside) ||
        operands.some(mayBePart) ||
        operands.every((one) => possible(one) === 'any' && isDerived(one))
      )
    case 'shr':
      // The high half, as `unpack` has it.
      return !(second !== undefined && isOneOf(second, [0n, 32n]))
    case 'bfi':
      // The high half is put before the low one, as `pack` does it.
      return !operands.slice(2).every((one) => isOneOf(one, [32n]))
    case 'mad':
    case 'mad-hi':
    case 'mad-wide':
      return isAddress(first) || isAddress(second)
    // Any other value counts as a number.
    case 'cvt':
      return 1n << BigInt(width) > lowBits() && width < 32
    case 'and':
    case 'or':
    case 'xor': {
      const other = operands.find((one) => !isAddress(one))
      const values = other === undefined ? 'any' : possible(other)
      if (other === undefined || values === 'any') return true
      const least = lowBits()
      return ![...values].every(
        (value) => value < least || (does === 'and' && BigInt.asUintN(other.width, ~value) < least),
      )
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

  /**
   * Returns whether it may be half an address, as it results from a conversion, a narrow access or an address within a
   * state space.
   */
  function mayBePart(one: Expression): boolean {
    if (!isDerived(one)) return false
    const values = possible(one)
    return values === 'any' ? one.width < 64 : [...values].some(isPart)
  }

  function isOneOf(one: Expression, numbers: readonly bigint[]): boolean {
    const values = possible(one)
    return values !== 'any' && [...values].every((value) => numbers.includes(value))
  }

  /**
   * Returns the mask of an address's low bits that are the same wherever memory lies, because its object is aligned.
   */
  function lowBits(): bigint {
    const promised = operands.filter(isAddress).flatMap((one): readonly bigint[] => {
      const some = possible(one)
      if (some === 'any') return [alignmentAt(undefined)]
      return [...some].flatMap((value) =>
        windowOf(value) !== undefined ? [alignmentAt(value)] : isPart(value) ? [alignmentOfPart(value)] : [],
      )
    })
    return promised.reduce((least, one) => (one < least ? one : least))
  }

  /**
   * Returns the alignment of a part of an address. A low half has the alignment of its object; a high half has none.
   */
  function alignmentOfPart(value: bigint): bigint {
    const address = allWindows.map((window) => windowBase(window) + value).find((one) => objectAt(one) !== undefined)
    return address === undefined ? 1n : alignmentAt(address)
  }

  /**
   * Returns whether it may be an address outside all objects, which belongs to another object in another arrangement.
   */
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
