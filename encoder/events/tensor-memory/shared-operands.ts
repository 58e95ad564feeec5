/** The reads of matrices in shared memory by `tcgen05.mma` and `tcgen05.cp`, in the async proxy (ISA, Shared Memory Accesses). */

import type { Matrix } from '../../../litmus/instructions/wgmma.js'
import type { Operand } from '../../../litmus/operand.js'
import { always, anyOf, both, type Expression, never, type Predicate } from '../../values/expression.js'
import { extentOf } from '../asynchronous/asynchronous.js'
import { valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import { addRead, nothing } from '../memory/accesses.js'
import { matrixMemory, valuesOf } from '../warpgroups/descriptors.js'
import type { TensorRecording } from './recording.js'

/** A matrix in the shared memory of each of some CTAs, by a thread of each. */
export interface SharedOperand {
  readonly descriptor: Operand
  readonly matrix: Matrix
  readonly ctas: readonly number[]
}

/**
 * Adds the reads of matrices in shared memory. Returns their ids, or undefined if a descriptor names no memory that is
 * known before anything is read.
 */
export function readShared(
  operands: readonly SharedOperand[],
  performed: Performed,
  recording: TensorRecording,
): readonly number[] | undefined {
  const { flow, step } = performed
  for (const { descriptor } of operands) {
    const when = both(flow.guard, hasNoMode(valueIn(flow, descriptor, 64).value))
    if (when !== never)
      recording.undefined.push({ ...originOf(performed), reason: 'tensor memory', problem: 'swizzling', when })
  }
  const memory = operands.flatMap(({ descriptor, matrix, ctas }) =>
    ctas.map((thread) =>
      matrixMemory(
        descriptor,
        matrix,
        { ...performed, thread },
        // What is assumed is the same in each CTA.
        thread === performed.thread ? recording : { ...recording, assumed: [] },
      ),
    ),
  )
  const reads: number[] = []
  let number = 0
  for (const one of memory) {
    if (one === undefined) return undefined
    for (const { address, bytes, when } of one.outside)
      recording.undefined.push({
        ...originOf(performed),
        reason: 'access',
        when: both(flow.guard, when),
        address,
        copied: { bytes, aligned: 16, space: 'shared' },
      })
    for (const { place, bytes } of one.ranges) {
      const extent = extentOf(number++, performed, {
        from: place,
        to: [place],
        bytes,
        read: bytes,
        element: undefined,
      })
      recording.extents.push(extent)
      for (const piece of recording.running.pieces?.get(extent.key) ?? [])
        reads.push(
          addRead(
            { proxy: 'async', type: { width: 8 * piece.bytes }, span: step.instruction.span },
            ['TSHARED'],
            {
              places: [{ ...place, offset: place.offset + piece.at, when: always }],
              sources: nothing,
              guard: both(flow.guard, place.when),
              asynchronous: true,
            },
            performed,
            recording,
          ).event,
        )
    }
  }
  return reads
}

/** Returns when a descriptor has an invalid mode of swizzling (ISA, Table 49): bits 61 to 63 are 3, 5 or 7. */
const hasNoMode = (descriptor: Expression): Predicate =>
  anyOf(
    (valuesOf(descriptor) ?? [])
      .filter(({ value }) => [3n, 5n, 7n].includes((value >> 61n) & 7n))
      .map(({ when }) => when),
  )
