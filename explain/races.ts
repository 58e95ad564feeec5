/** Data races (ISA 8.7.1): conflicting accesses that are neither morally strong nor ordered by causality. */

import type { Role } from '../axioms/algebra/reading.js'
import type { Model, Rel } from '../axioms/algebra/terms.js'
import type { EventGraph, MemoryEvent } from '../encoder/events/event.js'
import { isMemory } from '../encoder/events/event.js'
import { scopeIncludes } from '../encoder/events/scopes.js'
import { proxySet } from '../encoder/events/sets.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'
import type { Interpreter } from '../encoder/relations/interpret.js'
import { operationOf } from '../litmus/host/operations.js'
import type { Program } from '../litmus/program.js'
import { proxyNames } from '../litmus/proxy.js'
import { relationsOf } from '../witness/relations.js'

/** Which of the conditions of moral strength (ISA 8.7) a pair lacks. */
export type Lacks =
  /** Events that are weak. */
  | { readonly kind: 'weak'; readonly events: readonly number[] }
  /** Events whose scope does not include the other's thread. */
  | { readonly kind: 'scope'; readonly events: readonly number[] }
  | { readonly kind: 'proxy' }
  | { readonly kind: 'address' }

export interface Race {
  readonly events: readonly [number, number]
  readonly lacks: readonly Lacks[]
  /** The accesses are ordered, but not across proxies: base causality holds, and its proxy-preserved part does not. */
  readonly baseCause: boolean
  /** Both accesses are in one thread. */
  readonly intraThread: boolean
  /** In a test with a host, what each access is part of, if that is not the same. */
  readonly operations?: readonly [string, string]
}

/** What the model must define for races to be reported. */
export interface RaceRelations {
  readonly ms: Rel
  readonly cause: Rel
  readonly baseCause: Rel | undefined
}

/** Moral strength and causality order; undefined if the model lacks one of them. */
export function raceRelations(model: Model): RaceRelations | undefined {
  const known = [...relationsOf(model).values()]
  const inRole = (role: Role): Rel | undefined =>
    known.find((term) => term.kind === 'named' && term.reading?.role === role)
  const [ms, cause] = [inRole('moral strength'), inRole('causality order')]
  return ms === undefined || cause === undefined ? undefined : { ms, cause, baseCause: inRole('base causality') }
}

/**
 * Whether two accesses conflict (ISA 8.7.1): to one location, one of them a write. Initial writes are not operations of the program, and
 * the two halves of an atomic are one operation.
 */
export const conflicting = (a: MemoryEvent, b: MemoryEvent): boolean =>
  a.origin !== undefined &&
  b.origin !== undefined &&
  a.location === b.location &&
  (a.kind === 'write' || b.kind === 'write') &&
  (a.origin.thread !== b.origin.thread || a.origin.instruction !== b.origin.instruction)

/** The races of an execution, in the order of the events. The halves of an atomic count as one operation. */
export function racesOf(graph: EventGraph, execution: Execution, relations: RaceRelations): readonly Race[] {
  const interpreter = interpretation(graph, execution)
  const accesses = graph.events.filter(
    (event): event is MemoryEvent => isMemory(event) && execution.executed[event.id] === true,
  )
  const found = accesses.flatMap((a, i) =>
    accesses.slice(i + 1).flatMap((b): readonly Race[] => {
      if (!conflicting(a, b) || holdsEither(interpreter, relations.ms, a.id, b.id)) return []
      if (holdsEither(interpreter, relations.cause, a.id, b.id)) return []
      const { baseCause } = relations
      return [
        {
          events: [a.id, b.id],
          lacks: lacking(graph, a, b),
          baseCause: baseCause !== undefined && holdsEither(interpreter, baseCause, a.id, b.id),
          intraThread: a.origin?.thread === b.origin?.thread,
          ...operationsOf(graph.program, a, b),
        },
      ]
    }),
  )
  const operations = new Set<string>()
  return found.filter(({ events }) => {
    const key = events.map((id) => JSON.stringify(graph.events[id]?.origin)).join()
    return !operations.has(key) && operations.add(key)
  })
}

function operationsOf(program: Program, ...pair: readonly [MemoryEvent, MemoryEvent]): Pick<Race, 'operations'> {
  const [one, other] = pair.map(({ origin }) => origin && operationOf(origin.thread, program))
  return one === undefined || other === undefined || one === other ? {} : { operations: [one, other] }
}

const holdsEither = ({ relation }: Interpreter<boolean>, term: Rel, a: number, b: number): boolean =>
  relation(term)[a]?.get(b) === true || relation(term)[b]?.get(a) === true

const proxySets = proxyNames.map(proxySet)
const orders = ['RLX', 'ACQ', 'REL']

function lacking(graph: EventGraph, a: MemoryEvent, b: MemoryEvent): readonly Lacks[] {
  const { program } = graph
  const isWeak = ({ sets }: MemoryEvent) => !orders.some((order) => sets.some((one) => one === order))
  const weak = [a, b].filter(isWeak).map(({ id }) => id)
  const sameThread = a.origin?.thread === b.origin?.thread
  const tooNarrow = [
    [a, b],
    [b, a],
  ].flatMap(([one, other]) => {
    if (one === undefined || other === undefined || isWeak(one)) return []
    return scopeIncludes(program, one, other) ? [] : [one.id]
  })
  const proxyOf = ({ sets }: MemoryEvent) => sets.find((set) => proxySets.includes(set))
  return [
    ...(!sameThread && weak.length > 0 ? [{ kind: 'weak', events: weak } as const] : []),
    ...(!sameThread && tooNarrow.length > 0 ? [{ kind: 'scope', events: tooNarrow } as const] : []),
    ...(proxyOf(a) === proxyOf(b) ? [] : [{ kind: 'proxy' } as const]),
    ...(a.address === b.address ? [] : [{ kind: 'address' } as const]),
  ]
}
