/** The types of PTX (ISA 5.2) as bits. Floating-point values are the bits that represent them. */

import type { DataType, Width } from '../operand.js'

const names: readonly (readonly [width: Width, names: string])[] = [
  [8, 'b8 u8 s8 e4m3 e5m2'],
  [16, 'b16 u16 s16 f16 bf16 e4m3x2 e5m2x2'],
  [32, 'b32 u32 s32 f32 f16x2 bf16x2 tf32'],
  [64, 'b64 u64 s64 f64 f32x2'],
]

const types: ReadonlyMap<string, DataType> = new Map(
  names.flatMap(([width, list]) =>
    list.split(' ').map((name) => [name, { width, signed: name.startsWith('s') }] as const),
  ),
)

/** Returns the bits of a type, by its name without the dot; undefined for `.b128`, `.pred`, and other words. */
export const typeNamed = (name: string): DataType | undefined => types.get(name)

/** Returns the bits of a number as a floating-point value of `width` bits: 32, or else 64. */
export function bitsOfFloat(value: number, width: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  if (width === 32) {
    view.setFloat32(0, value)
    return BigInt(view.getUint32(0))
  }
  view.setFloat64(0, value)
  return view.getBigUint64(0)
}
