/** The events of a program, and what its text says about them: order, values, dependencies (ISA 8.2 to 8.6, 8.9.1). */

import { match } from 'ts-pattern'
import type { BaseSet } from '../axioms/algebra/names.js'
import { termsOf } from '../litmus/condition.js'
import type {
  Atomic,
  DataType,
  Fence,
  Instruction,
  Load,
  Operand,
  Proxy,
  ProxyFence,
  Scope,
  Store,
} from '../litmus/instruction.js'
import type { Program, Variable } from '../litmus/program.js'
import { arithmeticResult, atomicResult } from './atomics.js'
import { always, compare, constant, type Expression, type Predicate, resize } from './expression.js'

export type Event = MemoryEvent | FenceEvent

interface EventCore {
  /** Its index among the events; program order is the order of these within a thread. */
  readonly id: number
  /** The base sets it belongs to when it is executed. */
  readonly sets: readonly BaseSet[]
  /** The instruction it comes from; initial writes have none. */
  readonly origin: { readonly thread: number; readonly instruction: number } | undefined
  readonly guard: Predicate
}

export interface MemoryEvent extends EventCore {
  readonly kind: 'read' | 'write'
  readonly location: number
  /** The virtual address; for an initial write, that of the declaring name. */
  readonly address: number
  /** What a write stores, or for a read, what it returns. */
  readonly value: Expression
}

export interface FenceEvent extends EventCore {
  readonly kind: 'fence'
}

export interface EventGraph {
  readonly program: Program
  readonly events: readonly Event[]
  /** Pairs of event ids. */
  readonly rmw: readonly (readonly [number, number])[]
  readonly data: readonly (readonly [number, number])[]
  /** For each thread, the final values of its registers. */
  readonly registers: readonly ReadonlyMap<string, RegisterValue>[]
  /** What the program demands of executions that count: the `== n` behind accesses. */
  readonly constraints: readonly Predicate[]
}

export interface RegisterValue {
  readonly value: Expression
  readonly type: DataType
  /** The reads that it was computed from. */
  readonly sources: ReadonlySet<number>
}

const scopeSets: { readonly [S in Scope]: BaseSet } = { cta: 'CTA', cluster: 'CLUSTER', gpu: 'GPU', sys: 'SYS' }
const proxySets: { readonly [P in Proxy]: BaseSet } = {
  generic: 'GEN',
  surface: 'SUR',
  texture: 'TEX',
  constant: 'CON',
}

/** Weak events carry neither an order nor a scope; `volatile` is relaxed at system scope (ISA 8.4). */
const readSets = ({
  order,
  scope,
}: Pick<Load, 'order' | 'scope'> | Pick<Atomic, 'order' | 'scope'>): readonly BaseSet[] => {
  if (order === 'weak') return []
  const acquires = order === 'acquire' || order === 'acq_rel'
  return [acquires ? 'ACQ' : 'RLX', scopeSets[scope ?? 'sys']]
}

const writeSets = ({
  order,
  scope,
}: Pick<Store, 'order' | 'scope'> | Pick<Atomic, 'order' | 'scope'>): readonly BaseSet[] => {
  if (order === 'weak') return []
  const releases = order === 'release' || order === 'acq_rel'
  return [releases ? 'REL' : 'RLX', scopeSets[scope ?? 'sys']]
}

const fenceSets: { readonly [O in Fence['order']]: readonly BaseSet[] } = {
  sc: ['SC', 'ACQ_REL'],
  acq_rel: ['ACQ_REL'],
  acquire: ['ACQ'],
  release: ['REL'],
}

const proxyFenceSets: { readonly [P in ProxyFence['proxy']]: BaseSet } = { ...proxySets, alias: 'ALIAS' }

