/**
 * Decides whether two threads, or two CTAs, can be exchanged: event by event, with the cells of memory that only they
 * access. The exchange is an automorphism of the event graph: it maps each event to one of its kind, each pair that the
 * text relates to such a pair, and each condition to itself or to that of the other thread. So it maps the consistent
 * executions of a model to consistent executions, since models name neither threads nor memory.
 *
 * The warp of a thread decides whom it waits for at a barrier, and nothing else that an exchange meets: accesses of Tensor
 * Memory, whose order depends on it, are never exchanged. Where each thread comes to each barrier and passes it in every
 * execution, who sees whom there is the same in all of them. Then an exchange need not keep warps, only these pairs.
 */

import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model, Rel } from '../../axioms/algebra/terms.js'
import { co, inTime, rf, seen } from '../../axioms/algebra/vocabulary.js'
import type { Condition } from '../../litmus/condition.js'
import { threadAt } from '../../litmus/program.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { conditionHolds } from '../events/graph/condition.js'
import {
  type AccessPlace,
  type Cell,
  type Event,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type LoopWait,
  type Undefined,
  type UnknownValue,
} from '../events/graph/event.js'
import { certainMeetings } from '../relations/deduced.js'
import { reachedBy, reachedUndefined } from '../relations/reached.js'
import { always, type Evaluator, type Expression, evaluator, type Predicate } from '../values/expression.js'
import { type Mentioned, mentioning, mentions, unknownAt } from '../values/mentions.js'
import { type Formula, type FormulaBuilder, formulaBuilder } from './formula.js'
import { symbolicValues } from './symbolic.js'
import type { Value } from './value.js'

/** The events of a thread, in order; or of a CTA, thread by thread. */
export type ThreadEvents = readonly [Event, ...Event[]]

/**
 * What an exchange must leave as it is: the answer to a question, to whether threads hang, to whether the bound cuts a
 * loop, or to whether behaviour is undefined.
 */
export type Asked =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'undefined'; readonly model: Model }

/** Returns whether exchanging two threads, event by event, leaves the program and what is asked as they are. */
export function exchange(
  graph: EventGraph,
  asked: readonly Asked[],
): (one: ThreadEvents, other: ThreadEvents) => boolean {
  const builder = formulaBuilder()
  const { program, constraints, complete } = graph
  const mentioned = mentioning()
  const usual = renamed(graph, builder, nothingRenamed, mentioned)
  const demands = (domain: Renamed): readonly Formula[] => [
    domain.truth(complete),
    builder.all([...constraints, ...graph.congruence].map(domain.truth)),
    ...(program.filter === undefined ? [] : [domain.holds(program.filter)]),
    ...asked.map((one) => answerTo(one, graph, builder, domain)),
  ]
  const demanded = demands(usual)
  const pairs = [...pairsOf(graph), certainMeetings(graph) ?? []].map((some) => ({
    some,
    keys: new Set(some.map(usual.pair)),
  }))
  const endsOf = ({ truth }: Renamed, thread: number): readonly (Formula | undefined)[] =>
    [graph.ends[thread], graph.blocked[thread]].map((one) => one && truth(one))
  // Other threads of devices know only what they read, and which barriers they pass.
  const ofHost = graph.events
    .slice(graph.cells.length)
    .flatMap(({ id, origin }) =>
      origin !== undefined && threadAt(program.threads, origin.thread).kind === 'device' ? [] : [id],
    )
  const mayHang = asked.some(({ kind }) => kind === 'hang')
  const waits = new Set(mayHang ? graph.waits.map(usual.wait) : [])
  return (one, other) => {
    const partner = new Map<number, number>()
    const threads = new Map<number, number>()
    for (const [i, event] of one.entries()) {
      const there = must(other[i], 'an event for each of a thread alike')
      partner.set(event.id, there.id).set(there.id, event.id)
      threads.set(threadOf(event), threadOf(there)).set(threadOf(there), threadOf(event))
    }
    const cells = exchangedCells(graph, one, other)
    const unknowns = exchangedUnknowns(graph, one, other)
    if (cells === undefined || unknowns === undefined) return false
    for (const [from, to] of cells) {
      partner.set(from, to)
      const [here, there] = [initialIn(graph, from), initialIn(graph, to)]
      if (here?.kind === 'unknown' && there?.kind === 'unknown') unknowns.set(here.id, there.id)
    }
    const names: Names = {
      idOf: (id) => partner.get(id) ?? id,
      unknownOf: (id) => unknowns.get(id) ?? id,
      threadOf: (thread) => threads.get(thread) ?? thread,
      cellOf: (cell) => cells.get(cell) ?? cell,
    }
    const isMoved = (mentions: Mentioned): boolean =>
      [...mentions].some((id) => partner.has(id) || (id < 0 && unknowns.has(unknownAt(id))))
    const exchanged = renamed(graph, builder, names, mentioned, { usual, isMoved })
    const isPairMoved = ([from, to, when]: GuardedPair): boolean =>
      partner.has(from) || partner.has(to) || isMoved(mentioned.truth(when))
    const isSame = (id: number): boolean => {
      const there = partner.get(id) ?? id
      return exchanged.event(must(graph.events[id], 'an event')) === usual.event(must(graph.events[there], 'an event'))
    }
    return (
      [...partner.keys(), ...ofHost].every(isSame) &&
      pairs.every(({ some, keys }) => some.every((pair) => !isPairMoved(pair) || keys.has(exchanged.pair(pair)))) &&
      program.threads.every((_, thread) =>
        endsOf(exchanged, thread).every((end, i) => end === endsOf(usual, threads.get(thread) ?? thread)[i]),
      ) &&
      (!mayHang || graph.waits.every((wait) => waits.has(exchanged.wait(wait)))) &&
      demands(exchanged).every((formula, i) => formula === demanded[i])
    )
  }
}

