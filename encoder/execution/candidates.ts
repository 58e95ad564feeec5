/**
 * Lists the candidate executions of a program one by one: for each way to read and to wait, the resulting values, and
 * for these every coherence order, every Fence-SC order and every set of arrivals.
 */

import { mentionedBy } from '../../axioms/algebra/mentions.js'
import type { BaseRelation } from '../../axioms/algebra/names.js'
import type { Axiom, Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import { operandsOf } from '../../litmus/operands.js'
import { groupBy } from '../../source/group.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { barriersOf, isChosen, mayBeTogether, mayHoldUp } from '../events/barriers/barriers.js'
import {
  accessAt,
  type BarrierEvent,
  type EventGraph,
  isMemory,
  type MemoryEvent,
  type Pair,
} from '../events/graph/event.js'
import { observedRanges } from '../events/memory/cells.js'
import { cellAt, cellsCovered, covers, isSplit, partRead, readFrom, writtenTo } from '../events/memory/parts.js'
import { overlapping, together } from '../events/memory/places.js'
import { type Bounds, upperBounds } from '../relations/bounds.js'
import { countOrders, partialOrders, product } from '../relations/orders.js'
import { concrete, type Expression, evaluator, type Predicate } from '../values/expression.js'
import { arePassed, canArrive, mayArrive } from './arrivals.js'
import { evaluatorOf } from './evaluated.js'
import type { Chosen, Execution } from './execution.js'
import { broken, isMixed, misread, remaining } from './replay.js'

/** The functions that the enumeration calls as it goes. */
export interface Listing {
  /**
   * Returns whether this many more candidate executions, or choices on the way to one, may be listed. If not, the
   * listing ends.
   */
  readonly mayList: (count: number) => boolean
  /** Called if not all values are tried: they depend on themselves, or are unknown. */
  readonly guesses: (why: Guessed) => void
}

type Guessed = 'thin air' | 'unknown values'

/**
 * The completeness of an enumeration. It is incomplete if there were too many candidates, or if values had to be
 * guessed.
 */
export type Extent = 'all' | 'too many' | Guessed

/** Returns a listing of at most this many candidates, which tells at the end whether it was complete. */
export function counting(most: number): { readonly listing: Listing; readonly listed: () => Extent } {
  let count = 0
  let guessed: Guessed | undefined
  return {
    listing: {
      mayList: (more) => {
        count += more
        return count <= most
      },
      guesses: (why) => {
        guessed = why
      },
    },
    listed: () => (count > most ? 'too many' : (guessed ?? 'all')),
  }
}

/**
 * Returns an upper bound on the number of candidate executions if no values are guessed. It is fast, since none is
 * listed. Reads, writes and barriers count whether they are executed or not, so programs with branches may have far
 * fewer.
 */
export function countCandidates(graph: EventGraph): number {
  const { events } = graph
  const { rf } = upperBounds(graph)
  const sources = groupBy(rf, ([, read]) => read)
  const barriers = barriersOf(graph)
  const ways = events.map((event) => {
    if (event.kind === 'barrier')
      return (mayHoldUp(event) ? 2 : 1) * (mayBeTogether(barriers, event).some(isChosen) ? 2 : 1)
    const writes = sources.get(event.id)?.length
    if (event.kind !== 'read' || writes === undefined) return 1
    return isSplit(graph, event) ? writes ** cellsCovered(graph, event).length : writes
  })
  return [
    ...ways,
    countCoherence(writesTogether(graph, () => true)),
    countOrders(events.filter(({ sets }) => sets.includes('SC')).length),
  ].reduce((a, b) => a * b, 1)
}

/**
 * Yields the candidate executions, with the first of their final states (`finalChoices` has the others). The model only
 * saves time: executions that it rejects as out of thin air are left out.
 */
export function* candidates(graph: EventGraph, model: Model, listing: Listing): Generator<Execution> {
  const bounds = upperBounds(graph)
  const fences = graph.events.filter(({ sets }) => sets.includes('SC'))
  for (const valued of valuations(graph, model, bounds, listing)) {
    const { truth } = evaluatorOf(valued)
    const isThere = ([write, read]: Pair): boolean =>
      truth(together(accessAt(graph, write), accessAt(graph, read), overlapping))
    if (!valued.rf.every((pair) => valued.executed[pair[0]] && isThere(pair))) continue
    if (!arePassed(graph, valued)) continue
    const isExecuted = (event: number): boolean => valued.executed[event] === true
    const executedFences = fences.filter(({ id }) => isExecuted(id))
    const arrivals = arrivalChoices(graph, valued)
    const written = writesTogether(graph, isExecuted, truth)
    if (!listing.mayList(countCoherence(written) * countOrders(executedFences.length) * arrivals.length)) return
    const orders = coherenceOrders(graph, bounds, written, isExecuted, truth)
    const fenceOrders = partialOrders(
      executedFences.map(({ id }) => id),
      [],
      bounds.sync_fence.filter(([a, b]) => valued.executed[a] && valued.executed[b]),
    )
    for (const co of orders) {
      const [first] = finalChoices(graph, { ...valued, co })
      const final = must(first, 'a last write of each cell')
      for (const sync_fence of fenceOrders)
        for (const arrived of arrivals) yield { ...valued, co, sync_fence, arrived, final }
    }
  }
}

type Valued = Chosen & Pick<Execution, 'executed' | 'rf' | 'parts'>

/** The part of a read that comes from one write: all of it or, if it covers several cells, one of these. */
interface Slot {
  readonly read: number
  readonly cell: number | undefined
}

const keyOf = ({ read, cell }: Slot): string => (cell === undefined ? `${read}` : `${read} ${cell}`)

/** An unknown value. */
interface Unknown {
  readonly unknown: number
}

/**
 * The decisions so far: sources of slots, barriers passed or not, unknown values, and the values assumed for slots that
 * depend on themselves.
 */
interface Decided {
  readonly sources: ReadonlyMap<string, Slot & { readonly write: number }>
  readonly passes: ReadonlyMap<number, boolean>
  readonly unknowns: ReadonlyMap<number, bigint>
  readonly assumed: ReadonlyMap<string, bigint>
}

/**
 * Yields every way to read and to wait, with the resulting values. The source of a slot is decided when it is needed:
 * first the slots that decide which path threads take, then those of the other executed reads.
 */
function* valuations(graph: EventGraph, model: Model, bounds: Bounds, listing: Listing): Generator<Valued> {
  const writesFor = ({ read, cell }: Slot): readonly number[] =>
    bounds.rf.flatMap(([write, reader]) =>
      reader === read && (cell === undefined || cellsCovered(graph, accessAt(graph, write)).includes(cell))
        ? [write]
        : [],
    )
  const stack: Decided[] = [{ sources: new Map(), passes: new Map(), unknowns: new Map(), assumed: new Map() }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (!listing.mayList(1)) return
    const decided = top
    const { executed, values, open: asked, circular, phantom, unread } = evaluate(graph, decided)
    const { sources, passes, unknowns, assumed } = decided
    const waiting = graph.events.find(
      (event) => executed[event.id] === true && event.kind === 'barrier' && mayHoldUp(event) && !passes.has(event.id),
    )
    const first = unread !== undefined && (waiting === undefined || unread.read < waiting.id) ? unread : waiting?.id
    const open = asked ?? first
    if (open === undefined && circular === undefined && phantom) continue
    const chosen = [...sources.values()]
    const rf = distinctPairs(chosen.map(({ write, read }): Pair => [write, read]))
    const parts = chosen.flatMap(({ read, cell, write }) => (cell === undefined ? [] : [{ read, cell, write }]))
    const passed = [...passes].flatMap(([barrier, passes]) => (passes ? [barrier] : []))
    const chosenUnknowns = graph.unknowns.map((_, id) => unknowns.get(id) ?? 0n)
    const valued = { executed, values, unknowns: chosenUnknowns, rf, parts, passed }
    if (typeof open === 'number') {
      for (const either of [true, false]) stack.push({ ...decided, passes: new Map([...passes, [open, either]]) })
    } else if (open !== undefined && 'unknown' in open) {
      const { width, ...from } = must(graph.unknowns[open.unknown], 'a value that nothing is known about')
      const all = width <= mostBits
      if (!all) listing.guesses('unknown values')
      const most = 'values' in from ? from.values : 2 ** width
      for (const value of all ? valuesBelow(most) : mentionedValues(graph, width))
        stack.push({ ...decided, unknowns: new Map([...unknowns, [open.unknown, value]]) })
    } else if (open !== undefined) {
      for (const write of writesFor(open))
        stack.push({ ...decided, sources: new Map([...sources, [keyOf(open), { ...open, write }]]) })
    } else if (circular !== undefined) {
      if (isThinAir(graph, model, valued)) continue
      listing.guesses('thin air')
      for (const value of mentionedValues(graph, widthOf(graph, circular)))
        stack.push({ ...decided, assumed: new Map([...assumed, [keyOf(circular), value]]) })
    } else if (misread(graph, valued).length === 0 && graph.congruence.every(evaluatorOf(valued).truth)) yield valued
  }
}

/** The most bits of an unknown value for which all values are tried. */
const mostBits = 8

const valuesBelow = (most: number): readonly bigint[] => Array.from({ length: most }, (_, i) => BigInt(i))

const distinctPairs = (pairs: readonly Pair[]): readonly Pair[] => [
  ...new Map(pairs.map((pair) => [pair.join(' '), pair])).values(),
]

interface Evaluated {
  readonly executed: readonly boolean[]
  readonly values: readonly (bigint | undefined)[]
  /** An undecided slot, barrier (by its id) or unknown value on which the values depend; then they mean nothing. */
  readonly open: Slot | number | Unknown | undefined
  /** A slot whose value depends on itself; it was assumed to be 0. */
  readonly circular: Slot | undefined
  /** True if a read has a source that is not executed. */
  readonly phantom: boolean
  /** The first slot of an executed read that has no source yet. */
  readonly unread: Slot | undefined
}

function evaluate(graph: EventGraph, { sources, passes, unknowns, assumed }: Decided): Evaluated {
  const { events } = graph
  const pending = new Set<string>()
  /** The state so far. If an attempt is given up, an earlier state replaces it. */
  let state: Pick<Evaluated, 'open' | 'circular' | 'phantom'> & { readonly constants: ReadonlyMap<string, bigint> } = {
    constants: new Map(),
    open: undefined,
    circular: undefined,
    phantom: false,
  }
  /** True if reads and barriers that are needed must be decided. */
  let opens = true
  // Evaluators cache values, and those of a failed attempt must be dropped.
  const domain = () => concrete({ read, passes: passesBarrier, unknown })
  const fresh = () => evaluator(domain())
  const read = (id: number): bigint => {
    const event = must(events[id], 'each event')
    if (event.kind === 'barrier')
      return barrierValue({ read: id, cell: undefined }, () => fresh().value(returnedAt(event)))
    if (!isMemory(event)) throw new Error(`event ${id} returns nothing`)
    if (!isSplit(graph, event)) return taken({ read: id, cell: undefined }, event)
    const here = domain()
    return readFrom(graph, event, here, evaluator(here), (cell) => taken({ read: id, cell }, event))
  }
  const taken = (slot: Slot, event: MemoryEvent): bigint => {
    const key = keyOf(slot)
    const value = assumed.get(key) ?? state.constants.get(key)
    if (value !== undefined) return value
    const source = sources.get(key)
    const write = source === undefined ? undefined : accessAt(graph, source.write)
    if (write === undefined) {
      if (opens) state = { ...state, open: state.open ?? slot }
      return 0n
    }
    if (pending.has(key)) {
      state = { ...state, circular: state.circular ?? slot }
      return 0n
    }
    pending.add(key)
    const know = (value: bigint) => {
      state = { ...state, constants: new Map([...state.constants, [key, value]]) }
    }
    const bytes = (): bigint =>
      fresh().value(slot.cell === undefined ? partRead(write, event) : writtenTo(graph, write, slot.cell))
    const before = state
    const written = bytes()
    if (state.open === before.open && state.circular === before.circular) know(written)
    // The value that an event would write if it were executed may depend on other reads that are not executed. Then
    // nothing needs it.
    else state = before
    const executed = fresh().truth(write.guard)
    state = { ...state, phantom: state.phantom || !executed }
    const result = state.constants.get(key) ?? (executed ? bytes() : 0n)
    pending.delete(key)
    know(result)
    return result
  }
  /** Returns what a barrier returns, as `taken`. */
  const barrierValue = (slot: Slot, value: () => bigint): bigint => {
    const key = keyOf(slot)
    const before = assumed.get(key) ?? state.constants.get(key)
    if (before !== undefined) return before
    if (pending.has(key)) {
      state = { ...state, circular: state.circular ?? slot }
      return 0n
    }
    pending.add(key)
    const result = value()
    pending.delete(key)
    state = { ...state, constants: new Map([...state.constants, [key, result]]) }
    return result
  }
  const passesBarrier = (id: number): boolean => {
    const decided = passes.get(id)
    if (decided === undefined && opens) state = { ...state, open: state.open ?? id }
    return decided ?? false
  }
  const unknown = (id: number): bigint => {
    const decided = unknowns.get(id)
    if (decided === undefined) state = { ...state, open: state.open ?? { unknown: id } }
    return decided ?? 0n
  }
  const { value, truth } = fresh()
  const executed = events.map(({ guard }) => truth(guard))
  const undecided = (event: MemoryEvent): Slot | undefined => {
    const slots: readonly Slot[] = isSplit(graph, event)
      ? cellsCovered(graph, event)
          .filter((cell) => truth(covers(graph, event, cell)))
          .map((cell) => ({ read: event.id, cell }))
      : [{ read: event.id, cell: undefined }]
    return slots.find((slot) => !sources.has(keyOf(slot)))
  }
  let unread: Slot | undefined
  const atStart = evaluator(concrete({ read, passes: passesBarrier, unknown: (id) => unknowns.get(id) ?? 0n })).value
  const values = events.map((event) => {
    if (!executed[event.id]) return undefined
    if (event.kind === 'barrier')
      return event.returned !== undefined && passes.get(event.id) ? read(event.id) : undefined
    if (!isMemory(event)) return undefined
    // Unknown initial memory matters only if it is read, or remains.
    if (event.kind === 'write') return (event.origin === undefined ? atStart : value)(event.value)
    // A read that nothing needs may still be undecided; that alone leaves nothing open.
    const slot = undecided(event)
    unread ??= slot
    return slot === undefined ? value(event.value) : 0n
  })
  const decided = state
  // Reads and barriers that these ask for are not executed, and would hide the unknown values.
  opens = false
  for (const one of decisions(graph)) truth(one)
  for (const one of observedValues(graph, (thread) => truth(must(graph.ends[thread], 'the end of each thread'))))
    value(one)
  if (state.open === undefined || typeof state.open === 'number' || !('unknown' in state.open)) state = decided
  return { executed, values, ...state, unread }
}

/**
 * Returns the values that an execution determines, besides the guards of events, and that may depend on unknown values.
 */
const decisions = ({ unknowns, congruence, ends, undefined: stops, unmodelled, cuts, waits }: EventGraph) =>
  unknowns.length === 0
    ? []
    : [
        ...congruence,
        ...ends,
        ...[...stops, ...unmodelled].map(({ when }) => when),
        ...cuts.map(({ reached }) => reached),
        ...waits.map(({ guard }) => guard),
      ]

/**
 * Returns the final observed values that may be unknown: registers of threads that end, and memory as it was at the
 * start.
 */
function observedValues(
  { program, registers, events, cells, unknowns }: EventGraph,
  ends: (thread: number) => boolean,
): readonly Expression[] {
  if (unknowns.length === 0) return []
  const { questions, filter, observed } = program
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const ofRegisters = [...conditions.flatMap(termsOf), ...observed].flatMap((term) =>
    term.kind === 'register' && ends(term.thread) ? (registers[term.thread]?.get(term.name)?.value ?? []) : [],
  )
  const ranges = observedRanges(program)
  const ofMemory = cells.flatMap((cell, i) => {
    const initial = events[i]
    const isObserved = ranges.some(
      ({ location, offset, bytes }) =>
        location === cell.location && offset <= cell.offset && cell.offset < offset + bytes,
    )
    return isObserved && initial?.kind === 'write' ? [initial.value] : []
  })
  return [...ofRegisters, ...ofMemory]
}

const returnedAt = ({ returned }: BarrierEvent): Expression => must(returned, 'what a barrier returns').value

function widthOf(graph: EventGraph, { read, cell }: Slot): number {
  const event = graph.events[read]
  if (event?.kind === 'barrier') return returnedAt(event).width
  return cell === undefined ? accessAt(graph, read).value.width : 8 * cellAt(graph, cell).bytes
}

/**
 * Reads-from and dependencies: an axiom that forbids cycles in these alone can be judged before anything else is
 * chosen.
 */
const dependencies: readonly BaseRelation[] = ['rf', 'rmw', 'data', 'ctrl', 'addr']

const isAboutDependencies = (axiom: Axiom): boolean =>
  axiom.requirements.every(({ kind, negated }) => kind === 'acyclic' && negated !== true) &&
  [...mentionedBy(axiom)].every((name) => dependencies.includes(name))

const aboutDependencies = memoisedWeakly(({ axioms }: Model) => axioms.filter(isAboutDependencies))

/** Returns whether the model forbids the choice of sources, whatever the values. */
const isThinAir = (graph: EventGraph, model: Model, part: Valued): boolean =>
  broken(graph, aboutDependencies(model), { ...part, co: [], sync_fence: [], arrived: [], final: [] }).length > 0

/** Returns the constants of the program and of its questions, 0, 1, and one other value. */
function mentionedValues({ program }: EventGraph, width: number): readonly bigint[] {
  const { threads, questions, filter } = program
  const instructions = threads.flatMap(({ instructions }) => instructions)
  const written = instructions
    .flatMap((one) => operandsOf(one))
    .flatMap((one) => (one.kind === 'integer' ? [one.value] : []))
  const demanded = instructions.flatMap((one) =>
    'expected' in one && one.expected !== undefined ? [one.expected.value] : [],
  )
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
    .flatMap(termsOf)
    .flatMap((term) => (term.kind === 'integer' ? [term.value] : []))
  const initial = [
    ...program.locations.flatMap(({ initial }) => initial.filter((one) => typeof one === 'bigint')),
    ...threads.flatMap(({ registers }) =>
      registers.flatMap(({ value }) => (value.kind === 'integer' ? [value.value] : [])),
    ),
  ]
  const mentioned = new Set([0n, 1n, ...initial, ...written, ...demanded, ...conditions])
  const fresh = [...mentioned].reduce((a, b) => (a > b ? a : b)) + 1n
  return [...new Set([...mentioned, fresh].map((value) => BigInt.asUintN(width, value)))]
}

/**
 * Returns the executed writes that one coherence order relates, the initial ones left out: those to one cell, or where
 * accesses overlap partially, to one location. Without `truth`, a write may be at each of its places.
 */
function writesTogether(
  { events, mixed }: EventGraph,
  isExecuted: (event: number) => boolean,
  truth: (predicate: Predicate) => boolean = () => true,
): readonly (readonly number[])[] {
  const placed = events.flatMap((event) =>
    event.kind === 'write' && event.origin !== undefined && isExecuted(event.id)
      ? event.places.flatMap(({ location, offset, when }) =>
          truth(when) ? [{ id: event.id, key: mixed ? `${location}` : `${location} ${offset}` }] : [],
        )
      : [],
  )
  return [...groupBy(placed, ({ key }) => key).values()].map((group) => [...new Set(group.map(({ id }) => id))])
}

/** Returns an upper bound on the number of coherence orders: the initial writes come first. */
const countCoherence = (writes: readonly (readonly number[])[]): number =>
  writes.map(({ length }) => countOrders(length)).reduce((a, b) => a * b, 1)

/** Returns the orders of these writes; only overlapping writes are ordered. */
function coherenceOrders(
  graph: EventGraph,
  { initial }: Bounds,
  writes: readonly (readonly number[])[],
  isExecuted: (event: number) => boolean,
  truth: (predicate: Predicate) => boolean,
): readonly (readonly Pair[])[] {
  const first = initial.flatMap(([a, b, when]): readonly Pair[] => (isExecuted(b) && truth(when) ? [[a, b]] : []))
  const overlap = ([a, b]: Pair): boolean => truth(together(accessAt(graph, a), accessAt(graph, b), overlapping))
  const ordersOf = (ids: readonly number[]): readonly (readonly Pair[])[] => {
    const orders = partialOrders(ids, [], [])
    if (!graph.mixed) return orders
    const overlapped = orders.map((order) => order.filter(overlap))
    return [...new Map(overlapped.map((order) => [order.map(String).toSorted().join(';'), order])).values()]
  }
  return product(writes.map(ordersOf)).map((order) => [...first, ...order.flat()])
}

/** Yields every set of arrivals at the barriers that threads pass. */
function arrivalChoices(graph: EventGraph, valued: Valued): readonly (readonly number[])[] {
  const barriers = barriersOf(graph)
  const subsets = product(
    mayArrive(graph, valued).map((one): readonly (readonly number[])[] =>
      mayBeTogether(barriers, one).some(isChosen) ? [[one.id], []] : [[one.id]],
    ),
  ).map((set) => set.flat())
  return subsets.filter((arrived) => canArrive(graph, { ...valued, arrived }))
}

/** Returns every combination of a write for each cell that no other write follows there. */
export function finalChoices(
  graph: EventGraph,
  execution: Chosen & Pick<Execution, 'executed' | 'co'>,
): readonly (readonly number[])[] {
  const { executed, co } = execution
  const { truth } = evaluatorOf(execution)
  const writes = graph.events.filter((event): event is MemoryEvent => event.kind === 'write')
  const all = product(
    graph.cells.map((_, cell) => {
      const there = new Set(
        writes.flatMap((write) => (executed[write.id] && truth(covers(graph, write, cell)) ? [write.id] : [])),
      )
      return [...there].filter((id) => !co.some(([before, later]) => before === id && there.has(later)))
    }),
  )
  return graph.mixed ? all.filter((final) => !isMixed(graph, execution, remaining(graph, final))) : all
}
