/** The values that reads return, and the barriers that are passed, over formulas. */

import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import {
  type Cell,
  type EventGraph,
  type MemoryEvent,
  type Pair,
  type Returning,
  returns,
} from '../events/graph/event.js'
import { cellAt, partRead, readFrom, writtenTo } from '../events/memory/parts.js'
import type { ChosenPair, ChosenPart } from '../relations/chosen.js'
import type { Addition, Counter } from '../relations/counters.js'
import { type Evaluator, evaluator } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { barrierPassing, type Passing } from './passing.js'
import { type Alternative, type SymbolicValues, symbolicValues, type Value } from './symbolic.js'

export interface ReadValues {
  readonly domain: SymbolicValues
  readonly evaluate: Evaluator<Formula, Value>
  /** The values by event id. */
  readonly values: ReadonlyMap<number, Value>
  readonly passing: Passing
  /** The constraints on the values that are variables. */
  readonly definitions: readonly Formula[]
  /** Returns what remains in a cell that counts additions; undefined of other cells. */
  readonly remaining: (cell: Cell) => Value | undefined
}

/**
 * Returns what each read returns: the value of the write that it reads from, or the combined values of the cells that
 * it reads. A value that depends on itself through other reads and writes gets its own bit-vector, which `definitions`
 * tie to the write. So does one with too many cases. An addition to a counter returns the sum of the additions before
 * it in coherence, which `isBefore` gives.
 */
export function readValues(
  graph: EventGraph,
  builder: FormulaBuilder,
  { rf, parts }: { readonly rf: readonly ChosenPair<Formula>[]; readonly parts: readonly ChosenPart<Formula>[] },
  counting: readonly Counter[],
  isBefore: (writes: Pair) => Formula,
): ReadValues {
  const { events } = graph
  const values = new Map<number, Value>()
  const definitions: Formula[] = []
  const bySource = groupBy(rf, ([, read]) => read)
  const partsOf = groupBy(parts, ({ read }) => read)

  const writeAt = (id: number): MemoryEvent => {
    const event = events[id]
    if (event?.kind !== 'write') throw new Error(`event ${id} is not a write`)
    return event
  }
  /**
   * Defines a value by its name, given what it may be. It is known while others are computed, so that it may depend on
   * itself.
   */
  const defined = (() => {
    const valuesByName = new Map<string, Value>()
    const pending = new Set<string>()
    const free: { readonly name: string; readonly sources: () => readonly Alternative[] }[] = []
    const freeValue = (name: string, width: number, sources: () => readonly Alternative[]): Value => {
      const cached = valuesByName.get(name)
      if (cached !== undefined) return cached
      const value: Value = { kind: 'bits', width, bits: builder.bitsVariable(`value_${name}`, width) }
      valuesByName.set(name, value)
      free.push({ name, sources })
      return value
    }
    const valueOf = (name: string, width: number, sources: () => readonly Alternative[]): Value => {
      const cached = valuesByName.get(name)
      if (cached !== undefined) return cached
      if (pending.has(name)) return freeValue(name, width, sources)
      pending.add(name)
      const merged = domain.merge(sources(), width)
      pending.delete(name)
      if (merged === undefined || valuesByName.has(name)) return freeValue(name, width, sources)
      valuesByName.set(name, merged)
      return merged
    }
    const define = (): void => {
      for (const { name, sources } of free) {
        const own = must(valuesByName.get(name), 'a value for each name')
        for (const { when, value } of sources())
          definitions.push(builder.or(builder.not(when), domain.equal(own, value)))
      }
    }
    return { valueOf, define }
  })()

  const counterOf = new Map(
    counting.flatMap((counter) => counter.additions.map((one) => [one.read.id, { counter, one }] as const)),
  )
  /** Returns the sum of the performed additions for which `isCounted` holds. */
  const sum = ({ initial, additions }: Counter, isCounted: (one: Addition) => Formula): Value =>
    additions.reduce((before, one) => {
      const width = one.write.value.width
      return domain.choice(
        builder.and(isCounted(one), evaluate.truth(one.write.guard)),
        () => domain.operation('add', before, domain.constant(one.amount, width), width),
        () => before,
      )
    }, evaluate.value(initial))

  /**
   * Returns what a read that covers one cell may return: the value of each write, or the part of it that is in the
   * cell.
   */
  const sources = (read: MemoryEvent): readonly Alternative[] => {
    const counted = counterOf.get(read.id)
    if (counted === undefined) return written(read)
    const { counter, one } = counted
    const isCounted = (other: Addition) => (other === one ? builder.ff : isBefore([other.write.id, one.write.id]))
    return [{ when: builder.tt, value: sum(counter, isCounted) }]
  }
  const written = (read: MemoryEvent): readonly Alternative[] =>
    (bySource.get(read.id) ?? []).map(([write, , when]) => ({
      when,
      value: evaluate.value(graph.mixed ? partRead(writeAt(write), read) : writeAt(write).value),
    }))
  const cellSources = (read: number, cell: number): readonly Alternative[] =>
    (partsOf.get(read) ?? []).flatMap((part) =>
      part.cell === cell
        ? [{ when: part.when, value: evaluate.value(writtenTo(graph, writeAt(part.write), cell)) }]
        : [],
    )
  const read = (id: number): Value => {
    const event = events[id]
    if (event === undefined || !returns(event)) throw new Error(`event ${id} returns nothing`)
    const value = values.get(id)
    if (value !== undefined) return value
    const returned = returnedBy(event)
    values.set(id, returned)
    return returned
  }
  const returnedBy = (event: Returning): Value => {
    if (event.kind === 'barrier')
      return defined.valueOf(`${event.id}`, event.returned.type.width, () => [
        { when: builder.tt, value: evaluate.value(event.returned.value) },
      ])
    return partsOf.has(event.id)
      ? readFrom(graph, event, domain, evaluate, (cell) =>
          defined.valueOf(`${event.id}_${cell}`, 8 * cellAt(graph, cell).bytes, () => cellSources(event.id, cell)),
        )
      : defined.valueOf(`${event.id}`, event.value.width, () => sources(event))
  }
  const barriers = barrierPassing(graph, builder, () => ({ domain, evaluate }))
  const domain = symbolicValues(builder, read, barriers.passes)
  const evaluate: Evaluator<Formula, Value> = evaluator(domain)
  for (const event of events) if (returns(event)) read(event.id)
  const passing = barriers.finish()
  defined.define()
  const remaining = ({ location, offset }: Cell): Value | undefined => {
    const counter = counting.find((one) => one.location === location && one.offset === offset)
    return counter && sum(counter, () => builder.tt)
  }
  return { domain, evaluate, values, passing, definitions: [...passing.definitions, ...definitions], remaining }
}
