/**
 * Accesses to ranges of bytes, piece by piece, as events in program order: the rows of `ldmatrix` and `stmatrix`, the
 * matrices of `wmma.load` and `wmma.store`, the zeros of `st.bulk` (ISA). If it is not known which bytes of an object an
 * instruction accesses, it accesses all of them.
 */

import type { Instruction } from '../../../litmus/instruction.js'
import { type Matrix, type RangeAccess, rowBytes, unknownType } from '../../../litmus/instructions/range-access.js'
import type { Operand } from '../../../litmus/operand.js'
import { laneOf } from '../../../litmus/position.js'
import { type Location, threadAt } from '../../../litmus/program.js'
import { largest } from '../../../source/largest.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import { must } from '../../../source/must.js'
import {
  allOf,
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
} from '../../values/expression.js'
import { type Flow, feeding, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace } from '../graph/event.js'
import type { Region } from '../graph/regions.js'
import type { RegisterValue, Sources } from '../graph/register-value.js'
import { addRead, addWrite, nothing, type Where } from './accesses.js'
import { alignmentOf, restsOnAssumption } from './layout.js'
import { type Extent, type Pieces, shifted } from './pieces.js'
import type { MemoryRecording, MemoryRunning } from './recording.js'
import { targetAddress } from './targets.js'

/** The inputs of such accesses, and the records that they add to. */
export interface RangeRecording extends MemoryRecording {
  readonly running: MemoryRunning & { readonly pieces?: Pieces; readonly rows?: Rows }
  /** The addresses of rows that are known before anything is read. */
  readonly rows: Map<string, bigint>
  readonly extents: Extent[]
  /** The choices of executions that concern a warp, by the warp and the instruction. */
  readonly chosen: Map<string, Expression>
}

/** The addresses of rows, by the warp, the lane and the instruction in its round. */
export type Rows = ReadonlyMap<string, bigint>

/** Returns whether lanes of the warp give the addresses of rows to an instruction. */
export const isRow = (one: Instruction): boolean => one.kind === 'range-access' && one.range.kind === 'row'

/** Returns the key of the row that a lane gives at an instruction. */
const rowKey = (warp: Warp, lane: number, { step, thread }: Performed, { program }: RangeRecording): string => {
  const number = rowNumbers(threadAt(program.threads, thread).instructions).get(step.index)
  return [warp.name, lane, number, ...step.iterations].join(' ')
}

/** Returns the numbers of the instructions that access rows, among all of these, by their indices. */
const rowNumbers = memoisedWeakly(
  (instructions: readonly Instruction[]): ReadonlyMap<number, number> =>
    new Map([...instructions.entries()].flatMap(([at, one]) => (isRow(one) ? [at] : [])).map((at, i) => [at, i])),
)

/** The threads of a warp in the program, by their lanes. */
export interface Warp {
  /** A name that no other warp has. */
  readonly name: string
  readonly threads: readonly number[]
}

/** Bytes from a place on, accessed when the predicate holds. */
interface Part {
  readonly place: AccessPlace
  readonly bytes: number
  readonly when: Predicate
}

/** What a thread accesses. */
interface Accessed {
  readonly parts: readonly Part[]
  readonly sources: Sources
  /** Holds when the behaviour is defined. */
  readonly defined: Predicate
}

