/**
 * Computes the result of an instruction from its operands, written from the PTX ISA (9.7.1, 9.7.2, 9.7.6 to 9.7.9) and
 * from nothing in `litmus/` or `encoder/`.
 */

import { widthOf } from './text.js'

export interface Type {
  readonly width: number
  readonly signed: boolean
  /** The format of a floating-point value: the number that its bits represent. */
  readonly float: Format | undefined
}

interface Format {
  /** Bits of the exponent, and of the fraction below it. */
  readonly exponent: number
  readonly fraction: number
}

const formats: Readonly<Record<string, Format>> = {
  f16: { exponent: 5, fraction: 10 },
  bf16: { exponent: 8, fraction: 7 },
  f32: { exponent: 8, fraction: 23 },
  f64: { exponent: 11, fraction: 52 },
}

export interface Computation {
  /** The types of the sources. */
  readonly from: readonly Type[]
  readonly to: Type
  /**
   * Computes the result from the sources, which are integers of their types (a float is its bits). Only the low bits of
   * the result count.
   */
  readonly compute: (sources: readonly bigint[]) => bigint
}

export const typeOf = (text: string): Type => ({
  width: widthOf(text),
  signed: text.startsWith('s'),
  float: formats[text],
})

const u32 = typeOf('u32')
const predicate = typeOf('pred')

const isType = (word: string): boolean => /^((?:[busf]|bf)\d+|pred)$/.test(word)

/** Returns the integer of these bits in a type. */
export const valueIn = ({ width, signed }: Type, bits: bigint): bigint =>
  signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits)

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n
const bit = (bits: bigint, position: bigint): bigint => (bits >> position) & 1n
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const absolute = (a: bigint): bigint => (a < 0n ? -a : a)

/** Returns the nearest value that the type has. */
function saturated({ width, signed }: Type, value: bigint): bigint {
  const lowest = signed ? -(1n << BigInt(width - 1)) : 0n
  const highest = ones(signed ? width - 1 : width)
  return most(lowest, least(highest, value))
}

/**
 * Returns the computation of an instruction with one destination, by its opcode and modifiers; `undefined` if there is
 * none.
 */
