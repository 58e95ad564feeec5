/** Computes the results of instructions bit by bit and number by number, from the ISA, to compare ours with them. */

import type { ArithmeticOperation } from '../../../litmus/instructions/register-instructions.js'
import type { DataType } from '../../../litmus/operand.js'

/** Operands and results are patterns: integers from 0 to 2^width - 1. */
export interface Reference {
  readonly operation: ArithmeticOperation
  readonly type: DataType
  readonly from?: DataType
  /** The widths of the operands. */
  readonly widths: readonly number[]
  /** The values of operands that are known before anything runs. */
  readonly known?: readonly (readonly bigint[] | undefined)[]
  readonly result: (operands: readonly bigint[]) => bigint
}

const type = (name: string): DataType => ({
  width: ([8, 16, 32, 64] as const).find((width) => name.endsWith(`${width}`)) ?? 32,
  signed: name.startsWith('s'),
})
const number = (pattern: bigint, { width, signed }: DataType): bigint =>
  signed ? BigInt.asIntN(width, pattern) : BigInt.asUintN(width, pattern)
const bit = (value: bigint, at: number): bigint => (value >> BigInt(at)) & 1n
const bitsOf = (value: bigint, width: number): readonly bigint[] =>
  Array.from({ length: width }, (_, i) => bit(value, i))
const fromBits = (bits: readonly bigint[]): bigint => bits.reduce((sum, one, i) => sum | (one << BigInt(i)), 0n)
const within = (value: bigint, { width, signed }: DataType): bigint => {
  const [least, most] = signed
    ? [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n]
    : [0n, 2n ** BigInt(width) - 1n]
  return value < least ? least : value > most ? most : value
}
const floorDivided = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by

type Numbers = (...operands: readonly bigint[]) => bigint

/** Returns an operation on numbers of several types; all operands have the same type. */
const onNumbers = (
  operation: ArithmeticOperation,
  names: string,
  count: number,
  result: (type: DataType) => Numbers,
): readonly Reference[] =>
  names.split(' ').map((name) => {
    const of = type(name)
    return {
      operation,
      type: of,
      widths: Array.from({ length: count }, () => of.width),
      result: (operands) => result(of)(...operands.map((one) => number(one, of))),
    }
  })

const on32 = (
  operation: ArithmeticOperation,
  name: string,
  count: number,
  result: (...operands: readonly bigint[]) => bigint,
): Reference => ({
  operation,
  type: type(name),
  widths: Array.from({ length: count }, () => 32),
  result: (all) => result(...all),
})

const product24 = (a: bigint, b: bigint, signed: boolean): bigint => {
  const of = (one: bigint) => (signed ? BigInt.asIntN(24, one) : BigInt.asUintN(24, one))
  return of(a) * of(b)
}
const word = type('u32')
const signedWord = type('s32')
const all8 = 'u8 s8 u16 s16 u32 s32 u64 s64'
const all16 = 'u16 s16 u32 s32 u64 s64'
const fields = 'u32 s32 u64 s64'

const carries = (operation: 'carry' | 'borrow', width: 32 | 64, third: boolean): Reference => ({
  operation,
  type: { width: 8, signed: false },
  from: { width, signed: false },
  widths: third ? [width, width, 8] : [width, width],
  ...(third ? { known: [undefined, undefined, [0n, 1n]] } : {}),
  result: ([a = 0n, b = 0n, c = 0n]) =>
    operation === 'carry' ? (a + b + c >= 2n ** BigInt(width) ? 1n : 0n) : a < b + c ? 1n : 0n,
})

const chained = (operation: 'addc' | 'subc', width: 32 | 64): Reference => ({
  operation,
  type: { width, signed: false },
  widths: [width, width, 8],
  known: [undefined, undefined, [0n, 1n]],
  result: ([a = 0n, b = 0n, c = 0n]) => (operation === 'addc' ? a + b + c : a - (b + c)),
})

const funnel = (to: 'l' | 'r', mode: 'clamp' | 'wrap'): Reference =>
  on32(`shf-${to}-${mode}`, 'u32', 3, (a = 0n, b = 0n, c = 0n) => {
    const n = mode === 'clamp' ? (c < 32n ? c : 32n) : c & 31n
    return to === 'l' ? (b << n) | (a >> (32n - n)) : (b << (32n - n)) | (a >> n)
  })

