/**
 * Memory in cells: the bytes that accesses and questions never split, so that each has one value and one coherence
 * order.
 */

import { termsOf } from '../../../litmus/condition.js'
import { targetsOf } from '../../../litmus/operands.js'
import type { Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import { must } from '../../../source/must.js'
import { always, constant, type Expression, operation, resize } from '../../values/expression.js'
import type { AccessPlace } from '../graph/event.js'
import { type Cell, type Event, isMemory, type MemoryEvent, type UnknownValue } from '../graph/event.js'
import { bytesOf } from './places.js'
import { initialBits } from './possible.js'

/** Returns the cells of accessed ranges of memory, and of the ranges that questions mention, by location and offset. */
export function cellsOf(program: Program, accessed: readonly Cell[]): readonly Cell[] {
  const used = [...accessed, ...observedRanges(program)]
  return [...groupBy(used, ({ location }) => location)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([location, ranges]) => {
      const distinct = [...new Map(ranges.map((one) => [`${one.offset} ${one.bytes}`, one])).values()]
      /** At each bound, how many more ranges begin there than end there. */
      const bounds = new Map<number, number>()
      for (const { offset, bytes } of distinct) {
        bounds.set(offset, (bounds.get(offset) ?? 0) + 1)
        bounds.set(offset + bytes, (bounds.get(offset + bytes) ?? 0) - 1)
      }
      const inOrder = [...bounds].toSorted(([a], [b]) => a - b)
      let covering = 0
      return inOrder.flatMap(([offset, more], i): readonly Cell[] => {
        covering += more
        const next = inOrder[i + 1]
        return next === undefined || covering === 0 ? [] : [{ location, offset, bytes: next[0] - offset }]
      })
    })
}

/** Returns a text that is the same for the same bytes. */
export const rangeText = ({ location, offset, bytes }: Cell): string => `${location} ${offset} ${bytes}`

/** Returns the ranges that events access. */
export const rangesOf = (events: readonly Event[]): readonly Cell[] =>
  events
    .filter(isMemory)
    .flatMap((event) => event.places.map(({ location, offset }) => ({ location, offset, bytes: bytesOf(event) })))

/**
 * Returns the ranges that instructions access by name; undefined if one accesses memory by an address in a register or
 * by a descriptor, or copies it.
 */
export function rangesByName({ threads, variables }: Program): readonly Cell[] | undefined {
  const instructions = threads.flatMap(({ instructions }) => instructions)
  if (instructions.some((one) => one.kind !== 'async-fence' && targetsOf(one).length > 0)) return undefined
  if (instructions.some(({ kind }) => kind === 'wgmma' || kind === 'tcgen05')) return undefined
  const accesses = instructions.filter((one) => 'address' in one)
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const ranges: Cell[] = []
  for (const { address, type } of accesses) {
    if (address.kind === 'pointer') return undefined
    const location = must(locations.get(address.name), `the variable ${address.name}`)
    ranges.push({ location, offset: Number(address.offset), bytes: type.width / 8 })
  }
  return ranges
}

/** Returns what conditions and lists of final states mention: elements of locations. */
export function observedRanges({ questions, filter, observed, variables, locations }: Program): readonly Cell[] {
  const locationOf = new Map(variables.map(({ name, location }) => [name, location]))
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  return [...conditions.flatMap(termsOf), ...observed].flatMap((term) => {
    if (term.kind !== 'memory') return []
    const location = must(locationOf.get(term.variable), `the variable ${term.variable}`)
    const { type } = must(locations[location], 'the location of a variable')
    return [{ location, offset: term.offset, bytes: type.width / 8 }]
  })
}

/**
 * Returns the initial writes of cells, one each, and the unknown values in them. Their addresses are those of the
 * declaring names.
 */
export function initialWrites(
  program: Program,
  cells: readonly Cell[],
): { readonly initial: readonly MemoryEvent[]; readonly unknowns: readonly UnknownValue[] } {
  const unknowns: UnknownValue[] = []
  const values = new Map<string, Expression>()
  const unknown = (location: number, element: number, width: number): Expression => {
    const key = `${location} ${element}`
    const value = values.get(key) ?? {
      kind: 'unknown',
      width,
      id: unknowns.push({ from: 'memory', location, element, width }) - 1,
    }
    values.set(key, value)
    return value
  }
  const initial = cells.map((cell, id): MemoryEvent => {
    const { location, offset } = cell
    const { name } = must(program.locations[location], 'a location')
    const { address } = must(
      program.variables.find((variable) => variable.name === name),
      `the variable ${name}`,
    )
    return {
      id,
      kind: 'write',
      sets: ['W', 'IW'],
      origin: undefined,
      guard: always,
      places: [{ location, address, offset, when: always }],
      value: initialValue(program, cell, unknown),
    }
  })
  return { initial, unknowns }
}

/** The most elements of a cell of which each has its own unknown value. */
const mostElements = 64

/** Returns the initial contents of a cell, element by element if some are unknown. */
function initialValue(
  program: Program,
  cell: Cell,
  unknown: (location: number, element: number, width: number) => Expression,
): Expression {
  const { location, offset, bytes } = cell
  const bits = initialBits(program, cell, bytes)
  const whole = 8 * bytes
  if (bits !== undefined) return constant(bits, whole)
  const { initial, type } = must(program.locations[location], 'a location')
  const width = type.width / 8
  const [first, last] = [Math.floor(offset / width), Math.ceil((offset + bytes) / width) - 1]
  const elements = last - first + 1
  const areUnknown = initial.slice(first, last + 1).every((one) => one === 'unknown')
  // Nothing tells the elements of a cell apart, and a sum of very many parts would be nested too deeply.
  if (elements > mostElements && areUnknown && offset === first * width && bytes === elements * width)
    return unknown(location, first, whole)
  const parts = Array.from({ length: elements }, (_, i) => {
    const element = first + i
    const held = initial[element]
    const value = typeof held === 'bigint' ? constant(held, type.width) : unknown(location, element, type.width)
    const from = element * width - offset
    const wide = resize(value, Math.max(whole, type.width), false)
    const [by, operator] = from < 0 ? [-from, 'shift-right-unsigned' as const] : [from, 'shift-left' as const]
    return resize(operation(operator, wide, constant(BigInt(8 * by), wide.width)), whole, false)
  })
  const [one, ...others] = parts
  return others.reduce((rest, part) => operation('bit-or', rest, part), must(one, 'an element in each cell'))
}

/** Returns the cells that an access covers at a place, in order. */
export const coveredBy = (
  cells: readonly Cell[],
  event: MemoryEvent,
  { location, offset }: AccessPlace,
): readonly number[] => cellsIn(cells, { location, offset, bytes: bytesOf(event) })

/** Returns the cells that begin in a range, in order. */
export function cellsIn(cells: readonly Cell[], { location, offset, bytes }: Cell): readonly number[] {
  const here = byLocation(cells).get(location) ?? []
  const end = offset + bytes
  const covered: number[] = []
  for (let at = firstFrom(here, offset); at < here.length; at++) {
    const [i, cell] = must(here[at], 'a cell of the location')
    if (cell.offset >= end) break
    covered.push(i)
  }
  return covered
}

/** Returns the cells of each location, with their indices, in the order of their offsets. */
const byLocation = memoisedWeakly(
  (cells: readonly Cell[]) =>
    new Map(
      [...groupBy(cells.entries(), ([, { location }]) => location)].map(([location, here]) => [
        location,
        here.toSorted(([, a], [, b]) => a.offset - b.offset),
      ]),
    ),
)

/** Returns the index of the first of these cells that begins at the offset or later. */
function firstFrom(cells: readonly (readonly [number, Cell])[], offset: number): number {
  let [from, to] = [0, cells.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (must(cells[middle], 'a cell in the middle')[1].offset < offset) from = middle + 1
    else to = middle
  }
  return from
}
