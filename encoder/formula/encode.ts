/** Encodes events and a model into formulas whose solutions are the consistent executions. */

import { candidate, mixedAtomicity, mixedCandidate, readsBytesFrom } from '../../axioms/algebra/candidate.js'
import { isSame } from '../../axioms/algebra/same.js'
import type { EventSet, Model, Rel } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../axioms/algebra/traverse.js'
import { fr } from '../../axioms/algebra/vocabulary.js'
import type { Condition, Observable } from '../../litmus/condition.js'
import type { Question } from '../../litmus/program.js'
import type { GoesOn } from '../../source/limited.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import { isHang, type Wait, waitsForEver } from '../events/barriers/hangs.js'
import { conditionHolds, observedValue } from '../events/graph/condition.js'
import { accessAt, type EventGraph, type GuardedPair, type Pair } from '../events/graph/event.js'
import { isSplit } from '../events/memory/parts.js'
import { overlapping, together } from '../events/memory/places.js'
import { baseOf } from '../relations/base.js'
import { upperBounds } from '../relations/bounds.js'
import type { ChosenPair, ChosenPart } from '../relations/chosen.js'
import { counters, mayCount } from '../relations/counters.js'
import { deduced, isWorthDeducing, nothingDeduced, openAxiom, termBounds } from '../relations/deduced.js'
import { type Interpreter, interpreter } from '../relations/interpret.js'
import { progressOf } from '../relations/progress.js'
import { type Relation, relationAlgebra } from '../relations/relation.js'
import { always, type Predicate } from '../values/expression.js'
import { counterReads } from './counter-reads.js'
import type { Effort } from './decision-diagrams.js'
import { type FinalWrite, finalStates } from './final.js'
import { type EncodingForm, mostRelated, sizesOf } from './form.js'
import { type Bits, type Formula, type FormulaBuilder, formulaBuilder } from './formula.js'
import { type Lazy, lazyAcyclicity, lazyFromReads } from './lazily.js'
import { lazilyRelated } from './lazily-related.js'
import { oneSource, partsRead, withLinks } from './mixed.js'
import { readsFromOne } from './one-source.js'
import { strictOrder } from './orders-in-clauses.js'
import type { Passing } from './passing.js'
import { readValues } from './reads.js'
import { withSettled } from './settled.js'
import { stepsOf } from './steps.js'
import type { Unstated } from './unstated.js'
import type { Value } from './value.js'

export interface Encoding {
  readonly graph: EventGraph
  readonly model: Model
  /** The formulas that hold in every candidate execution that meets the program's constraints. */
  readonly assertions: readonly Formula[]
  /** The variables whose values follow from other choices. */
  readonly unstated: ReadonlyMap<Formula | Bits, Unstated>
  /** Further conditions on a solution. */
  readonly lazily: readonly Lazy[]
  /** The axioms of the model, in its order. */
  readonly axioms: readonly EncodedAxiom[]
  /** Builds further formulas about these executions. */
  readonly builder: FormulaBuilder
  /** Returns when each pair of a relation of the model holds. */
  readonly relation: Interpreter<Formula>['relation']
  /** Returns whether a condition over what reads return holds. */
  readonly truth: (predicate: Predicate) => Formula
  /** Returns the final value of a register or of a location that the program uses. */
  readonly observed: (term: Observable) => Value
  /** Holds if every thread comes to its end. */
  readonly ends: Formula
  /** Holds if every thread comes to its end, and the final state satisfies the program's filter. */
  readonly complete: Formula
  /** Returns the condition of a hang. */
  readonly hang: () => Formula
  /** Returns the threads that may wait for ever, with conditions. */
  readonly waits: () => readonly Wait<Formula>[]
  /**
   * The formulas for the questions of the program, in its order: the execution is complete and reaches the outcome of
   * the question.
   */
  readonly outcomes: ReadonlyMap<Question, Formula>
  /** Returns when the final state meets a condition. */
  readonly holds: (condition: Condition) => Formula
  /** The cuts of the graph. */
  readonly cuts: readonly EncodedCut[]
  /** The execution that a solution represents. */
  readonly solution: {
    readonly executed: readonly Formula[]
    /** The value of each event; undefined for events without one. */
    readonly values: readonly (Value | undefined)[]
    /** The unknown values, by their numbers. */
    readonly unknowns: readonly Value[]
    readonly rf: readonly ChosenPair<Formula>[]
    readonly parts: readonly ChosenPart<Formula>[]
    readonly co: readonly ChosenPair<Formula>[]
    readonly sync_fence: readonly ChosenPair<Formula>[]
    readonly barriers: Passing['barriers']
    /** The choice among the writes of each cell. */
    readonly final: readonly (readonly FinalWrite[])[]
  }
}

interface EncodedAxiom {
  readonly name: string
  readonly holds: Formula
}

