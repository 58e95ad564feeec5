/** The results of computations on registers (ISA, Integer Arithmetic, Logic and Shift, Data Movement and Conversion). */

import { match, P } from 'ts-pattern'
import type { Arithmetic, ArithmeticOperation } from '../../litmus/instructions/register-instructions.js'
import { type DataType, predicateType } from '../../litmus/operand.js'
import { must } from '../../source/must.js'
import type { BitsOperator } from './arithmetic.js'
import {
  both,
  byTable,
  extracted,
  ifZero,
  inserted,
  inverted,
  joined,
  leadingZeros,
  left,
  like,
  lowBits,
  minus,
  negative,
  nthSet,
  ones,
  type PermutationMode,
  partOf,
  permuted,
  plus,
  population,
  reversed,
  right,
  rightBySign,
  saturated,
  times,
} from './bits.js'
import {
  allOf,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from './expression.js'
import { holdsOfFloats } from './floats.js'

type Typed = Pick<Arithmetic, 'operation' | 'type' | 'from'>

/** Returns whether a computation divides by zero: "an unspecified, machine-specific value" (ISA, div). */
export const byZero = (
  { operation: name }: Pick<Arithmetic, 'operation'>,
  [, divisor]: readonly Expression[],
): Predicate =>
  divisor !== undefined && (name === 'div' || name === 'rem') ? compare('equal', divisor, like(divisor, 0n)) : never

/**
 * Returns the result of a computation. Operands have the widths that `operandType` says. Division by zero, of which the result is open (`byZero`), is
 * that of `compute`. `cvta`, `isspacep`, `mapa` and `getctarank` depend on where memory lies: they are not among these.
 */
export function arithmeticResult(
  { operation: name, type, from = type }: Typed,
  given: readonly Expression[],
): Expression {
  const operand = (place: number): Expression => must(given[place], `operand ${place + 1} of ${name}`)
  const [a, b, c] = [() => operand(0), () => operand(1), () => operand(2)]
  const { width, signed } = type
  /** Returns an operand with the bits of the result, or with more. */
  const wide = (place: number, bits: number = width): Expression => resize(operand(place), bits, from.signed)
  const less = (): Predicate => compare(from.signed ? 'less-signed' : 'less-unsigned', a(), b())
  // The commonest come first, in a switch: patterns are tried one after the other.
  switch (name) {
    case 'mov':
      return a()
    case 'cvt':
      return wide(0)
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'rem':
      return operation(operatorOf(name, type), a(), b())
    case 'mul-wide':
      return times(wide(0), wide(1))
    case 'mad':
      return plus(times(a(), b()), c())
    case 'shl':
    case 'shr':
      return shifted(name, type, a(), b())
    case 'and':
    case 'or':
    case 'xor':
      return isPredicate(type)
        ? bit(connected(name, truthOf(a()), truthOf(b())))
        : operation(operatorOf(name, type), a(), b())
    case 'cvta':
    case 'cvta-to':
      return a()
  }
  return match(name)
    .returnType<Expression>()
    .with('isspacep', 'mapa', 'getctarank', a)
    .with('pack', () => joined(given))
    .with('unpack', () => partOf(a(), Number(constantOf(b())), width))
    .with('selp', () => choice(truthOf(c()), a(), b()))
    .with('slct', () => choice(compare('less-signed', c(), like(c(), 0n)), b(), a()))
    .with('slct-f32', 'slct-f32-ftz', (which) => {
      const flushed = which === 'slct-f32-ftz' ? ({ flushed: true } as const) : {}
      return choice(holdsOfFloats('>=', c(), like(c(), 0n), { format: 'f32', ...flushed }), a(), b())
    })
    .with('add-sat', () => saturated(plus(wide(0, 2 * width), wide(1, 2 * width)), type))
    .with('sub-sat', () => saturated(minus(wide(0, 2 * width), wide(1, 2 * width)), type))
    .with('addc', () => plus(plus(a(), b()), resize(c(), width, false)))
    .with('subc', () => minus(a(), plus(b(), resize(c(), width, false))))
    .with('carry', () => carryOf(plus, given))
    .with('borrow', () => carryOf(minus, given))
    .with('mul-hi', () => highHalf(a(), b(), type))
    .with('mul24-lo', 'mul24-hi', (which) => product24(which === 'mul24-hi', a(), b(), type))
    .with('mad-hi', () => plus(highHalf(a(), b(), type), c()))
    .with('mad-hi-sat', () => saturatedSum(highHalf(a(), b(), type), c(), type))
    .with('mad-wide', () => plus(times(wide(0), wide(1)), c()))
    .with('mad24-lo', 'mad24-hi', (which) => plus(product24(which === 'mad24-hi', a(), b(), type), c()))
    .with('mad24-hi-sat', () => saturatedSum(product24(true, a(), b(), type), c(), type))
    .with('sad', () => plus(choice(less(), minus(b(), a()), minus(a(), b())), c()))
    .with(P.string.startsWith('dp4a'), (which) =>
      dotProduct(
        which,
        [0, 1, 2, 3].map((i) => [partOf(a(), i, 8), partOf(b(), i, 8)]),
        c(),
      ),
    )
    .with(P.string.startsWith('dp2a'), (which) => {
      const from = which.startsWith('dp2a-hi') ? 2 : 0
      return dotProduct(
        which,
        [0, 1].map((i) => [partOf(a(), i, 16), partOf(b(), from + i, 8)]),
        c(),
      )
    })
    .with('neg', () => negative(a()))
    .with('abs', () => choice(compare('less-signed', a(), like(a(), 0n)), negative(a()), a()))
    .with('min', 'max', (which) => extremum(which, a(), b(), signed))
    .with('min-relu', 'max-relu', (which) => notNegative(extremum(firstOf(which), a(), b(), true)))
    .with('add-u16x2', 'add-s16x2', () => inHalves(plus, a(), b()))
    .with('min-u16x2', 'max-u16x2', 'min-s16x2', 'max-s16x2', (which) =>
      inHalves((one, other) => extremum(firstOf(which), one, other, which.endsWith('s16x2')), a(), b()),
    )
    .with('min-relu-s16x2', 'max-relu-s16x2', (which) =>
      inHalves((one, other) => notNegative(extremum(firstOf(which), one, other, true)), a(), b()),
    )
    .with('not', () => (isPredicate(type) ? bit(negation(truthOf(a()))) : inverted(a())))
    .with('cnot', () => ifZero(a(), like(a(), 1n), like(a(), 0n)))
    .with('lop3', () => byTable(a(), b(), c(), Number(constantOf(operand(3)))))
    .with('shf-l-clamp', 'shf-l-wrap', 'shf-r-clamp', 'shf-r-wrap', (which) => funnelled(which, a(), b(), c()))
    .with('bfe', () => extracted(a(), b(), c(), signed))
    .with('bfi', () => inserted(a(), b(), c(), operand(3)))
    .with('bfind', 'bfind-shiftamt', (which) => {
      const magnitude = from.signed ? choice(compare('less-signed', a(), like(a(), 0n)), inverted(a()), a()) : a()
      const zeros = resize(leadingZeros(magnitude), width, false)
      if (which === 'bfind') return minus(constant(BigInt(from.width - 1), width), zeros)
      return ifZero(magnitude, constant(-1n, width), zeros)
    })
    .with('brev', () => reversed(a()))
    .with('popc', () => resize(population(a()), width, false))
    .with('clz', () => resize(leadingZeros(a()), width, false))
    .with('fns', () => nthSet(a(), b(), c()))
    .with('bmsk-clamp', 'bmsk-wrap', (which) => {
      const [at, count] = which === 'bmsk-wrap' ? [low5(a()), low5(b())] : [a(), b()]
      return left(ones(count), at)
    })
    .with('szext-clamp', 'szext-wrap', (which) => {
      const count = which === 'szext-wrap' ? low5(b()) : b()
      return lowBits(a(), count, signed)
    })
    .with(P.string.startsWith('prmt'), (which) => permuted(a(), b(), c(), modeOf(which)))
    .with('cvt-sat', () => saturated(wide(0, Math.max(width, from.width) + 1), type))
    .exhaustive()
}

const firstOf = (name: `${'min' | 'max'}-${string}`): 'min' | 'max' => (name.startsWith('min') ? 'min' : 'max')

function extremum(which: 'min' | 'max', a: Expression, b: Expression, signed: boolean): Expression {
  const less = compare(signed ? 'less-signed' : 'less-unsigned', a, b)
  return which === 'min' ? choice(less, a, b) : choice(less, b, a)
}

/** Performs `.relu`: replaces a negative value by 0. */
const notNegative = (a: Expression): Expression => choice(compare('less-signed', a, like(a, 0n)), like(a, 0n), a)

/** Applies a function to the lower halves of two words, and to the higher ones. */
const inHalves = (of: (a: Expression, b: Expression) => Expression, a: Expression, b: Expression): Expression =>
  joined([0, 1].map((half) => of(partOf(a, half, 16), partOf(b, half, 16))))

const isPredicate = ({ width, signed }: DataType): boolean =>
  width === predicateType.width && signed === predicateType.signed

/** Returns whether a predicate register holds. */
export const truthOf = (register: Expression): Predicate => negation(compare('equal', register, like(register, 0n)))

/** Returns what a predicate register holds. */
const bit = (predicate: Predicate): Expression =>
  choice(predicate, constant(1n, predicateType.width), constant(0n, predicateType.width))

/** Connects two truth values. */
export function connected(name: 'and' | 'or' | 'xor', a: Predicate, b: Predicate): Predicate {
  const anyOf = (...all: readonly Predicate[]): Predicate => negation(allOf(all.map(negation)))
  if (name === 'and') return allOf([a, b])
  if (name === 'or') return anyOf(a, b)
  return anyOf(allOf([a, negation(b)]), allOf([negation(a), b]))
}

/** Returns the operator of an operation on values of a type. */
export const operatorOf = (
  name: 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor',
  { signed }: DataType,
): BitsOperator => {
  switch (name) {
    case 'div':
    case 'rem':
      return signed ? `${name}-signed` : `${name}-unsigned`
    case 'and':
    case 'or':
    case 'xor':
      return `bit-${name}`
    default:
      return name
  }
}

/** Returns the highest bit of a sum or difference with one more bit. A carry before it is its third term. */
function carryOf(of: typeof plus, given: readonly Expression[]): Expression {
  const [a, b, c] = given.map((one) => resize(one, (given[0]?.width ?? one.width) + 1, false))
  const [first, second] = [must(a, 'a term'), must(b, 'a second term')]
  const result = of(first, c === undefined ? second : plus(second, c))
  return resize(right(result, like(result, BigInt(result.width - 1))), predicateType.width, false)
}

function highHalf(a: Expression, b: Expression, { width, signed }: DataType): Expression {
  const product = times(resize(a, 2 * width, signed), resize(b, 2 * width, signed))
  return partOf(product, 1, width)
}

/** Returns the product of two 24-bit operands: its lowest 32 bits, or those from the 16th on. */
function product24(high: boolean, a: Expression, b: Expression, { signed }: DataType): Expression {
  const of24 = (value: Expression): Expression => {
    const upper = left(value, like(value, 8n))
    return resize((signed ? rightBySign : right)(upper, like(value, 8n)), 64, signed)
  }
  const product = times(of24(a), of24(b))
  return resize(high ? right(product, like(product, 16n)) : product, 32, false)
}

const saturatedSum = (a: Expression, b: Expression, type: DataType): Expression =>
  saturated(plus(resize(a, 2 * type.width, true), resize(b, 2 * type.width, true)), type)

/** Returns the sum of products of parts, whose signs the operation names, and of a term. */
function dotProduct(
  name: ArithmeticOperation,
  parts: readonly (readonly [Expression, Expression])[],
  term: Expression,
): Expression {
  const [first, second] = name.split('-').slice(-2)
  return parts.reduce(
    (sum, [a, b]) => plus(sum, times(resize(a, term.width, first === 's32'), resize(b, term.width, second === 's32'))),
    term,
  )
}

/** Shifts a value. The amount has 32 bits, and amounts beyond the width of the value count (ISA, `shl`, `shr`). */
function shifted(name: 'shl' | 'shr', { width, signed }: DataType, value: Expression, amount: Expression): Expression {
  const least = Math.max(width, 32)
  const shift = name === 'shl' ? left : signed ? rightBySign : right
  return resize(shift(resize(value, least, signed), resize(amount, least, false)), width, false)
}

/** Performs `shf` (ISA): shifts two words, and keeps the high one when it shifts left, else the low one. */
function funnelled(
  name: `shf-${'l' | 'r'}-${'clamp' | 'wrap'}`,
  low: Expression,
  high: Expression,
  given: Expression,
): Expression {
  const amount = name.endsWith('wrap')
    ? low5(given)
    : choice(compare('less-unsigned', like(given, 32n), given), like(given, 32n), given)
  const by = resize(amount, 64, false)
  return name.startsWith('shf-l')
    ? partOf(left(joined([low, high]), by), 1, 32)
    : partOf(right(joined([low, high]), by), 0, 32)
}

/** Returns an amount within a word. */
const low5 = (amount: Expression): Expression => both(amount, like(amount, 31n))

const modeOf = (name: `prmt${string}` & ArithmeticOperation): PermutationMode | undefined => {
  switch (name) {
    case 'prmt':
      return undefined
    case 'prmt-f4e':
      return 'f4e'
    case 'prmt-b4e':
      return 'b4e'
    case 'prmt-rc8':
      return 'rc8'
    case 'prmt-ecl':
      return 'ecl'
    case 'prmt-ecr':
      return 'ecr'
    case 'prmt-rc16':
      return 'rc16'
  }
}

/** Returns the value of a constant, which the readers guarantee it to be. */
const constantOf = (one: Expression): bigint => {
  if (one.kind !== 'constant') throw new Error('an operand is known before anything runs')
  return one.value
}
