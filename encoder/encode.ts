/** From events and a model to the formulas whose solutions are the consistent executions. */

import { candidate } from '../axioms/algebra/candidate.js'
import type { Model } from '../axioms/algebra/terms.js'
import { baseOf } from './base.js'
import { choices, type Pair } from './bounds.js'
import { conditionHolds } from './condition.js'
import type { EventGraph, MemoryEvent } from './events.js'
import { evaluator } from './expression.js'
import { type Formula, type FormulaBuilder, formulaBuilder } from './formula.js'
import { interpreter } from './interpret.js'
import { relationAlgebra } from './relation.js'
import { type Alternative, symbolicValues, type Value } from './values.js'

export interface Encoding {
  readonly graph: EventGraph
  readonly model: Model
  /** What holds in every consistent execution that meets the program's constraints. */
  readonly assertions: readonly Formula[]
  /** For each question of the program, whether the outcome it asks for is reached. */
  readonly outcomes: readonly Formula[]
  /** The execution that a solution stands for. */
  readonly solution: {
    readonly executed: readonly Formula[]
    /** By event; undefined for fences. */
    readonly values: readonly (Value | undefined)[]
    readonly rf: readonly ChosenPair[]
    readonly co: readonly ChosenPair[]
    readonly sync_fence: readonly ChosenPair[]
    /** For each location a choice among its writes. */
    readonly final: readonly (readonly { readonly write: number; readonly when: Formula }[])[]
  }
}

export type ChosenPair = readonly [from: number, to: number, when: Formula]

/** The encoding of a program's questions under a model. */
export function encode(graph: EventGraph, model: Model): Encoding {
  const { program, events, constraints } = graph
  const builder = formulaBuilder()
  const { and, not, any, tt, ff } = builder
  const algebra = relationAlgebra(events.length, builder)
  const implies = (premise: Formula, conclusion: Formula) => builder.or(not(premise), conclusion)
  const bounds = choices(graph)

  const rf: readonly ChosenPair[] = bounds.rf.map(([write, read]) => [
    write,
    read,
    builder.variable(`rf_${write}_${read}`),
  ])
  const { domain, evaluate, readValues, definitions } = readValuesOf(graph, builder, rf)
  const executed = events.map(({ guard }) => evaluate.truth(guard))
  const both = ([a, b]: Pair): Formula => and(executed[a] ?? ff, executed[b] ?? ff)

  const either = (name: string, pairs: readonly Pair[]): readonly ChosenPair[] =>
    pairs.flatMap(([a, b]): readonly ChosenPair[] => [
      [a, b, and(builder.variable(`${name}_${a}_${b}`), both([a, b]))],
      [b, a, and(builder.variable(`${name}_${b}_${a}`), both([a, b]))],
    ])
  const co: readonly ChosenPair[] = [
    ...bounds.initial.map(([a, b]): ChosenPair => [a, b, both([a, b])]),
    ...either('co', bounds.co),
  ]
  const sync_fence: readonly ChosenPair[] = [
    ...bounds.sync_fence.flatMap(([a, b]): readonly ChosenPair[] => {
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

  const final = program.locations.map((_, location) =>
    events.flatMap((event) =>
      event.kind === 'write' && event.location === location
        ? [{ write: event.id, when: builder.variable(`final_${event.id}`) }]
        : [],
    ),
  )
  const isMaximal = (write: number): Formula => not(any([...(chosen.co[write]?.values() ?? [])]))
  const finalChoice = final.flatMap((writes) =>
    writes.length === 0
      ? []
      : [
          any(writes.map(({ when }) => when)),
          ...writes.flatMap(({ when }, i) => writes.slice(i + 1).map((other) => not(and(when, other.when)))),
          ...writes.map(({ write, when }) => implies(when, and(executed[write] ?? ff, isMaximal(write)))),
        ],
  )
  const finalValue = (location: number): Value => {
    const width = program.locations[location]?.type.width ?? 32
    const alternatives = (final[location] ?? []).map(
      ({ write, when }): Alternative => ({ when, value: valueOf(write) }),
    )
    return domain.merge(alternatives, width) ?? chooseBits(alternatives)
  }
  const valueOf = (event: number): Value => {
    const value = values[event]
    if (value === undefined) throw new Error(`event ${event} has no value`)
    return value
  }
  const chooseBits = (alternatives: readonly Alternative[]): Value => {
    const [first, ...others] = alternatives
    if (first === undefined) throw new Error('a location without a write')
    return others.reduce((rest, { when, value }) => domain.choice(when, value, rest), first.value)
  }
  const values = events.map((event) =>
    event.kind === 'fence' ? undefined : (readValues.get(event.id) ?? evaluate.value(event.value)),
  )

  const outcomes = program.questions.map(({ kind, condition }) => {
    const holds = conditionHolds(condition, graph, domain, evaluate, finalValue)
    return kind === 'assert' ? not(holds) : holds
  })
  return {
    graph,
    model,
    assertions: [
      ...candidate.map(axiom),
      ...definitions,
      ...finalChoice,
      ...constraints.map(evaluate.truth),
      ...model.axioms.map(axiom),
    ].filter((formula) => formula !== tt),
    outcomes,
    solution: { executed, values, rf, co, sync_fence, final },
  }
}

/**
 * What each read returns: the value of the write that it reads from. A read whose value hangs on itself, by way of other reads
 * and writes, gets a bit-vector of its own, and `definitions` tie it to the write; so do reads with too many cases.
 */
function readValuesOf({ events }: EventGraph, builder: FormulaBuilder, rf: readonly ChosenPair[]) {
  const readValues = new Map<number, Value>()
  const definitions: Formula[] = []
  const pending = new Set<number>()
  const free: MemoryEvent[] = []

  const freeValue = (event: MemoryEvent): Value => {
    const known = readValues.get(event.id)
    if (known !== undefined) return known
    const { width } = event.value
    const value: Value = { kind: 'bits', width, bits: builder.bitsVariable(`value_${event.id}`, width) }
    readValues.set(event.id, value)
    free.push(event)
    return value
  }
  const sources = (read: number): readonly Alternative[] =>
    rf.flatMap(([write, to, when]) => {
      const event = events[write]
      return to === read && event?.kind === 'write' ? [{ when, value: evaluate.value(event.value) }] : []
    })
  const read = (id: number): Value => {
    const event = events[id]
    if (event === undefined || event.kind !== 'read') throw new Error(`event ${id} is no read`)
    const known = readValues.get(id)
    if (known !== undefined) return known
    if (pending.has(id)) return freeValue(event)
    pending.add(id)
    const merged = domain.merge(sources(id), event.value.width)
    pending.delete(id)
    if (merged === undefined || readValues.has(id)) return freeValue(event)
    readValues.set(id, merged)
    return merged
  }
  const domain = symbolicValues(builder, read)
  const evaluate = evaluator(domain)
  for (const event of events) if (event.kind === 'read') read(event.id)
  for (const event of free) {
    for (const { when, value } of sources(event.id))
      definitions.push(builder.or(builder.not(when), domain.equal(read(event.id), value)))
  }
  return { domain, evaluate, readValues, definitions }
}