const bfe = (name: string): Reference => {
  const of = type(name)
  return {
    operation: 'bfe',
    type: of,
    widths: [of.width, 32, 32],
    result: ([a = 0n, b = 0n, c = 0n]) => {
      const [msb, pos, len] = [of.width - 1, Number(b & 0xffn), Number(c & 0xffn)]
      const sign = !of.signed || len === 0 ? 0n : bit(a, Math.min(pos + len - 1, msb))
      return fromBits(Array.from({ length: of.width }, (_, i) => (i < len && pos + i <= msb ? bit(a, pos + i) : sign)))
    },
  }
}

const bfi = (width: 32 | 64): Reference => ({
  operation: 'bfi',
  type: { width, signed: false },
  widths: [width, width, 32, 32],
  result: ([a = 0n, b = 0n, c = 0n, d = 0n]) => {
    const [pos, len] = [Number(c & 0xffn), Number(d & 0xffn)]
    const bits = [...bitsOf(b, width)]
    for (let i = 0; i < len && pos + i <= width - 1; i++) bits[pos + i] = bit(a, i)
    return fromBits(bits)
  },
})

const bfind = (name: string, shiftamt: boolean): Reference => {
  const from = type(name)
  return {
    operation: shiftamt ? 'bfind-shiftamt' : 'bfind',
    type: word,
    from,
    widths: [from.width],
    result: ([given = 0n]) => {
      const negative = from.signed && bit(given, from.width - 1) === 1n
      const a = negative ? BigInt.asUintN(from.width, ~given) : given
      const found = bitsOf(a, from.width).lastIndexOf(1n)
      if (found === -1) return 0xffff_ffffn
      return BigInt(shiftamt ? from.width - 1 - found : found)
    },
  }
}

const ofBits = (
  operation: 'brev' | 'popc' | 'clz',
  width: 32 | 64,
  result: (bits: readonly bigint[]) => bigint,
): Reference => {
  const of: DataType = { width, signed: false }
  return {
    operation,
    ...(operation === 'brev' ? { type: of } : { type: word, from: of }),
    widths: [width],
    result: ([a = 0n]) => result(bitsOf(a, width)),
  }
}

const logic = (operation: 'and' | 'or' | 'xor', of: (a: bigint, b: bigint) => bigint): Reference => ({
  operation,
  type: word,
  widths: [32, 32],
  result: ([a = 0n, b = 0n]) => fromBits(bitsOf(a, 32).map((one, i) => of(one, bit(b, i)))),
})

const lop3 = (table: bigint): Reference => ({
  operation: 'lop3',
  type: word,
  widths: [32, 32, 32, 32],
  known: [undefined, undefined, undefined, [table]],
  result: ([a = 0n, b = 0n, c = 0n]) =>
    fromBits(Array.from({ length: 32 }, (_, i) => bit(table, Number(bit(a, i) * 4n + bit(b, i) * 2n + bit(c, i))))),
})

/** The sources of bytes d.b3, d.b2, d.b1 and d.b0, from the table in the ISA. */
const permutations: { readonly [mode: string]: readonly string[] } = {
  f4e: ['3210', '4321', '5432', '6543'],
  b4e: ['5670', '6701', '7012', '0123'],
  rc8: ['0000', '1111', '2222', '3333'],
  ecl: ['3210', '3211', '3222', '3333'],
  ecr: ['0000', '1110', '2210', '3210'],
  rc16: ['1010', '3232', '1010', '3232'],
}

const prmt = (mode: '' | 'f4e' | 'b4e' | 'rc8' | 'ecl' | 'ecr' | 'rc16'): Reference =>
  on32(mode === '' ? 'prmt' : `prmt-${mode}`, 'u32', 3, (a = 0n, b = 0n, c = 0n) => {
    const bytes = [0n, 8n, 16n, 24n].flatMap((at) => [(a >> at) & 0xffn])
    bytes.push(...[0n, 8n, 16n, 24n].map((at) => (b >> at) & 0xffn))
    const chosen = permutations[mode]?.[Number(c & 3n)]
    const selectors = Array.from({ length: 4 }, (_, i) =>
      chosen === undefined ? Number((c >> BigInt(4 * i)) & 15n) : Number(chosen[3 - i]),
    )
    return selectors.reduce((all, selector, i) => {
      const byte = bytes[selector & 7] ?? 0n
      const value = (selector & 8) === 0 ? byte : byte >= 128n ? 0xffn : 0n
      return all | (value << BigInt(8 * i))
    }, 0n)
  })

