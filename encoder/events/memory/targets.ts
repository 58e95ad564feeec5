/** Where the memory is that instructions name as targets, and the tensor maps among it. */

import type { Target } from '../../../litmus/operand.js'
import type { Tensor } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { always, constant, type Expression, operation, resize } from '../../values/expression.js'
import { valueIn } from '../control/flow.js'
import type { Performed } from '../control/performed.js'
import type { Copied, Place } from '../graph/event.js'
import { inWindow } from './addresses.js'
import type { MemoryRecording } from './recording.js'

/** What is modelled of a tensor map has so many bytes: the address. */
const mapBytes = 8

/** The tensor map that an instruction names, if it is known before anything is read. */
export function mapAt(
  target: Target,
  performed: Performed,
  recording: MemoryRecording,
): { readonly place: Place; readonly tensor: Tensor } | undefined {
  const place = anyPlaceOf(target, mapBytes, performed, recording)
  if (!isPlace(place) || place.offset !== 0) return undefined
  const { tensor } = must(recording.program.locations[place.location], 'a location')
  return tensor && { place, tensor }
}

export const isPlace = (place: Placed | undefined): place is Place => typeof place === 'object' && 'location' in place

export type Placed = Place | Unknown | { readonly outside: Expression; readonly copied: Copied }

/** An address that depends on what is read, and one of a tensor map. */
type Unknown = 'computed' | 'tensor map'

/** Why it is not modelled. */
export const whyUnknown = (place: Unknown): string =>
  place === 'computed' ? 'its address depends on what is read' : accessesMap

export const accessesMap = 'it accesses the bytes of a tensor map'

/** Where an operation on memory begins that reaches so many bytes. */
export function placeOf(target: Target, bytes: number, performed: Performed, recording: MemoryRecording): Placed {
  const place = anyPlaceOf(target, bytes, performed, recording)
  return isPlace(place) && recording.program.locations[place.location]?.tensor !== undefined ? 'tensor map' : place
}

function anyPlaceOf(
  { value: target, offset, space }: Target,
  bytes: number,
  { thread, flow }: Performed,
  { running: { layout }, program, variables }: MemoryRecording,
): Placed {
  if (target.kind === 'address') {
    const { location, address } = must(variables.get(target.name), `the variable ${target.name}`)
    const { type, length = 1 } = must(program.locations[location], 'a location')
    const at = target.offset + offset
    if (at >= 0n && at + BigInt(bytes) <= BigInt((type.width / 8) * length))
      return { location, address, offset: Number(at), when: always }
    return { outside: constant(layout.addressOf({ variable: target.name, offset: at }), 64), copied: { bytes, space } }
  }
  const { value } = valueIn(flow, target, 64)
  const address = inWindow(operation('add', resize(value, 64, false), constant(offset, 64)), space, layout)
  if (address.kind !== 'constant') return 'computed'
  const region = layout
    .regionsOf(thread, space)
    .find(({ base, bytes: size }) => base <= address.value && address.value + BigInt(bytes) <= base + size)
  if (region === undefined) return { outside: address, copied: { bytes, space } }
  return {
    location: region.location,
    address: region.address,
    offset: Number(address.value - region.base),
    when: always,
  }
}
