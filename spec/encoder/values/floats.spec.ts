import { isDeepStrictEqual } from 'node:util'
import { always, constant, never } from '../../../encoder/values/expression.js'
import { holdsOfFloats } from '../../../encoder/values/floats.js'
import type { FloatFormat, Floating, SetPredicate } from '../../../litmus/instructions/register-instructions.js'

const shapes: { readonly [F in FloatFormat]: { readonly width: number; readonly fraction: number } } = {
  f16: { width: 16, fraction: 10 },
  bf16: { width: 16, fraction: 7 },
  f32: { width: 32, fraction: 23 },
  f64: { width: 64, fraction: 52 },
}

/** Returns the number that a pattern represents, from its sign, exponent and fraction (IEEE 754). */
function valueOf(pattern: bigint, format: FloatFormat, flushed: boolean): number {
  const { width, fraction } = shapes[format]
  const bits = width - 1 - fraction
  const sign = pattern >> BigInt(width - 1) === 1n ? -1 : 1
  const exponent = Number((pattern >> BigInt(fraction)) & ((1n << BigInt(bits)) - 1n))
  const rest = Number(pattern & ((1n << BigInt(fraction)) - 1n)) / 2 ** fraction
  const bias = 2 ** (bits - 1) - 1
  if (exponent === 2 ** bits - 1) return rest === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  if (exponent === 0) return flushed ? sign * 0 : sign * rest * 2 ** (1 - bias)
  return sign * (1 + rest) * 2 ** (exponent - bias)
}

/** Zeros, the smallest and largest subnormal and normal values, 1, infinities, NaNs, of either sign. */
function patternsOf(format: FloatFormat): readonly bigint[] {
  const { width, fraction } = shapes[format]
  const infinity = ((1n << BigInt(width - 1 - fraction)) - 1n) << BigInt(fraction)
  const one = ((1n << BigInt(width - 2 - fraction)) - 1n) << BigInt(fraction)
  const normal = 1n << BigInt(fraction)
  const positive = [
    0n,
    1n,
    normal - 1n,
    normal,
    one,
    one + 1n,
    infinity - 1n,
    infinity,
    infinity + 1n,
    2n * normal - 1n + infinity - normal,
  ]
  return positive.flatMap((pattern) => [pattern, pattern | (1n << BigInt(width - 1))])
}

const compare = (operator: SetPredicate['operator'], a: number, b: number): boolean => {
  switch (operator) {
    case '==':
      return a === b
    case '!=':
      return a < b || a > b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case 'num':
      return !Number.isNaN(a) && !Number.isNaN(b)
    case 'nan':
      return Number.isNaN(a) || Number.isNaN(b)
  }
}

const operators = ['==', '!=', '<', '<=', '>', '>=', 'num', 'nan'] as const
const formats = ['f16', 'bf16', 'f32', 'f64'] as const

describe.each(formats)('comparisons of %s are those of the numbers', (format) => {
  const { width } = shapes[format]
  test.each(operators)('%s', (operator) => {
    const wrong: unknown[] = []
    for (const flushed of [false, true])
      for (const unordered of operator === 'num' || operator === 'nan' ? [false] : [false, true]) {
        const floating: Floating = {
          format,
          ...(flushed ? { flushed: true } : {}),
          ...(unordered ? { unordered: true } : {}),
        }
        for (const a of patternsOf(format))
          for (const b of patternsOf(format)) {
            const [x, y] = [valueOf(a, format, flushed), valueOf(b, format, flushed)]
            const expected = compare(operator, x, y) || (unordered && (Number.isNaN(x) || Number.isNaN(y)))
            const found = holdsOfFloats(operator, constant(a, width), constant(b, width), floating)
            if (!isDeepStrictEqual(found, expected ? always : never)) wrong.push({ floating, x, y, found })
          }
      }
    expect(wrong).toEqual([])
  })
})

test('the reference reads patterns as JavaScript does', () => {
  const view = new DataView(new ArrayBuffer(8))
  for (const pattern of patternsOf('f32')) {
    view.setUint32(0, Number(pattern))
    expect(valueOf(pattern, 'f32', false)).toEqual(view.getFloat32(0))
  }
  for (const pattern of patternsOf('f64')) {
    view.setBigUint64(0, pattern)
    expect(valueOf(pattern, 'f64', false)).toEqual(view.getFloat64(0))
  }
})
