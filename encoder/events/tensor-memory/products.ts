/**
 * The cells and the bytes of the operands of `tcgen05.mma` (ISA, Instruction descriptor, Data Path Layout Organization,
 * Block Scaling).
 */

import type { TensorProduct } from '../../../litmus/instructions/tensor-memory.js'
import type { Matrix } from '../../../litmus/instructions/wgmma.js'

/** The columns of an operand, and how many of these it certainly has. */
interface Columns {
  readonly columns: number
  readonly certain: number
}

/** The operands of a product, with as many columns as they may have. */
export interface Footprints {
  readonly accumulator: Columns
  readonly a: Columns
  readonly metadata: Columns
  readonly scaleA: Columns
  readonly scaleB: Columns
  /** The first factor in the shared memory of each CTA, and the second. */
  readonly matrixA: Matrix
  readonly matrixB: Matrix
  readonly shape: string
  /** False if an operand counts with more cells than it has. */
  readonly exact: boolean
}

const exactly = (columns: number): Columns => ({ columns, certain: columns })

/**
 * Returns the footprints of a product for a value of its instruction descriptor, in each CTA of the group; or why there
 * are none.
 */
export function footprintsOf(
  { type, weightStationary, scales, metadata, a }: TensorProduct,
  group: 1 | 2,
  descriptor: bigint,
): Footprints | string {
  const field = (bit: number, width: number): number =>
    Number((descriptor >> BigInt(bit)) & ((1n << BigInt(width)) - 1n))
  const { bit, width, shift } = type.rowsAt
  const rows = field(bit, width) << shift
  const columns = field(17, 6) << 3
  const isDeep =
    scales === undefined
      ? field(29, 1) === 1 && !weightStationary
      : field(31, 1) === 1 || (type.bits === 4 && field(3, 1) === 1)
  if (isDeep) return 'its instruction descriptor asks for a depth that is not modelled'
  const allowed = weightStationary ? [32, 64, 128] : group === 2 ? [128, 256] : [64, 128]
  if (!allowed.includes(rows) || columns === 0 || columns > 256)
    return `its instruction descriptor, 0x${descriptor.toString(16)}, has M = ${rows} and N = ${columns}, which is no shape for it`
  const rowsOfCta = rows / group
  // ISA, layouts B, E and G: the columns of D are divided among the lanes.
  const isSparse = metadata !== undefined
  const parts = weightStationary ? 128 / rows : group === 2 && rows === 128 && !isSparse ? 2 : 1
  const matrix = { depth: type.depth, bits: type.bits }
  return {
    accumulator: exactly(Math.ceil(columns / parts)),
    // A row of the first factor has 32 bytes.
    a: exactly(8),
    metadata: { columns: 4, certain: 1 },
    scaleA: { columns: 4, certain: 1 },
    scaleB: { columns: Math.ceil(columns / 32), certain: 1 },
    // A sparse matrix has half of its elements.
    matrixA: { ...matrix, depth: type.depth / (isSparse ? 2 : 1), rows: rowsOfCta, transposed: field(15, 1) === 1 },
    matrixB: { ...matrix, rows: columns / group, transposed: field(16, 1) === 1 },
    shape: `${rows}x${columns}${weightStationary ? ' ws' : ''}`,
    exact:
      metadata === undefined &&
      scales === undefined &&
      (rowsOfCta === 128 || (weightStationary && a.in === 'shared') || (group === 2 && !isSparse && a.in === 'shared')),
  }
}
