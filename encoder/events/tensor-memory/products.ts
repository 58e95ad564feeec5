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
  /** The lanes at which the accumulator, the first factor and the metadata may begin, all at the same. */
  readonly lanes: readonly number[]
  /** False if an operand counts with more cells than it has. */
  readonly exact: boolean
}

const exactly = (columns: number): Columns => ({ columns, certain: columns })

type Shaped = Pick<TensorProduct, 'type' | 'weightStationary' | 'metadata'>

/** Returns the numbers of rows that a product may have (ISA, Table 48). */
const rowsOf = ({ type, weightStationary, metadata }: Shaped, group: 1 | 2): readonly number[] => {
  if (weightStationary) return [32, 64, 128]
  const isScaled = type.name.startsWith('mx')
  if (group === 2) return isScaled && metadata !== undefined ? [256] : [128, 256]
  return isScaled ? [128] : [64, 128]
}

/** Returns whether a product may have this number of columns (ISA, Tables 48 and 63). */
function mayHave(
  columns: number,
  { type, weightStationary, metadata }: Shaped,
  group: 1 | 2,
  transposed: boolean,
): boolean {
  if (columns === 0 || columns > 256) return false
  if (weightStationary) return (metadata === undefined ? [64, 128, 256] : [64, 128]).includes(columns)
  const isWide = (type.name === 'i8' && (group === 2 || columns > 32)) || (type.bits === 8 && transposed)
  return columns % ((isWide ? 16 : 8) * group) === 0
}

/**
 * Returns the footprints of a product for a value of its instruction descriptor, in each CTA of the group; or why there
 * are none.
 */
export function footprintsOf(
  { type, weightStationary, scales, metadata, a, masked }: TensorProduct,
  group: 1 | 2,
  descriptor: bigint,
): Footprints | string {
  const isSparse = metadata !== undefined
  const field = (bit: number, width: number): number =>
    Number((descriptor >> BigInt(bit)) & ((1n << BigInt(width)) - 1n))
  const { bit, width, shift } = type.rowsAt
  const rows = field(bit, width) << shift
  const columns = field(17, 6) << 3
  const isDeep =
    scales === undefined ? field(29, 1) === 1 : field(31, 1) === 1 || (type.bits === 4 && field(3, 1) === 1)
  if (isDeep) return 'its instruction descriptor asks for a depth that is not modelled'
  if (scales !== undefined && field(26, 1) === 1)
    return 'its instruction descriptor asks for scale factors in 128 lanes, which are not modelled'
  if ((field(2, 1) === 1) !== isSparse)
    return `its instruction descriptor says that the first factor is ${isSparse ? 'dense' : 'sparse'}, which it is not`
  const transposed = { a: field(15, 1) === 1, b: field(16, 1) === 1 }
  if (type.bits === 4 && (transposed.a || transposed.b))
    return `its instruction descriptor transposes a matrix, which \`.kind::${type.name}\` does not`
  const shaped = { type, weightStationary, metadata }
  if (!rowsOf(shaped, group).includes(rows) || !mayHave(columns, shaped, group, transposed.b))
    return `its instruction descriptor, 0x${descriptor.toString(16)}, has M = ${rows} and N = ${columns}, which is no shape for it`
  const rowsOfCta = rows / group
  // ISA, layouts B, E and G: the columns of D are divided among the lanes.
  const parts = weightStationary ? 128 / rows : group === 2 && rows === 128 && !isSparse ? 2 : 1
  const matrix = { depth: type.depth, bits: type.bits }
  return {
    accumulator: exactly(Math.ceil(columns / parts)),
    // A row of the first factor has 32 bytes.
    a: exactly(8),
    metadata: { columns: 4, certain: 1 },
    // Each column has the factors of 32 rows, or columns. It is not said how both CTAs of a pair divide them.
    scaleA: { columns: 4, certain: Math.ceil(rowsOfCta / 32) },
    scaleB: { columns: Math.ceil(columns / 32), certain: Math.ceil(columns / group / 32) },
    // A sparse matrix has half of its elements.
    matrixA: { ...matrix, depth: type.depth / (isSparse ? 2 : 1), rows: rowsOfCta, transposed: transposed.a },
    matrixB: { ...matrix, rows: columns / group, transposed: transposed.b },
    shape: `${rows}x${columns}${weightStationary ? ' ws' : ''}`,
    // ISA, layouts C and F have half of the lanes.
    lanes: rowsOfCta === 64 && !weightStationary && (group === 1 || isSparse) ? [0, 16] : [0],
    exact:
      !masked &&
      metadata === undefined &&
      scales === undefined &&
      (rowsOfCta === 128 || (weightStationary && a.in === 'shared') || (group === 2 && !isSparse && a.in === 'shared')),
  }
}
