/**
 * The candidate executions of a program, listed one by one: for each way to read and to wait the values that follow, and for those every
 * coherence order, every Fence-SC order, every set of arrivals.
 */

import { mentionedBy } from '../../axioms/algebra/mentions.js'
import type { BaseRelation } from '../../axioms/algebra/names.js'
import type { Axiom, Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import { operandsOf } from '../../litmus/instruction.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { barriersOf, isArrival, isWait, mayBeTogether } from '../events/barriers.js'
import { type Event, type EventGraph, isMemory, type MemoryEvent, type Pair } from '../events/event.js'
import { type Bounds, upperBounds } from '../relations/bounds.js'
import { countOrders, partialOrders, product } from '../relations/orders.js'
import { concrete, evaluator } from '../values/expression.js'
import { arePassed, canArrive } from './arrivals.js'
import type { Execution } from './execution.js'
import { broken } from './replay.js'

/** What the listing asks as it goes. */
export interface Listing {
  /** Whether this many more candidate executions, or choices on the way to one, may be listed. If not, the listing ends. */
  readonly mayList: (count: number) => boolean
  /** Values depend on themselves, and only some of them are tried. */
  readonly guesses: () => void
}

/** Whether a listing had all candidate executions. It did not if there were too many, or if values had to be guessed. */
export type Extent = 'all' | 'too many' | 'guessed'

/** A listing of at most this many candidates. Ask it at the end whether it had all. */
export function counting(most: number): { readonly listing: Listing; readonly listed: () => Extent } {
  let count = 0
  let guessed = false
  return {
    listing: {
      mayList: (more) => {
        count += more
        return count <= most
      },
      guesses: () => {
        guessed = true
      },
    },
    listed: () => (count > most ? 'too many' : guessed ? 'guessed' : 'all'),
  }
}

/**
 * How many candidate executions there are at most, where no values are guessed; It is fast, since none is listed. Reads, writes and
 * barriers count whether they are executed or not, so programs with branches may have far fewer.
 */
export function countCandidates(graph: EventGraph): number {
  const { events } = graph
  const { rf } = upperBounds(graph)
  const sources = groupBy(rf, ([, read]) => read)
  const waits = events.map((event) => (event.kind !== 'barrier' ? 1 : event.action === 'sync' ? 4 : 2))
  return [
    ...[...sources.values()].map(({ length }) => length),
    countCoherence(writesByLocation(graph, () => true)),
    countOrders(events.filter(({ sets }) => sets.includes('SC')).length),
    ...waits,
  ].reduce((a, b) => a * b, 1)
}

/**
 * The candidate executions, with the first of their final states (`finalChoices` has the others). The model only saves time: executions
 * that it rejects as out of thin air are left out.
 */
export function* candidates(graph: EventGraph, model: Model, listing: Listing): Generator<Execution> {
  const bounds = upperBounds(graph)
  const fences = graph.events.filter(({ sets }) => sets.includes('SC'))
  for (const valued of valuations(graph, model, bounds, listing)) {
    if (!valued.rf.every(([write]) => valued.executed[write])) continue
    const read = (event: number): bigint => valued.values[event] ?? 0n
    if (!arePassed(graph, read, valued.passed)) continue
    const isExecuted = (event: number): boolean => valued.executed[event] === true
    const executedFences = fences.filter(({ id }) => isExecuted(id))
    const arrivals = arrivalChoices(graph, valued)
    if (
      !listing.mayList(
        countCoherence(writesByLocation(graph, isExecuted)) * countOrders(executedFences.length) * arrivals.length,
      )
    )
      return
    const orders = coherenceOrders(bounds, writesByLocation(graph, isExecuted))
    const fenceOrders = partialOrders(
      executedFences.map(({ id }) => id),
      [],
      bounds.sync_fence.filter(([a, b]) => valued.executed[a] && valued.executed[b]),
    )
    for (const co of orders) {
      const [first] = finalChoices(graph, valued.executed, co)
      const final = must(first, 'a last write of each location')
      for (const sync_fence of fenceOrders)
        for (const arrived of arrivals) yield { ...valued, co, sync_fence, arrived, final }
    }
  }
}

type Valued = Pick<Execution, 'executed' | 'values' | 'rf' | 'passed'>

/** What is decided so far: sources of reads, barriers passed or not, and the values assumed for reads that depend on themselves. */
interface Decided {
  readonly sources: ReadonlyMap<number, number>
  readonly passes: ReadonlyMap<number, boolean>
  readonly assumed: ReadonlyMap<number, bigint>
}

/**
 * Every way to read and to wait, with the values that follow. The source of a read is decided when it is needed: first the reads that
 * decide which way threads take, then the other reads that are executed.
 */
function* valuations(graph: EventGraph, model: Model, bounds: Bounds, listing: Listing): Generator<Valued> {
  const writesFor = (read: number): readonly number[] =>
    bounds.rf.flatMap(([write, reader]) => (reader === read ? [write] : []))
  const stack: Decided[] = [{ sources: new Map(), passes: new Map(), assumed: new Map() }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (!listing.mayList(1)) return
    const decided = top
    const { executed, values, open: asked, circular, phantom } = evaluate(graph, decided)
    const { sources, passes, assumed } = decided
    const open =
      asked ??
      graph.events.find(
        (event): event is Event & { readonly kind: 'read' | 'barrier' } =>
          executed[event.id] === true &&
          ((event.kind === 'read' && !sources.has(event.id)) ||
            (event.kind === 'barrier' && isWait(event) && !passes.has(event.id))),
      )
    if (open === undefined && circular === undefined && phantom) continue
    const rf = [...sources].map(([read, write]): Pair => [write, read])
    const passed = [...passes].flatMap(([barrier, passes]) => (passes ? [barrier] : []))
    if (open?.kind === 'read') {
      for (const write of writesFor(open.id))
        stack.push({ ...decided, sources: new Map([...sources, [open.id, write]]) })
    } else if (open !== undefined) {
      for (const either of [true, false]) stack.push({ ...decided, passes: new Map([...passes, [open.id, either]]) })
    } else if (circular !== undefined) {
      if (isThinAir(graph, model, { executed, values, rf, passed })) continue
      listing.guesses()
      for (const value of mentionedValues(graph, widthOf(must(graph.events[circular], 'each read'))))
        stack.push({ ...decided, assumed: new Map([...assumed, [circular, value]]) })
    } else if (rf.every(([write, read]) => values[write] === values[read])) yield { executed, values, rf, passed }
  }
}

interface Evaluated {
  readonly executed: readonly boolean[]
  readonly values: readonly (bigint | undefined)[]
  /** Something undecided that the values depend on; then they mean nothing. */
  readonly open: { readonly kind: 'read' | 'barrier'; readonly id: number } | undefined
  /** A read whose value depends on itself; it was assumed to be 0. */
  readonly circular: number | undefined
  /** A read has a source that is not executed. */
  readonly phantom: boolean
}

function evaluate({ events }: EventGraph, { sources, passes, assumed }: Decided): Evaluated {
  const pending = new Set<number>()
  /** What was found so far. If an attempt is given up, an earlier state replaces it. */
  let found: Omit<Evaluated, 'executed' | 'values'> & { readonly known: ReadonlyMap<number, bigint> } = {
    known: new Map(),
    open: undefined,
    circular: undefined,
    phantom: false,
  }
  const read = (id: number): bigint => {
    const value = assumed.get(id) ?? found.known.get(id)
    if (value !== undefined) return value
    const source = sources.get(id)
    const write = source === undefined ? undefined : events[source]
    if (source === undefined || write?.kind !== 'write') {
      found = { ...found, open: found.open ?? { kind: 'read', id } }
      return 0n
    }
    if (pending.has(id)) {
      found = { ...found, circular: found.circular ?? id }
      return 0n
    }
    pending.add(id)
    // Evaluators remember, and what an attempt remembers must go with it.
    const fresh = () => evaluator(concrete(read, passesBarrier))
    const know = (value: bigint) => {
      found = { ...found, known: new Map([...found.known, [id, value]]) }
    }
    const before = found
    const written = fresh().value(write.value)
    if (found.open === before.open && found.circular === before.circular) know(written)
    // What an event that is not executed would write may depend on reads that are not executed either. Then nothing needs it.
    else found = before
    const executed = fresh().truth(write.guard)
    found = { ...found, phantom: found.phantom || !executed }
    const result = found.known.get(id) ?? (executed ? fresh().value(write.value) : 0n)
    pending.delete(id)
    know(result)
    return result
  }
  const passesBarrier = (id: number): boolean => {
    const decided = passes.get(id)
    if (decided === undefined) found = { ...found, open: found.open ?? { kind: 'barrier', id } }
    return decided ?? false
  }
  const { value, truth } = evaluator(concrete(read, passesBarrier))
  const executed = events.map(({ guard }) => truth(guard))
  const values = events.map((event) => {
    if (!executed[event.id] || !isMemory(event)) return undefined
    // A read that nothing needs may still be undecided; that alone leaves nothing open.
    return event.kind === 'read' && !sources.has(event.id) ? 0n : value(event.value)
  })
  return { executed, values, ...found }
}

const widthOf = (event: Event): number => memoryEvent(event).value.width

/** What is read from what, and dependencies: an axiom that forbids cycles in these alone is broken before anything else is chosen. */
const dependencies: readonly BaseRelation[] = ['rf', 'rmw', 'data', 'ctrl', 'addr']

const isAboutDependencies = (axiom: Axiom): boolean =>
  axiom.requirements.every(({ kind, negated }) => kind === 'acyclic' && negated !== true) &&
  [...mentionedBy(axiom)].every((name) => dependencies.includes(name))

/** Whether the model forbids what is read from what, whatever the values. */
const isThinAir = (graph: EventGraph, { axioms }: Model, part: Valued): boolean =>
  broken(graph, axioms.filter(isAboutDependencies), { ...part, co: [], sync_fence: [], arrived: [], final: [] })
    .length > 0

/** The constants of the program and of its questions, 0, 1, and one value that is none of them. */
function mentionedValues({ program }: EventGraph, width: number): readonly bigint[] {
  const { threads, questions, filter } = program
  const instructions = threads.flatMap(({ instructions }) => instructions)
  const written = instructions
    .flatMap((one) => operandsOf(one))
    .flatMap((one) => (one.kind === 'integer' ? [one.value] : []))
  const demanded = instructions.flatMap((one) =>
    'expected' in one && one.expected !== undefined ? [one.expected.value] : [],
  )
  const asked = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
    .flatMap(termsOf)
    .flatMap((term) => (term.kind === 'integer' ? [term.value] : []))
  const initial = [
    ...program.locations.map((location) => location.initial),
    ...threads.flatMap(({ registers }) => registers.map(({ value }) => value.value)),
  ]
  const mentioned = new Set([0n, 1n, ...initial, ...written, ...demanded, ...asked])
  const fresh = [...mentioned].reduce((a, b) => (a > b ? a : b)) + 1n
  return [...new Set([...mentioned, fresh].map((value) => BigInt.asUintN(width, value)))]
}

/** For each location, the writes that are executed. */
const writesByLocation = (
  { events }: EventGraph,
  isExecuted: (event: number) => boolean,
): readonly (readonly number[])[] =>
  [
    ...groupBy(
      events.filter((event) => event.kind === 'write' && isExecuted(event.id)),
      locationOf,
    ).values(),
  ].map((group) => group.map(({ id }) => id))

const locationOf = (event: Event): number => memoryEvent(event).location

const memoryEvent = (event: Event): MemoryEvent => {
  if (!isMemory(event)) throw new Error(`event ${event.id} accesses no memory`)
  return event
}

/** How many coherence orders there are at most: the initial write of each location comes first. */
const countCoherence = (writes: readonly (readonly number[])[]): number =>
  writes.map(({ length }) => countOrders(length - 1)).reduce((a, b) => a * b, 1)

const coherenceOrders = ({ initial }: Bounds, writes: readonly (readonly number[])[]): readonly (readonly Pair[])[] =>
  product(
    writes.map((ids) =>
      partialOrders(
        ids,
        initial.filter(([a, b]) => ids.includes(a) && ids.includes(b)),
        [],
      ),
    ),
  ).map((order) => order.flat())

/** Every set of arrivals at the barriers that threads pass. */
function arrivalChoices(graph: EventGraph, { executed, values, passed }: Valued): readonly (readonly number[])[] {
  const barriers = barriersOf(graph)
  const possible = barriers.filter(
    (one) => executed[one.id] && isArrival(one) && mayBeTogether(barriers, one).some(({ id }) => passed.includes(id)),
  )
  const subsets = product(possible.map(({ id }): readonly (readonly number[])[] => [[id], []])).map((set) => set.flat())
  return subsets.filter((arrived) => canArrive(graph, (event) => values[event] ?? 0n, { passed, arrived }))
}

/** For each location a write that no other follows, in every combination. */
export function finalChoices(
  graph: EventGraph,
  executed: readonly boolean[],
  co: readonly Pair[],
): readonly (readonly number[])[] {
  const { program, events } = graph
  const last = (location: number) =>
    events.filter(
      (event) =>
        event.kind === 'write' &&
        event.location === location &&
        executed[event.id] &&
        !co.some(([before]) => before === event.id),
    )
  return product(
    program.locations.map((_, location) => {
      const ids = last(location).map(({ id }) => id)
      return ids.length === 0 ? [-1] : ids
    }),
  )
}