/** The events of all executions of a program at once; an event whose guard fails is not executed. */
export function buildEvents(program: Program): EventGraph {
  const events: Event[] = []
  const rmw: (readonly [number, number])[] = []
  const data: (readonly [number, number])[] = []
  const constraints: Predicate[] = []
  const variables = new Map(program.variables.map((variable) => [variable.name, variable]))

  const used = usedLocations(program)
  for (const [location, { name, initial, type }] of program.locations.entries()) {
    if (!used.has(location)) continue
    const address = variables.get(name)?.address ?? 0
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

  const registers = program.threads.map((thread, index) => {
    const state = new Map<string, RegisterValue>()
    for (const [instruction, step] of thread.instructions.entries()) {
      perform(step, { thread: index, instruction }, state)
    }
    return state
  })
  return { program, events, rmw, data, registers, constraints }

  function perform(step: Instruction, origin: Event['origin'], state: Map<string, RegisterValue>): void {
    const operand = (one: Operand, { width }: DataType): Pick<RegisterValue, 'value' | 'sources'> => {
      if (one.kind === 'integer') return { value: constant(one.value, width), sources: new Set() }
      const held = state.get(one.name)
      if (held === undefined) throw new Error(`register ${one.name} is read before it is written`)
      return { value: resize(held.value, width, held.type.signed), sources: held.sources }
    }
    const place = (name: string): Pick<Variable, 'location' | 'address'> => {
      const variable = variables.get(name)
      if (variable === undefined) throw new Error(`variable ${name} is not declared`)
      return { location: variable.location, address: variable.address }
    }
    const addRead = (access: Load | Atomic, sets: readonly BaseSet[]): number => {
      const id = events.length
      const value: Expression = { kind: 'read', width: access.type.width, event: id }
      events.push({
        id,
        kind: 'read',
        sets: ['R', ...sets, proxySets[access.proxy]],
        origin,
        guard: always,
        ...place(access.address.name),
        value,
      })
      if (access.expected !== undefined)
        constraints.push(compare('equal', value, constant(access.expected.value, access.type.width)))
      return id
    }
    const addWrite = (
      access: Store | Atomic,
      value: Expression,
      guard: Predicate,
      sources: Iterable<number>,
    ): number => {
      const id = events.length
      const sets: readonly BaseSet[] = ['W', ...writeSets(access), proxySets[access.proxy]]
      events.push({ id, kind: 'write', sets, origin, guard, ...place(access.address.name), value })
      for (const source of sources) data.push([source, id])
      return id
    }
    const addFence = (sets: readonly BaseSet[]): void => {
      events.push({ id: events.length, kind: 'fence', sets: ['F', ...sets], origin, guard: always })
    }

    match(step)
      .with({ kind: 'load' }, (load) => {
        const id = addRead(load, readSets(load))
        const value: Expression = { kind: 'read', width: load.type.width, event: id }
        state.set(load.destination, { value, type: load.type, sources: new Set([id]) })
      })
      .with({ kind: 'store' }, (store) => {
        const { value, sources } = operand(store.value, store.type)
        addWrite(store, value, always, sources)
      })
      .with({ kind: 'atomic' }, (atomic) => {
        const given = atomic.operands.map((one) => operand(one, atomic.type))
        const red = atomic.destination === undefined
        const read = addRead(atomic, red ? ['RED', ...readSets(atomic)] : readSets(atomic))
        const old: Expression = { kind: 'read', width: atomic.type.width, event: read }
        const { value, guard, ignoresOld } = atomicResult(
          atomic,
          old,
          given.map(({ value }) => value),
        )
        const sources = new Set([...given.flatMap(({ sources }) => [...sources]), ...(ignoresOld ? [] : [read])])
        rmw.push([read, addWrite(atomic, value, guard, sources)])
        if (atomic.destination !== undefined)
          state.set(atomic.destination, { value: old, type: atomic.type, sources: new Set([read]) })
      })
      .with({ kind: 'fence' }, ({ order, scope }) => addFence([...fenceSets[order], scopeSets[scope], 'GEN']))
      .with({ kind: 'proxy-fence' }, ({ proxy }) => addFence([proxyFenceSets[proxy]]))
      .with({ kind: 'arithmetic' }, (step) => {
        const given = step.operands.map((one) => operand(one, step.type))
        const values = given.map(({ value }) => value)
        state.set(step.destination, {
          value: arithmeticResult(step, values),
          type: step.type,
          sources: new Set(given.flatMap(({ sources }) => [...sources])),
        })
      })
      .exhaustive()
  }
}

/** Locations that an instruction accesses or a question mentions; the others take no part in any execution. */
function usedLocations({ threads, questions, variables }: Program): ReadonlySet<number> {
  const accessed = threads.flatMap(({ instructions }) =>
    instructions.flatMap((one) => ('address' in one ? [one.address.name] : [])),
  )
  const asked = questions.flatMap(({ condition }) =>
    termsOf(condition).flatMap((term) => (term.kind === 'memory' ? [term.variable] : [])),
  )
  const names = new Set([...accessed, ...asked])
  return new Set(variables.flatMap(({ name, location }) => (names.has(name) ? [location] : [])))
}