export function computationOf(opcode: string, modifiers: readonly string[]): Computation | undefined {
  const words = modifiers.filter((word) => !isType(word))
  const types = modifiers.filter(isType).map(typeOf)
  const has = (word: string) => words.includes(word)
  const [type, second] = types
  if (type === undefined) return undefined
  // Floating-point values are moved, selected and compared, never computed.
  if (types.some(({ float }) => float !== undefined) && !['mov', 'selp', 'slct', 'set'].includes(opcode))
    return undefined
  const { width } = type
  const unsigned: Type = { ...type, signed: false }
  const same = (count: number, compute: (...sources: readonly [bigint, bigint, bigint]) => bigint): Computation => ({
    from: Array.from({ length: count }, () => type),
    to: type,
    compute: ([a = 0n, b = 0n, c = 0n]) => compute(a, b, c),
  })
  /** Makes the result of a computation a u32. */
  const counted = (compute: (a: bigint) => bigint): Computation => ({
    from: [type],
    to: u32,
    compute: ([a = 0n]) => compute(a),
  })
  switch (opcode) {
    case 'mov':
      return same(1, (a) => a)
    case 'add':
      return same(2, (a, b) => (has('sat') ? saturated(type, a + b) : a + b))
    case 'sub':
      return same(2, (a, b) => (has('sat') ? saturated(type, a - b) : a - b))
    case 'mul':
    case 'mad': {
      const wide: Type = { ...type, width: 2 * width }
      const to = has('wide') ? wide : type
      const high = (product: bigint) => (has('hi') ? product >> BigInt(width) : product)
      return {
        from: opcode === 'mul' ? [type, type] : [type, type, to],
        to,
        compute: ([a = 0n, b = 0n, c = 0n]) => {
          const kept = has('hi') || has('wide') ? high(a * b) : valueIn(type, a * b)
          return has('sat') ? saturated(type, kept + c) : kept + c
        },
      }
    }
    case 'mul24':
    case 'mad24': {
      const narrow: Type = { ...type, width: 24 }
      return same(opcode === 'mul24' ? 2 : 3, (a, b, c) => {
        const product = valueIn(narrow, a) * valueIn(narrow, b)
        const kept = has('hi') ? valueIn(type, product >> 16n) : product
        return has('sat') ? saturated(type, kept + c) : kept + c
      })
    }
    case 'dp4a':
    case 'dp2a': {
      if (second === undefined) return undefined
      const count = opcode === 'dp4a' ? 4 : 2
      const to = type.signed || second.signed ? typeOf('s32') : u32
      return {
        from: [type, second, to],
        to,
        compute: ([a = 0n, b = 0n, c = 0n]) => {
          let sum = c
          for (let i = 0; i < count; i++) {
            const other = has('hi') ? i + 2 : i
            sum += part(type, a, 32 / count, i) * part(second, b, 8, other)
          }
          return sum
        },
      }
    }
    case 'sad':
      return same(3, (a, b, c) => c + absolute(a - b))
    case 'div':
      return same(2, (a, b) => a / b)
    case 'rem':
      return same(2, (a, b) => a % b)
    case 'abs':
      return same(1, absolute)
    case 'neg':
      return same(1, (a) => -a)
    case 'min':
      return same(2, least)
    case 'max':
      return same(2, most)
    case 'and':
      return same(2, (a, b) => a & b)
    case 'or':
      return same(2, (a, b) => a | b)
    case 'xor':
      return same(2, (a, b) => a ^ b)
    case 'not':
      return same(1, (a) => ~a)
    case 'cnot':
      return same(1, (a) => (a === 0n ? 1n : 0n))
    case 'shl':
    case 'shr': {
      // Amounts beyond the width are clamped to it.
      const by = (amount: bigint) => least(amount, BigInt(width))
      return {
        from: [type, u32],
        to: type,
        compute: ([a = 0n, amount = 0n]) => (opcode === 'shl' ? a << by(amount) : a >> by(amount)),
      }
    }
    case 'shf':
      return {
        from: [type, type, u32],
        to: type,
        compute: ([a = 0n, b = 0n, c = 0n]) => {
          const n = has('clamp') ? least(c, 32n) : c & 31n
          const both = (b << 32n) | a
          return has('l') ? (both << n) >> 32n : both >> n
        },
      }
    case 'bfe':
      return {
        from: [unsigned, u32, u32],
        to: type,
        compute: ([a = 0n, b = 0n, c = 0n]) => extracted(type, a, b & 255n, c & 255n),
      }
    case 'bfi':
      return {
        from: [type, type, u32, u32],
        to: type,
        compute: ([a = 0n, b = 0n, c = 0n, d = 0n]) => {
          const [position, length] = [c & 255n, d & 255n]
          let result = b
          for (let i = 0n; i < length && position + i < BigInt(width); i++) {
            const place = 1n << (position + i)
            result = bit(a, i) === 1n ? result | place : result & ~place
          }
          return result
        },
      }
    case 'bfind':
      return counted((a) => {
        const searched = a < 0n ? ~a : a
        for (let i = width - 1; i >= 0; i--)
          if (bit(searched, BigInt(i)) === 1n) return BigInt(has('shiftamt') ? width - 1 - i : i)
        return ones(32)
      })
    case 'clz':
      return counted((a) => BigInt(a === 0n ? width : width - a.toString(2).length))
    case 'popc':
      return counted((a) => BigInt([...a.toString(2)].filter((digit) => digit === '1').length))
    case 'brev':
      return same(1, (a) => BigInt(`0b${[...a.toString(2).padStart(width, '0')].reverse().join('')}`))
    case 'fns':
      return { from: [type, u32, typeOf('s32')], to: type, compute: ([a = 0n, b = 0n, c = 0n]) => nthSet(a, b, c) }
    case 'bmsk':
      return { from: [u32, u32], to: type, compute: ([a = 0n, b = 0n]) => masked(has('clamp'), a, b) }
    case 'szext':
      return {
        from: [unsigned, u32],
        to: type,
        compute: ([a = 0n, b = 0n]) => {
          const length = b >= 32n && has('clamp') ? 32n : b & 31n
          if (length === 0n) return 0n
          return valueIn({ ...type, width: Number(length) }, a)
        },
      }
    case 'prmt':
      return {
        from: [u32, u32, u32],
        to: type,
        compute: ([a = 0n, b = 0n, c = 0n]) => permuted(words[0], a, b, c),
      }
    case 'lop3':
      return {
        from: [u32, u32, u32, u32],
        to: type,
        compute: ([a = 0n, b = 0n, c = 0n, table = 0n]) => {
          let result = 0n
          for (let i = 0n; i < 32n; i++) {
            const row = (bit(a, i) << 2n) | (bit(b, i) << 1n) | bit(c, i)
            result |= bit(table, row) << i
          }
          return result
        },
      }
    case 'selp':
      return { from: [type, type, predicate], to: type, compute: ([a = 0n, b = 0n, c]) => (c === 1n ? a : b) }
    case 'slct': {
      if (second === undefined) return undefined
      const takesFirst = (c: bigint) => (second.float ? numberOf(second.float, c, has('ftz')) >= 0 : c >= 0n)
      return { from: [type, type, second], to: type, compute: ([a = 0n, b = 0n, c = 0n]) => (takesFirst(c) ? a : b) }
    }
    case 'cvt': {
      if (second === undefined) return undefined
      return { from: [second], to: type, compute: ([a = 0n]) => (has('sat') ? saturated(type, a) : a) }
    }
    case 'set': {
      const compared = second && comparisonOf(words, second)
      if (compared === undefined || second === undefined) return undefined
      return {
        from: [second, second, predicate],
        to: type,
        compute: ([a = 0n, b = 0n, c]) => {
          const holds = compared(a, b, c)[0] === 1n
          return holds ? (type.float ? 0x3f800000n : ones(32)) : 0n
        },
      }
    }
    default:
      return undefined
  }
}