/** Adds the events of an access. Returns the flow after it, and what it loads: an unknown value that depends on it. */
export function accessRanges(
  one: RangeAccess,
  warp: Warp,
  performed: Performed,
  recording: RangeRecording,
): { readonly after: Flow; readonly held: RegisterValue } {
  const { flow } = performed
  const { unknowns } = recording
  const { parts, sources, defined } = accessedBy(one, warp, performed, recording)
  const values = one.values.map((value) => valueIn(flow, value, 32))
  const stored = feeding(values.map(({ sources }) => sources))
  const unknownOf = (width: number): Expression =>
    unknowns.fresh({ from: 'instruction', ...originOf(performed), width, function: one.mnemonic, uncomputed: 'result' })
  const reads: Sources[] = []
  for (const [i, { place, bytes, when }] of parts.entries()) {
    const extent = extentOf(i, one, { place, bytes }, performed)
    recording.extents.push(extent)
    for (const piece of recording.running.pieces?.get(extent.key) ?? []) {
      const where: Where = {
        places: [{ ...place, ...shifted(place, piece.at) }],
        sources,
        guard: allOf([flow.guard, defined, when]),
      }
      if (where.guard === never) continue
      const width = 8 * piece.bytes
      const generic = { proxy: 'generic', type: { width }, span: one.span } as const
      if (one.does === 'load') {
        const { event } = addRead(generic, [], where, performed, recording)
        reads.push(new Map([[event, when]]))
      } else {
        const value = one.values.length === 0 ? constant(0n, width) : unknownOf(width)
        addWrite(generic, [], { value, when, sources: stored }, where, performed, recording)
      }
    }
  }
  return {
    after: { ...flow, guard: both(flow.guard, defined) },
    held: {
      value: one.does === 'load' ? unknownOf(unknownType.width) : constant(0n, unknownType.width),
      type: unknownType,
      sources: feeding([sources, ...reads]),
    },
  }
}

/** Returns the extent of a part, which is read or written as a copy reads or writes its bytes. */
function extentOf(
  number: number,
  { does }: RangeAccess,
  { place, bytes }: Pick<Part, 'place' | 'bytes'>,
  { thread, step }: Performed,
): Extent {
  const instruction = [thread, step.index, ...step.iterations].join(' ')
  const common = { instruction, key: `${instruction} ${number}`, from: place, to: [place], bytes } as const
  return does === 'load'
    ? { ...common, read: bytes, element: undefined, ordinary: true }
    : { ...common, read: 0, element: undefined }
}

/** Returns what a thread accesses, and records what is undefined or not modelled. */
function accessedBy(one: RangeAccess, warp: Warp, performed: Performed, recording: RangeRecording): Accessed {
  const { does, range } = one
  switch (range.kind) {
    case 'row':
      return rowOf(one, range.lanes, warp, performed, recording)
    case 'matrix': {
      // The manual does not say which lane accesses which element. Every lane may load it, but only one stores it.
      const when = does === 'load' ? always : isChosen(warp, performed, recording)
      const stride = range.stride === undefined ? range.length : numberOf(range.stride, performed)
      const { aligned } = range
      const first = (range.length * range.bits) / 8
      if (stride === undefined) return wholeObjects(one, { bytes: first, aligned }, when, performed, recording)
      if (stride < range.length) return refused('its stride is less than the length of a row', performed, recording)
      return accessing(one, { ranges: rowsOf(range, stride), aligned }, when, performed, recording)
    }
    case 'bytes': {
      const size = numberOf(range.size, performed)
      if (size === undefined) return wholeObjects(one, { bytes: 0, aligned: 8 }, always, performed, recording)
      if (size % 8 !== 0) return refused(`its size, ${size}, is not a multiple of 8`, performed, recording)
      return accessing(one, { ranges: [{ at: 0, bytes: size }], aligned: 8 }, always, performed, recording)
    }
  }
}

const nowhere: Accessed = { parts: [], sources: nothing, defined: always }

/**
 * Returns the row of a lane. If the program does not have all lanes that give addresses, the first lane accesses the
 * rows of the others. If their addresses are not known, it may access its whole object in their place: an execution
 * chooses whether it stores that, or the lanes of the program store their rows.
 */
