/** Memory of a launch, as bytes at addresses. */

import { must } from '../../source/must.js'
import type { Variable } from './text.js'

export type Space = 'generic' | 'global' | 'const' | 'shared' | 'local' | 'param'

/** The bytes of memory; `undefined` where a byte is unknown. */
export type Bytes = (number | undefined)[]

/** The generic address at which each space starts. */
export const windows = { shared: 1n << 40n, local: 1n << 41n, const: 1n << 42n, global: 0n }

export interface Segment {
  readonly space: keyof typeof windows
  readonly name: string
  /** The generic address. */
  readonly base: bigint
  readonly bytes: Bytes
}

/** Returns the memory of variables, placed after what there is in the same space. */
export function segmentsOf(variables: readonly Variable[], before: readonly Segment[] = []): readonly Segment[] {
  const segments = [...before]
  for (const { space, name, size, elements, initial } of variables) {
    if (space === 'param') continue
    const last = segments.findLast((segment) => segment.space === space)
    const base =
      last === undefined ? windows[space] + 256n : last.base + (BigInt(last.bytes.length + 512) / 256n) * 256n
    const isZero = space === 'global' || space === 'const'
    const bytes: Bytes = Array.from({ length: size * elements }, () => (isZero ? 0 : undefined))
    for (const [i, value] of initial.entries()) bytes.splice(i * size, size, ...bytesOf(value, size))
    segments.push({ space, name, base, bytes })
  }
  return segments
}

export const bytesOf = (value: bigint, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))

export const integerOf = (bytes: readonly number[]): bigint =>
  bytes.reduce((sum, byte, i) => sum | (BigInt(byte) << BigInt(8 * i)), 0n)

export const segmentOf = (segments: readonly Segment[], name: string): Segment =>
  must(
    segments.find((segment) => segment.name === name),
    `an object ${name}`,
  )