/** Returns when the answer to what is asked is that there is such an execution, as far as the text of the program says. */
function answerTo(
  asked: Asked,
  graph: EventGraph,
  builder: FormulaBuilder,
  { truth, holds, reached }: Renamed,
): Formula {
  switch (asked.kind) {
    case 'condition':
      return holds(asked.condition)
    case 'hang':
      return truth(graph.occupied)
    case 'cut':
      return builder.any(graph.cuts.map(({ reached }) => truth(reached)))
    case 'undefined':
      return builder.any(graph.undefined.map(reached(asked.model)))
  }
}

/** Returns the initial value of a cell. */
const initialIn = ({ events }: EventGraph, cell: number): Expression | undefined => {
  const event = events[cell]
  return event !== undefined && isMemory(event) ? event.value : undefined
}

/**
 * Returns the cells that two threads access in the place of each other, each with its partner: of one location, of the
 * same size, and accessed by these threads only. Undefined if the threads access other cells, or in another way.
 */
function exchangedCells(
  graph: EventGraph,
  one: ThreadEvents,
  other: ThreadEvents,
): ReadonlyMap<number, number> | undefined {
  const { cells, events, mixed } = graph
  const partner = new Map<string, string>()
  const placesOf = (event: Event): readonly AccessPlace[] => (isMemory(event) ? event.places : [])
  const places = one.flatMap((event, i) => {
    const [here, there] = [placesOf(event), placesOf(must(other[i], 'an event for each'))]
    return here.map((place, k) => [place, there[k], here.length === there.length] as const)
  })
  for (const [here, there, areAsMany] of places) {
    if (there === undefined || !areAsMany) return undefined
    if (here.location !== there.location || here.address !== there.address) return undefined
    if (here.offset !== there.offset) partner.set(cellKey(here), cellKey(there)).set(cellKey(there), cellKey(here))
  }
  const isExchanged = ([here, there]: (typeof places)[number]): boolean =>
    there !== undefined && (partner.get(cellKey(here)) ?? cellKey(here)) === cellKey(there)
  if (!places.every(isExchanged)) return undefined
  if (partner.size === 0) return new Map()
  const both = new Set([...one, ...other])
  const isOfOthers = (event: Event): boolean =>
    event.origin !== undefined && !both.has(event) && placesOf(event).some((place) => partner.has(cellKey(place)))
  if (mixed || events.some(isOfOthers)) return undefined
  const indices = new Map(cells.map((cell, i) => [cellKey(cell), i]))
  const exchanged = new Map<number, number>()
  for (const [here, there] of partner) {
    const [from, to] = [indices.get(here), indices.get(there)]
    if (from === undefined || to === undefined || cells[from]?.bytes !== cells[to]?.bytes) return undefined
    exchanged.set(from, to)
  }
  return exchanged
}

