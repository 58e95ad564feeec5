/** The threads of a program, each with the events of all its paths: order, values, dependencies (ISA 8.2 to 8.6). */

import { match } from 'ts-pattern'
import type { BaseSet } from '../../axioms/algebra/names.js'
import {
  type Atomic,
  addressType,
  type Barrier,
  type DataType,
  destinationOf,
  type Instruction,
  type Load,
  type Operand,
  type Store,
} from '../../litmus/instruction.js'
import { operandType } from '../../litmus/instructions/computations.js'
import { clusterName, ctaName, threadPosition } from '../../litmus/position.js'
import { type Program, type Thread, type ThreadPosition, threadAt } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { Span } from '../../source/text.js'
import { atomicResult } from '../values/atomics.js'
import { holdsOf } from '../values/comparisons.js'
import { arithmeticResult } from '../values/computations.js'
import { depthOf } from '../values/depth.js'
import {
  always,
  both,
  choice,
  compare,
  constant,
  type Expression,
  either,
  negation,
  never,
  operation,
  type Predicate,
  readsOf,
  resize,
} from '../values/expression.js'
import { converted, inWindow } from './addresses.js'
import type { LookedAt } from './bound.js'
import type {
  Cut,
  Decisive,
  Event,
  GuardedPair,
  LoopWait,
  MemoryEvent,
  Place,
  Undefined,
  UnknownValue,
  Unmodelled,
} from './event.js'
import {
  alsoFrom,
  asBefore,
  type Flow,
  feeding,
  heldIn,
  inFull,
  nextPhase,
  phaseOf,
  type RegisterValue,
  type Sources,
  start,
  valueIn,
} from './flow.js'
import type { Layout } from './layout.js'
import type { Jump, LoopLine, Perform } from './lines.js'
import { linesOf } from './loops.js'
import { meetAt } from './named-barriers.js'
import type { Possible } from './places.js'
import { placesAt } from './places.js'
import type { Computed } from './possible.js'
import { mayBe, NotPrivate, noteUnwritten, type Slots, sizeOf, slotOf, widthOf } from './private.js'
import { type Computation, comparisonBy } from './sensitive.js'
import { barrierSets, fenceSets, proxySet, readSets, scopeSets, writeSets } from './sets.js'
import { type Application, unknownValues } from './unknowns.js'
import { type CutRound, type Kept, type Step, walk } from './walk.js'

/** What threads do, before it is known which of them start. */
export interface Ran {
  /** The given ones, and those of the threads, thread by thread. */
  readonly events: readonly Event[]
  readonly rmw: readonly GuardedPair[]
  readonly data: readonly GuardedPair[]
  readonly ctrl: readonly GuardedPair[]
  readonly addr: readonly GuardedPair[]
  /** What an access must return if it is executed. */
  readonly demands: readonly { readonly access: number; readonly meets: Predicate }[]
  /** For each thread, the reads that decide which way it takes. */
  readonly decisions: readonly (readonly Sources[])[]
  readonly cuts: readonly Cut[]
  readonly waits: readonly LoopWait[]
  /** For each thread, when it ends, and what its registers hold then. */
  readonly flows: readonly Flow[]
  readonly undefined: readonly Undefined[]
  readonly unmodelled: readonly Unmodelled[]
  readonly decisive: readonly Decisive[]
  readonly unknowns: readonly UnknownValue[]
  /** The results of functions that are not computed. */
  readonly applications: readonly Application[]
  /** What threads compute. */
  readonly computations: readonly Computation[]
  /** The accesses whose places are not known: nothing says which addresses are possible. */
  readonly computed: readonly (Computed & { readonly key: string })[]
}

export interface Running {
  readonly bound: number
  readonly lookedAt: LookedAt
  readonly layout: Layout
  /** The threads with addresses that are not yet integers. */
  readonly typed: readonly Thread[]
  /** The events before those of the threads. */
  readonly initial: readonly MemoryEvent[]
  /** The values in them that nothing is known about. */
  readonly unknowns: readonly UnknownValue[]
  /** The values that the addresses of accesses may have, by the key of the access. */
  readonly addresses: ReadonlyMap<string, Possible>
  /** The locations whose accesses are no events. */
  readonly privateTo: ReadonlySet<number>
}

/** Beyond these, the formula outgrows the memory of z3's WebAssembly, or values are nested too deeply. */
const mostInstructions = 20_000
const mostAccesses = 300
const mostDepth = 1000

