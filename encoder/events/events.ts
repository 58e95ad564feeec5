/** The events of a program, and what its text says about them: order, values, dependencies (ISA 8.2 to 8.6, 8.9.1). */

import { match } from 'ts-pattern'
import type { BaseSet } from '../../axioms/algebra/names.js'
import { termsOf } from '../../litmus/condition.js'
import {
  type Atomic,
  type Barrier,
  type DataType,
  destinationOf,
  type Load,
  type Operand,
  type Store,
} from '../../litmus/instruction.js'
import { clusterName, ctaName, threadPosition } from '../../litmus/position.js'
import { type Program, type Thread, type ThreadPosition, threadAt, type Variable } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { arithmeticResult, atomicResult } from '../values/atomics.js'
import {
  allOf,
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
} from '../values/expression.js'
import { acrossBarriers } from './barrier-control.js'
import type { Cut, Event, EventGraph, GuardedPair, LoopWait } from './event.js'
import {
  alsoFrom,
  asBefore,
  branch,
  compared,
  type Flow,
  feeding,
  join,
  type RegisterValue,
  type Sources,
  start,
  valueIn,
} from './flow.js'
import { barrierSets, fenceSets, proxySet, readSets, scopeSets, writeSets } from './sets.js'
import { progressOf, taskEvents } from './tasks.js'
import { defaultBound, type LookedAt, type Loop, type Step, unroll } from './unroll.js'

/**
 * The events of all executions of a program at once, its loops executed up to the bound; an event whose guard fails is not executed.
 * Throws if the program is larger than `tooLarge` allows.
 */