/** Returns the number in bits `width * index` and up of a word, read as `type`. */
const part = (type: Type, bits: bigint, width: number, index: number): bigint =>
  valueIn({ ...type, width }, bits >> BigInt(width * index))

function extracted({ width, signed }: Type, a: bigint, position: bigint, length: bigint): bigint {
  const last = BigInt(width - 1)
  const sign = signed && length > 0n ? bit(a, least(position + length - 1n, last)) : 0n
  let result = 0n
  for (let i = 0n; i <= last; i++) result |= (i < length && position + i <= last ? bit(a, position + i) : sign) << i
  return result
}

function nthSet(mask: bigint, base: bigint, offset: bigint): bigint {
  if (offset === 0n) return bit(mask, base) === 1n ? base : ones(32)
  let left = absolute(offset) - 1n
  for (let i = base; i >= 0n && i < 32n; i += offset > 0n ? 1n : -1n) {
    if (bit(mask, i) === 0n) continue
    if (left === 0n) return i
    left--
  }
  return ones(32)
}

function masked(clamps: boolean, a: bigint, b: bigint): bigint {
  if (clamps && a >= 32n) return 0n
  const length = clamps ? least(b, 32n) : b & 31n
  return ones(Number(length)) << (a & 31n)
}

/** The bytes that the modes of prmt select, from the highest to the lowest, by the two low bits of the control. */
const permutations: Readonly<Record<string, readonly string[]>> = {
  f4e: ['3210', '4321', '5432', '6543'],
  b4e: ['5670', '6701', '7012', '0123'],
  rc8: ['0000', '1111', '2222', '3333'],
  ecl: ['3210', '3211', '3222', '3333'],
  ecr: ['0000', '1110', '2210', '3210'],
  rc16: ['1010', '3232', '1010', '3232'],
}

function permuted(mode: string | undefined, a: bigint, b: bigint, control: bigint): bigint {
  const bytes = (b << 32n) | a
  const byte = (selector: bigint) => {
    const selected = (bytes >> (8n * (selector & 7n))) & 255n
    return (selector & 8n) === 0n ? selected : 255n * (selected >> 7n)
  }
  const chosen = mode === undefined ? undefined : permutations[mode]?.[Number(control & 3n)]
  let result = 0n
  for (let i = 0n; i < 4n; i++) {
    const selector = chosen === undefined ? (control >> (4n * i)) & 15n : BigInt(chosen[3 - Number(i)] ?? '0')
    result |= byte(selector) << (8n * i)
  }
  return result
}

/** Returns the number that these bits encode; subnormal numbers are 0 with `.ftz`. */
function numberOf({ exponent, fraction }: Format, bits: bigint, flushes: boolean): number {
  const sign = bit(bits, BigInt(exponent + fraction)) === 1n ? -1 : 1
  const scale = Number((bits >> BigInt(fraction)) & ones(exponent))
  const rest = Number(bits & ones(fraction))
  const bias = 2 ** (exponent - 1) - 1
  if (scale === 2 ** exponent - 1) return rest === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  if (scale === 0) return flushes ? 0 : sign * rest * 2 ** (1 - bias - fraction)
  return sign * (1 + rest / 2 ** fraction) * 2 ** (scale - bias)
}