const dotProduct = (kind: 'dp4a' | 'dp2a-lo' | 'dp2a-hi', first: 'u32' | 's32', second: 'u32' | 's32'): Reference => {
  const part = (value: bigint, i: number, width: number, signed: boolean): bigint => {
    const found = BigInt.asUintN(width, value >> BigInt(i * width))
    return signed ? BigInt.asIntN(width, found) : found
  }
  const [a8, b8] = [first === 's32', second === 's32']
  return {
    operation: `${kind}-${first}-${second}`,
    type: a8 || b8 ? signedWord : word,
    widths: [32, 32, 32],
    result: ([a = 0n, b = 0n, c = 0n]) => {
      const pairs =
        kind === 'dp4a'
          ? [0, 1, 2, 3].map((i) => part(a, i, 8, a8) * part(b, i, 8, b8))
          : [0, 1].map((i) => part(a, i, 16, a8) * part(b, i + (kind === 'dp2a-hi' ? 2 : 0), 8, b8))
      return pairs.reduce((sum, one) => sum + one, c)
    },
  }
}

/** Numbers of 16 bits; a register holds two. */
const inHalves = (
  operation: ArithmeticOperation,
  half: 'u16' | 's16',
  result: (a: bigint, b: bigint) => bigint,
): Reference =>
  on32(operation, 'u32', 2, (a = 0n, b = 0n) => {
    const [low = 0n, high = 0n] = [0n, 16n].map((at) =>
      BigInt.asUintN(16, result(number(a >> at, type(half)), number(b >> at, type(half)))),
    )
    return (high << 16n) | low
  })
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const bmsk = (mode: 'clamp' | 'wrap'): Reference =>
  on32(`bmsk-${mode}`, 'u32', 2, (a = 0n, b = 0n) => {
    const [at, count] = mode === 'wrap' ? [a & 31n, b & 31n] : [a, b]
    return fromBits(Array.from({ length: 32 }, (_, i) => (BigInt(i) >= at && BigInt(i) < at + count ? 1n : 0n)))
  })

const szext = (mode: 'clamp' | 'wrap', name: 'u32' | 's32'): Reference =>
  on32(`szext-${mode}`, name, 2, (a = 0n, b = 0n) => {
    const count = mode === 'wrap' ? Number(b & 31n) : b > 32n ? 32 : Number(b)
    const sign = name === 's32' && count > 0 ? bit(a, count - 1) : 0n
    return fromBits(Array.from({ length: 32 }, (_, i) => (i < count ? bit(a, i) : sign)))
  })

const cvt = (to: string, from: string, saturates: boolean): Reference => ({
  operation: saturates ? 'cvt-sat' : 'cvt',
  type: type(to),
  from: type(from),
  widths: [type(from).width],
  result: ([a = 0n]) => {
    const value = number(a, type(from))
    return saturates ? within(value, type(to)) : value
  },
})

/** Returns whether 32 bits as a floating-point number are not less than 0; NaN is not. */
const notNegative = (bits: bigint, flushed: boolean): boolean => {
  const value = new DataView(new ArrayBuffer(4))
  value.setUint32(0, Number(bits))
  const float = value.getFloat32(0)
  return float >= 0 || (flushed && Math.abs(float) < 2 ** -126)
}

const lessThan32 = [0n, 1n, 2n, 31n, 32n, 33n, 63n, 64n, 255n, 256n, 257n, 0xffff_ffffn]
/** Amounts for shifts and fields, besides random ones. */
export const amounts = lessThan32

