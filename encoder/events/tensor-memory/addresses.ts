/**
 * Addresses in Tensor Memory: what `tcgen05.alloc` stores, and where an instruction goes. An address is computed from
 * what reads return, so it may have several values.
 */

import type { TensorAddress } from '../../../litmus/instructions/tensor-memory.js'
import {
  always,
  anyOf,
  both,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
} from '../../values/expression.js'
import { valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import { columnsOfCta } from '../graph/tensor-cells.js'
import { keyOfAccess } from '../memory/recording.js'
import type { TensorRecording } from './recording.js'

/** A value that an address may have: its lane and its column. */
export interface TensorPlace {
  readonly address: number
  readonly lane: number
  readonly column: number
  readonly when: Predicate
}

/** Returns an address as a number of 32 bits. */
export const addressIn = ({ base, offset }: TensorAddress, { flow }: Performed): Expression =>
  operation('add', valueIn(flow, base, 32).value, constant(offset, 32))

/**
 * Returns the values that an address may have; none in phases that do not know them yet. `number` distinguishes the
 * addresses of one instruction. If nothing says which values are possible, this is recorded as not modelled. Only the
 * bits of `mask` count.
 */
export function placesAt(
  address: Expression,
  number: number,
  performed: Performed,
  recording: TensorRecording,
  mask = 0xffffffffn,
): readonly TensorPlace[] {
  const { thread, flow, step } = performed
  const { running, computed, unmodelled, decides } = recording
  const place = (value: bigint, when: Predicate): TensorPlace => {
    const bits = Number(BigInt.asUintN(32, value) & mask)
    return { address: bits, lane: bits >>> 16, column: bits & 0xffff, when }
  }
  if (address.kind === 'constant') return [place(address.value, always)]
  decides({ thread, span: step.instruction.span, what: 'memory', when: flow.guard, values: [address] })
  const key = `${keyOfAccess(originOf(performed))} cells ${number}`
  const possible = running.addresses.get(key)
  if (possible === undefined) {
    computed.push({ key, events: [], address, guard: flow.guard, regions: [], bytes: 1, tensor: true })
    return []
  }
  const notModelled = (when: Predicate): void => {
    const why = 'nothing says which cells of Tensor Memory its address names'
    unmodelled.push({ ...originOf(performed), why, when })
  }
  if (possible === 'any') {
    notModelled(flow.guard)
    return []
  }
  const places = [...possible].map((value) => place(value, compare('equal', address, constant(value, 32))))
  const outside = both(flow.guard, negation(anyOf(places.map(({ when }) => when))))
  if (outside !== never && running.otherAddresses.has(key)) notModelled(outside)
  else if (outside !== never)
    recording.undefined.push({
      ...originOf(performed),
      reason: 'tensor memory',
      problem: 'not allocated',
      when: outside,
    })
  return places
}

/**
 * Returns the first column of an allocation. Columns are given from the last one on, so that an address that no
 * allocation stored, such as 0, is that of none, unless all columns are allocated. Undefined if there are too few.
 */
export function columnFor(cta: string, columns: number, { allocations }: TensorRecording): number | undefined {
  const taken = allocations.filter((one) => one.cta === cta).reduce((sum, one) => sum + one.columns, 0)
  return taken + columns > columnsOfCta ? undefined : columnsOfCta - taken - columns
}
