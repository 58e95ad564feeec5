/** Matrices in memory, by the words of `wmma.load` and `wmma.store` (ISA, Matrix Storage for WMMA). */

import type { Matrix } from './range-access.js'

/** The bits of the elements of a matrix, by their type. */
const elementBits: ReadonlyMap<string, number> = new Map([
  ['b1', 1],
  ...['s4', 'u4'].map((type) => [type, 4] as const),
  ...['s8', 'u8'].map((type) => [type, 8] as const),
  ...['f16', 'bf16'].map((type) => [type, 16] as const),
  ...['f32', 'tf32', 's32'].map((type) => [type, 32] as const),
  ['f64', 64],
])

/** The types that elements may have. */
export const elementTypes: readonly string[] = [...elementBits.keys()]

/** The words of a shape: m × n × k. */
export const wmmaShapes = [
  ...(['m16n16k16', 'm8n32k16', 'm32n8k16', 'm16n16k8'] as const),
  ...(['m8n8k4', 'm8n8k32', 'm8n8k128'] as const),
] as const

/**
 * Returns a matrix in memory: A is m × k, B is k × n, C and D are m × n. Its rows are contiguous, or its columns. Each
 * begins at a multiple of the bytes that a lane has of the matrix, in `registers` registers.
 */
export function wmmaMatrix(
  which: 'a' | 'b' | 'c' | 'd',
  shape: (typeof wmmaShapes)[number],
  layout: 'row' | 'col',
  type: string,
  registers: number,
): Matrix {
  const [m = 0, n = 0, k = 0] = (shape.match(/\d+/g) ?? []).map(Number)
  const [height, width] = which === 'a' ? [m, k] : which === 'b' ? [k, n] : [m, n]
  const [rows, length] = layout === 'row' ? [height, width] : [width, height]
  const bits = elementBits.get(type) ?? 32
  return { rows, length, bits, aligned: registers * (type === 'f64' ? 8 : 4) }
}
