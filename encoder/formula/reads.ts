/** The values that reads return, and the barriers that are passed, over formulas. */

import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
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
import type { Counter, Step } from '../relations/counters.js'
import { type Evaluator, evaluator } from '../values/expression.js'
import { countedValue } from './counted.js'
import { type CounterReads, stepsInTurn } from './counter-reads.js'
import type { Bits, Formula, FormulaBuilder } from './formula.js'
import { barrierPassing, type Passing } from './passing.js'
import { type SymbolicValues, symbolicValues } from './symbolic.js'
import type { Unstated } from './unstated.js'
import type { Alternative, Value } from './value.js'

export interface ReadValues {
  readonly domain: SymbolicValues
  readonly evaluate: Evaluator<Formula, Value>
  /** The values by event id. */
  readonly values: ReadonlyMap<number, Value>
  /** Returns the value of a write. */
  readonly written: (write: MemoryEvent) => Value
  readonly passing: Passing
  /** The constraints on who passes barriers, and on values that depend on themselves. */
  readonly definitions: readonly Formula[]
  /** The other values that are variables. */
  readonly unstated: ReadonlyMap<Bits, Unstated>
  /** Returns what remains in a cell that counts additions; undefined of other cells. */
  readonly remaining: (cell: Pick<Cell, 'location' | 'offset'>) => Value | undefined
}

/**
 * Returns what each read returns: the value of the write that it reads from, or the combined values of the cells that
 * it reads. A value that depends on itself through other reads and writes gets its own bit-vector, which `unstated`
 * tie to the write. So does one with too many cases. A read of a counter returns what the steps before it leave. If
 * these add more than `mostSummed` numbers, the sum is built if a text mentions it: most kernels use no result of the
 * additions.
 */