const cellKey = ({ location, offset }: Pick<Cell, 'location' | 'offset'>): string => `${location} ${offset}`

/** Returns the unknown values of threads, each with its partner; undefined if the threads do not have matching ones. */
function exchangedUnknowns(
  { unknowns }: EventGraph,
  one: ThreadEvents,
  other: ThreadEvents,
): Map<number, number> | undefined {
  const of = (thread: number) =>
    unknowns.flatMap((value, id) => (value.from !== 'memory' && value.thread === thread ? [{ ...value, id }] : []))
  const described = (value: UnknownValue): string =>
    [value.width, value.from === 'instruction' ? value.function : value.from].join(' ')
  const threads = new Map(one.map((event, i) => [threadOf(event), threadOf(must(other[i], 'an event for each'))]))
  const partner = new Map<number, number>()
  for (const [a, b] of threads) {
    const [here, there] = [of(a), of(b)]
    if (here.length !== there.length) return undefined
    for (const [i, value] of here.entries()) {
      const match = must(there[i], 'a value for each of a thread alike')
      if (described(value) !== described(match)) return undefined
      partner.set(value.id, match.id).set(match.id, value.id)
    }
  }
  return partner
}

/** Returns the pairs that the text of a program relates. */
const pairsOf = ({ rmw, data, ctrl, addr, issue, async_order, completed, one_operation, phase_order }: EventGraph) => [
  one_operation,
  phase_order,
  rmw,
  data,
  ctrl,
  addr,
  issue,
  async_order,
  completed,
]

interface Renamed extends Pick<Evaluator<Formula, Value>, 'truth'> {
  readonly holds: (condition: Condition) => Formula
  /** Returns the guard and the value of an event as a key. */
  readonly event: (event: Event) => string
  /** Returns a pair of events and the condition under which it is related as a key. */
  readonly pair: (pair: GuardedPair) => string
  /** Returns a wait in a loop as a key. */
  readonly wait: (wait: LoopWait) => string
  /** Returns when undefined behaviour is reached, as far as the text of the program says. */
  readonly reached: (model: Model) => (one: Undefined) => Formula
}

/** The names that events, unknown values, threads and cells have after an exchange. */
interface Names {
  readonly idOf: (event: number) => number
  readonly unknownOf: (unknown: number) => number
  readonly threadOf: (thread: number) => number
  readonly cellOf: (cell: number) => number
}

const same = (one: number): number => one
const nothingRenamed: Names = { idOf: same, unknownOf: same, threadOf: same, cellOf: same }

/**
 * Renames events, unknown values, threads and cells, in formulas over the values of reads and of final memory; equal
 * formulas are one object. `kept` has the formulas without new names, and says whether what is mentioned gets any: only
 * then is a formula built again.
 */