export function buildEvents(
  program: Program,
  bound: number = defaultBound,
  lookedAt: LookedAt = 'final states',
): EventGraph {
  const events: Event[] = []
  const rmw: GuardedPair[] = []
  const data: GuardedPair[] = []
  const ctrl: GuardedPair[] = []
  const demands: { readonly access: number; readonly meets: Predicate }[] = []
  /** For each thread, the reads that decide which way it takes. */
  const decisions: Sources[][] = []
  const cuts: Cut[] = []
  const waits: LoopWait[] = []
  const variables = new Map(program.variables.map((variable) => [variable.name, variable]))

  const used = usedLocations(program)
  for (const [location, { name, initial, type }] of program.locations.entries()) {
    if (!used.has(location)) continue
    const { address } = must(variables.get(name), `the variable ${name}`)
    const value = constant(initial, type.width)
    events.push({
      id: events.length,
      kind: 'write',
      sets: ['W', 'IW'],
      origin: undefined,
      guard: always,
      location,
      address,
      value,
    })
  }

  const flows = program.threads.map(runThread)
  const ends = flows.map(({ guard }) => guard)
  const threadEnds = ends.map((guard, thread) => ({ guard, decidedBy: feeding(decisions[thread] ?? []) }))
  const progress = program.host && progressOf(program.host, ends)
  const comesTo = (thread: number, instruction: number): Predicate => progress?.comesTo(thread, instruction) ?? always
  const comesToEnd = program.threads.map(({ instructions }, thread) => comesTo(thread, instructions.length))
  const reached = events.map((event): Event => {
    const { origin } = event
    return origin === undefined
      ? event
      : { ...event, guard: both(comesTo(origin.thread, origin.instruction), event.guard) }
  })
  const tasks = program.host && progress ? taskEvents(program.host, reached, progress) : { events: [], api: [] }
  return {
    program,
    events: [...reached, ...tasks.events],
    rmw,
    data,
    ctrl: [...ctrl, ...acrossBarriers(program, events, ctrl, threadEnds)],
    api: tasks.api,
    registers: flows.map(({ registers }) => registers),
    constraints: demands.map(({ access, meets }) => {
      const { guard } = must(reached[access], 'each access')
      return guard === always ? meets : { kind: 'or', of: [negation(guard), meets] }
    }),
    ends: ends.map((end, thread) => both(must(comesToEnd[thread], 'each thread'), end)),
    blocked: comesToEnd.map(negation),
    complete: allOf(ends),
    cuts: cuts.map((cut) => ({ ...cut, reached: both(comesTo(cut.thread, 0), cut.reached) })),
    waits: waits.map((wait) => ({ ...wait, guard: both(comesTo(wait.thread, 0), wait.guard) })),
    bound,
    lookedAt,
  }

  /** The thread's events in order, when it ends, and what its registers hold then. */
  function runThread(thread: Thread, index: number): Flow {
    const steps = unroll(thread, bound, lookedAt)
    if (steps === undefined) throw new Error(`${thread.name} is too long`)
    const arriving = steps.map((): Flow[] => [])
    const ends: Flow[] = []
    const branches: Sources[] = []
    decisions.push(branches)
    /** The reads that decide about the guarded instruction, up to the step behind it. */
    let guard: { readonly decidedBy: Sources; readonly until: number } | undefined
    const begun: Begun[] = []
    let flow: Flow | undefined = start(thread)
    for (const [at, step] of steps.entries()) {
      flow = join([...must(arriving[at], 'the ways to each step'), ...(flow === undefined ? [] : [flow])])
      begun.push({ event: events.length, flow })
      if (flow === undefined) {
        if (step.kind === 'perform' && step.instruction.kind === 'barrier')
          addBarrier(step.instruction, step, index, never, undefined)
        continue
      }
      if (step.kind === 'perform') {
        const decidedBy = guard !== undefined && at < guard.until ? guard.decidedBy : undefined
        const performed = perform(step, index, flow, decidedBy === undefined ? branches : [...branches, decidedBy])
        const written = destinationOf(step.instruction)
        flow = decidedBy === undefined || written === undefined ? performed : alsoFrom(performed, written, decidedBy)
      } else if (step.kind === 'jump' && step.guards) {
        const { taken, onward, decidedBy } = branch(step.when, flow)
        guard = { decidedBy, until: step.target }
        // What the register holds depends on the guard either way; nothing behind the instruction does.
        const around = writtenBetween(steps, at, step.target).reduce(
          (way, register) => alsoFrom(way, register, decidedBy),
          taken,
        )
        if (taken.guard !== never) (arriving[step.target] ?? ends).push(around)
        flow = onward.guard === never ? undefined : onward
      } else {
        const { taken, onward, decidedBy } = branch(step.when, flow)
        branches.push(decidedBy)
        if (step.kind === 'cut') {
          const begin = (at: number) => must(begun[at], 'the head of a loop before its end')
          cut(step.loop, index, taken, begin(step.from), begin(step.since).event)
        } else if (taken.guard !== never) (arriving[step.target] ?? ends).push(taken)
        flow = onward.guard === never ? undefined : onward
      }
    }
    return join([...ends, ...(flow === undefined ? [] : [flow])]) ?? { ...start(thread), guard: never }
  }

  /**
   * A branch back that the bound cuts, after the round that begins with the given event and register values. If rounds only wait, nothing
   * is lost unless an event from `since` on writes.
   */
  function cut(loop: Loop, thread: number, taken: Flow, { event: from, flow: head }: Begun, since: number): void {
    const { name, span, mayWait } = loop
    const round = events.slice(from)
    const written = writtenIn(round)
    const reached = both(taken.guard, mayWait ? writtenIn(events.slice(since)) : always)
    const where = `${threadAt(program.threads, thread).name} ${name}, ${formatPlace(span)}`
    if (reached !== never) cuts.push({ thread, loop: where, reached })
    if (round.some(({ kind }) => kind === 'barrier')) return
    const waiting = both(taken.guard, negation(written))
    const guard = mayWait ? waiting : head === undefined ? never : both(waiting, asBefore(head, taken))
    if (guard !== never) waits.push({ thread, loop, guard, from, to: events.length })
  }

  /** Where a thread with barriers runs; the host has none. */
  function deviceOf(thread: number): ThreadPosition {
    return must(threadPosition(threadAt(program.threads, thread)), 'a GPU on which a thread with barriers runs')
  }

  /** Adds a barrier even if no path leads to it, since others may wait for it. */
  function addBarrier(
    { action, instance, id, quorum }: Barrier,
    { index, iterations }: Pick<Performed, 'index' | 'iterations'>,
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
      origin: { thread, instruction: index },
      guard,
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

  /** Adds the events of an instruction. Returns the flow after it. */
  function perform(step: Performed, thread: number, flow: Flow, branches: readonly Sources[]): Flow {
    const { instruction, index } = step
    const origin = { thread, instruction: index }
    const { guard } = flow
    const operand = (one: Operand, { width }: DataType) => valueIn(flow, one, width)
    const place = (name: string): Pick<Variable, 'location' | 'address'> => {
      const { location, address } = must(variables.get(name), `the variable ${name}`)
      return { location, address }
    }
    const controlled = (id: number): number => {
      for (const [read, when] of feeding(branches)) ctrl.push([read, id, when])
      return id
    }
    const addRead = (access: Load | Atomic, sets: readonly BaseSet[]): Expression & { readonly kind: 'read' } => {
      const id = events.length
      const value = { kind: 'read', width: access.type.width, event: id } as const
      events.push({
        id,
        kind: 'read',
        sets: ['R', ...sets, proxySet(access.proxy)],
        origin,
        guard,
        ...place(access.address.name),
        value,
      })
      controlled(id)
      if (access.expected !== undefined) {
        const meets = compare('equal', value, constant(access.expected.value, access.type.width))
        demands.push({ access: id, meets })
      }
      return value
    }
    const addWrite = (access: Store | Atomic, value: Expression, when: Predicate, sources: Sources): number => {
      const id = events.length
      const sets: readonly BaseSet[] = ['W', ...writeSets(access), proxySet(access.proxy)]
      events.push({ id, kind: 'write', sets, origin, guard: both(guard, when), ...place(access.address.name), value })
      for (const [source, feeds] of sources) data.push([source, id, feeds])
      return controlled(id)
    }
    const addFence = (sets: readonly BaseSet[]): Flow => {
      controlled(events.length)
      events.push({ id: events.length, kind: 'fence', sets: ['F', ...sets], origin, guard })
      return flow
    }
    const assign = (register: string, held: RegisterValue): Flow => ({
      ...flow,
      registers: new Map([...flow.registers, [register, held]]),
    })

    return match(instruction)
      .with({ kind: 'load' }, (load) => {
        const value = addRead(load, readSets(load))
        return assign(load.destination, { value, type: load.type, sources: new Map([[value.event, always]]) })
      })
      .with({ kind: 'store' }, (store) => {
        const { value, sources } = operand(store.value, store.type)
        addWrite(store, value, always, sources)
        return flow
      })
      .with({ kind: 'atomic' }, (atomic) => {
        const given = atomic.operands.map((one) => operand(one, atomic.type))
        const red = atomic.destination === undefined
        const old = addRead(atomic, red ? ['RED', ...readSets(atomic)] : readSets(atomic))
        const { value, guard, ignoresOld } = atomicResult(
          atomic,
          old,
          given.map(({ value }) => value),
        )
        const own: Sources = new Map(ignoresOld ? [] : [[old.event, always]])
        const write = addWrite(atomic, value, guard, feeding([...given.map(({ sources }) => sources), own]))
        rmw.push([old.event, write, always])
        if (atomic.destination === undefined) return flow
        return assign(atomic.destination, { value: old, type: atomic.type, sources: new Map([[old.event, always]]) })
      })
      .with({ kind: 'fence' }, ({ order, scope }) =>
        addFence([...fenceSets[order], scopeSets[scope], proxySet('generic')]),
      )
      .with({ kind: 'proxy-fence' }, ({ proxy }) => addFence([proxySet(proxy)]))
      .with({ kind: 'arithmetic' }, (arithmetic) => {
        const given = arithmetic.operands.map((one) => operand(one, arithmetic.type))
        const values = given.map(({ value }) => value)
        return assign(arithmetic.destination, {
          value: arithmeticResult(arithmetic, values),
          type: arithmetic.type,
          sources: feeding(given.map(({ sources }) => sources)),
        })
      })
      .with({ kind: 'set-predicate' }, ({ operator, destination, operands: [left, right], compared: of, type }) => {
        const [a, b] = [operand(left, of), operand(right, of)]
        const holds = compared(operator, [a.value, b.value], of)
        return assign(destination, {
          value: choice(holds, constant(1n, type.width), constant(0n, type.width)),
          type,
          sources: feeding([a.sources, b.sources]),
        })
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
        events.push({
          id: event,
          kind: 'barrier',
          sets: ['B', barrierSets[order], 'CLUSTER'],
          origin,
          guard,
          action,
          instance: `cluster ${clusterName(deviceOf(thread))}`,
          resource: { value: flow.phase, reads: readsOf(flow.phase) },
          quorum: undefined,
        })
        if (action === 'arrive') return flow
        return {
          ...flow,
          guard: both(guard, { kind: 'passes', barrier: event }),
          phase: operation('add', flow.phase, constant(1n, 32)),
        }
      })
      .exhaustive()
  }
}

/** The state before a step: the next event, and what the registers hold. */
interface Begun {
  readonly event: number
  readonly flow: Flow | undefined
}

/** Whether memory is written. */
const writtenIn = (events: readonly Event[]): Predicate =>
  events.flatMap(({ kind, guard }) => (kind === 'write' ? [guard] : [])).reduce(either, never)

/** The registers that the steps between two write. */
const writtenBetween = (steps: readonly Step[], from: number, to: number): readonly string[] =>
  steps.slice(from + 1, to).flatMap((step) => (step.kind === 'perform' ? (destinationOf(step.instruction) ?? []) : []))

type Performed = Extract<Step, { kind: 'perform' }>

/** Where nothing is held. */
const nowhere: Flow = { guard: never, registers: new Map(), phase: constant(0n, 32) }

const trimmed = (iterations: readonly number[]): readonly number[] =>
  iterations.slice(0, iterations.findLastIndex((count) => count > 0) + 1)

/** Locations that an instruction accesses or a question mentions; the others are in no execution. */
function usedLocations({ threads, questions, filter, observed, variables }: Program): ReadonlySet<number> {
  const accessed = threads.flatMap(({ instructions }) =>
    instructions.flatMap((one) => ('address' in one ? [one.address.name] : [])),
  )
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const asked = [...conditions.flatMap(termsOf), ...observed].flatMap((term) =>
    term.kind === 'memory' ? [term.variable] : [],
  )
  const names = new Set([...accessed, ...asked])
  return new Set(variables.flatMap(({ name, location }) => (names.has(name) ? [location] : [])))
}