export function readValues(
  graph: EventGraph,
  builder: FormulaBuilder,
  { rf, parts }: { readonly rf: readonly ChosenPair<Formula>[]; readonly parts: readonly ChosenPart<Formula>[] },
  counting: readonly Counter[],
  counted: CounterReads,
  areExclusive: (events: Pair) => boolean,
  mostSummed: number,
): ReadValues {
  const { events } = graph
  const values = new Map<number, Value>()
  const unstated = new Map<Bits, Unstated>()
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
    const free: { readonly name: string; readonly bits: Bits; readonly sources: () => readonly Alternative[] }[] = []
    /** The values that depend on themselves: not every choice of the others leaves one for them. */
    const cyclic = new Set<string>()
    const freeValue = (name: string, width: number, sources: () => readonly Alternative[]): Value => {
      const cached = valuesByName.get(name)
      if (cached !== undefined) return cached
      const bits = builder.bitsVariable(`value_${name}`, width)
      const value: Value = { kind: 'bits', width, bits }
      valuesByName.set(name, value)
      free.push({ name, bits, sources })
      return value
    }
    /**
     * Returns the value. If there is `visit`, it is a variable whose sources are computed when they are asked for;
     * `visit` computes what they depend on, so that a value that depends on itself is found.
     */
    const valueOf = (name: string, width: number, sources: () => readonly Alternative[], visit?: () => void): Value => {
      const cached = valuesByName.get(name)
      if (cached !== undefined) return cached
      if (pending.has(name)) {
        cyclic.add(name)
        return freeValue(name, width, sources)
      }
      pending.add(name)
      visit?.()
      const merged = visit === undefined ? domain.merge(sources(), width) : undefined
      pending.delete(name)
      if (merged === undefined || valuesByName.has(name)) return freeValue(name, width, sources)
      valuesByName.set(name, merged)
      return merged
    }
    const define = (): void => {
      for (const { name, bits, sources } of free) {
        const own: Value = { kind: 'bits', width: bits.width, bits }
        const alternatives = once(sources)
        const stated = () =>
          alternatives().map(({ when, value }) => builder.or(builder.not(when), domain.equal(own, value)))
        if (cyclic.has(name)) for (const one of stated()) definitions.push(one)
        else unstated.set(bits, { stated, sources: alternatives })
      }
    }
    return { valueOf, define }
  })()

  /** The steps that go through states, by their writes. */
  const writerOf = new Map(
    counted.all.flatMap((one) =>
      one.step !== undefined && one.counter.kind === 'states' ? [[one.step.write.id, one] as const] : [],
    ),
  )
  const inTurn = memoised((counter: Counter) =>
    stepsInTurn(counter, counted.isFirst, ({ read }) => evaluate.truth(read.guard), builder),
  )
  /** The steps of a counter in groups of which each execution performs one step at most, so that a group takes one addition. */
  const exclusiveGroups = memoised(({ steps }: Counter): readonly (readonly Step[])[] => {
    const groups: Step[][] = []
    for (const one of steps) {
      const group = groups.find((some) => some.every((other) => areExclusive([one.read.id, other.read.id])))
      if (group === undefined) groups.push([one])
      else group.push(one)
    }
    return groups
  })
  /**
   * Returns what a counter holds after the performed steps for which `isCounted` holds. `settled` are some of these each
   * of which is counted only if the one before it is.
   */
  const after = (counter: Counter, isCounted: (one: Step) => Formula, settled: readonly Step[] = []): Value => {
    const { steps } = counter
    const counts = (one: Step): Formula => builder.and(isCounted(one), evaluate.truth(one.read.guard))
    if (counter.kind === 'states') {
      const others = steps.filter((one) => !settled.includes(one))
      const happened = { inTurn: settled.map(counts), others: others.map(counts) }
      return countedValue(counter.states, happened, must(steps[0], 'a step').write.value.width, builder)
    }
    const amountOf = (one: Step): Value =>
      evaluate.value(must(counter.amounts.get(one.write.id), 'the amount of each step'))
    return exclusiveGroups(counter).reduce((before, group) => {
      const [first, ...others] = group
      const added = (): Value =>
        others.reduceRight(
          (rest, one) =>
            domain.choice(
              counts(one),
              () => amountOf(one),
              () => rest,
            ),
          domain.constant(0n, before.width),
        )
      if (first === undefined) return before
      if (others.length === 0)
        return domain.choice(
          counts(first),
          () => domain.operation('add', before, amountOf(first), before.width),
          () => before,
        )
      const sum = domain.choice(counts(first), () => amountOf(first), added)
      return domain.operation('add', before, sum, before.width)
    }, evaluate.value(counter.initial))
  }
  /** Returns what computes the numbers that are added before a step, if its result is one of many sums. */
  const visiting = (read: MemoryEvent): (() => void) | undefined => {
    const reader = counted.at(read.id)
    if (reader?.step === undefined || reader.counter.kind !== 'sum') return undefined
    const { initial, steps, amounts } = reader.counter
    const added = [initial, ...steps.flatMap(({ write }) => amounts.get(write.id) ?? [])]
    if (steps.length <= mostSummed || added.every(({ kind }) => kind === 'constant')) return undefined
    return () => {
      for (const one of steps) evaluate.truth(one.read.guard)
      for (const one of added) evaluate.value(one)
    }
  }
  /**
   * Returns what a read that covers one cell may return: the value of each write, or the part of it that is in the
   * cell.
   */
  const sources = (read: MemoryEvent): readonly Alternative[] => {
    const reader = counted.at(read.id)
    if (reader === undefined) return written(read)
    // The steps before a read that is no step are the first ones in their order, whether or not it is executed (`steps.ts`).
    const settled = reader.step === undefined ? inTurn(reader.counter) : []
    const value = after(reader.counter, (one) => counted.isBefore(one, reader), settled)
    const early = new Set(reader.counter.before.slice(0, -1).map(({ id }) => id))
    const others = reader.step === undefined ? written(read, early) : []
    return [...others, { when: builder.not(builder.any(others.map(({ when }) => when))), value }]
  }
  const valueWritten = memoised((write: MemoryEvent): Value => {
    const writer = writerOf.get(write.id)
    if (writer === undefined) return evaluate.value(write.value)
    return after(writer.counter, (one) => (one === writer.step ? builder.tt : counted.isBefore(one, writer)))
  })
  const written = (read: MemoryEvent, among?: ReadonlySet<number>): readonly Alternative[] =>
    (bySource.get(read.id) ?? []).flatMap(([write, , when]) => {
      if (among?.has(write) === false) return []
      const value = graph.mixed ? evaluate.value(partRead(writeAt(write), read)) : valueWritten(writeAt(write))
      return [{ when, value }]
    })
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
      : defined.valueOf(`${event.id}`, event.value.width, () => sources(event), visiting(event))
  }
  const barriers = barrierPassing(graph, builder, () => ({ domain, evaluate }))
  const domain = symbolicValues(builder, read, barriers.passes)
  const evaluate: Evaluator<Formula, Value> = evaluator(domain)
  for (const event of events) if (returns(event)) read(event.id)
  const passing = barriers.finish()
  defined.define()
  const remaining: ReadValues['remaining'] = ({ location, offset }) => {
    const counter = counting.find((one) => one.location === location && one.offset === offset)
    return counter && after(counter, () => builder.tt)
  }
  return {
    domain,
    evaluate,
    values,
    written: valueWritten,
    passing,
    definitions: [...passing.definitions, ...definitions],
    unstated,
    remaining,
  }
}
