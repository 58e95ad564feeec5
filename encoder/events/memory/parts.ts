/**
 * Accesses cell by cell: a read may take bytes from several writes, and a write may be overwritten in part (ISA 8.9.6,
 * 8.9.7).
 */

import { groupBy } from '../../../source/group.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import { must } from '../../../source/must.js'
import {
  always,
  both,
  choice,
  constant,
  type Domain,
  type Evaluator,
  type Expression,
  either,
  never,
  operation,
  type Predicate,
  resize,
} from '../../values/expression.js'
import type { AccessPlace, Cell, EventGraph, MemoryEvent } from '../graph/event.js'
import { coveredBy } from './cells.js'
import { bytesOf, overlapping } from './places.js'

/** Returns the cells that an access may cover, in order. */
export const cellsCovered = ({ cells }: Pick<EventGraph, 'cells'>, event: MemoryEvent): readonly number[] => {
  const [only, second] = event.places
  if (only !== undefined && second === undefined) return coveredBy(cells, event, only)
  return [...new Set(event.places.flatMap((place) => coveredBy(cells, event, place)))].toSorted((a, b) => a - b)
}

/** Returns whether an access covers more than one cell, because another access or a question has some of its bytes. */
export const isSplit = ({ cells }: Pick<EventGraph, 'cells'>, event: MemoryEvent): boolean =>
  event.places.some((place) => coveredBy(cells, event, place).length > 1)

/** Returns the cell of that index. */
export const cellAt = ({ cells }: Pick<EventGraph, 'cells'>, index: number): Cell => must(cells[index], 'a cell')

/** Returns the places at which an access covers a cell. */
const covering = ({ cells }: Pick<EventGraph, 'cells'>, event: MemoryEvent, cell: number): readonly AccessPlace[] =>
  placesByCell(cells)(event).get(cell) ?? []

/** Returns the places of an access by cell. Memoised, since it is needed for each two writes to a location. */
const placesByCell = memoisedWeakly((cells: readonly Cell[]) =>
  memoisedWeakly((event: MemoryEvent): ReadonlyMap<number, readonly AccessPlace[]> => {
    const pairs = event.places.flatMap((place) => coveredBy(cells, event, place).map((cell) => ({ cell, place })))
    return new Map(
      [...groupBy(pairs, ({ cell }) => cell)].map(([cell, some]) => [cell, some.map(({ place }) => place)]),
    )
  }),
)

/** Returns whether an access covers a cell, if it is executed. */
export const covers = ({ cells }: Pick<EventGraph, 'cells'>, event: MemoryEvent, cell: number): Predicate =>
  coverings(cells)(event).get(cell) ?? never

/**
 * Returns, for each cell that an access may cover, when it does. Replay needs this for each execution, so it is
 * computed once.
 */
const coverings = memoisedWeakly((cells: readonly Cell[]) =>
  memoisedWeakly((event: MemoryEvent): ReadonlyMap<number, Predicate> => {
    const whole = { cells }
    const coverage = (cell: number): Predicate =>
      covering(whole, event, cell)
        .map(({ when }) => when)
        .reduce(either, never)
    return new Map(cellsCovered(whole, event).map((cell) => [cell, coverage(cell)]))
  }),
)

/** A cell, and the write from which a read, or the final state, takes it. */
export interface Taken {
  readonly cell: number
  readonly write: MemoryEvent
}

/**
 * Returns whether two cells must not be taken from these two writes, because both writes have both cells: a single
 * write is read as a whole (single-copy atomicity, ISA 8.10.3). Otherwise it would matter how other accesses divide
 * memory. All initial writes of a location are one.
 */
function isTorn(graph: Pick<EventGraph, 'cells'>, one: Taken, other: Taken): Predicate {
  const [a, b] = [cellAt(graph, one.cell), cellAt(graph, other.cell)]
  const areInitial = one.write.origin === undefined && other.write.origin === undefined
  if (one.cell === other.cell || a.location !== b.location || one.write === other.write || areInitial) return never
  const hasBoth = (write: MemoryEvent): Predicate => {
    if (write.origin === undefined) return always
    const places = covering(graph, write, one.cell).filter((place) =>
      covering(graph, write, other.cell).includes(place),
    )
    return places.map(({ when }) => when).reduce(either, never)
  }
  return both(hasBoth(one.write), hasBoth(other.write))
}

