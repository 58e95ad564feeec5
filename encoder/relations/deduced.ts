/**
 * The facts that the axioms of a model decide about the choices of an execution before any is made: kodkod's lower and upper bounds, or the must and
 * may sets of Dartagnan's relation analysis. A thread that writes to one place twice leaves no choice which write is overwritten, and none of its
 * later reads can return the first.
 */

import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import type { Axiom, EventSet, Model, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { arrivalsSeen, barrierRules, barriersOf, isChosen, passedBarriers } from '../events/barriers/barriers.js'
import {
  type AccessPlace,
  accessAt,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type MemoryEvent,
  type Pair,
} from '../events/graph/event.js'
import { always, both, evaluator, implies, type Predicate } from '../values/expression.js'
import { type Known, partial, threeValued } from '../values/three-valued.js'
import { baseOf } from './base.js'
import { type BitAlgebra, type BitRows, type Bits, bitAlgebra } from './bits.js'
import type { Bounds } from './bounds.js'
import type { ChosenPair } from './chosen.js'
import { type Choice, type Consequences, choices, consequences } from './consequences.js'
import { counters } from './counters.js'
import type { Decided } from './decided.js'
import { type Excludes, excludes } from './exclusive.js'
import { type BaseOver, interpreterOver } from './interpret.js'
import { type MayMust, type MayMustAlgebra, mayMustAlgebra } from './may-and-must.js'
import { placed } from './placed.js'
import { type Members, relationAlgebra } from './relation.js'
import { type Classes, standing } from './standing.js'

/** The decisions about the choices of executions that are consistent under a model. */
export interface Deduced extends Decided {
  /** Returns whether no execution chooses the pair. */
  readonly isImpossible: (choice: Choice, [from, to]: Pair) => boolean
  /** Returns whether each execution of both events chooses the pair. */
  readonly isNecessary: (choice: Choice, [from, to]: Pair) => boolean
  /** Returns whether no execution satisfies both predicates. */
  readonly excludes: Excludes
  /** Returns the write from which a read reads in each execution, if there is only one. */
  readonly soleSource: (read: number) => MemoryEvent | undefined
}

/** Nothing is decided. */
export const nothingDeduced: Deduced = {
  isImpossible: () => false,
  isNecessary: () => false,
  areExclusive: () => false,
  excludes: () => false,
  soleSource: () => undefined,
  mustHold: () => false,
  mayHold: () => true,
  isTotal: () => false,
}

/** The pairs that terms may have in some execution. */
export interface TermBounds {
  readonly bits: BitAlgebra
  readonly may: (term: Rel) => BitRows
  /** The pairs, or events, that terms may have and must have. */
  readonly relation: (term: Rel) => MayMust<BitRows>
  readonly set: (term: EventSet) => MayMust<Bits>
}

/** Returns the bounds of terms, whatever the axioms of the model say. */
export function termBounds(graph: EventGraph, bounds: Bounds): TermBounds {
  const bits = bitAlgebra(graph.events.length)
  const algebra = mayMustAlgebra(bits, bits.ofClasses(impliedExecutions(graph), bits.setOf(everyEvent(graph))))
  const fixed = fixedBase(graph, bounds, bits)
  const ranges = choicesWithin(bounds, bits)
  const { relation, set } = interpreterOver(
    { set: fixed.set, relation: (name) => (isChoice(name) ? ranges[name] : fixed.relation(name)) },
    algebra,
    threeValued,
  )
  return { bits, may: (term) => relation(term).may, relation, set }
}

/** Returns the axiom without those of its requirements that every execution within the bounds of terms meets. */
export function openAxiom({ bits, may }: Pick<TermBounds, 'bits' | 'may'>, axiom: Axiom): Axiom {
  const isOpen = ({ kind, of, negated }: Requirement): boolean => {
    if (negated) return true
    switch (kind) {
      case 'acyclic':
        return !bits.isAcyclic(may(of))
      case 'irreflexive':
        return !bits.isIrreflexive(may(of))
      case 'empty':
        return !bits.isEmpty(may(of))
    }
  }
  return { ...axiom, requirements: axiom.requirements.filter(isOpen) }
}

/** The number of rounds in which deduced facts are used to deduce more. */
const mostRounds = 3

/**
 * Returns what the model decides about the choices within the bounds. No access of the program may overlap another
 * partially. Counters with at least `fewest` steps also decide which events are never performed together.
 */
export function deduced(graph: EventGraph, model: Model, bounds: Bounds, fewest: number): Deduced {
  const bits = bitAlgebra(graph.events.length)
  const algebra = mayMustAlgebra(bits, bits.ofClasses(impliedExecutions(graph), bits.setOf(everyEvent(graph))))
  const fixed = fixedBase(graph, bounds, bits)
  const requirements = model.axioms.flatMap((axiom) => axiom.requirements).filter(({ negated }) => negated !== true)

  const direct = bits.fromPairs(bothWays(bounds.sync_fence))
  const interpreted = (ranges: Choices) =>
    interpreterOver(
      { set: fixed.set, relation: (name) => (isChoice(name) ? ranges[name] : fixed.relation(name)) },
      algebra,
      threeValued,
    ).relation
  const settled = (first: Choices): Settled => {
    let ranges = first
    let total = bits.empty
    let relation = interpreted(ranges)
    for (let round = 0; round < mostRounds; round++) {
      const step = consequences(requirements, { relation }, bits, algebra)
      total = step.total
      const next = narrowed(ranges, step, { bits, algebra, direct })
      const isSame = choices.every((choice) => algebra.isSame(next[choice], ranges[choice]))
      if (isSame) break
      ranges = next
      relation = interpreted(ranges)
    }
    return { ranges, relation, total }
  }
  const decidedBy = ({
    ranges,
    relation,
    total,
  }: Settled): Omit<Deduced, 'areExclusive' | 'excludes' | 'soleSource'> => ({
    isImpossible: (choice, [from, to]) => !bits.has(ranges[choice].may, from, to),
    isNecessary: (choice, [from, to]) => bits.has(ranges[choice].must, from, to),
    mustHold: (term, [from, to]) => bits.has(relation(term).must, from, to),
    mayHold: (term, [from, to]) => bits.has(relation(term).may, from, to),
    isTotal: ([a, b]) => [total, ranges.co.must].some((pairs) => bits.has(pairs, a, b) || bits.has(pairs, b, a)),
  })

  const first = settled(choicesWithin(bounds, bits))
  const found = decidedBy(first)
  const soleSource = soleSources(graph, bounds, found)
  const excluding = excludes(counters(graph, model, { ...found, areExclusive: () => false }, fewest), soleSource)
  const guardOf = (event: number): Predicate => must(graph.events[event], 'each event').guard
  const areExclusive = ([one, other]: Pair): boolean => excluding(guardOf(one), guardOf(other))
  const known = { areExclusive, excludes: excluding, soleSource }
  const excluded = pairsApart(graph, bounds, excluding)
  if (excluded.length === 0) return { ...found, ...known }
  const apart = bits.fromPairs(bothWays(excluded))
  const without = ({ may, must }: MayMust<BitRows>): MayMust<BitRows> => ({
    may: bits.difference(may, apart),
    must: bits.difference(must, apart),
  })
  const { rf, co, sync_fence } = first.ranges
  return { ...decidedBy(settled({ rf: without(rf), co: without(co), sync_fence })), ...known }
}

/** What is left of the choices after deductions, and what terms then are. */
interface Settled {
  readonly ranges: Choices
  readonly relation: (term: Rel) => MayMust<BitRows>
  readonly total: BitRows
}

/** Returns the write from which a read reads in each execution, if the bounds leave only one. */
function soleSources(
  { events }: EventGraph,
  { rf }: Bounds,
  { isImpossible }: Pick<Deduced, 'isImpossible'>,
): (read: number) => MemoryEvent | undefined {
  return soleIn(
    events,
    rf.filter((pair) => !isImpossible('rf', pair)),
  )
}

/** The same of what is left. It is a function of its own, so that the relations of all terms are not kept with its result. */
function soleIn(events: EventGraph['events'], left: readonly Pair[]): (read: number) => MemoryEvent | undefined {
  const possible = groupBy(left, ([, read]) => read)
  return (read) => {
    const [only, ...others] = possible.get(read) ?? []
    const write = only === undefined || others.length > 0 ? undefined : events[only[0]]
    return write?.kind === 'write' ? write : undefined
  }
}

/** Returns the pairs of accesses that are nowhere performed together at one place. */
function pairsApart(graph: EventGraph, { rf, co }: Bounds, excluding: Excludes): readonly Pair[] {
  const at = new Map<AccessPlace, Predicate>()
  const conditionAt = ({ guard }: MemoryEvent, place: AccessPlace): Predicate => {
    const known = at.get(place) ?? both(guard, place.when)
    at.set(place, known)
    return known
  }
  const areApart = (one: MemoryEvent, other: MemoryEvent): boolean =>
    one.places.every((p) =>
      other.places.every(
        (q) =>
          p.location !== q.location || p.offset !== q.offset || excluding(conditionAt(one, p), conditionAt(other, q)),
      ),
    )
  return [...rf, ...ends(co)].filter(([a, b]) => areApart(accessAt(graph, a), accessAt(graph, b)))
}

/**
 * Returns whether a model may decide something about a program with at least `fewest` pairs to choose among: it orders
 * accesses of one location by one thread, those that the runtime's calls order, and writes to one location.
 */
export function isWorthDeducing({ mixed, events, api }: EventGraph, { rf, co }: Bounds, fewest: number): boolean {
  if (mixed || rf.length + co.length < fewest) return false
  if (api.length > 0 || co.length >= fewest) return true
  const accesses = events.flatMap((event) => (isMemory(event) && event.origin !== undefined ? [event] : []))
  const byThread = groupBy(
    accesses.flatMap((event) =>
      [...new Set(event.places.map(({ location }) => location))].map((at) => ({ event, at })),
    ),
    ({ event, at }) => `${event.origin?.thread} ${at}`,
  )
  return [...byThread.values()].some((some) => {
    const instructions = new Set(some.map(({ event: { origin } }) => `${origin?.instruction} ${origin?.iterations}`))
    return instructions.size > 1 && some.some(({ event }) => event.kind === 'write')
  })
}

type Choices = { readonly [C in Choice]: MayMust<BitRows> }

const isChoice = (name: BaseRelation): name is Choice => choices.some((choice) => choice === name)

const truth = ({ kind }: Predicate): Known => (kind === 'true' ? 'yes' : kind === 'false' ? 'no' : 'maybe')

/** The barriers that are passed, and the conditions that hold, whatever reads return. */
const certain = memoisedWeakly((graph: EventGraph) => {
  const nothingRead = (passes: (barrier: number) => Known) => partial(() => undefined, passes)
  const passed = passedBarriers(
    graph,
    nothingRead(() => 'maybe'),
  )
  const domain = nothingRead((barrier) => passed.get(barrier) ?? 'maybe')
  return { domain, evaluate: evaluator(domain), passes: domain.passes }
})

/** Maps the events of each guard to those that guards show to be executed whenever these are. */
const impliedExecutions: (graph: EventGraph) => Classes = memoisedWeakly((graph) => {
  const { truth } = certain(graph).evaluate
  const byGuard = [...groupBy(graph.events, ({ guard }) => guard)]
  return {
    classes: byGuard.map(([, some]) => some.map(({ id }) => id)),
    successors: byGuard.map(
      ([guard]) =>
        new Set(byGuard.flatMap(([other], i) => (implies(guard, other) || truth(other) === 'yes' ? [i] : []))),
    ),
  }
})

const everyEvent = ({ events }: EventGraph): ReadonlyMap<number, true> => new Map(events.map(({ id }) => [id, true]))

/** Returns the base sets and relations that do not depend on the bounds. */
function fixedBase(graph: EventGraph, { rf }: Bounds, bits: BitAlgebra): BaseOver<MayMust<Bits>, MayMust<BitRows>> {
  const algebra = relationAlgebra(graph.events.length, threeValued)
  const maybe = (pairs: readonly Pair[]) => algebra.fromPairs(pairs.map(([a, b]): ChosenPair<Known> => [a, b, 'maybe']))
  const { set, relation } = baseOf(
    graph,
    {
      executed: graph.events.map((): Known => 'yes'),
      rf: maybe(rf),
      parts: [],
      co: algebra.empty,
      sync_fence: algebra.empty,
      seen: algebra.fromPairs(seenOf(graph)),
    },
    truth,
    threeValued,
  )
  const taken = (members: Members<Known>, isTaken: (value: Known) => boolean): ReadonlyMap<number, boolean> =>
    new Map([...members].map(([event, value]) => [event, isTaken(value)]))
  const everything = bits.setOf(everyEvent(graph))
  const isPossible = (value: Known): boolean => value !== 'no'
  const isCertain = (value: Known): boolean => value === 'yes'
  return {
    set: memoised((name: BaseSet) => {
      const members = set(name)
      return { may: bits.setOf(taken(members, isPossible)), must: bits.setOf(taken(members, isCertain)) }
    }),
    relation: memoised((name: BaseRelation) => {
      const classes = standing(graph)(name)
      if (classes !== undefined) {
        const rows = bits.ofClasses(classes, everything)
        return { may: rows, must: rows }
      }
      const places = placed(graph)(name)
      if (places !== undefined) {
        const where = (isTaken: (value: Known) => boolean) =>
          bits.ofClasses(
            {
              classes: places.classes,
              successors: places.successors.map(
                (row) => new Set([...row].flatMap(([to, when]) => (isTaken(truth(when)) ? [to] : []))),
              ),
            },
            everything,
          )
        return { may: where(isPossible), must: where(isCertain) }
      }
      const rows = relation(name)
      const kept = (isTaken: (value: Known) => boolean) => bits.relationOf(rows.map((row) => taken(row, isTaken)))
      return { may: kept(isPossible), must: kept(isCertain) }
    }),
  }
}

/** Returns which arrivals the waits at barriers may see, and must see. Of those that are chosen, none need be seen. */
function seenOf(graph: EventGraph): readonly ChosenPair<Known>[] {
  const barriers = barriersOf(graph)
  const { domain, evaluate, passes } = certain(graph)
  const rules = barrierRules(graph, domain, evaluate)
  const arrives = (id: number): Known => (barriers.some((one) => one.id === id && isChosen(one)) ? 'maybe' : 'yes')
  return arrivalsSeen(barriers, rules, threeValued, arrives, passes)
}

/**
 * Returns the pairs of an arrival and the wait that sees it; undefined unless they are the same in each execution, because
 * each thread comes to each barrier and passes it, whatever reads return.
 */
export const certainMeetings: (graph: EventGraph) => readonly GuardedPair[] | undefined = memoisedWeakly((graph) => {
  const { passes } = certain(graph)
  const pairs = seenOf(graph)
  const areCertain =
    barriersOf(graph).every(({ id }) => passes(id) === 'yes') && pairs.every(([, , isSeen]) => isSeen === 'yes')
  return areCertain ? pairs.map(([from, to]): GuardedPair => [from, to, always]) : undefined
})

const bothWays = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.flatMap(([a, b]): readonly Pair[] => [
    [a, b],
    [b, a],
  ])
const ends = (pairs: readonly GuardedPair[]): readonly Pair[] => pairs.map(([a, b]) => [a, b])

/** Returns the choices that the bounds leave to an execution. Initial writes come first. */
function choicesWithin({ rf, co, initial, sync_fence, indirect }: Bounds, bits: BitAlgebra): Choices {
  const certain = initial.filter(([, , when]) => truth(when) === 'yes')
  return {
    rf: { may: bits.fromPairs(rf), must: bits.empty },
    co: {
      may: bits.fromPairs([...ends(initial), ...bothWays(ends(co))]),
      must: bits.fromPairs(ends(certain)),
    },
    sync_fence: { may: bits.fromPairs(bothWays([...sync_fence, ...indirect])), must: bits.empty },
  }
}

/**
 * Narrows the choices by their consequences. Orders are strict, and one of any two fences that scopes connect directly
 * comes first.
 */
function narrowed(
  ranges: Choices,
  step: Consequences,
  { bits, algebra, direct }: { readonly bits: BitAlgebra; readonly algebra: MayMustAlgebra; readonly direct: BitRows },
): Choices {
  const left = (choice: Choice): MayMust<BitRows> => ({
    may: bits.difference(ranges[choice].may, step[choice].never),
    must: bits.union(ranges[choice].must, step[choice].always),
  })
  const ordered = ({ may, must: some }: MayMust<BitRows>, oneOfTwo: BitRows): MayMust<BitRows> => {
    const onlyWay = bits.difference(oneOfTwo, bits.inverse(may))
    const { must: all } = algebra.closure({ may, must: bits.union(some, bits.intersection(onlyWay, may)) })
    return { may: bits.difference(may, bits.inverse(all)), must: all }
  }
  return { rf: left('rf'), co: ordered(left('co'), bits.empty), sync_fence: ordered(left('sync_fence'), direct) }
}
