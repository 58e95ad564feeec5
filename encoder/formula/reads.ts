/** The values that reads return, and which barriers are passed, over formulas. */

import type { EventGraph, MemoryEvent } from '../events/event.js'
import type { ChosenPair } from '../relations/base.js'
import { type Evaluator, evaluator } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { barrierPassing, type Passing } from './passing.js'
import { type Alternative, type SymbolicValues, symbolicValues, type Value } from './symbolic.js'

export interface ReadValues {
  readonly domain: SymbolicValues
  readonly evaluate: Evaluator<Formula, Value>
  /** By event id. */
  readonly values: ReadonlyMap<number, Value>
  readonly passing: Passing
  /** What must hold of the values that are variables. */
  readonly definitions: readonly Formula[]
}

/**
 * What each read returns: the value of the write that it reads from. A read whose value depends on itself, by way of other reads and
 * writes, gets its own bit-vector, which `definitions` tie to the write. So does a read with too many cases.
 */
export function readValues(graph: EventGraph, builder: FormulaBuilder, rf: readonly ChosenPair<Formula>[]): ReadValues {
  const { events } = graph
  const values = new Map<number, Value>()
  const definitions: Formula[] = []
  const pending = new Set<number>()
  const free: MemoryEvent[] = []

  const freeValue = (event: MemoryEvent): Value => {
    const known = values.get(event.id)
    if (known !== undefined) return known
    const { width } = event.value
    const value: Value = { kind: 'bits', width, bits: builder.bitsVariable(`value_${event.id}`, width) }
    values.set(event.id, value)
    free.push(event)
    return value
  }
  const sources = (read: number): readonly Alternative[] =>
    rf.flatMap(([write, to, when]) => {
      if (to !== read) return []
      const event = events[write]
      if (event?.kind !== 'write') throw new Error(`event ${write} is no write`)
      return [{ when, value: evaluate.value(event.value) }]
    })
  const read = (id: number): Value => {
    const event = events[id]
    if (event === undefined || event.kind !== 'read') throw new Error(`event ${id} is no read`)
    const known = values.get(id)
    if (known !== undefined) return known
    if (pending.has(id)) return freeValue(event)
    pending.add(id)
    const merged = domain.merge(sources(id), event.value.width)
    pending.delete(id)
    if (merged === undefined || values.has(id)) return freeValue(event)
    values.set(id, merged)
    return merged
  }
  const barriers = barrierPassing(graph, builder, () => ({ domain, evaluate }))
  const domain = symbolicValues(builder, read, barriers.passes)
  const evaluate: Evaluator<Formula, Value> = evaluator(domain)
  for (const event of events) if (event.kind === 'read') read(event.id)
  const passing = barriers.finish()
  for (const event of free) {
    for (const { when, value } of sources(event.id))
      definitions.push(builder.or(builder.not(when), domain.equal(read(event.id), value)))
  }
  return { domain, evaluate, values, passing, definitions: [...passing.definitions, ...definitions] }
}