type Numbers = bigint | number

const relations: Readonly<Record<string, (a: Numbers, b: Numbers) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a < b || a > b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
}

/** `lo` and similar words are `lt` of unsigned integers. */
const unsignedNames: Readonly<Record<string, string>> = { lo: 'lt', ls: 'le', hi: 'gt', hs: 'ge' }

function holds(operator: string, a: Numbers, b: Numbers): boolean {
  const ordered = !Number.isNaN(a) && !Number.isNaN(b)
  if (operator === 'num') return ordered
  if (operator === 'nan') return !ordered
  const exact = relations[unsignedNames[operator] ?? operator]
  if (exact !== undefined) return exact(a, b)
  const orUnordered = operator.endsWith('u') ? relations[operator.slice(0, -1)] : undefined
  if (orUnordered === undefined) throw new Error(`no comparison ${operator}`)
  return !ordered || orUnordered(a, b)
}

const combinations: Readonly<Record<string, (t: bigint, c: bigint) => bigint>> = {
  and: (t, c) => t & c,
  or: (t, c) => t | c,
  xor: (t, c) => t ^ c,
}

/**
 * Returns what setp and set compute, from two sources and a predicate: the comparison, and the negated one, each
 * combined with the predicate.
 */
export function comparisonOf(
  words: readonly string[],
  type: Type,
): ((a: bigint, b: bigint, c: bigint | undefined) => readonly [bigint, bigint]) | undefined {
  const [operator, combined] = words.filter((word) => word !== 'ftz')
  if (operator === undefined) return undefined
  const number = (bits: bigint): Numbers => (type.float ? numberOf(type.float, bits, words.includes('ftz')) : bits)
  return (a, b, c) => {
    const t = holds(operator, number(a), number(b)) ? 1n : 0n
    const combine = combined === undefined ? undefined : combinations[combined]
    return combine === undefined || c === undefined ? [t, 1n - t] : [combine(t, c), combine(1n - t, c)]
  }
}

/**
 * Returns what an instruction of extended precision computes, and the carry or the borrow that it leaves (ISA 9.7.2);
 * `undefined` for any other instruction. `add`, `sub` and `mad` take no carry, `addc`, `subc` and `madc` do.
 */
export function carriedOf(
  opcode: string,
  modifiers: readonly string[],
): ((sources: readonly bigint[], carry: bigint) => { readonly bits: bigint; readonly carry: bigint }) | undefined {
  const type = typeOf(modifiers.at(-1) ?? '')
  const low = (bits: bigint) => BigInt.asUintN(type.width, bits)
  const sum = (...all: readonly bigint[]) => {
    const whole = all.reduce((one, other) => one + low(other), 0n)
    return { bits: low(whole), carry: whole >> BigInt(type.width) }
  }
  switch (opcode) {
    case 'add':
    case 'addc':
      return ([a = 0n, b = 0n], carry) => sum(a, b, carry)
    case 'sub':
    case 'subc':
      return ([a = 0n, b = 0n], carry) => ({ bits: low(a - b - carry), carry: low(a) < low(b) + carry ? 1n : 0n })
    case 'mad':
    case 'madc':
      return ([a = 0n, b = 0n, c = 0n], carry) => {
        const product = valueIn(type, a) * valueIn(type, b)
        return sum(modifiers.includes('hi') ? product >> BigInt(type.width) : product, c, carry)
      }
    default:
      return undefined
  }
}

/** Returns what an atomic operation writes, from the old value and its operands (ISA, `atom`). */
export function written(operation: string, old: bigint, b: bigint, c: bigint): bigint {
  switch (operation) {
    case 'add':
      return old + b
    case 'and':
      return old & b
    case 'or':
      return old | b
    case 'xor':
      return old ^ b
    case 'min':
      return least(old, b)
    case 'max':
      return most(old, b)
    case 'inc':
      return old >= b ? 0n : old + 1n
    case 'dec':
      return old === 0n || old > b ? b : old - 1n
    case 'exch':
      return b
    case 'cas':
      return old === b ? c : old
    default:
      throw new Error(`no atomic operation ${operation}`)
  }
}