function renamed(
  graph: EventGraph,
  builder: FormulaBuilder,
  { idOf, unknownOf, threadOf: threadNamed, cellOf }: Names,
  mentioned: Evaluator<Mentioned, Mentioned>,
  kept?: { readonly usual: Renamed; readonly isMoved: (mentions: Mentioned) => boolean },
): Renamed {
  const variable = (name: string, width: number): Value => ({
    kind: 'bits',
    width,
    bits: builder.bitsVariable(`${name} ${width}`, width),
  })
  // The keys are lists, so that the order in which threads are joined does not matter.
  const listed = (kind: 'and' | 'or', join: (operands: readonly Formula[]) => Formula) => (of: readonly Formula[]) =>
    join(of.flatMap((one) => (one.kind === kind ? one.of : [one])))
  const [all, any] = [listed('and', builder.all), listed('or', builder.any)]
  const domain = symbolicValues(
    {
      ...builder,
      all,
      any,
      and: (a, b) => all([a, b]),
      or: (a, b) => any([a, b]),
      compare: (kind, a, b) =>
        kind === 'equal' && b.id < a.id ? builder.compare(kind, b, a) : builder.compare(kind, a, b),
    },
    (read) => {
      const event = must(graph.events[read], 'an event that is read')
      if (!isMemory(event)) throw new Error(`event ${read} is not a read`)
      return variable(`read_${idOf(read)}`, event.value.width)
    },
    (barrier) => builder.variable(`passes_${idOf(barrier)}`),
    (unknown) => `unknown_${unknownOf(unknown)}`,
  )
  const evaluate = evaluator(domain)
  const truth = memoised((predicate: Predicate): Formula => {
    if (kept?.isMoved(mentioned.truth(predicate)) === false) return kept.usual.truth(predicate)
    if (predicate.kind === 'not') return builder.not(truth(predicate.of))
    if (predicate.kind !== 'and' && predicate.kind !== 'or') return evaluate.truth(predicate)
    // What follows an operand that decides has no meaning.
    const deciding = predicate.kind === 'and' ? builder.ff : builder.tt
    const operands: Formula[] = []
    for (const one of predicate.of) {
      const operand = truth(one)
      if (operand === deciding) return deciding
      operands.push(operand)
    }
    return predicate.kind === 'and' ? all(operands) : any(operands)
  })
  const reached = memoised((model: Model) => {
    const relations = reachedBy(graph, raceRelations(model))
    const { baseCause, causality, tensorOrder } = relations
    const names = new Map(
      Object.entries({ baseCause, causality, tensorOrder, co, rf, inTime, seen }).map(([name, term]) => [term, name]),
    )
    const related = (term: Rel, from: number, to: number): Formula =>
      builder.variable(`${must(names.get(term), 'a relation that decides')} ${idOf(from)} ${idOf(to)}`)
    const mentionedBy = reachedUndefined({
      logic: mentions,
      truth: mentioned.truth,
      holds: (_, from, to) => new Set([from, to]),
      ...relations,
    })
    const build = reachedUndefined({ logic: builder, truth, holds: related, ...relations })
    return memoised(
      (one: Undefined): Formula =>
        kept?.isMoved(mentionedBy(one)) === false ? kept.usual.reached(model)(one) : build(one),
    )
  })
  const cellAt = new Map(graph.cells.map((cell, i) => [cellKey(cell), i]))
  const finalValue = (cell: Cell): Value => variable(`final_${cellOf(cellAt.get(cellKey(cell)) ?? -1)}`, 8 * cell.bytes)
  const isWarpKept = certainMeetings(graph) === undefined
  const mates = (event: Event): string =>
    event.kind === 'barrier' && isWarpKept
      ? (event.mates ?? [])
          .map(threadNamed)
          .toSorted((a, b) => a - b)
          .join()
      : ''
  const placed = (event: Event): string =>
    isMemory(event) ? event.places.map(({ when }) => truth(when).id).join() : ''
  const held = (event: Event): number =>
    isMemory(event)
      ? domain.compare('equal', evaluate.value(event.value), variable('value', event.value.width), event.value.width).id
      : -1
  return {
    truth,
    reached,
    holds: (condition) => conditionHolds(condition, graph, domain, evaluate, finalValue),
    event: (event) =>
      `${truth(event.guard).id} ${held(event)} ${placed(event)} ${truth(event.also?.when ?? always).id} ${mates(event)}`,
    pair: ([from, to, when]) => `${idOf(from)} ${idOf(to)} ${truth(when).id}`,
    wait: ({ thread, from, to, guard }) => {
      const round = Array.from({ length: to - from }, (_, i) => idOf(from + i))
      return `${threadNamed(thread)} ${round.join(' ')} ${truth(guard).id}`
    },
  }
}

const threadOf = ({ origin }: Event): number => must(origin, 'the thread of an event').thread