export const references: readonly Reference[] = [
  ...onNumbers(
    'mov',
    all8,
    1,
    () =>
      (a = 0n) =>
        a,
  ),
  ...onNumbers(
    'add',
    all8,
    2,
    () =>
      (a = 0n, b = 0n) =>
        a + b,
  ),
  ...onNumbers(
    'sub',
    all8,
    2,
    () =>
      (a = 0n, b = 0n) =>
        a - b,
  ),
  ...onNumbers(
    'add-sat',
    's32',
    2,
    (of) =>
      (a = 0n, b = 0n) =>
        within(a + b, of),
  ),
  ...onNumbers(
    'sub-sat',
    's32',
    2,
    (of) =>
      (a = 0n, b = 0n) =>
        within(a - b, of),
  ),
  chained('addc', 32),
  chained('addc', 64),
  chained('subc', 32),
  chained('subc', 64),
  carries('carry', 32, false),
  carries('carry', 64, true),
  carries('borrow', 32, false),
  carries('borrow', 64, true),
  ...onNumbers(
    'mul',
    all16,
    2,
    () =>
      (a = 0n, b = 0n) =>
        a * b,
  ),
  ...onNumbers(
    'mul-hi',
    all16,
    2,
    ({ width }) =>
      (a = 0n, b = 0n) =>
        floorDivided(a * b, 2n ** BigInt(width)),
  ),
  ...['u16', 's16', 'u32', 's32'].flatMap((name): readonly Reference[] => {
    const from = type(name)
    const to: DataType = { ...from, width: from.width === 16 ? 32 : 64 }
    return [
      {
        operation: 'mul-wide',
        type: to,
        from,
        widths: [from.width, from.width],
        result: ([a = 0n, b = 0n]) => number(a, from) * number(b, from),
      },
      {
        operation: 'mad-wide',
        type: to,
        from,
        widths: [from.width, from.width, to.width],
        result: ([a = 0n, b = 0n, c = 0n]) => number(a, from) * number(b, from) + c,
      },
    ]
  }),
  ...onNumbers(
    'mad',
    all16,
    3,
    () =>
      (a = 0n, b = 0n, c = 0n) =>
        a * b + c,
  ),
  ...onNumbers(
    'mad-hi',
    all16,
    3,
    ({ width }) =>
      (a = 0n, b = 0n, c = 0n) =>
        floorDivided(a * b, 2n ** BigInt(width)) + c,
  ),
  ...onNumbers(
    'mad-hi-sat',
    's32',
    3,
    (of) =>
      (a = 0n, b = 0n, c = 0n) =>
        within(floorDivided(a * b, 2n ** 32n) + c, of),
  ),
  ...['u32', 's32'].flatMap((name) => [
    on32('mul24-lo', name, 2, (a = 0n, b = 0n) => product24(a, b, name === 's32')),
    on32('mul24-hi', name, 2, (a = 0n, b = 0n) => product24(a, b, name === 's32') >> 16n),
    on32('mad24-lo', name, 3, (a = 0n, b = 0n, c = 0n) => product24(a, b, name === 's32') + c),
    on32('mad24-hi', name, 3, (a = 0n, b = 0n, c = 0n) => (product24(a, b, name === 's32') >> 16n) + c),
  ]),
  on32('mad24-hi-sat', 's32', 3, (a = 0n, b = 0n, c = 0n) =>
    within(BigInt.asIntN(32, product24(a, b, true) >> 16n) + BigInt.asIntN(32, c), signedWord),
  ),
  ...onNumbers(
    'sad',
    all16,
    3,
    () =>
      (a = 0n, b = 0n, c = 0n) =>
        c + (a < b ? b - a : a - b),
  ),
  ...(['u32', 's32'] as const).flatMap((first) =>
    (['u32', 's32'] as const).flatMap((second) =>
      (['dp4a', 'dp2a-lo', 'dp2a-hi'] as const).map((kind) => dotProduct(kind, first, second)),
    ),
  ),
  ...onNumbers(
    'div',
    all16,
    2,
    ({ signed }) =>
      (a = 0n, b = 0n) =>
        b === 0n ? (signed && a < 0n ? 1n : -1n) : a / b,
  ),
  ...onNumbers(
    'rem',
    all16,
    2,
    () =>
      (a = 0n, b = 0n) =>
        b === 0n ? a : a % b,
  ),
  ...onNumbers(
    'neg',
    's16 s32 s64',
    1,
    () =>
      (a = 0n) =>
        -a,
  ),
  ...onNumbers(
    'abs',
    's16 s32 s64',
    1,
    () =>
      (a = 0n) =>
        a < 0n ? -a : a,
  ),
  ...onNumbers(
    'min-relu',
    's32',
    2,
    () =>
      (a = 0n, b = 0n) =>
        greater(0n, lesser(a, b)),
  ),
  ...onNumbers(
    'max-relu',
    's32',
    2,
    () =>
      (a = 0n, b = 0n) =>
        greater(0n, greater(a, b)),
  ),
  ...(['u16', 's16'] as const).flatMap((half): readonly Reference[] => [
    inHalves(`add-${half}x2`, half, (a, b) => a + b),
    inHalves(`min-${half}x2`, half, lesser),
    inHalves(`max-${half}x2`, half, greater),
  ]),
  inHalves('min-relu-s16x2', 's16', (a, b) => greater(0n, lesser(a, b))),
  inHalves('max-relu-s16x2', 's16', (a, b) => greater(0n, greater(a, b))),
  ...onNumbers(
    'min',
    all16,
    2,
    () =>
      (a = 0n, b = 0n) =>
        a < b ? a : b,
  ),
  ...onNumbers(
    'max',
    all16,
    2,
    () =>
      (a = 0n, b = 0n) =>
        a > b ? a : b,
  ),
  logic('and', (a, b) => a * b),
  logic('or', (a, b) => (a + b > 0n ? 1n : 0n)),
  logic('xor', (a, b) => (a === b ? 0n : 1n)),
  on32('not', 'u32', 1, (a = 0n) => fromBits(bitsOf(a, 32).map((one) => 1n - one))),
  on32('cnot', 'u32', 1, (a = 0n) => (a === 0n ? 1n : 0n)),
  ...Array.from({ length: 256 }, (_, table) => lop3(BigInt(table))),
  ...['u16', 'u32', 'u64'].flatMap((name): readonly Reference[] => {
    const { width } = type(name)
    const shifted = (operation: 'shl' | 'shr', signed: boolean): Reference => ({
      operation,
      type: { width, signed },
      widths: [width, 32],
      result: ([a = 0n, b = 0n]) => {
        const by = b > BigInt(width) ? BigInt(width) : b
        return operation === 'shl' ? a << by : number(a, { ...type(name), signed }) >> by
      },
    })
    return [shifted('shl', false), shifted('shr', false), shifted('shr', true)]
  }),
  funnel('l', 'clamp'),
  funnel('l', 'wrap'),
  funnel('r', 'clamp'),
  funnel('r', 'wrap'),
  ...fields.split(' ').flatMap((name) => [bfe(name), bfind(name, false), bfind(name, true)]),
  bfi(32),
  bfi(64),
  ...([32, 64] as const).flatMap((width) => [
    ofBits('brev', width, (bits) => fromBits(bits.toReversed())),
    ofBits('popc', width, (bits) => bits.reduce((sum, one) => sum + one, 0n)),
    ofBits('clz', width, (bits) => BigInt(width - 1 - bits.lastIndexOf(1n))),
  ]),
  {
    operation: 'fns',
    type: word,
    widths: [32, 32, 32],
    known: [
      undefined,
      Array.from({ length: 32 }, (_, i) => BigInt(i)),
      [0n, 1n, 2n, 5n, 31n, 32n, 33n, -1n, -2n, -7n, -32n].map((n) => BigInt.asUintN(32, n)),
    ],
    result: ([mask = 0n, base = 0n, given = 0n]) => {
      const offset = BigInt.asIntN(32, given)
      if (offset === 0n) return bit(mask, Number(base)) === 1n ? base : 0xffff_ffffn
      let count = offset > 0n ? offset - 1n : -offset - 1n
      for (let at = Number(base); at >= 0 && at < 32; at += offset > 0n ? 1 : -1)
        if (bit(mask, at) === 1n && count-- === 0n) return BigInt(at)
      return 0xffff_ffffn
    },
  },
  bmsk('clamp'),
  bmsk('wrap'),
  ...(['clamp', 'wrap'] as const).flatMap((mode) => [szext(mode, 'u32'), szext(mode, 's32')]),
  ...(['', 'f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16'] as const).map(prmt),
  ...all8.split(' ').flatMap((to) => all8.split(' ').flatMap((from) => [cvt(to, from, false), cvt(to, from, true)])),
  {
    operation: 'selp',
    type: word,
    widths: [32, 32, 8],
    known: [undefined, undefined, [0n, 1n]],
    result: ([a = 0n, b = 0n, c = 0n]) => (c === 1n ? a : b),
  },
  on32('slct', 'u32', 3, (a = 0n, b = 0n, c = 0n) => (BigInt.asIntN(32, c) >= 0n ? a : b)),
  ...(['slct-f32', 'slct-f32-ftz'] as const).map(
    (operation): Reference => ({
      operation,
      type: word,
      widths: [32, 32, 32],
      known: [
        undefined,
        undefined,
        [
          0n,
          0x8000_0000n,
          1n,
          0x8000_0001n,
          0x3f80_0000n,
          0xbf80_0000n,
          0x7f80_0000n,
          0xff80_0000n,
          0x7fc0_0000n,
          0xffc0_0000n,
        ],
      ],
      result: ([a = 0n, b = 0n, c = 0n]) => (notNegative(c, operation.endsWith('ftz')) ? a : b),
    }),
  ),
  {
    operation: 'pack',
    type: type('u64'),
    from: type('u16'),
    widths: [16, 16, 16, 16],
    result: (parts) => fromBits(parts.flatMap((part) => bitsOf(part, 16))),
  },
  {
    operation: 'unpack',
    type: type('u8'),
    from: type('u32'),
    widths: [32, 32],
    known: [undefined, [0n, 1n, 2n, 3n]],
    result: ([a = 0n, part = 0n]) => (a >> (8n * part)) & 0xffn,
  },
]
