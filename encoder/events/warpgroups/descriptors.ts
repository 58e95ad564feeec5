/** The shared memory that the descriptors of matrices name (ISA, Matrix Descriptor Format). */

import type { Matrix } from '../../../litmus/instructions/wgmma.js'
import type { Operand } from '../../../litmus/operand.js'
import { must } from '../../../source/must.js'
import {
  always,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from '../../values/expression.js'
import { valueIn } from '../control/flow.js'
import type { Performed } from '../control/performed.js'
import type { AccessPlace, Assumed } from '../graph/event.js'
import type { Region } from '../graph/regions.js'
import { alignmentOf, restsOnAssumption } from '../memory/layout.js'
import type { MemoryRecording } from '../memory/recording.js'
import { type Bytes, footprintOf, reach } from './matrices.js'

/** A part of a matrix: the place of its first byte, its size, and when the descriptor names it. */
interface MatrixRange {
  readonly place: AccessPlace
  readonly bytes: number
}

/** The memory of a matrix; or an address outside of all memory, when the descriptor has it. */
export interface MatrixMemory {
  readonly ranges: readonly MatrixRange[]
  readonly outside: readonly { readonly address: Expression; readonly bytes: number; readonly when: Predicate }[]
}

/** The most values of a descriptor that are distinguished. */
const mostValues = 64

/** A value that a descriptor may have, and when. */
interface Value {
  readonly value: bigint
  readonly when: Predicate
}

/**
 * Returns the memory that a descriptor names. If its value depends on what is read in an unknown way, that is all of
 * each object whose address it contains; undefined if it contains none.
 */
export function matrixMemory(
  descriptor: Operand,
  matrix: Matrix,
  performed: Performed,
  recording: MemoryRecording,
): MatrixMemory | undefined {
  const { value } = valueIn(performed.flow, descriptor, 64)
  const { layout } = recording.running
  const regions = layout.regionsOf(performed.thread, 'shared')
  const values = valuesOf(value)
  if (values === undefined) {
    const objects = regions.filter((region) => addressesIn(value).some((address) => isIn(address, region)))
    assume('whole object', performed, recording)
    return objects.length === 0 ? undefined : { ranges: objects.map((one) => wholeOf(one, always)), outside: [] }
  }
  const all = values.map(({ value, when }) => memoryAt(value, when, matrix, regions, performed, recording))
  return { ranges: all.flatMap(({ ranges }) => ranges), outside: all.flatMap(({ outside }) => outside) }
}

/** Returns the memory that a descriptor names if it has this value. */
function memoryAt(
  value: bigint,
  when: Predicate,
  matrix: Matrix,
  regions: readonly Region[],
  performed: Performed,
  recording: MemoryRecording,
): MatrixMemory {
  const { flow, step } = performed
  const { computations, program } = recording
  const start = Number((value & 0x3fffn) << 4n)
  const [region, ...others] = regions.filter((one) => offsetIn(one, start) < Number(one.bytes))
  const footprint = footprintOf(value, matrix)
  const outside = (bytes: number): MatrixMemory => ({
    ranges: [],
    outside: [{ address: constant(BigInt(start), 64), bytes, when }],
  })
  if (region === undefined) return outside((matrix.rows * matrix.depth * matrix.bits) / 8)
  // More memory than hardware has may have several bytes at the address.
  if (footprint === undefined || others.length > 0) {
    assume('whole object', performed, recording, when)
    return { ranges: [region, ...others].map((one) => wholeOf(one, when)), outside: [] }
  }
  const first = offsetIn(region, start)
  const inside = ({ at, end }: Bytes): Bytes => ({ at: first + at - start, end: first + end - start })
  if (inside(footprint.units).end > Number(region.bytes)) return outside(footprint.units.end - footprint.units.at)
  const location = must(program.locations[region.location], 'a location')
  if (restsOnAssumption(location, BigInt(footprint.row ?? 16))) assume('alignment', performed, recording, when)
  if (alignmentOf(location) % BigInt(footprint.row ?? 16) !== 0n)
    computations.push({
      does: 'align',
      operands: [constant(region.base, 64, true)],
      when: both(flow.guard, when),
      span: step.instruction.span,
    })
  if (!footprint.exact) assume('whole rows', performed, recording, when)
  return {
    ranges: footprint.ranges.map(inside).map(({ at, end }) => {
      const [from, to] = [Math.max(0, at), Math.min(end, Number(region.bytes))]
      return { place: placeIn(region, from, when), bytes: to - from }
    }),
    outside: [],
  }
}

/** Records what is assumed of the memory that an instruction reads. */
const assume = (
  what: Assumed['what'],
  { thread, step, flow }: Performed,
  { assumed }: MemoryRecording,
  when: Predicate = always,
): void => {
  assumed.push({ what, thread, instruction: step.index, when: both(flow.guard, when) })
}

/** Returns the offset in a region of an address of which the lowest 18 bits are known. */
const offsetIn = ({ base }: Region, address: number): number => {
  const from = Number(base & BigInt(reach - 1))
  return (address - from + reach) % reach
}

const placeIn = ({ location, address }: Region, offset: number, when: Predicate): AccessPlace => ({
  location,
  address,
  offset,
  when,
})

const wholeOf = (region: Region, when: Predicate): MatrixRange => ({
  place: placeIn(region, 0, when),
  bytes: Number(region.bytes),
})

/** Returns whether a number is an address in a region, or one as descriptors have it. */
const isIn = (number: bigint, region: Region): boolean =>
  [number, number << 4n].some((address) => {
    const offset = offsetIn(region, Number(address & BigInt(reach - 1)))
    return offset < Number(region.bytes)
  })

/** Returns the numbers computed from addresses that a value is computed from. */
function addressesIn(value: Expression): readonly bigint[] {
  switch (value.kind) {
    case 'constant':
      return value.derived ? [value.value] : []
    case 'operation':
      return [...addressesIn(value.left), ...addressesIn(value.right)]
    case 'choice':
      return [...addressesIn(value.then), ...addressesIn(value.otherwise)]
    case 'resize':
      return addressesIn(value.of)
    case 'read':
    case 'unknown':
      return []
  }
}

/** Returns the values that an expression may have, if it chooses among few constants; undefined otherwise. */
export function valuesOf(value: Expression): readonly Value[] | undefined {
  const all = possible(value)
  return all?.flatMap((one) =>
    one.of.kind === 'constant' && one.when !== never ? [{ value: one.of.value, when: one.when }] : [],
  )
}

interface Case {
  readonly of: Expression
  readonly when: Predicate
}

function possible(value: Expression): readonly Case[] | undefined {
  const few = (all: readonly Case[]): readonly Case[] | undefined => (all.length > mostValues ? undefined : all)
  switch (value.kind) {
    case 'constant':
      return [{ of: value, when: always }]
    case 'choice': {
      const [then, otherwise] = [possible(value.then), possible(value.otherwise)]
      if (then === undefined || otherwise === undefined) return undefined
      return few([
        ...then.map(({ of, when }) => ({ of, when: both(value.when, when) })),
        ...otherwise.map(({ of, when }) => ({ of, when: both(negation(value.when), when) })),
      ])
    }
    case 'resize':
      return possible(value.of)?.map(({ of, when }) => ({ of: resize(of, value.width, value.signed), when }))
    case 'operation': {
      const [left, right] = [possible(value.left), possible(value.right)]
      if (left === undefined || right === undefined || left.length * right.length > mostValues) return undefined
      return left.flatMap((a) =>
        right.map((b) => ({ of: operation(value.operator, a.of, b.of), when: both(a.when, b.when) })),
      )
    }
    case 'read':
    case 'unknown':
      return undefined
  }
}

/** Returns whether two descriptors differ. */
export const differ = (one: Expression, other: Expression): Predicate => negation(compare('equal', one, other))

export const descriptorIn = (descriptor: Operand, { flow }: Performed): Expression =>
  valueIn(flow, descriptor, 64).value

/** Returns the larger of two counts. */
export const larger = (one: Expression, other: Expression): Expression =>
  choice(compare('less-unsigned', one, other), other, one)
