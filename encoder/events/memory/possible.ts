/**
 * An over-approximation of the values that can flow to each place, computed before anything is encoded, so that an
 * address in a register has a finite number of places.
 */

import { match } from 'ts-pattern'
import type { Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { memoised } from '../../../source/memoised.js'
import { must } from '../../../source/must.js'
import { once } from '../../../source/once.js'
import { compute, resizeBits } from '../../values/arithmetic.js'
import { type Expression, evaluator, type Predicate } from '../../values/expression.js'
import { mentioning } from '../../values/mentions.js'
import { partial } from '../../values/three-valued.js'
import { type AccessPlace, type Cell, type Event, isMemory, type MemoryEvent } from '../graph/event.js'
import type { Region } from '../graph/regions.js'
import { bytesOf, type Possible, regionOf } from './places.js'

/** An access whose address is computed from what reads return. */
export interface Computed {
  /** Its events: one, or the two of an atomic. */
  readonly events: readonly number[]
  /** The address, of 64 bits. */
  readonly address: Expression
  /** Holds if the thread gets to the access. */
  readonly guard: Predicate
  readonly regions: readonly Region[]
  readonly bytes: number
  /** True if it is an address in Tensor Memory, of 32 bits, without regions. */
  readonly tensor?: true
}

/** The maximum number of possible values. Above it, a value counts as unconstrained. */
const mostValues = 64

/** The most bits of an unknown value that has at most `mostValues` values. */
const mostBits = 6

type Spot = Pick<AccessPlace, 'location' | 'offset'>

/** The values that expressions may have, and the addresses that accesses may have where their thread gets to them. */
export interface PossibleValues {
  readonly valueOf: (expression: Expression) => Possible
  readonly addressesOf: (access: Computed) => Possible
}

/**
 * Returns the values that expressions may have, given the events of a program, those among them whose places are not
 * known, and the ranges of memory that questions observe. A value reaches a read through other reads, and passes each
 * access at most once. So it is changed at most as often as there are accesses that change what they pass on: writes of
 * computed values, reads of parts, and barriers that return values. Between changes, values are copied until no more
 * reach a read. Values out of thin air, in a cycle of reads and writes, are not among them. Memory that is not
 * initialised may hold any value; with `stored`, 0 represents all of these. With `constant`, there are only the values
 * that follow from constants: others may be possible where memory is not initialised, or has results that are unknown.
 */
export function possibleValues(
  program: Program,
  events: readonly Event[],
  computed: readonly Computed[],
  observed: readonly Cell[],
  initially: 'known' | 'stored' | 'constant' = 'known',
): PossibleValues {
  const unknowns = initially === 'constant' ? 'left out' : 'any'
  const memory = events.filter(isMemory)
  const reads = memory.filter(({ kind }) => kind === 'read')
  const writes = memory.filter(({ kind, origin }) => kind === 'write' && origin !== undefined)
  const computedBy = new Map(computed.flatMap((one) => one.events.map((id) => [id, one] as const)))
  /** The values that barriers return. */
  const returned = events.flatMap((event) =>
    event.kind === 'barrier' && event.returned ? [{ id: event.id, value: event.returned.value }] : [],
  )
  const changing = returned.length + writes.filter(({ value }) => !isCopied(value)).length
  let possible: Values = new Map([...returned, ...reads].map(({ id }) => [id, new Set<bigint>()] as const))
  /** The values before the last change. */
  let unchanged = possible
  /** The reads that may return a part of what was written. */
  const partly = new Set<number>()
  let splits = 0

  for (let changes = 0; ; ) {
    const value = evaluating(possible, unknowns)
    const before = evaluating(unchanged, unknowns)
    const addresses = memoised(addressing(possible, value, unknowns))
    const spots = memoised((event: MemoryEvent): readonly Spot[] => {
      const one = computedBy.get(event.id)
      return one === undefined ? event.places : spotsOf(addresses(one), one)
    })
    const writesTo = once(() =>
      groupBy(
        writes.flatMap((write) => spots(write).map((spot) => ({ write, ...spot }))),
        ({ location }) => location,
      ),
    )
    const bounds = boundsOf([
      ...observed,
      ...memory.flatMap((event) => spots(event).map((spot) => ({ ...spot, bytes: bytesOf(event) }))),
    ])
    /** The segments that were asked for: all reads of one location have the same ones. */
    const segments = new Map<string, Segment>()
    const within = ({ location, offset }: Spot, bytes: number): readonly number[] =>
      [...(bounds.get(location) ?? [])].filter((bound) => offset < bound && bound < offset + bytes)
    const now = reads.reduce(
      (sum, read) => spots(read).reduce((n, spot) => n + within(spot, bytesOf(read)).length, sum),
      0,
    )
    if (now > splits) [splits, changes] = [now, 0]
    const next: Values = new Map([
      ...returned.map((one) => [one.id, union([must(possible.get(one.id), 'each value'), before(one.value)])] as const),
      ...reads.map((read) => {
        const before = must(possible.get(read.id), 'each read')
        return [read.id, union([before, ...spots(read).map((spot) => readAt(spot, read))])] as const
      }),
    ])
    const isStable = areAlike(next, possible)
    possible = next
    if (isStable) {
      if (changes >= changing + partly.size || areAlike(possible, unchanged))
        return { valueOf: value, addressesOf: addresses }
      changes += 1
      unchanged = possible
    }

    /**
     * Returns the values that a read may return at a place. Each segment into which other accesses and questions divide
     * the bytes may come from a different write.
     */
    function readAt(spot: Spot, read: MemoryEvent): Possible {
      const { location, offset } = spot
      const end = offset + bytesOf(read)
      const starts = [offset, ...within(spot, bytesOf(read)).toSorted((a, b) => a - b)]
      return starts.reduce<Possible>(
        (lower, start, i) => {
          const bytes = (starts[i + 1] ?? end) - start
          return joined(lower, segmentAt({ location, offset: start }, bytes, read), 8 * (start - offset))
        },
        new Set([0n]),
      )
    }

    function segmentAt(segment: Spot, bytes: number, read: MemoryEvent): Possible {
      const key = `${segment.location} ${segment.offset} ${bytes} ${bytesOf(read)}`
      const { values, isPart } = segments.get(key) ?? segmentOf(segment, bytes, bytes === bytesOf(read))
      segments.set(key, { values, isPart })
      if (isPart) partly.add(read.id)
      return values
    }

    /** Returns what a segment may hold, and whether some of it is a part of what was written, or of what is read. */
    function segmentOf(segment: Spot, bytes: number, isAll: boolean): Segment {
      const sources = (writesTo().get(segment.location) ?? []).flatMap(({ write, offset }) => {
        const shift = segment.offset - offset
        if (shift < 0 || shift >= bytesOf(write)) return []
        const isWhole = shift === 0 && bytes === bytesOf(write) && isAll
        const all = (isWhole && isCopied(write.value) ? value : before)(write.value)
        return [{ isWhole, values: mapped(all, (bits) => BigInt.asUintN(8 * bytes, bits >> BigInt(8 * shift))) }]
      })
      const initial = initialBits(program, segment, bytes)
      const unknown: Possible = match(initially)
        .returnType<Possible>()
        .with('known', () => 'any')
        .with('stored', () => new Set([0n]))
        .with('constant', () => new Set())
        .exhaustive()
      const values = union([initial === undefined ? unknown : new Set([initial]), ...sources.map((one) => one.values)])
      return { values, isPart: sources.some(({ isWhole }) => !isWhole) }
    }
  }
}

/** The values that a segment may hold, and whether a read of it may return a part of what was written. */
interface Segment {
  readonly values: Possible
  readonly isPart: boolean
}

/** The values of reads, and those that barriers return, by the event. */
type Values = ReadonlyMap<number, Possible>

const areAlike = (some: Values, others: Values): boolean =>
  [...some].every(([id, values]) => sizeOf(values) === sizeOf(must(others.get(id), 'each read')))

/** Returns whether a value is a constant, or what was read: then a write of it makes no new value. */
function isCopied(value: Expression): boolean {
  if (value.kind === 'choice') return isCopied(value.then) && isCopied(value.otherwise)
  return value.kind === 'constant' || value.kind === 'unknown' || value.kind === 'read'
}

/**
 * Returns the addresses that accesses may have, given the values of reads. If a read decides about the address and about
 * whether the thread gets there, as where an index is compared with a limit, each of its values is judged by itself.
 */
function addressing(
  reads: Values,
  value: (expression: Expression) => Possible,
  unknowns: Unknowns,
): (access: Computed) => Possible {
  const mentioned = mentioning()
  return ({ address, guard }) => {
    const all = value(address)
    if (all !== 'any' && all.size <= 1) return all
    const deciding = mentioned.truth(guard)
    const shared = [...mentioned.value(address)].flatMap((id) => {
      const values = reads.get(id)
      return values === undefined || values === 'any' || !deciding.has(id) ? [] : [{ id, values }]
    })
    const count = shared.reduce((product, { values }) => product * values.size, 1)
    if (shared.length === 0 || count > mostValues) return all
    const cases = shared.reduce<readonly Values[]>(
      (some, { id, values }) =>
        some.flatMap((one) => [...values].map((each) => new Map([...one, [id, new Set([each])]]))),
      [new Map()],
    )
    return union(
      cases.map((fixed) => {
        const known = evaluator(
          partial(
            (event) => onlyOf(fixed.get(event)),
            () => 'maybe',
          ),
        )
        return known.truth(guard) === 'no'
          ? new Set<bigint>()
          : evaluating(new Map([...reads, ...fixed]), unknowns)(address)
      }),
    )
  }
}

/** Returns the value if there is just one. */
const onlyOf = (possible: Possible | undefined): bigint | undefined => {
  if (possible === undefined || possible === 'any' || possible.size > 1) return undefined
  const [only] = possible
  return only
}

/** Returns where ranges begin and end, by location. */
function boundsOf(ranges: readonly Cell[]): ReadonlyMap<number, ReadonlySet<number>> {
  const byLocation = groupBy(ranges, ({ location }) => location)
  return new Map(
    [...byLocation].map(([location, some]) => [
      location,
      new Set(some.flatMap(({ offset, bytes }) => [offset, offset + bytes])),
    ]),
  )
}

/** Joins the values of some bytes with those of the bytes above them, which begin at `bit`. */
function joined(lower: Possible, upper: Possible, bit: number): Possible {
  if (lower === 'any' || upper === 'any') return 'any'
  return union([...upper].map((high) => mapped(lower, (low) => (high << BigInt(bit)) | low)))
}

const sizeOf = (possible: Possible): number => (possible === 'any' ? -1 : possible.size)

/** Returns the places of an address: all places if it may have any value. */
function spotsOf(possible: Possible, { regions, bytes }: Computed): readonly Spot[] {
  if (possible === 'any')
    return regions.flatMap(({ location, bytes: size }) =>
      Array.from({ length: Math.floor(Number(size) / bytes) }, (_, i) => ({ location, offset: i * bytes })),
    )
  return [...possible].flatMap((value) => {
    const region = regionOf(value, regions, bytes)
    return region === undefined ? [] : [{ location: region.location, offset: Number(value - region.base) }]
  })
}

/**
 * Returns the initial bits of some bytes of a location; undefined if they are unknown. Addresses in memory are integers
 * already.
 */
export function initialBits({ locations }: Program, { location, offset }: Spot, bytes: number): bigint | undefined {
  const { initial, type } = must(locations[location], 'a location')
  const width = type.width / 8
  const first = Math.floor(offset / width)
  const elements = initial.slice(Math.max(0, first), Math.ceil((offset + bytes) / width))
  if (elements.includes('unknown')) return undefined
  const all = elements.reduceRight<bigint>(
    (rest, one) => (rest << BigInt(type.width)) | (typeof one === 'bigint' ? one : 0n),
    0n,
  )
  return BigInt.asUintN(8 * bytes, all >> BigInt(8 * (offset - first * width)))
}

function union(all: readonly Possible[]): Possible {
  const values = new Set<bigint>()
  for (const one of all) {
    if (one === 'any') return 'any'
    for (const value of one) values.add(value)
    if (values.size > mostValues) return 'any'
  }
  return values
}

const mapped = (possible: Possible, of: (value: bigint) => bigint): Possible =>
  possible === 'any' ? possible : new Set([...possible].map(of))

function pairwise(
  left: ReadonlySet<bigint>,
  right: ReadonlySet<bigint>,
  of: (a: bigint, b: bigint) => bigint,
): Possible {
  const values = new Set<bigint>()
  for (const a of left) {
    for (const b of right) values.add(of(a, b))
    if (values.size > mostValues) return 'any'
  }
  return values
}

/** Whether a result that is unknown may be any value, or is left out. */
type Unknowns = 'any' | 'left out'

/** Returns the possible values of expressions, given those of reads. */
function evaluating(reads: Values, unknowns: Unknowns): (expression: Expression) => Possible {
  const value = memoised((expression: Expression): Possible => {
    switch (expression.kind) {
      case 'constant':
        return new Set([expression.value])
      case 'read':
        return must(reads.get(expression.event), 'each read')
      case 'unknown':
        if (unknowns === 'left out') return new Set()
        return expression.width > mostBits
          ? 'any'
          : new Set(Array.from({ length: 2 ** expression.width }, (_, i) => BigInt(i)))
      case 'choice':
        return union([value(expression.then), value(expression.otherwise)])
      case 'resize': {
        const { of, width, signed } = expression
        return mapped(value(of), (bits) => resizeBits(bits, of.width, width, signed))
      }
      case 'operation': {
        const { operator, left, right, width } = expression
        const [a, b] = [value(left), value(right)]
        if (a === 'any' || b === 'any') return limited(expression, a, b)
        return pairwise(a, b, (one, other) => compute(operator, one, other, width))
      }
    }
  })
  return value
}

/** Returns what a mask or a remainder leaves of any value. */
function limited({ operator }: Extract<Expression, { kind: 'operation' }>, left: Possible, right: Possible): Possible {
  const limits = left === 'any' ? right : left
  if (limits === 'any' || limits.size > 1) return 'any'
  if (limits.size === 0) return limits
  const [limit = 0n] = limits
  if (operator === 'bit-and') return submasks(limit)
  if (operator === 'rem-unsigned' && left === 'any' && 0n < limit && limit <= BigInt(mostValues))
    return new Set(Array.from({ length: Number(limit) }, (_, i) => BigInt(i)))
  return 'any'
}

/** Returns the values whose bits are all in the mask. */
function submasks(mask: bigint): Possible {
  const masks = new Set<bigint>()
  for (let one = mask; ; one = (one - 1n) & mask) {
    masks.add(one)
    if (masks.size > mostValues) return 'any'
    if (one === 0n) return masks
  }
}