/** Returns all pairs of cells that may be torn, with the condition under which both are taken. */
export const tornPairs = <T extends Taken>(
  graph: Pick<EventGraph, 'cells'>,
  taken: readonly T[],
): readonly (readonly [T, T, Predicate])[] =>
  [...groupBy(taken, ({ cell }) => cellAt(graph, cell).location).values()].flatMap((there) =>
    there.flatMap((one, i) =>
      there.slice(i + 1).flatMap((other): readonly (readonly [T, T, Predicate])[] => {
        const when = isTorn(graph, one, other)
        return when === never ? [] : [[one, other, when]]
      }),
    ),
  )

/** Returns the bytes of a write that it puts into a cell which it covers. */
export function writtenTo(graph: Pick<EventGraph, 'cells'>, write: MemoryEvent, cell: number): Expression {
  const { offset, bytes } = cellAt(graph, cell)
  const at = (place: AccessPlace): Expression => {
    const shift = constant(BigInt(8 * (offset - place.offset)), write.value.width)
    return resize(operation('shift-right-unsigned', write.value, shift), 8 * bytes, false)
  }
  const places = covering(graph, write, cell)
  const shifts = new Map(places.map((place) => [place.offset, place]))
  const [first, ...others] = shifts.values()
  const only = must(first, 'a place at which the write covers the cell')
  return others.reduce((rest, place) => choice(whenAt(places, place), at(place), rest), at(only))
}

const whenAt = (places: readonly AccessPlace[], { offset }: AccessPlace): Predicate =>
  places.flatMap((place) => (place.offset === offset ? [place.when] : [])).reduce(either, never)

/** Returns the bytes of a write that a read of one cell takes, wherever the two are: those that overlap. */
export function partRead(write: MemoryEvent, read: MemoryEvent): Expression {
  const { width } = read.value
  const shifts = new Map<number, Predicate>()
  for (const p of write.places)
    for (const q of read.places)
      if (overlapping(p, q, bytesOf(write), bytesOf(read)))
        shifts.set(q.offset - p.offset, either(shifts.get(q.offset - p.offset) ?? never, both(p.when, q.when)))
  const at = (shift: number): Expression =>
    resize(operation('shift-right-unsigned', write.value, constant(BigInt(8 * shift), write.value.width)), width, false)
  const [first, ...others] = [...shifts]
  const [only] = must(first, 'a place at which the write and the read overlap')
  return others.reduce((rest, [shift, when]) => choice(when, at(shift), rest), at(only))
}

/** Returns the value of some bytes, put together from those of the cells in them. */
export function assembled<B, V>(
  graph: Pick<EventGraph, 'cells'>,
  { location, offset, bytes }: Cell,
  domain: Pick<Domain<B, V>, 'resize' | 'operation' | 'constant'>,
  valueOf: (cell: number) => V,
): V {
  const width = 8 * bytes
  const within = graph.cells.flatMap((cell, i) =>
    cell.location === location && offset <= cell.offset && cell.offset < offset + bytes ? [i] : [],
  )
  const placed = within.map((i): V => {
    const cell = cellAt(graph, i)
    const wide = domain.resize(valueOf(i), 8 * cell.bytes, width, false)
    const shift = 8 * (cell.offset - offset)
    return shift === 0 ? wide : domain.operation('shift-left', wide, domain.constant(BigInt(shift), width), width)
  })
  const [first, ...others] = placed
  return others.reduce((rest, one) => domain.operation('bit-or', rest, one, width), must(first, 'a cell in the bytes'))
}

/** Returns the value of a read, given what it takes from each cell that it may cover. */
export function readFrom<B, V>(
  graph: Pick<EventGraph, 'cells'>,
  read: MemoryEvent,
  domain: Domain<B, V>,
  { truth }: Evaluator<B, V>,
  valueOf: (cell: number) => V,
): V {
  const bytes = read.value.width / 8
  const at = ({ location, offset }: AccessPlace): V => assembled(graph, { location, offset, bytes }, domain, valueOf)
  // Callers must not ask for cells that it does not cover. A read at an unknown address has thousands of places. This
  // is a loop, since recursion would overflow the stack.
  const { tt, ff } = domain.logic
  const possible: { readonly when: B; readonly value: V }[] = []
  for (const [index, place] of read.places.entries()) {
    const when = index + 1 === read.places.length ? tt : truth(place.when)
    if (when === ff) continue
    possible.push({ when, value: at(place) })
    if (when === tt) break
  }
  const { value: last } = must(possible.at(-1), 'a place of the read')
  return possible.slice(0, -1).reduceRight(
    (rest, { when, value }) =>
      domain.choice(
        when,
        () => value,
        () => rest,
      ),
    last,
  )
}
