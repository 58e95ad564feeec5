/** Accesses to ranges of bytes: how they are read and printed, and their parts. */

import type { Instruction } from '../instruction.js'
import type { Operand } from '../operand.js'
import { bulkStoreReader } from './bulk-stores.js'
import { accessFacts, type Definition } from './definition.js'
import { matrixReader } from './matrices.js'
import { type Range, type RangeAccess, unknownType } from './range-access.js'
import { movementRow, returns } from './rows.js'
import { operandText, targetText } from './text.js'

export const rangeAccess: Definition<RangeAccess, Instruction> = {
  facts: accessFacts,
  withParts: (one, { operand, target }) => {
    const { at, range, values } = one
    return { ...one, at: target(at), range: rangeWith(range, operand), values: values.map(operand) }
  },
  result: ({ destination }) => ({ destination, type: destination === undefined ? undefined : unknownType }),
  // Only `st.bulk` is a statement by itself; the others are printed as they were written.
  print: ({ mnemonic, at, range }, format) =>
    [`${mnemonic} ${targetText(at, format)}`, ...(range.kind === 'bytes' ? [operandText(range.size)] : []), '0'].join(
      ', ',
    ),
  readers: [matrixReader, bulkStoreReader],
  rows: [
    movementRow('ldmatrix', 'Loads matrices from shared memory into the registers of a warp.', returns),
    movementRow('stmatrix', 'Stores matrices from the registers of a warp to shared memory.'),
    movementRow(
      'mma',
      'Multiplies matrices in the registers of a warp; their values are unknown to the model.',
      returns,
    ),
    movementRow('wmma.load', 'Loads a matrix into the registers of a warp.', returns),
    movementRow('wmma.store', 'Stores a matrix from the registers of a warp.'),
    movementRow(
      'wmma.mma',
      'Multiplies matrices in the registers of a warp; their values are unknown to the model.',
      returns,
    ),
    movementRow('st.bulk', 'Stores zeros to shared memory.'),
  ],
}

const rangeWith = (range: Range, operand: (one: Operand) => Operand): Range => {
  switch (range.kind) {
    case 'row':
      return range
    case 'matrix':
      return { ...range, stride: range.stride && operand(range.stride) }
    case 'bytes':
      return { ...range, size: operand(range.size) }
  }
}
