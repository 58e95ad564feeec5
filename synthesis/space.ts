/**
 * The events of a sketch and its candidate executions, as bits: the part that does not depend on the strengths of
 * instructions.
 */

import type { BaseRelation } from '../axioms/algebra/names.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'
import { must } from '../source/must.js'
import { endsWithWait, hasCopies } from './copies.js'
import { product } from './product.js'
import {
  isAccess,
  isCopy,
  locationsOf,
  type Outcome,
  type Path,
  type Placed,
  pathParts,
  readBy,
  type Sketch,
  type Source,
  slotsOf,
  writes,
} from './sketch.js'

/** An execution without its Fence-SC order: a row of bits for each event. */
export interface Chosen {
  readonly rf: Uint32Array
  readonly co: Uint32Array
}

type Candidate = Chosen & Reached

/** The observations of an execution. */
export interface Reached {
  /** The source of each read, by position. */
  readonly sources: readonly (Source | undefined)[]
  /** The positions of the writes that no other write follows, by location. */
  readonly last: readonly (readonly number[])[]
}

/** An execution in which threads take turns. */
export interface Turns extends Reached {
  /** The positions of the writes in their order, by location. */
  readonly orders: readonly (readonly number[])[]
}

export interface Space {
  readonly sketch: Sketch
  /** The number of events: the initial writes, and those of the slots in their order. */
  readonly size: number
  readonly locations: number
  /** The thread of each event; undefined for initial writes. */
  readonly threads: readonly (number | undefined)[]
  /** The relations that do not depend on strengths. */
  readonly relations: ReadonlyMap<BaseRelation, Uint32Array>
  /** The waits, each with its copies. Waits at the ends of threads belong to no slot. */
  readonly waits: readonly Wait[]
  /** Returns the candidate executions, which are created on first use. */
  readonly candidates: () => readonly Candidate[]
  /** Returns the indices of the candidates that reach an outcome. */
  readonly reaching: (outcome: Outcome) => readonly number[]
  /** Returns the execution in which threads take turns. */
  readonly inTurn: (turns: Turns) => Chosen
}

/** A wait, with the events of each copy that its thread has issued before. */
interface Wait {
  readonly event: number
  readonly position: number | undefined
  readonly copies: readonly { readonly reads: number; readonly writes: number }[]
}

/**
 * Returns a key that is equal for equal virtual addresses. Only an alias has another one, whatever the proxy of an
 * access.
 */
const addressBy = (location: number, path: Path): number => location * 2 + (pathParts[path].isAlias ? 1 : 0)

type Pair = readonly [from: number, to: number]

interface Event {
  readonly position: number | undefined
  readonly thread: number | undefined
  readonly access: { readonly kind: 'read' | 'write'; readonly location: number; readonly address: number } | undefined
  /** The role of the event in asynchronous operations; undefined for all other events. */
  readonly asynchronous?: 'issue' | 'operation' | 'wait' | 'fence'
}

const accessAt = (kind: 'read' | 'write', location: number, path: Path) =>
  ({ kind, location, address: addressBy(location, path) }) as const

/** Returns the events of a slot, in the order of the encoder. */
function eventsOf({ slot, position, thread }: Placed): readonly Event[] {
  const at = { position, thread }
  if (isAccess(slot)) {
    const { location, path } = slot
    if (slot.kind === 'async write')
      return [
        { ...at, access: undefined, asynchronous: 'issue' },
        { ...at, access: accessAt('write', location, path), asynchronous: 'operation' },
      ]
    const kinds = slot.kind === 'atomic' ? (['read', 'write'] as const) : [slot.kind]
    return kinds.map((kind) => ({ ...at, access: accessAt(kind, location, path) }))
  }
  const wait: Event = { ...at, access: undefined, asynchronous: 'wait' }
  if (isCopy(slot)) {
    const [from, to] = slot.kind === 'load' ? ([slot.path, 'generic'] as const) : (['generic', slot.path] as const)
    return [
      { ...at, access: undefined, asynchronous: 'issue' },
      { ...at, access: accessAt('read', slot.from, from), asynchronous: 'operation' },
      { ...at, access: accessAt('write', slot.location, to), asynchronous: 'operation' },
      ...(slot.kind === 'load' ? [wait] : []),
    ]
  }
  if (slot.kind === 'wait') return [wait]
  const isFence = slot.kind === 'async fence' || slot.kind === 'alias fence'
  return [{ ...at, access: undefined, ...(isFence ? { asynchronous: 'fence' as const } : {}) }]
}