function rowOf(one: RangeAccess, lanes: number, warp: Warp, performed: Performed, recording: RangeRecording): Accessed {
  const { program, rows, running } = recording
  const lane = laneOf(threadAt(program.threads, performed.thread))
  const { address } = targetAddress(one.at, performed.flow, running.layout)
  if (address.kind === 'constant') rows.set(rowKey(warp, lane, performed, recording), address.value)
  const own = (when: Predicate): Accessed => {
    if (lane >= lanes) return nowhere
    const { thread, step, flow } = performed
    if (warp.threads.length > 1)
      recording.assumed.push({ what: 'row', thread, instruction: step.index, when: both(flow.guard, when) })
    return accessing(one, { ranges: [{ at: 0, bytes: rowBytes }], aligned: rowBytes }, when, performed, recording)
  }
  const giving = warp.threads.filter((thread) => laneOf(threadAt(program.threads, thread)) < lanes)
  if (giving.length === lanes) return own(always)
  const isFirst = performed.thread === warp.threads[0]
  const missingRows = Array.from({ length: lanes }, (_, other) => other)
    .filter((other) => !giving.some((thread) => laneOf(threadAt(program.threads, thread)) === other))
    .flatMap((other) => running.rows?.get(rowKey(warp, other, performed, recording)) ?? [])
  if (missingRows.length === lanes - giving.length) {
    const all = isFirst ? missingRows : []
    const others = all.map((value) => rowAt(value, one, performed, recording))
    return [own(always), ...others].reduce((left, right) => ({
      parts: [...left.parts, ...right.parts],
      sources: left.sources,
      defined: both(left.defined, right.defined),
    }))
  }
  // The address of a lane that gives no row means nothing.
  const known = lane < lanes ? { bytes: rowBytes, aligned: rowBytes } : { bytes: 0, aligned: 1 }
  if (warp.threads.length === 1 || one.does === 'load')
    return isFirst ? wholeObjects(one, known, always, performed, recording) : own(always)
  const missing = compare('equal', choiceOf('missing lanes', 2, warp, performed, recording), constant(1n, 1))
  if (!isFirst) return own(negation(missing))
  const [whole, row] = [wholeObjects(one, known, missing, performed, recording), own(negation(missing))]
  return { ...whole, parts: [...whole.parts, ...row.parts], defined: both(whole.defined, row.defined) }
}

/** Returns the row at an address that another lane gives. */
const rowAt = (value: bigint, one: RangeAccess, performed: Performed, recording: RangeRecording): Accessed =>
  accessing(one, { ranges: [{ at: 0, bytes: rowBytes }], aligned: rowBytes }, always, performed, recording, {
    address: constant(value, 64, true),
    sources: nothing,
  })

/** Returns whether an execution chooses this lane of its warp. */
function isChosen(warp: Warp, performed: Performed, recording: RangeRecording): Predicate {
  const { threads } = warp
  if (threads.length === 1) return always
  const chosen = choiceOf('lane', threads.length, warp, performed, recording)
  const is = (number: number): Predicate => compare('equal', chosen, constant(BigInt(number), chosen.width))
  const number = threads.indexOf(performed.thread)
  // The last one is also chosen by numbers that no lane has.
  return number < threads.length - 1 ? is(number) : allOf(threads.slice(0, -1).map((_, other) => negation(is(other))))
}

/** Returns a choice of an execution, which is the same for all lanes at one instruction of their text. */
function choiceOf(
  what: string,
  values: number,
  { name }: Warp,
  { thread, step }: Performed,
  { chosen, unknowns }: RangeRecording,
): Expression {
  const key = [what, name, step.index, ...step.iterations].join(' ')
  const width = Math.ceil(Math.log2(values))
  const value = chosen.get(key) ?? unknowns.fresh({ from: 'schedule', width, values, thread, instruction: step.index })
  chosen.set(key, value)
  return value
}

/** Bytes at an offset from an address. */
interface OffsetRange {
  readonly at: number
  readonly bytes: number
}

/** Returns the rows of a matrix whose starts are so many elements apart. Rows without a gap between them are one. */
const rowsOf = ({ rows, length, bits }: Matrix, stride: number): readonly OffsetRange[] =>
  stride === length
    ? [{ at: 0, bytes: (rows * length * bits) / 8 }]
    : Array.from({ length: rows }, (_, row) => ({ at: (row * stride * bits) / 8, bytes: (length * bits) / 8 }))

