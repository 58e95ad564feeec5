/**
 * Tensor maps that threads change, and fences for them (ISA, `tensormap.replace`, `tensormap.cp_fenceproxy`,
 * `fence.proxy.tensormap`).
 */

import type { TensorMapFence } from '../../../litmus/instructions/tensor-map-fences.js'
import type { TensorMapChange } from '../../../litmus/instructions/tensor-maps.js'
import type { Program, Tensor } from '../../../litmus/program.js'
import { elementOf } from '../../../litmus/tensor-maps.js'
import { must } from '../../../source/must.js'
import { always, never } from '../../values/expression.js'
import { type Flow, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace } from '../graph/event.js'
import { asyncFenceSets } from '../graph/sets.js'
import { addRead, addWrite, controlled, nothing, type Where } from '../memory/accesses.js'
import { mapAt } from '../memory/targets.js'
import type { AsyncRecording, MapChange } from './recording.js'

const generic = { proxy: 'generic' } as const

/** Adds the write of a map, or the read, the write and the fence of a copy of one. Returns the flow after it. */
export function changeTensorMap(
  { to, by, span }: TensorMapChange,
  performed: Performed,
  recording: AsyncRecording,
): Flow {
  const { program } = recording
  const { flow } = performed
  const map = mapAt(to, performed, recording)
  if (map === undefined)
    return refuse('it names no tensor map, or one that depends on what is read', performed, recording)
  const at = (place: AccessPlace): Where => ({ places: [place], sources: nothing, guard: flow.guard })
  if (by.what === 'address') {
    const { value, sources } = valueIn(flow, by.value, 64)
    if (value.kind !== 'constant')
      return refuse('the address that it writes depends on what is read', performed, recording)
    recording.changes.push({ map: map.place.location, by: { address: value.value } })
    addWrite(generic, [], { value, when: always, sources }, at(map.place), performed, recording)
    return flow
  }
  const source = mapAt(by.from, performed, recording)
  if (source === undefined)
    return refuse('it names no tensor map, or one that depends on what is read', performed, recording)
  if (!isAlike(map.tensor, source.tensor, program))
    return refuse('the two tensor maps describe tensors of different sizes', performed, recording)
  recording.changes.push({ map: map.place.location, by: { map: source.place.location } })
  const type = { width: 64, signed: false } as const
  const value = addRead({ ...generic, type, span }, [], at(source.place), performed, recording)
  const sources = new Map([[value.event, always]])
  addWrite(generic, [], { value, when: always, sources }, at(map.place), performed, recording)
  return fenceTensorMaps({ kind: 'tensormap', order: 'release', scope: by.scope }, performed, recording)
}

/** Adds a fence. A release applies to all tensor maps, an acquire to the one that it names. */
export function fenceTensorMaps(fence: TensorMapFence, performed: Performed, recording: AsyncRecording): Flow {
  const { events } = recording
  const { flow } = performed
  const map = fence.order === 'acquire' ? mapAt(fence.at, performed, recording) : undefined
  if (fence.order === 'acquire' && map === undefined)
    return refuse('it names no tensor map, or one that depends on what is read', performed, recording)
  events.push({
    id: controlled(events.length, performed, recording),
    kind: 'fence',
    sets: ['F', ...asyncFenceSets(fence)],
    origin: originOf(performed),
    guard: flow.guard,
    maps: map === undefined ? 'all' : map.place.location,
  })
  return flow
}

function refuse(why: string, performed: Performed, { unmodelled }: AsyncRecording): Flow {
  const { flow } = performed
  unmodelled.push({ ...originOf(performed), why, when: flow.guard })
  return { ...flow, guard: never }
}

/** Returns whether two maps describe tensors that differ at most in their address. */
const isAlike = (one: Tensor, other: Tensor, program: Program): boolean =>
  String([one.sizes, one.box]) === String([other.sizes, other.box]) &&
  elementOf(one, program)?.width === elementOf(other, program)?.width

/** Returns the addresses that each changed map may hold: at the start, or later. */
export function possibleMaps(program: Program, changes: readonly MapChange[]): ReadonlyMap<number, readonly bigint[]> {
  const all = [...changes, ...changesByHost(program)]
  const initial = (map: number): readonly bigint[] =>
    must(program.locations[map], 'a location').initial.filter((one) => typeof one === 'bigint')
  const values = new Map(all.map(({ map }) => [map, new Set(initial(map))]))
  const addressesOf = (map: number): Iterable<bigint> => values.get(map) ?? initial(map)
  for (let size = -1; size !== total(values); ) {
    size = total(values)
    for (const { map, by } of all)
      for (const address of 'address' in by ? [by.address] : addressesOf(by.map)) values.get(map)?.add(address)
  }
  return new Map([...values].map(([map, addresses]) => [map, [...addresses]]))
}

const total = (values: ReadonlyMap<number, ReadonlySet<bigint>>): number =>
  [...values.values()].reduce((sum, { size }) => sum + size, 0)

/** Copies of whole maps by the host, each a load and a store. */
const changesByHost = ({ threads, variables, locations }: Program): readonly MapChange[] =>
  threads.flatMap(({ kind, instructions }) => {
    const [load, store] = instructions
    if (kind !== 'transfer' || load?.kind !== 'load' || store?.kind !== 'store') return []
    const [from, to] = [load.address, store.address].map((address) =>
      address.kind === 'name' ? variables.find(({ name }) => name === address.name)?.location : undefined,
    )
    return from === undefined || to === undefined || locations[to]?.tensor === undefined
      ? []
      : [{ map: to, by: { map: from } }]
  })