export const spaceOf: (sketch: Sketch) => Space = memoisedWeakly(makeSpace)

function makeSpace(sketch: Sketch): Space {
  const locations = locationsOf(sketch)
  const slots = slotsOf(sketch)
  const initial = Array.from({ length: locations }, (_, location): Event => {
    return { position: undefined, thread: undefined, access: accessAt('write', location, 'generic') }
  })
  const events: readonly Event[] = [
    ...initial,
    ...slots.flatMap((placed): readonly Event[] => {
      const own = eventsOf(placed)
      if (!endsWithWait(sketch, placed)) return own
      return [...own, { position: undefined, thread: placed.thread, access: undefined, asynchronous: 'wait' }]
    }),
  ]
  const size = events.length
  const eventAt = (position: number, kind: 'read' | 'write'): number =>
    events.findIndex((event) => event.position === position && event.access?.kind === kind)
  const between = (related: (a: Event, b: Event, i: number, j: number) => boolean): Uint32Array => {
    const rows = new Uint32Array(size)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        if (related(must(events[i], 'an event'), must(events[j], 'an event'), i, j)) rows[i] = (rows[i] ?? 0) | (1 << j)
    return rows
  }
  const place = (thread: number | undefined) => (thread === undefined ? undefined : sketch.places[thread])
  const nothing = new Uint32Array(size)
  const loc = between((a, b) => a.access !== undefined && a.access.location === b.access?.location)
  const scta = between((a, b) => {
    const [here, there] = [place(a.thread), place(b.thread)]
    return here !== undefined && here.gpu === there?.gpu && here.cta === there.cta
  })
  const sgpu = between((a, b) => {
    const [here, there] = [place(a.thread), place(b.thread)]
    return here !== undefined && here.gpu === there?.gpu
  })
  const data = slots.flatMap(({ slot, thread, position }): readonly Pair[] => {
    if (!isAccess(slot) || slot.data === undefined) return []
    const from = must(
      slots.find((one) => one.thread === thread && one.index === slot.data),
      'a read',
    )
    return [[eventAt(from.position, 'read'), eventAt(position, 'write')]]
  })
  const copies = slots.flatMap(({ slot, thread, position }) =>
    isCopy(slot)
      ? [
          {
            kind: slot.kind,
            position,
            thread,
            issue: events.findIndex((one) => one.position === position),
            reads: eventAt(position, 'read'),
            writes: eventAt(position, 'write'),
          },
        ]
      : [],
  )
  // A load has its own wait; all others are for the copies from shared memory.
  const isLoad = (position: number | undefined): boolean =>
    copies.some((copy) => copy.kind === 'load' && copy.position === position)
  const isWaitedFor = (
    copy: (typeof copies)[number],
    { thread, position }: Pick<Event, 'thread' | 'position'>,
    event: number,
  ): boolean =>
    isLoad(position) ? copy.position === position : copy.kind === 'copy' && copy.thread === thread && copy.issue < event
  const waits = events.flatMap(({ asynchronous, thread, position }, event): readonly Wait[] =>
    asynchronous === 'wait'
      ? [{ event, position, copies: copies.filter((copy) => isWaitedFor(copy, { thread, position }, event)) }]
      : [],
  )
  const moved = copies.map((copy): Pair => [copy.reads, copy.writes])
  const isInOrder = ({ asynchronous }: Event): boolean => asynchronous !== 'operation'
  const rmw = slots.flatMap(({ slot, position }): readonly Pair[] =>
    slot.kind === 'atomic' ? [[eventAt(position, 'read'), eventAt(position, 'write')]] : [],
  )
  const relations = new Map<BaseRelation, Uint32Array>([
    ['id', between((_, __, i, j) => i === j)],
    [
      'po',
      between((a, b, i, j) => a.thread !== undefined && a.thread === b.thread && i < j && isInOrder(a) && isInOrder(b)),
    ],
    ['loc', loc],
    ['vloc', between((a, b) => a.access !== undefined && a.access.address === b.access?.address)],
    ['complete', loc],
    ['rmw', bitsOf(size, rmw)],
    ['data', bitsOf(size, [...data, ...moved])],
    ['ctrl', nothing],
    ['addr', nothing],
    ['scta', scta],
    ['scta_memory', scta],
    ['scluster', scta],
    ['sgpu', sgpu],
    [
      'issue',
      bitsOf(size, [
        ...copies.flatMap(({ issue, reads, writes }): readonly Pair[] => [
          [issue, reads],
          [issue, writes],
        ]),
        ...slots.flatMap(({ slot, position }): readonly Pair[] =>
          slot.kind === 'async write'
            ? [[events.findIndex((one) => one.position === position), eventAt(position, 'write')]]
            : [],
        ),
      ]),
    ],
    ['async_order', bitsOf(size, moved)],
    ['fenced', between((a, b) => a.asynchronous === 'fence' && b.access !== undefined)],
    // A test has fewer threads than a warp.
    ['swarp', scta],
    ...(['tensor_loc', 'tensor_within', 'tensor_address', 'tensor_shape'] as const).map(
      (name) => [name, nothing] as const,
    ),
    ['one_operation', nothing],
    ['syncbar', nothing],
    ['api', nothing],
    ['clusterbar', nothing],
    ['trigger', nothing],
    ['trigger_order', nothing],
    ['phase_order', nothing],
    ['other_bytes', nothing],
  ])
  const readFrom = (sources: readonly (Source | undefined)[]): Uint32Array =>
    bitsOf(
      size,
      sources.flatMap((source, position): readonly Pair[] => {
        if (source === undefined) return []
        const read = eventAt(position, 'read')
        const { access } = must(events[read], 'a read')
        return [[source === 'initial' ? (access?.location ?? 0) : eventAt(source, 'write'), read]]
      }),
    )
  const inTurn = ({ sources, orders }: Turns): Chosen => {
    const pairs = orders.flatMap((order, location) => {
      const own = [location, ...order.map((one) => eventAt(one, 'write'))]
      return own.flatMap((a, i) => own.slice(i + 1).map((b): Pair => [a, b]))
    })
    return { rf: readFrom(sources), co: bitsOf(size, pairs) }
  }
  const makeCandidates = (): readonly Candidate[] => {
    const writers = (location: number) => slots.filter(({ slot }) => writes(slot) && slot.location === location)
    const sources = slots.map(({ slot, position }): readonly (Source | undefined)[] => {
      const read = readBy(slot)
      return read === undefined
        ? [undefined]
        : ['initial', ...writers(read).flatMap((one) => (one.position === position ? [] : [one.position]))]
    })
    const orders = Array.from({ length: locations }, (_, location) => {
      const own = writers(location).map((one) => one.position)
      return partialOrders(own).map((pairs) => ({
        pairs: [
          ...own.map((one): Pair => [location, eventAt(one, 'write')]),
          ...pairs.map(([a, b]): Pair => [eventAt(a, 'write'), eventAt(b, 'write')]),
        ],
        last: own.filter((one) => !pairs.some(([a]) => a === one)),
      }))
    })
    const coherent = [...product(orders)].map((each) => ({
      co: bitsOf(
        size,
        each.flatMap(({ pairs }) => pairs),
      ),
      last: each.map(({ last }) => last),
    }))
    return [...product(sources)].flatMap((from): readonly Candidate[] => {
      const rf = readFrom(from)
      return coherent.map(({ co, last }) => ({ rf, co, sources: from, last }))
    })
  }
  let made: Executions | undefined
  const executions = (): Executions => {
    // Each thread with copies ends with a wait, so it matters where threads end.
    const isThreadSaid = hasCopies(sketch)
    made ??= sharedBy(
      slots
        .map(({ slot, thread }) => {
          const at = isAccess(slot) ? slot.location : isCopy(slot) ? `${slot.from}>${slot.location}` : ''
          return `${isThreadSaid ? `${thread}:` : ''}${slot.kind}${at}`
        })
        .join(),
      makeCandidates,
    )
    return made
  }
  const candidates = (): readonly Candidate[] => executions().candidates
  const reaching = (outcome: Outcome): readonly number[] => executions().reaching(outcome)
  return {
    sketch,
    size,
    locations,
    threads: events.map(({ thread }) => thread),
    relations,
    waits,
    candidates,
    reaching,
    inTurn,
  }
}