interface EncodedCut {
  /** Thread, label and place of the loop. */
  readonly loop: string
  readonly reached: Formula
}

export interface EncodingOptions {
  /** Lean if absent. */
  readonly form?: EncodingForm | undefined
  /** True if all axioms of the model are asserted, so choices that they fix need not be left open. */
  readonly assumesAxioms?: boolean
  /** True if everything is stated at once, so that `lazily` is empty. */
  readonly isWhole?: boolean
  /** The effort to keep the formulas small. */
  readonly effort?: Effort
  /** Returns whether there is time to go on; always if absent. */
  readonly goesOn?: GoesOn | undefined
  /** True if costly relations are stated as far as solutions need them. */
  readonly isLazy?: boolean
  /** True if questions ask about causality, so that it is stated anyway. */
  readonly asksCausality?: boolean
  /** Writes, or fences, which are in the order of the list where they are in any, because their threads are alike. */
  readonly inOrder?: readonly (readonly number[])[] | undefined
}

/** Returns the terms for from-reads in the model. */
const fromReadsOf = (model: Model): readonly (Rel | EventSet)[] =>
  [...termsOf(model.axioms)].filter((term) => term.kind === 'named' && isSame(term, fr))

/** Returns the encoding of a program's questions under a model. */
export function encode(
  graph: EventGraph,
  model: Model,
  {
    form = 'lean',
    assumesAxioms = false,
    isWhole = false,
    effort = 'little',
    goesOn,
    isLazy = false,
    asksCausality = false,
    inOrder = [],
  }: EncodingOptions = {},
): Encoding {
  const { program, events, constraints } = graph
  const builder = formulaBuilder(effort, goesOn)
  const { and, not, tt, ff } = builder
  const algebra = relationAlgebra(events.length, builder)
  const all = upperBounds(graph)
  const sizes = sizesOf[form]
  const isWorthwhile = () => isWorthDeducing(graph, all, sizes.deduced) || mayCount(graph, sizes.counted).length > 0
  const decided = assumesAxioms && isWorthwhile() ? deduced(graph, model, all, sizes.counted) : nothingDeduced
  const { isImpossible, isNecessary, isTotal } = decided
  const counting = counters(graph, model, decided, sizes.counted)
  const bounds = {
    ...all,
    rf: all.rf.filter((pair) => !isImpossible('rf', pair)),
    co: all.co.filter(([a, b]) => !isImpossible('co', [a, b]) || !isImpossible('co', [b, a])),
  }

  const split = new Set(events.flatMap((event) => (event.kind === 'read' && isSplit(graph, event) ? [event.id] : [])))
  const parts = partsRead(graph, bounds.rf, split, builder)
  const sources: readonly ChosenPair<Formula>[] = bounds.rf.map(([write, read]) => [
    write,
    read,
    split.has(read)
      ? builder.any(parts.flatMap((part) => (part.write === write && part.read === read ? [part.when] : [])))
      : builder.variable(`rf_${write}_${read}`),
  ])
  const rank = new Map(inOrder.flatMap((ids, list) => ids.map((id, i) => [`${list} ${id}`, i] as const)))
  /** Returns whether the lists put the first before the second, or after it; undefined if no list has both. */
  const isListedFirst = ([a, b]: Pair): boolean | undefined => {
    for (const list of inOrder.keys()) {
      const [before, after] = [rank.get(`${list} ${a}`), rank.get(`${list} ${b}`)]
      if (before !== undefined && after !== undefined) return before < after
    }
    return undefined
  }
  /**
   * Returns the condition under which one comes first if both are executed. For two that are always ordered, a single
   * variable says which.
   */
  const comesFirst =
    (choice: 'co' | 'sync_fence', areOrdered: (pair: Pair) => boolean) =>
    ([a, b]: Pair): Formula => {
      if (isImpossible(choice, [a, b])) return ff
      if (isNecessary(choice, [a, b])) return tt
      const isListed = isListedFirst([a, b])
      if (isListed === false) return ff
      if (isListed && areOrdered([a, b])) return tt
      return a > b && areOrdered([a, b])
        ? not(builder.variable(`${choice}_${b}_${a}`))
        : builder.variable(`${choice}_${a}_${b}`)
    }
  const isBefore = comesFirst('co', isTotal)
  const counted = counterReads(counting, isBefore, builder)
  const reads = readValues(
    graph,
    builder,
    { rf: sources, parts },
    counting,
    counted,
    decided.areExclusive,
    sizes.summed,
  )
  const { domain, evaluate, passing } = reads
  const executed = events.map(({ guard }) => evaluate.truth(guard))
  const isExecuted = (id: number): Formula => must(executed[id], 'whether each event is executed')
  const both = ([a, b]: Pair): Formula => and(isExecuted(a), isExecuted(b))
  const { transitivity, acyclic: mostPairs, fromReads } = isWhole ? sizesOf.plain : sizes
  const steps = stepsOf(
    counting,
    counted,
    sources,
    { size: events.length, decided, isExecuted, isBefore, mostClauses: transitivity },
    builder,
  )
  const rf = steps.rf.filter(([, , when]) => when !== ff)

  const either = (pairs: readonly Pair[], isFirst: (pair: Pair) => Formula): readonly ChosenPair<Formula>[] =>
    pairs
      .flatMap(([a, b]): readonly ChosenPair<Formula>[] => [
        [a, b, and(isFirst([a, b]), both([a, b]))],
        [b, a, and(isFirst([b, a]), both([a, b]))],
      ])
      .filter(([, , when]) => when !== ff)
  const there = (pairs: readonly GuardedPair[]): ((one: ChosenPair<Formula>) => ChosenPair<Formula>) => {
    const overlaps = new Map(pairs.map(([a, b, when]) => [`${a} ${b}`, when]))
    return ([a, b, when]) => [
      a,
      b,
      and(when, evaluate.truth(overlaps.get(`${a} ${b}`) ?? overlaps.get(`${b} ${a}`) ?? always)),
    ]
  }
  const initial = bounds.initial.map(([a, b]): ChosenPair<Formula> => [a, b, both([a, b])]).map(there(bounds.initial))
  const chosenCo = either(
    bounds.co.map(([a, b]): Pair => [a, b]),
    isBefore,
  ).map(there(bounds.co))
  const co: readonly ChosenPair<Formula>[] = [...initial, ...chosenCo]
  const sync_fence: readonly ChosenPair<Formula>[] = [
    ...either(
      bounds.sync_fence,
      comesFirst('sync_fence', () => true),
    ),
    ...either(
      bounds.indirect,
      comesFirst('sync_fence', () => false),
    ),
  ]

  /**
   * Fence-SC order relates the fences that are executed. If the model lets neither of two come first, one of them is
   * not executed.
   */
  const apart = bounds.sync_fence.flatMap(([a, b]) =>
    isImpossible('sync_fence', [a, b]) && isImpossible('sync_fence', [b, a]) ? [not(both([a, b]))] : [],
  )

  /** Returns the links; only writes that do not overlap need one. */
  const links = (): readonly ChosenPair<Formula>[] =>
    either(bounds.linked, ([a, b]) => builder.variable(`link_${a}_${b}`)).map(([a, b, when]) => {
      const overlap = co.find(([c, d]) => a === c && b === d)
      const overlaps = evaluate.truth(together(accessAt(graph, a), accessAt(graph, b), overlapping))
      return [a, b, overlap === undefined ? when : and(when, not(overlaps))]
    })
  const chosen = {
    executed,
    rf: algebra.fromPairs(rf),
    parts,
    co: algebra.fromPairs(co),
    sync_fence: algebra.fromPairs(sync_fence),
    seen: algebra.fromPairs(passing.seen),
  }
  const fenceOrder = strictOrder(sync_fence, builder, transitivity)
  const { acyclic, lazily } = lazyAcyclicity(builder, mostPairs)
  // Base causality includes every ordered pair of `fence.sc`, so their order is already transitive.
  const logic = form === 'plain' ? builder : { ...builder, follows: fenceOrder.follows, acyclic }
  const ordinary = rf.filter(([, read]) => !steps.isRead(read))
  const overwritten = graph.mixed ? undefined : lazyFromReads(ordinary, chosen.co, isExecuted, builder, fromReads)
  const base = baseOf(graph, chosen, evaluate.truth, builder)
  /** Returns from-reads; undefined if the model's own definition is as good. */
  const fromReadsRelation = (): Relation<Formula> | undefined => {
    if (overwritten === undefined && counting.length === 0) return undefined
    const others = overwritten?.relation ?? algebra.sequence(algebra.inverse(algebra.fromPairs(ordinary)), chosen.co)
    return others.map((row, event) => (steps.isRead(event) ? steps.fromReads(event) : row))
  }
  const overwriting = fromReadsRelation()
  const given = new Map(overwriting === undefined ? [] : fromReadsOf(model).map((term) => [term, overwriting] as const))
  const whole = interpreter(base, logic, given, steps.transitivePart)
  const { relation } = whole
  const isLarge = isLazy || events.length > sizes.allRelatedFrom
  const mostUnasked = isLarge ? mostRelated : events.length > sizes.relatedFrom ? sizes.related : 0
  const mostStated = form === 'lean' && asksCausality ? 0 : mostUnasked
  const limits = mostStated > 0 && !isWhole ? termBounds(graph, bounds) : undefined
  const openAxioms = model.axioms.map((one) => (limits === undefined ? one : openAxiom(limits, one)))
  const related =
    limits !== undefined
      ? lazilyRelated(
          graph,
          openAxioms,
          limits,
          { chosen, truth: evaluate.truth, later: steps.later },
          builder,
          mostStated,
        )
      : undefined
  const { axiom } =
    related === undefined
      ? whole
      : interpreter(base, logic, new Map([...given, ...related.relations]), steps.transitivePart)
  const readIds = events.flatMap(({ kind, id }) => (kind === 'read' && !steps.isRead(id) ? [id] : []))
  const isRead = (write: number, read: number): Formula =>
    and(both([write, read]), evaluate.truth(together(accessAt(graph, write), accessAt(graph, read), overlapping)))
  const coherence = strictOrder(graph.mixed ? withLinks(chosenCo, links(), builder) : co, builder, transitivity)
  // By construction the choices relate only what they may, and fences one way or the other. It remains to assert that they are orders.
  const candidates =
    form === 'plain'
      ? (graph.mixed ? mixedCandidate : candidate).map(axiom)
      : [
          ...(graph.mixed
            ? [axiom(readsBytesFrom), axiom(mixedAtomicity)]
            : readsFromOne(
                rf.filter(([, read]) => !steps.isRead(read)),
                readIds,
                isExecuted,
                isRead,
                builder,
              )),
          ...steps.clauses,
          ...coherence.clauses,
          ...fenceOrder.clauses,
          ...apart,
        ]

  const values = events.map((event) => (event.kind === 'write' ? reads.written(event) : reads.values.get(event.id)))
  const final = finalStates(graph, builder, domain, evaluate, chosen, reads.remaining)

  const holds = (condition: Condition): Formula => conditionHolds(condition, graph, domain, evaluate, final.value)
  const ends = evaluate.truth(graph.complete)
  const complete = and(ends, program.filter === undefined ? tt : holds(program.filter))
  const outcome = ({ kind, condition }: Question): Formula =>
    and(complete, kind === 'assert' ? not(holds(condition)) : holds(condition))
  const outcomes = new Map(program.questions.map((question) => [question, outcome(question)]))
  /** Returns the condition of a from-read, whether or not the model uses the relation. */
  const isOverwritten = (read: number, write: number): Formula => {
    if (graph.mixed) return relation(fr)[read]?.get(write) ?? builder.ff
    if (steps.isRead(read)) return steps.fromReads(read).get(write) ?? ff
    return builder.any(
      rf.flatMap(([source, to, when]) => {
        const later = to === read ? chosen.co[source]?.get(write) : undefined
        return later === undefined ? [] : [and(when, later)]
      }),
    )
  }
  const waits = once((): readonly Wait<Formula>[] => {
    const known = { truth: evaluate.truth, executed: isExecuted, passes: reads.domain.passes, isOverwritten }
    const isPromised = progressOf(graph, model, { ...known, logic, base: () => base, relation })
    const settling = { domain, counted, remaining: reads.remaining, isOverwritten }
    return waitsForEver(graph, { ...known, logic: builder, isPromised }).map((wait) =>
      withSettled(wait, settling, builder),
    )
  })
  const hang = (): Formula => isHang(graph, waits(), { logic: builder, truth: evaluate.truth })
  const unstated = new Map<Formula | Bits, Unstated>([...reads.unstated, ...final.unstated, ...steps.unstated])
  const axioms = openAxioms.map((one) => ({ name: one.name, holds: axiom(one) }))
  return {
    graph,
    model,
    assertions: [
      ...candidates,
      ...(graph.mixed ? oneSource(graph, { rf, parts }, split, isExecuted, evaluate.truth, builder) : []),
      ...reads.definitions,
      ...(form === 'plain' ? [...unstated.values()].flatMap(({ stated }) => stated()) : []),
      ...constraints.map(evaluate.truth),
      ...graph.congruence.map(evaluate.truth),
    ].filter((formula) => formula !== tt),
    unstated,
    lazily:
      form === 'plain'
        ? []
        : [
            ...coherence.lazily,
            ...fenceOrder.lazily,
            ...steps.lazily,
            ...lazily,
            ...(related === undefined ? [] : [related.lazy(whole)]),
            ...(overwritten === undefined ? [] : [overwritten.lazy]),
          ],
    axioms,
    builder,
    relation,
    truth: evaluate.truth,
    observed: (term) => observedValue(term, graph, evaluate, final.value).value,
    ends,
    complete,
    hang,
    waits,
    outcomes,
    holds,
    cuts: graph.cuts.map(({ loop, reached }) => ({ loop, reached: evaluate.truth(reached) })),
    solution: {
      executed,
      values,
      unknowns: graph.unknowns.map(({ width }, id) => domain.unknown(id, width)),
      rf,
      parts,
      co,
      sync_fence,
      barriers: passing.barriers,
      final: final.choices,
    },
  }
}