/** Ranges from an address on; each begins at a multiple of `aligned` bytes. */
interface Reach {
  readonly ranges: readonly OffsetRange[]
  readonly aligned: number
}

/** An address, and the reads that it depends on. */
interface Addressed {
  readonly address: Expression
  readonly sources: Sources
}

/** Returns an access to ranges of bytes from the address of the instruction on. */
function accessing(
  one: RangeAccess,
  { ranges, aligned }: Reach,
  when: Predicate,
  performed: Performed,
  recording: RangeRecording,
  given?: Addressed,
): Accessed {
  const bytes = largest(ranges.map(({ at, bytes }) => at + bytes))
  const isAligned = ranges.every(({ at }) => at % aligned === 0)
  const partsAt = (place: AccessPlace): readonly Part[] =>
    ranges.map((range) => ({
      place: { ...place, ...shifted(place, range.at) },
      bytes: range.bytes,
      when: both(when, place.when),
    }))
  return placesOf(one, when, performed, recording, {
    given,
    bytes,
    aligned,
    areRowsAligned: isAligned,
    at: (address, region) =>
      isAligned && address % BigInt(aligned) === 0n && isWithin(address, bytes, region)
        ? partsAt(placeIn(region, Number(address - region.base)))
        : undefined,
  })
}

/**
 * Returns an access to all bytes of the objects in which the address of the instruction may be. That many bytes from
 * the address on must be there, and the address be aligned.
 */
function wholeObjects(
  one: RangeAccess,
  { bytes, aligned }: { readonly bytes: number; readonly aligned: number },
  when: Predicate,
  performed: Performed,
  recording: RangeRecording,
): Accessed {
  const { thread, step, flow } = performed
  recording.assumed.push({ what: 'whole object', thread, instruction: step.index, when: both(flow.guard, when) })
  return placesOf(one, when, performed, recording, {
    bytes,
    aligned,
    at: (address, region) =>
      address % BigInt(aligned) === 0n && isWithin(address, bytes, region)
        ? [{ place: placeIn(region, 0), bytes: Number(region.bytes), when }]
        : undefined,
  })
}

const isWithin = (address: bigint, bytes: number, { base, bytes: size }: Region): boolean =>
  base <= address && address + BigInt(bytes) <= base + size

const placeIn = ({ location, address }: Region, offset: number): AccessPlace => ({
  location,
  address,
  offset,
  when: always,
})

/**
 * Returns the parts of an access for each address that it may have. If that may be any, or is not yet known, the access
 * is to the whole object in which the address is. It is undefined at an address where there are no parts.
 */
