/** Memory in cells: the bytes that accesses and questions never split, so that each has one value and one coherence order. */

import { termsOf } from '../../litmus/condition.js'
import type { Program } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { always, constant } from '../values/expression.js'
import type { Place } from './event.js'
import { type Cell, type Event, isMemory, type MemoryEvent } from './event.js'
import { bytesOf } from './places.js'
import { initialBits } from './possible.js'

/** The cells of accessed ranges of memory, and of what questions mention, by location and offset. */
export function cellsOf(program: Program, accessed: readonly Cell[]): readonly Cell[] {
  const used = [...accessed, ...observedRanges(program)]
  return [...groupBy(used, ({ location }) => location)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([location, ranges]) => {
      const distinct = [...new Map(ranges.map((one) => [`${one.offset} ${one.bytes}`, one])).values()]
      const bounds = [...new Set(distinct.flatMap(({ offset, bytes }) => [offset, offset + bytes]))].toSorted(
        (a, b) => a - b,
      )
      return bounds.flatMap((offset, i): readonly Cell[] => {
        const next = bounds[i + 1]
        const isUsed = distinct.some((range) => range.offset <= offset && offset < range.offset + range.bytes)
        return next === undefined || !isUsed ? [] : [{ location, offset, bytes: next - offset }]
      })
    })
}

/** The ranges that events access. */
export const rangesOf = (events: readonly Event[]): readonly Cell[] =>
  events
    .filter(isMemory)
    .flatMap((event) => event.places.map(({ location, offset }) => ({ location, offset, bytes: bytesOf(event) })))

/** The ranges that instructions access by name; undefined if one accesses memory by an address in a register. */
export function rangesByName({ threads, variables }: Program): readonly Cell[] | undefined {
  const accesses = threads.flatMap(({ instructions }) => instructions.filter((one) => 'address' in one))
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const ranges: Cell[] = []
  for (const { address, type } of accesses) {
    if (address.kind === 'pointer') return undefined
    const location = must(locations.get(address.name), `the variable ${address.name}`)
    ranges.push({ location, offset: Number(address.offset), bytes: type.width / 8 })
  }
  return ranges
}

/** What conditions and lists of final states mention: elements of locations. */
export function observedRanges({ questions, filter, observed, variables, locations }: Program): readonly Cell[] {
  const known = new Map(variables.map(({ name, location }) => [name, location]))
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  return [...conditions.flatMap(termsOf), ...observed].flatMap((term) => {
    if (term.kind !== 'memory') return []
    const location = must(known.get(term.variable), `the variable ${term.variable}`)
    const { type } = must(locations[location], 'the location of a variable')
    return [{ location, offset: term.offset, bytes: type.width / 8 }]
  })
}

/** The initial writes of cells, one each. Their addresses are those of the declaring names. */
export const initialWrites = (program: Program, cells: readonly Cell[]): readonly MemoryEvent[] =>
  cells.map(({ location, offset, bytes }, id) => {
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
      value: constant(initialBits(program, { location, offset }, bytes), 8 * bytes),
    }
  })

/** The cells that an access covers at a place, in order. */
export const coveredBy = (cells: readonly Cell[], event: MemoryEvent, { location, offset }: Place): readonly number[] =>
  cells.flatMap((cell, i) =>
    cell.location === location && offset <= cell.offset && cell.offset < offset + bytesOf(event) ? [i] : [],
  )