interface Executions {
  readonly candidates: readonly Candidate[]
  readonly reaching: (outcome: Outcome) => readonly number[]
}

/**
 * Returns the executions that sketches with the same kinds of instructions at the same locations share, whatever their
 * paths. They are dropped when there are too many.
 */
function sharedBy(key: string, make: () => readonly Candidate[]): Executions {
  const executions = shared.get(key)
  if (executions !== undefined) return executions
  if (held > mostHeld) {
    shared.clear()
    held = 0
  }
  const candidates = make()
  const made = { candidates, reaching: reachingAmong(candidates) }
  shared.set(key, made)
  held += candidates.length
  return made
}
const shared = new Map<string, Executions>()
let held = 0
const mostHeld = 300_000

/**
 * Returns a function that gives the indices of the executions that reach an outcome. A bit for each execution says
 * whether it makes a choice.
 */
export function reachingAmong(executions: readonly Reached[]): (outcome: Outcome) => readonly number[] {
  const words = Math.ceil(executions.length / 32)
  // The initial value comes before all positions, and the last writes come after all reads.
  const slots = executions[0]?.sources.length ?? 0
  const choices = new Map<number, Uint32Array>()
  const read = (position: number, source: Source): number =>
    position * (slots + 1) + (source === 'initial' ? 0 : source + 1)
  const ends = (location: number, write: number): number => read(slots + location, write)
  const mark = (choice: number, i: number): void => {
    const bits = choices.get(choice) ?? new Uint32Array(words)
    bits[i >>> 5] = (bits[i >>> 5] ?? 0) | (1 << (i & 31))
    choices.set(choice, bits)
  }
  executions.forEach(({ sources, last }, i) => {
    sources.forEach((source, position) => {
      if (source !== undefined) mark(read(position, source), i)
    })
    last.forEach((writes, location) => {
      for (const write of writes) mark(ends(location, write), i)
    })
  })
  const none = new Uint32Array(words)
  return ({ sources, last }) => {
    const chosen = (choice: number): Uint32Array => choices.get(choice) ?? none
    const demanded = [
      ...sources.flatMap((source, at) => (source === undefined ? [] : [chosen(read(at, source))])),
      ...last.flatMap((write, at) => (write === undefined ? [] : [chosen(ends(at, write))])),
    ]
    const reaching: number[] = []
    for (let word = 0; word < words; word++) {
      const count = Math.min(32, executions.length - word * 32)
      let left = count === 32 ? -1 : (1 << count) - 1
      for (const bits of demanded) left &= bits[word] ?? 0
      for (; left !== 0; left &= left - 1) reaching.push(word * 32 + 31 - Math.clz32(left & -left))
    }
    return reaching
  }
}

const bitsOf = (size: number, pairs: readonly Pair[]): Uint32Array => {
  const bits = new Uint32Array(size)
  for (const [a, b] of pairs) bits[a] = (bits[a] ?? 0) | (1 << b)
  return bits
}

/** Returns all transitive orders of some events, as pairs. */
function partialOrders(events: readonly number[]): readonly (readonly Pair[])[] {
  const [first, ...rest] = events
  if (first === undefined) return [[]]
  return partialOrders(rest).flatMap((order) =>
    [...product(rest.map((): readonly number[] => [0, 1, -1]))].flatMap((choice) => {
      const pairs = [
        ...order,
        ...choice.flatMap((way, i): readonly Pair[] => {
          const other = must(rest[i], 'another event')
          return way === 0 ? [] : way === 1 ? [[first, other]] : [[other, first]]
        }),
      ]
      return isTransitive(pairs) ? [pairs] : []
    }),
  )
}

/** Returns whether pairs form a transitive order. */
const isTransitive = (pairs: readonly Pair[]): boolean =>
  pairs.every(([a, b]) => pairs.every(([c, d]) => b !== c || (a !== d && pairs.some(([e, f]) => e === a && f === d))))
