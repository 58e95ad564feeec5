/** Accesses to memory as events: their places, their values, and what they depend on (ISA 8.2 to 8.6). */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type { Load } from '../../../litmus/instructions/access-definitions.js'
import type { Access } from '../../../litmus/operand.js'
import type { ProxyName } from '../../../litmus/proxy.js'
import { isInMap } from '../../../litmus/tensor-maps.js'
import { must } from '../../../source/must.js'
import type { Span } from '../../../source/text.js'
import {
  always,
  both,
  compare,
  constant,
  type Expression,
  either,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from '../../values/expression.js'
import { type Flow, feeding, heldIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import { slotOf } from '../control/private.js'
import type { AccessPlace, Event } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { proxySet } from '../graph/sets.js'
import { inWindow } from './addresses.js'
import { alignmentOf, restsOnAssumption } from './layout.js'
import { placesAt } from './places.js'
import { keyOfAccess, type MemoryRecording } from './recording.js'
import { accessesMap } from './targets.js'

/**
 * The location of an access: its places, the reads from which its address is computed, and the condition under which it
 * is executed.
 */
export interface Where {
  readonly places: readonly AccessPlace[]
  readonly sources: Sources
  readonly guard: Predicate
  /** True if it is not in program order. */
  readonly asynchronous?: true
  readonly also?: Event['also']
}

/** The way in which an instruction accesses memory. */
interface Accessing {
  /** It may be of memory that cannot be written. */
  readonly readsOnly?: boolean
  /** Adds the events of the access, and returns their ids. */
  readonly add: (where: Where) => readonly number[]
  /** Performs the access without an event. A read returns the bits. If absent, the access has events. */
  readonly leaveOut?: (bits: bigint | undefined) => unknown
  /**
   * Accesses a slot of private memory, whose address is computed from these reads, and returns the flow after it. If
   * absent, the access must have events.
   */
  readonly own?: (slot: string, addressedBy: Sources) => Flow
}

/** The dependencies of a value that no read feeds: none. */
export const nothing: Sources = new Map()

/** Accesses memory, if the address is that of memory. Returns the flow of a thread whose behaviour is defined. */
export function access(
  one: Access,
  { add, own, leaveOut, readsOnly = false }: Accessing,
  performed: Performed,
  recording: MemoryRecording,
): Flow {
  const { thread, flow, vector } = performed
  const {
    assumed,
    computations,
    computed,
    decides,
    exposed,
    leftOut,
    program,
    running,
    slots,
    undefined: undefineds,
    unmodelled,
    variables,
    writable,
  } = recording
  const { addresses, layout, privateTo, unseen } = running
  const { guard } = flow
  const bytes = one.type.width / 8
  const { element = 0, elements = 1 } = one
  /** Records that the alignment of the access depends on where memory lies. */
  const aligns = ({ location }: Pick<AccessPlace, 'location'>, address: Expression): void => {
    const known = must(program.locations[location], 'a location')
    if (restsOnAssumption(known, BigInt(elements * bytes)))
      assumed.push({ what: 'alignment', ...originOf(performed), when: guard })
    if (alignmentOf(known) % BigInt(elements * bytes) !== 0n)
      computations.push({ does: 'align', operands: [address], when: guard, span: one.span })
  }
  const undefinedAt = (address: Expression, when: Predicate): unknown =>
    undefineds.push({ ...originOf(performed), reason: 'access', when: both(guard, when), address })
  /** Gives up the run: the memory is not private. */
  const expose = ({ location }: Pick<AccessPlace, 'location'>): Flow => {
    exposed.push(location)
    return { ...flow, guard: never }
  }
  const kept = (place: Pick<AccessPlace, 'location' | 'offset'>, addressedBy: Sources): Flow => {
    const { location, offset } = place
    const slot = slotOf(slots, { thread, location, offset, bytes, read: readsOnly })
    return own === undefined || slot === undefined ? expose(place) : own(slot, addressedBy)
  }
  const key = keyOfAccess(originOf(performed))
  /** Adds the events of the access, unless no axiom can tell. Returns their ids. */
  const addEvents = (where: Where): readonly number[] => {
    if (leaveOut === undefined || !unseen.has(key)) return add(where)
    const kind = readsOnly ? 'read' : 'write'
    for (const { location, offset } of where.places) leftOut.push({ location, offset, bytes, kind })
    leaveOut(unseen.get(key))
    return []
  }
  if (one.address.kind === 'name') {
    const { location, address } = must(variables.get(one.address.name), `the variable ${one.address.name}`)
    const place = { location, address, offset: Number(one.address.offset), when: always }
    const { name, offset } = one.address
    const at = layout.addressOf({ variable: name, offset })
    aligns(place, constant(at, 64))
    if ((at - BigInt(element * bytes)) % BigInt(elements * bytes) !== 0n) {
      undefinedAt(constant(at, 64), always)
      return { ...flow, guard: never }
    }
    if (privateTo.has(location)) return kept(place, nothing)
    addEvents({ places: [place], sources: nothing, guard })
    return flow
  }
  const { register, offset, space } = one.address
  const held = heldIn(vector?.before ?? flow, register)
  const address = inWindow(operation('add', resize(held.value, 64, false), constant(offset, 64)), space, layout)
  decides({ thread, span: one.span, what: 'memory', when: guard, values: [address] })
  const reached = layout.regionsOf(thread, space)
  const regions = readsOnly ? reached : reached.filter(({ address }) => writable.has(address))
  const possible = address.kind === 'constant' ? new Set([address.value]) : addresses.get(key)
  const { places: found, outside } =
    possible === undefined ? { places: [], outside: never } : placesAt(address, possible, regions, bytes, one)
  const isMap = ({ location, offset }: AccessPlace): boolean =>
    isInMap(must(program.locations[location], 'a location'), offset, bytes)
  const places = found.filter((place) => !isMap(place))
  for (const place of places) aligns(place, address)
  const atMap = found
    .filter(isMap)
    .map(({ when }) => when)
    .reduce(either, never)
  if (atMap !== never) unmodelled.push({ ...originOf(performed), why: accessesMap, when: both(guard, atMap) })
  const place = places.find(({ location }) => privateTo.has(location))
  if (place !== undefined) return found.length > 1 || outside !== never ? expose(place) : kept(place, held.sources)
  const defined = both(both(guard, negation(outside)), negation(atMap))
  if (outside !== never) undefinedAt(address, outside)
  if (defined === never) return { ...flow, guard: never }
  const events = addEvents({ places, sources: held.sources, guard: defined })
  if (possible === undefined) computed.push({ key, events, address, guard, regions, bytes })
  return outside === never && atMap === never ? flow : { ...flow, guard: defined }
}

/** The parts of an instruction that reads memory. */
interface Read {
  readonly proxy: ProxyName
  readonly type: { readonly width: number }
  readonly expected?: Load['expected']
  readonly span: Span
}

/** Adds a read. Returns what it returns. */
export function addRead(
  one: Read,
  sets: readonly BaseSet[],
  where: Where,
  performed: Performed,
  recording: MemoryRecording,
): Expression & { readonly kind: 'read' } {
  const { computes, demands, events } = recording
  const id = events.length
  const value = { kind: 'read', width: one.type.width, event: id } as const
  const all: readonly BaseSet[] = ['R', ...sets, proxySet(one.proxy)]
  const { places, guard } = where
  events.push({
    id,
    kind: 'read',
    sets: all,
    origin: originOf(performed),
    guard,
    places,
    value,
    ...ofVector(performed),
    ...besides(where),
  })
  controlled(id, performed, recording)
  addressedBy(id, where, recording)
  if (one.expected !== undefined) {
    const meets = compare('equal', value, constant(one.expected.value, one.type.width))
    demands.push({ access: id, meets })
    computes({
      does: 'equal',
      operands: [value, constant(one.expected.value, 64)],
      when: guard,
      span: one.span,
    })
  }
  return value
}

/** The value of a write, the condition under which it is stored, and the reads from which it is computed. */
interface Written {
  readonly value: Expression
  readonly when: Predicate
  readonly sources: Sources
}

/** Adds a write. Returns its id. */
export function addWrite(
  { proxy }: { readonly proxy: ProxyName },
  strength: readonly BaseSet[],
  { value, when, sources }: Written,
  where: Where,
  performed: Performed,
  recording: MemoryRecording,
): number {
  const { data, events } = recording
  const id = events.length
  const sets: readonly BaseSet[] = ['W', ...strength, proxySet(proxy)]
  const guard = both(where.guard, when)
  const { places } = where
  const all = { ...ofVector(performed), ...besides(where) }
  events.push({ id, kind: 'write', sets, origin: originOf(performed), guard, places, value, ...all })
  for (const [source, feeds] of sources) data.push([source, id, feeds])
  addressedBy(id, where, recording)
  return controlled(id, performed, recording)
}

/** Records what decides whether the event is executed. Returns its id. */
export function controlled(id: number, { decidedBy }: Performed, { ctrl }: MemoryRecording): number {
  for (const [read, when] of feeding(decidedBy)) ctrl.push([read, id, when])
  return id
}

function addressedBy(id: number, { sources }: Where, { addr }: MemoryRecording): void {
  for (const [source, feeds] of sources) addr.push([source, id, feeds])
}

const besides = ({ asynchronous, also }: Where) => ({
  ...(asynchronous === undefined ? {} : { asynchronous }),
  ...(also === undefined ? {} : { also }),
})

const ofVector = ({ vector }: Performed) => (vector === undefined ? {} : { vector: vector.event })
