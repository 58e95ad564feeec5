/** Finds the memory that instructions name as targets, including tensor maps. */

import type { Target } from '../../../litmus/operand.js'
import { sameCta, threadPosition } from '../../../litmus/position.js'
import { isCompiled, type Tensor, threadAt, variableAt } from '../../../litmus/program.js'
import { addressBytes, isInMap, tensorAt } from '../../../litmus/tensor-maps.js'
import { must } from '../../../source/must.js'
import { always, constant, type Expression, operation, resize } from '../../values/expression.js'
import { type Flow, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace, Copied } from '../graph/event.js'
import type { Layout } from '../graph/regions.js'
import type { Sources } from '../graph/register-value.js'
import { ownerOf } from '../graph/scopes.js'
import { inWindow } from './addresses.js'
import { alignmentOf, restsOnAssumption } from './layout.js'
import type { MemoryRecording } from './recording.js'

/** Returns the tensor map that an instruction names, if it is known before anything is read. */
export function mapAt(
  target: Target,
  performed: Performed,
  recording: MemoryRecording,
): { readonly place: AccessPlace; readonly tensor: Tensor } | undefined {
  const place = anyPlaceOf(target, { bytes: addressBytes, aligned: 1 }, performed, recording)
  if (!isPlace(place)) return undefined
  const tensor = tensorAt(must(recording.program.locations[place.location], 'a location'), place.offset)
  return tensor && { place, tensor }
}

/** Returns the generic address of a target, and the reads from which it is computed. */
export function targetAddress(
  { value, offset, space }: Target,
  flow: Flow,
  layout: Layout,
): { readonly address: Expression; readonly sources: Sources } {
  if (value.kind === 'address')
    return {
      address: constant(layout.addressOf({ variable: value.name, offset: value.offset + offset }), 64),
      sources: new Map(),
    }
  const held = valueIn(flow, value, 64)
  const sum = operation('add', resize(held.value, 64, false), constant(offset, 64))
  return { address: inWindow(sum, space, layout), sources: held.sources }
}

export const isPlace = (place: Placed | undefined): place is AccessPlace =>
  typeof place === 'object' && 'location' in place

export type Placed = AccessPlace | Unknown | { readonly outside: Expression; readonly copied: Copied }

/** An address that depends on reads, or the address of a tensor map. */
type Unknown = 'computed' | 'tensor map'

/** Returns the reason why the place is not modelled. */
export const whyUnknown = (place: Unknown): string =>
  place === 'computed' ? 'its address depends on what is read' : accessesMap

export const accessesMap = 'it accesses the bytes of a tensor map'

/** The memory that an operation accesses. */
interface Reach {
  readonly bytes: number
  /**
   * The alignment that the address must have; 1 if any will do. If a test does not declare the alignment of the memory,
   * the weaker `written` applies.
   */
  readonly aligned: number
  readonly written?: number
}

/** Returns the place where an operation on memory begins. */
export function placeOf(target: Target, reach: Reach, performed: Performed, recording: MemoryRecording): Placed {
  const place = anyPlaceOf(target, reach, performed, recording)
  if (!isPlace(place)) return place
  const location = must(recording.program.locations[place.location], 'a location')
  return isInMap(location, place.offset, reach.bytes) ? 'tensor map' : place
}

/** Returns a place that must be in the shared memory of the thread's own CTA, and aligned to its size. */
export function ownPlaceOf(target: Target, bytes: number, performed: Performed, recording: MemoryRecording): Placed {
  const { program, running } = recording
  const placed = placeOf(target, { bytes, aligned: bytes }, performed, recording)
  if (!isPlace(placed)) return placed
  const { name, space } = variableAt(program, placed.address)
  const owner = ownerOf(program, { places: [placed] })
  if (space === 'shared' && sameCta(owner, threadPosition(threadAt(program.threads, performed.thread)))) return placed
  const address = running.layout.addressOf({ variable: name, offset: BigInt(placed.offset) })
  return { outside: constant(address, 64), copied: { bytes, aligned: bytes, space: 'shared' } }
}

function anyPlaceOf(
  target: Target,
  { bytes, aligned, written = aligned }: Reach,
  performed: Performed,
  { assumed, computations, running: { layout }, program, variables }: MemoryRecording,
): Placed {
  const { thread, flow } = performed
  const { value: operand, offset, space, span } = target
  const place = (): AccessPlace | 'computed' | bigint => {
    if (operand.kind === 'address') {
      const { location, address } = must(variables.get(operand.name), `the variable ${operand.name}`)
      const { type, length = 1 } = must(program.locations[location], 'a location')
      const at = operand.offset + offset
      return at >= 0n && at + BigInt(bytes) <= BigInt((type.width / 8) * length)
        ? { location, address, offset: Number(at), when: always }
        : layout.addressOf({ variable: operand.name, offset: at })
    }
    const { address } = targetAddress(target, flow, layout)
    if (address.kind !== 'constant') return 'computed'
    const region = layout
      .regionsOf(thread, space)
      .find(({ base, bytes: size }) => base <= address.value && address.value + BigInt(bytes) <= base + size)
    if (region === undefined) return address.value
    return {
      location: region.location,
      address: region.address,
      offset: Number(address.value - region.base),
      when: always,
    }
  }
  const found = place()
  if (found === 'computed') return found
  const outside = (address: bigint, multiple: number): Placed => ({
    outside: constant(address, 64),
    copied: { bytes, aligned: multiple, space },
  })
  if (typeof found === 'bigint') return outside(found, aligned)
  const location = must(program.locations[found.location], 'a location')
  const isFree = location.alignment === undefined && !isCompiled(threadAt(program.threads, thread))
  const multiple = isFree ? written : aligned
  const { name } = variableAt(program, found.address)
  const at = layout.addressOf({ variable: name, offset: BigInt(found.offset) })
  if (restsOnAssumption(location, BigInt(multiple)))
    assumed.push({ what: 'alignment', ...originOf(performed), when: flow.guard })
  if (alignmentOf(location) % BigInt(multiple) !== 0n)
    computations.push({ does: 'align', operands: [constant(at, 64)], when: flow.guard, span })
  return at % BigInt(multiple) === 0n ? found : outside(at, multiple)
}