/** A program that is larger than what is attempted. The message says which number was reached. */
export class ProgramTooLarge extends Error {}

/** A loop with too many rounds for being executed to the end that constants give it. */
class TooManyRounds extends Error {
  constructor(readonly of: LoopLine) {
    super('too many rounds')
  }
}

/** Where an access is: its places, the reads that its address is computed from, and when it is executed. */
interface Where {
  readonly places: readonly Place[]
  readonly sources: Sources
  readonly guard: Predicate
}

const nothing: Sources = new Map()

/**
 * Runs the threads of a program in which addresses are integers. Loops end where constants say so, or at the bound. Throws `ProgramTooLarge`, and
 * `NotPrivate` if accesses to memory that is to have no events do not allow that.
 */
export function runThreads(program: Program, running: Running): Ran {
  const endless = new Set<LoopLine>()
  const slots: Slots = new Map()
  for (;;)
    try {
      const known = sizeOf(slots)
      const ran = runWith(program, running, endless, slots)
      // Ways that meet join the slots that were known before.
      if (sizeOf(slots) === known) return ran
    } catch (error) {
      if (!(error instanceof TooManyRounds)) throw error
      endless.add(error.of)
    }
}

/** As `runThreads`, with loops that the bound cuts although constants give them an end. */
function runWith(
  program: Program,
  { bound, lookedAt, layout, typed: threads, initial, unknowns: unknownAtStart, addresses, privateTo }: Running,
  endless: ReadonlySet<LoopLine>,
  slots: Slots,
): Ran {
  const events: Event[] = [...initial]
  const rmw: GuardedPair[] = []
  const data: GuardedPair[] = []
  const ctrl: GuardedPair[] = []
  const addr: GuardedPair[] = []
  const demands: { readonly access: number; readonly meets: Predicate }[] = []
  const decisions: Sources[][] = []
  const cuts: Cut[] = []
  const waits: LoopWait[] = []
  const undefineds: Undefined[] = []
  const unmodelled: Unmodelled[] = []
  const decisive: Decisive[] = []
  const unknowns = unknownValues(unknownAtStart)
  const computed: (Computed & { readonly key: string })[] = []
  const computations: Computation[] = []
  const variables = new Map(program.variables.map((variable) => [variable.name, variable]))
  /** The virtual addresses that may be written: constant memory is read only (ISA 5.1.3), unless a global name has its address. */
  const writable = new Set(program.variables.flatMap(({ space, address }) => (space === 'const' ? [] : [address])))
  const typed = (thread: number): Thread => threadAt(threads, thread)
  /** Writes to private memory, which are no events. */
  const kept: Kept[] = []
  /** What its slots hold at the start. */
  const startOfSlots = new Set<Expression>()
  let steps = 0
  let accesses = 0
  const flows = program.threads.map(runThread)
  return {
    events,
    rmw,
    data,
    ctrl,
    addr,
    demands,
    decisions,
    cuts,
    waits,
    flows,
    undefined: undefineds,
    unmodelled,
    decisive,
    unknowns: unknowns.all,
    applications: unknowns.applications,
    computed,
    computations,
  }

  /** The thread's events in order, when it ends, and what its registers hold then. */
  function runThread(thread: Thread, index: number): Flow {
    const unknown = (register: string, width: number): Expression =>
      unknowns.fresh({ from: 'register', thread: index, register, width })
    const begin = withSlots(start(thread, typed(index), unknown), index, unknown)
    const branches: Sources[] = []
    decisions.push(branches)
    let vector: Vector | undefined
    const end = walk(linesOf(thread.instructions), begin, {
      bound,
      lookedAt,
      endless,
      events,
      kept,
      count,
      cut: (round) => cut(round, index),
      decides: (by) => branches.push(by),
      compares: ({ operator, left, right }, flow) => {
        const operands = [left, right].map((one) => valueIn(flow, one, 64).value)
        computations.push({ does: comparisonBy(operator), operands, span: left.span })
        decides({ thread: index, span: left.span, what: 'way', when: flow.guard, values: operands })
      },
      perform: (step, flow) => {
        const { instruction: one, at, guardedBy } = step
        if (flow === undefined) {
          if (one.kind === 'barrier') addBarrier(one, step, index, never, undefined)
          return undefined
        }
        const continues = vector?.last === at - 1 && vector.span === one.span
        if (!('element' in one) || one.element === undefined) vector = undefined
        else if (vector !== undefined && continues) vector = { ...vector, last: at }
        else vector = { span: one.span, last: at, event: events.length, before: flow }
        const performed = perform(
          step,
          index,
          flow,
          guardedBy === undefined ? branches : [...branches, guardedBy],
          vector,
        )
        const written = destinationOf(one)
        const after =
          guardedBy === undefined || written === undefined ? performed : alsoFrom(performed, written, guardedBy)
        return after.guard === never ? undefined : after
      },
    })
    return end ?? { ...begin, guard: never }
  }

  /** The start of a thread with what its private memory holds: nothing that is known. */
  function withSlots(begin: Flow, thread: number, unknown: (register: string, width: number) => Expression): Flow {
    const own = [...slots].filter(([, slot]) => slot.thread === thread)
    if (own.length === 0) return begin
    const held = own.map(([name, { bytes, location, offset, unwritten }]): readonly [string, RegisterValue] => {
      const width = widthOf(bytes)
      const called = `${must(program.locations[location], 'a location').name}+${offset}`
      const value = unwritten ? unknown(called, width) : constant(0n, width)
      startOfSlots.add(value)
      return [name, { value, type: { width, signed: false }, sources: nothing }]
    })
    return { ...begin, registers: new Map([...begin.registers, ...held]) }
  }

  /**
   * A way back that is not followed. If rounds only wait, nothing is lost unless they write from `since` on.
   */
  function cut({ loop, taken, begin, since, end, varies }: CutRound, thread: number): void {
    const { name, span, mayWait } = loop
    const [from, to, head] = [begin.events, end.events, begin.flow]
    const round = events.slice(from, to)
    const writtenSince = (moment: typeof since): Predicate =>
      writtenIn([...events.slice(moment.events, to), ...kept.slice(moment.kept, end.kept)], taken.guard)
    const [written, lost] = [writtenSince(begin), writtenSince(since)]
    const reached = both(taken.guard, mayWait ? lost : always)
    const where = `${threadAt(program.threads, thread).name} ${name}, ${formatPlace(span)}`
    if (reached !== never) cuts.push({ thread, loop: where, reached })
    if (varies || round.some(({ kind }) => kind === 'barrier')) return
    const waiting = both(taken.guard, negation(written))
    const guard = mayWait ? waiting : head === undefined ? never : both(waiting, asBefore(head, taken))
    if (guard !== never) waits.push({ thread, loop, guard, from, to })
  }

  /** Counts a step. Throws if there are too many. */
  function count(step: Perform | Jump, counting: LoopLine | undefined): void {
    steps++
    if (step.kind === 'perform' && !computing.has(step.instruction.kind)) accesses++
    if (steps <= mostInstructions && accesses <= mostAccesses) return
    if (counting !== undefined) throw new TooManyRounds(counting)
    throw new ProgramTooLarge(
      `the test has more than ${steps > mostInstructions ? `${mostInstructions} instructions` : `${mostAccesses} accesses, fences and barriers`}, with its loops executed; that is the limit`,
    )
  }

  /** Constants depend on nothing. */
  function decides(one: Decisive): void {
    if (one.values.some(({ kind }) => kind !== 'constant')) decisive.push(one)
  }

  /** Where a thread with barriers runs; the host has none. */
  function deviceOf(thread: number): ThreadPosition {
    return must(threadPosition(threadAt(program.threads, thread)), 'a GPU on which a thread with barriers runs')
  }

  /** Adds a barrier even if no path leads to it, since others may wait for it. */
  function addBarrier(
    { action, instance, id, quorum }: Barrier,
    { index, iterations }: Pick<Step, 'index' | 'iterations'>,
    thread: number,
    guard: Predicate,
    flow: Flow | undefined,
  ): number {
    const event = events.length
    const cta = ctaName(deviceOf(thread))
    const word = (one: Operand): Expression | undefined =>
      flow === undefined && one.kind === 'register' ? undefined : valueIn(flow ?? nowhere, one, 32).value
    const resource = id === undefined ? undefined : word(id)
    events.push({
      id: event,
      kind: 'barrier',
      sets: ['B'],
      origin: { thread, instruction: index, iterations },
      guard,
      rule: 'place',
      action,
      // Zeros at the end are dropped: a thread without the loop counts as in the first round.
      instance: [`${cta}:${instance}`, ...trimmed(iterations)].join(' '),
      resource:
        id === undefined
          ? undefined
          : { value: resource ?? constant(0n, 32), reads: resource === undefined ? undefined : readsOf(resource) },
      quorum: quorum === undefined ? undefined : (word(quorum) ?? constant(0n, 32)),
    })
    return event
  }

  /** Adds the events of an instruction, which may be part of a vector access. Returns the flow after it. */
  function perform(
    step: Step,
    thread: number,
    flow: Flow,
    branches: readonly Sources[],
    vector: Vector | undefined,
  ): Flow {
    const { instruction, index, iterations } = step
    const key = [thread, index, ...iterations].join(' ')
    const origin = { thread, instruction: index, iterations }
    const { guard } = flow
    const operand = (one: Operand, { width }: DataType) => valueIn(flow, one, width)
    /** Accesses memory by these events, if the address is that of memory. Returns the flow of a thread whose behaviour is defined. */
    const access = (
      one: Load | Store | Atomic,
      add: (where: Where) => readonly number[],
      own: (slot: string, addressedBy: Sources) => Flow,
    ): Flow => {
      const bytes = one.type.width / 8
      if (one.address.kind === 'name') {
        const { location, address } = must(variables.get(one.address.name), `the variable ${one.address.name}`)
        const offset = Number(one.address.offset)
        if (privateTo.has(location)) return own(slotOf(slots, { thread, location, offset, bytes }), nothing)
        add({ places: [{ location, address, offset, when: always }], sources: nothing, guard })
        return flow
      }
      const { register, offset, space } = one.address
      const held = heldIn(vector?.before ?? flow, register)
      const address = inWindow(operation('add', resize(held.value, 64, false), constant(offset, 64)), space, layout)
      decides({ thread, span: one.span, what: 'memory', when: guard, values: [address] })
      const reached = layout.regionsOf(thread, space)
      const regions = one.kind === 'load' ? reached : reached.filter(({ address }) => writable.has(address))
      const possible = address.kind === 'constant' ? new Set([address.value]) : addresses.get(key)
      const { places, outside } =
        possible === undefined ? { places: [], outside: never } : placesAt(address, possible, regions, bytes, one)
      const [place, ...others] = places.filter(({ location }) => privateTo.has(location))
      if (place !== undefined) {
        if (places.length > 1 || others.length > 0 || outside !== never) throw new NotPrivate(place.location)
        return own(slotOf(slots, { thread, location: place.location, offset: place.offset, bytes }), held.sources)
      }
      const defined = both(guard, negation(outside))
      if (outside !== never) undefineds.push({ ...origin, reason: 'access', when: both(guard, outside), address })
      if (defined === never) return { ...flow, guard: never }
      const events = add({ places, sources: held.sources, guard: defined })
      if (possible === undefined) computed.push({ key, events, address, regions, bytes })
      return outside === never ? flow : { ...flow, guard: defined }
    }
    /** What is more than a load or a store makes private memory one with events. */
    const noSlot = (slot: string): never => {
      throw new NotPrivate(must(slots.get(slot), 'a slot').location)
    }
    const controlled = (id: number): number => {
      for (const [read, when] of feeding(branches)) ctrl.push([read, id, when])
      return id
    }
    const addressedBy = (id: number, { sources }: Where): void => {
      for (const [source, feeds] of sources) addr.push([source, id, feeds])
    }
    const ofVector = vector === undefined ? {} : { vector: vector.event }
    const addRead = (
      one: Load | Atomic,
      sets: readonly BaseSet[],
      where: Where,
    ): Expression & { readonly kind: 'read' } => {
      const id = events.length
      const value = { kind: 'read', width: one.type.width, event: id } as const
      const { places, guard } = where
      const all: readonly BaseSet[] = ['R', ...sets, proxySet(one.proxy)]
      events.push({ id, kind: 'read', sets: all, origin, guard, places, value, ...ofVector })
      controlled(id)
      addressedBy(id, where)
      if (one.expected !== undefined) {
        const meets = compare('equal', value, constant(one.expected.value, one.type.width))
        demands.push({ access: id, meets })
        computations.push({ does: 'equal', operands: [value, constant(one.expected.value, 64)], span: one.span })
      }
      return value
    }
    const addWrite = (
      one: Store | Atomic,
      value: Expression,
      when: Predicate,
      sources: Sources,
      where: Where,
    ): number => {
      const id = events.length
      const sets: readonly BaseSet[] = ['W', ...writeSets(one), proxySet(one.proxy)]
      const { places, guard } = where
      events.push({ id, kind: 'write', sets, origin, guard: both(guard, when), places, value, ...ofVector })
      for (const [source, feeds] of sources) data.push([source, id, feeds])
      addressedBy(id, where)
      return controlled(id)
    }
    const addFence = (sets: readonly BaseSet[]): Flow => {
      controlled(events.length)
      events.push({ id: events.length, kind: 'fence', sets: ['F', ...sets], origin, guard })
      return flow
    }
    const assign = (register: string, held: RegisterValue, to: Flow = flow): Flow => {
      if (depthOf(held.value) > mostDepth)
        throw new ProgramTooLarge(`a value is computed by more than ${mostDepth} operations, one after the other`)
      return { ...to, registers: new Map([...to.registers, [register, held]]) }
    }

    return match(instruction)
      .with({ kind: 'load' }, (load) => {
        let held: RegisterValue | undefined
        const ofOwn = (slot: string, addressedBy: Sources): Flow => {
          const there = flow.registers.get(slot)
          const value = there?.value ?? constant(0n, load.type.width)
          if (there === undefined || mayBe(value, startOfSlots)) noteUnwritten(slots, slot)
          held = { value, type: load.type, sources: feeding([there?.sources ?? nothing, addressedBy]) }
          return flow
        }
        const after = access(
          load,
          (where) => {
            const value = addRead(load, readSets(load), where)
            held = { value, type: load.type, sources: new Map([[value.event, always]]) }
            return [value.event]
          },
          ofOwn,
        )
        return held === undefined ? after : assign(load.destination, held, after)
      })
      .with({ kind: 'store' }, (store) => {
        const { value, sources } = operand(store.value, store.type)
        if (store.type.width < 64 && store.value.kind === 'register')
          computations.push({ does: 'narrow', operands: [heldIn(flow, store.value.name).value], span: store.span })
        return access(
          store,
          (where) => [addWrite(store, value, always, sources, where)],
          (slot, addressedBy) => {
            kept.push({ kind: 'write', guard })
            const from = feeding([sources, addressedBy])
            return assign(slot, { value, type: { ...store.type, signed: false }, sources: from })
          },
        )
      })
      .with({ kind: 'atomic' }, (atomic) => {
        const given = atomic.operands.map((one) => operand(one, atomic.type))
        const red = atomic.destination === undefined
        computations.push({ does: atomic.operation, operands: given.map(({ value }) => value), span: atomic.span })
        let held: RegisterValue | undefined
        const after = access(
          atomic,
          (where) => {
            const old = addRead(atomic, red ? ['RED', ...readSets(atomic)] : readSets(atomic), where)
            const values = given.map(({ value }) => value)
            const { operation, type, function: name } = atomic
            const { value, guard, ignoresOld } =
              operation === 'function'
                ? {
                    value: unknowns.of(
                      { from: 'instruction', ...origin, width: type.width, function: name },
                      [old, ...values],
                      where.guard,
                    ),
                    guard: always,
                    ignoresOld: false,
                  }
                : atomicResult({ operation, type }, old, values)
            const own: Sources = new Map(ignoresOld ? [] : [[old.event, always]])
            const sources = feeding([...given.map(({ sources }) => sources), own])
            const write = addWrite(atomic, value, guard, sources, where)
            rmw.push([old.event, write, always])
            held = { value: old, type: atomic.type, sources: new Map([[old.event, always]]) }
            return [old.event, write]
          },
          noSlot,
        )
        return atomic.destination === undefined || held === undefined ? after : assign(atomic.destination, held, after)
      })
      .with({ kind: 'fence' }, ({ order, scope }) =>
        addFence([...fenceSets[order], scopeSets[scope], proxySet('generic')]),
      )
      .with({ kind: 'proxy-fence' }, ({ proxy }) => addFence([proxySet(proxy)]))
      .with({ kind: 'arithmetic' }, (arithmetic) => {
        const given = arithmetic.operands.map((one, i) => operand(one, operandType(arithmetic, i)))
        computations.push({
          does: arithmetic.operation,
          operands: given.map(({ value }) => value),
          span: arithmetic.span,
        })
        const value = arithmeticResult(
          arithmetic,
          given.map(({ value }) => value),
        )
        return assign(arithmetic.destination, {
          value: converted(value, arithmetic, layout),
          type: arithmetic.type,
          sources: feeding(given.map(({ sources }) => sources)),
        })
      })
      .with({ kind: 'set-predicate' }, (comparing) => {
        const {
          operator,
          destination,
          operands: [left, right],
          compared: of,
          combined,
          type,
          positive = 1n,
          span,
        } = comparing
        const [a, b] = [operand(left, of), operand(right, of)]
        computations.push({ does: comparisonBy(operator), operands: [a.value, b.value], span })
        const other = combined === undefined ? undefined : operand(combined.predicate, addressType)
        const holds = holdsOf(comparing, [a.value, b.value], other?.value)
        return assign(destination, {
          value: choice(holds, constant(positive, type.width), constant(0n, type.width)),
          type,
          sources: feeding([a.sources, b.sources, ...(other === undefined ? [] : [other.sources])]),
        })
      })
      .with({ kind: 'unknown' }, ({ destination, type, predicate, function: name, operands }) => {
        const given = operands.map((one) => inFull(flow, one))
        const width = predicate ? 1 : type.width
        const values = given.map(({ value }) => value)
        const value =
          name === undefined
            ? unknowns.fresh({ from: 'instruction', ...origin, width, function: name })
            : unknowns.of({ from: 'instruction', ...origin, width, function: name }, values, guard)
        const sources = feeding(given.map(({ sources }) => sources))
        return assign(destination, { value: resize(value, type.width, false), type, sources })
      })
      .with({ kind: 'trap' }, () => {
        undefineds.push({ ...origin, reason: 'trap', when: guard })
        return { ...flow, guard: never }
      })
      .with({ kind: 'refused' }, ({ why }) => {
        unmodelled.push({ ...origin, why, when: guard })
        return { ...flow, guard: never }
      })
      .with({ kind: 'call' }, () => {
        events.push({ id: events.length, kind: 'call', sets: ['API'], origin, guard })
        return flow
      })
      .with({ kind: 'barrier' }, (barrier) => {
        const event = controlled(addBarrier(barrier, step, thread, guard, flow))
        return barrier.action === 'arrive' ? flow : { ...flow, guard: both(guard, { kind: 'passes', barrier: event }) }
      })
      .with({ kind: 'cluster-barrier' }, ({ action, order }) => {
        const event = controlled(events.length)
        const phase = phaseOf(flow, 'cluster')
        events.push({
          id: event,
          kind: 'barrier',
          sets: ['B', barrierSets[order], 'CLUSTER'],
          origin,
          guard,
          rule: 'cluster',
          action,
          instance: `cluster ${clusterName(deviceOf(thread))}`,
          resource: { value: phase, reads: readsOf(phase) },
          quorum: undefined,
        })
        if (action === 'arrive') return flow
        return nextPhase({ ...flow, guard: both(guard, { kind: 'passes', barrier: event }) }, 'cluster')
      })
      .with({ kind: 'named-barrier' }, (barrier) => {
        const id = events.length
        const { event, sources, after } = meetAt(barrier, { id, origin, cta: ctaName(deviceOf(thread)), flow })
        events.push(event)
        for (const [read, when] of sources) ctrl.push([read, controlled(id), when])
        return after
      })
      .exhaustive()
  }
}

/** A vector access, of which some scalars are performed. All of them use the address as it was before. */
interface Vector {
  readonly span: Span
  /** The step of the last one. */
  readonly last: number
  /** The first event. */
  readonly event: number
  readonly before: Flow
}

/** Whether memory is written, where the given predicate holds. */
const writtenIn = (events: readonly Pick<Event, 'kind' | 'guard'>[], where: Predicate): Predicate =>
  events
    .flatMap(({ kind, guard }) => (kind === 'write' && both(where, guard) !== never ? [guard] : []))
    .reduce(either, never)

/** The instructions that take no part in the memory model. */
const computing: ReadonlySet<Instruction['kind']> = new Set([
  'arithmetic',
  'set-predicate',
  'unknown',
  'trap',
  'refused',
])

/** Where nothing is held. */
const nowhere: Flow = { guard: never, registers: new Map(), phases: new Map() }

const trimmed = (iterations: readonly number[]): readonly number[] =>
  iterations.slice(0, iterations.findLastIndex((count) => count > 0) + 1)
