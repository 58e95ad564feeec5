/** From events and a model to the formulas whose solutions are the consistent executions. */

import { candidate } from '../axioms/algebra/candidate.js'
import type { Model } from '../axioms/algebra/terms.js'
import { baseOf, type ChosenPair } from './base.js'
import { choices, type Pair } from './bounds.js'
import { conditionHolds } from './condition.js'
import type { EventGraph } from './events.js'
import { type FinalWrite, finalStates } from './final.js'
import { type Formula, formulaBuilder } from './formula.js'
import { interpreter } from './interpret.js'
import { readValues } from './reads.js'
import { relationAlgebra } from './relation.js'
import type { Value } from './values.js'

export interface Encoding {
  readonly graph: EventGraph
  readonly model: Model
  /** What holds in every candidate execution that meets the program's constraints. */
  readonly assertions: readonly Formula[]
  /** For each axiom of the model, that it holds. */
  readonly axioms: readonly Formula[]
  /** For each question of the program, whether the outcome it asks for is reached. */
  readonly outcomes: readonly Formula[]
  /** The execution that a solution stands for. */
  readonly solution: {
    readonly executed: readonly Formula[]
    /** By event; undefined for fences. */
    readonly values: readonly (Value | undefined)[]
    readonly rf: readonly ChosenPair<Formula>[]
    readonly co: readonly ChosenPair<Formula>[]
    readonly sync_fence: readonly ChosenPair<Formula>[]
    /** For each location a choice among its writes. */
    readonly final: readonly (readonly FinalWrite[])[]
  }
}

/** The encoding of a program's questions under a model. */
export function encode(graph: EventGraph, model: Model): Encoding {
  const { program, events, constraints } = graph
  const builder = formulaBuilder()
  const { and, not, tt, ff } = builder
  const algebra = relationAlgebra(events.length, builder)
  const bounds = choices(graph)

  const rf: readonly ChosenPair<Formula>[] = bounds.rf.map(([write, read]) => [
    write,
    read,
    builder.variable(`rf_${write}_${read}`),
  ])
  const reads = readValues(graph, builder, rf)
  const { domain, evaluate } = reads
  const executed = events.map(({ guard }) => evaluate.truth(guard))
  const both = ([a, b]: Pair): Formula => and(executed[a] ?? ff, executed[b] ?? ff)

  const either = (name: string, pairs: readonly Pair[]): readonly ChosenPair<Formula>[] =>
    pairs.flatMap(([a, b]): readonly ChosenPair<Formula>[] => [
      [a, b, and(builder.variable(`${name}_${a}_${b}`), both([a, b]))],
      [b, a, and(builder.variable(`${name}_${b}_${a}`), both([a, b]))],
    ])
  const co: readonly ChosenPair<Formula>[] = [
    ...bounds.initial.map(([a, b]): ChosenPair<Formula> => [a, b, both([a, b])]),
    ...either('co', bounds.co),
  ]
  const sync_fence: readonly ChosenPair<Formula>[] = [
    ...bounds.sync_fence.flatMap(([a, b]): readonly ChosenPair<Formula>[] => {
      const first = builder.variable(`sync_fence_${a}_${b}`)
      return [
        [a, b, and(first, both([a, b]))],
        [b, a, and(not(first), both([a, b]))],
      ]
    }),
    ...either('sync_fence', bounds.indirect),
  ]

  const chosen = {
    executed,
    rf: algebra.fromPairs(rf),
    co: algebra.fromPairs(co),
    sync_fence: algebra.fromPairs(sync_fence),
  }
  const { axiom } = interpreter(baseOf(graph, chosen, builder), builder)

  const values = events.map((event) =>
    event.kind === 'fence' ? undefined : (reads.values.get(event.id) ?? evaluate.value(event.value)),
  )
  const final = finalStates(graph, builder, domain, chosen, values)

  const outcomes = program.questions.map(({ kind, condition }) => {
    const holds = conditionHolds(condition, graph, domain, evaluate, final.value)
    return kind === 'assert' ? not(holds) : holds
  })
  return {
    graph,
    model,
    assertions: [
      ...candidate.map(axiom),
      ...reads.definitions,
      ...final.definitions,
      ...constraints.map(evaluate.truth),
    ].filter((formula) => formula !== tt),
    axioms: model.axioms.map(axiom),
    outcomes,
    solution: { executed, values, rf, co, sync_fence, final: final.choices },
  }
}