function placesOf(
  one: RangeAccess,
  when: Predicate,
  performed: Performed,
  recording: RangeRecording,
  {
    given,
    bytes,
    aligned,
    areRowsAligned = true,
    at,
  }: {
    /** The address, if it is not that of the instruction in this thread. */
    readonly given?: Addressed | undefined
    readonly bytes: number
    readonly aligned: number
    /** False if the distance of two rows is no multiple of the alignment. */
    readonly areRowsAligned?: boolean
    readonly at: (address: bigint, region: Region) => readonly Part[] | undefined
  },
): Accessed {
  const { computed, decides, running, undefined: undefineds } = recording
  const { thread, step, flow } = performed
  const { span, space } = one.at
  const { address, sources } = given ?? targetAddress(one.at, flow, running.layout)
  const regions = regionsFor(one, performed, recording)
  const partsAt = (value: bigint): readonly Part[] | undefined =>
    regions.map((region) => at(value, region)).find((parts) => parts !== undefined)
  const undefinedWhere = (outside: Predicate): void => {
    if (outside === never) return
    const copied = { bytes, aligned, space, ...(areRowsAligned ? {} : { areRowsAligned }) }
    const where = allOf([flow.guard, when, outside])
    undefineds.push({ ...originOf(performed), reason: 'access', when: where, address, copied })
  }
  for (const region of regions) noteAlignment(region, aligned, address, performed, recording, span)
  if (address.kind === 'constant') {
    const parts = partsAt(address.value)
    if (parts === undefined) undefinedWhere(always)
    return { parts: parts ?? [], sources, defined: parts === undefined ? negation(when) : always }
  }
  decides({ thread, span, what: 'memory', when: flow.guard, values: [address] })
  const key = [thread, step.index, ...step.iterations].join(' ')
  const possible = running.addresses.get(key)
  const largest = regions.reduce((most, { bytes }) => Math.max(most, Number(bytes)), 1)
  if (possible === undefined)
    computed.push({ key, events: [], address, guard: both(flow.guard, when), regions, bytes: largest })
  const is = (value: bigint): Predicate => compare('equal', address, constant(value, address.width))
  const placed: readonly (readonly [Predicate, readonly Part[]])[] =
    possible === undefined || possible === 'any'
      ? regions.map((region) => [
          compare('less-unsigned', operation('sub', address, constant(region.base, 64)), constant(region.bytes, 64)),
          [{ place: placeIn(region, 0), bytes: Number(region.bytes), when }],
        ])
      : [...possible].flatMap((value) => {
          const parts = partsAt(value)
          return parts === undefined ? [] : [[is(value), parts] as const]
        })
  if (possible === 'any')
    recording.assumed.push({ what: 'whole object', thread, instruction: step.index, when: both(flow.guard, when) })
  const inside = placed.map(([there]) => there).reduce(either, never)
  const isEverywhere = possible !== undefined && possible !== 'any' && placed.length === possible.size
  if (!isEverywhere) undefinedWhere(negation(inside))
  return {
    parts: placed.flatMap(([there, parts]) => parts.map((part) => ({ ...part, when: both(part.when, there) }))),
    sources,
    defined: isEverywhere ? always : either(negation(when), inside),
  }
}

/** Records that the alignment of an access depends on where its object lies, if nothing promises it. */
function noteAlignment(
  { location }: Region,
  aligned: number,
  address: Expression,
  { flow, thread, step }: Performed,
  { assumed, computations, program }: RangeRecording,
  span: RangeAccess['span'],
): void {
  const known = must(program.locations[location], 'a location')
  if (restsOnAssumption(known, BigInt(aligned)))
    assumed.push({ what: 'alignment', thread, instruction: step.index, when: flow.guard })
  if (alignmentOf(known) % BigInt(aligned) !== 0n)
    computations.push({ does: 'align', operands: [address], when: flow.guard, span })
}

/**
 * Returns the memory that an access may reach: `wmma` that of global and shared memory, the others shared memory only
 * (ISA). Tensor maps are no such memory.
 */
function regionsFor(
  { at: { space }, range, does }: RangeAccess,
  { thread }: Performed,
  { program, running: { layout }, writable }: RangeRecording,
): readonly Region[] {
  const spaces = range.kind === 'matrix' ? (['global', 'shared'] as const) : (['shared'] as const)
  const reachable = new Set(spaces.flatMap((one) => layout.regionsOf(thread, one).map(({ location }) => location)))
  return layout
    .regionsOf(thread, space)
    .filter(
      ({ location, address }) =>
        reachable.has(location) &&
        !hasMaps(must(program.locations[location], 'a location')) &&
        (does === 'load' || writable.has(address)),
    )
}

const hasMaps = ({ tensor, maps = [] }: Location): boolean => tensor !== undefined || maps.length > 0

/** Records an access that is not modelled, or whose behaviour the ISA leaves undefined. */
function refused(why: string, performed: Performed, { unmodelled }: RangeRecording): Accessed {
  unmodelled.push({ ...originOf(performed), why, when: performed.flow.guard })
  return { parts: [], sources: nothing, defined: never }
}

/** Returns the value of an operand that is known before anything is read; undefined if it is not. */
function numberOf(one: Operand, { flow }: Performed): number | undefined {
  const { value } = valueIn(flow, one, 32)
  return value.kind === 'constant' ? Number(value.value) : undefined
}
