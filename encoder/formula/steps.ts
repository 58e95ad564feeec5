/**
 * The steps of counters over formulas. Their coherence order is total, and each step reads from the one before it. Other
 * reads return what the steps up to one of them leave. So reads-from, from-reads and paths from step to step follow from
 * that order and from how far each read comes in it, and need no choice of their own.
 */

import type { Rel } from '../../axioms/algebra/terms.js'
import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import type { Pair } from '../events/graph/event.js'
import type { ChosenPair } from '../relations/chosen.js'
import { type Counter, leadsTo, runsThrough, type Step } from '../relations/counters.js'
import type { Decided } from '../relations/decided.js'
import { type Relation, relationAlgebra } from '../relations/relation.js'
import type { CounterRead, CounterReads } from './counter-reads.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { type Lazy, mostAtOnce } from './lazily.js'
import type { Unstated } from './unstated.js'

export interface Steps {
  /** The pairs of reads-from, of which those to reads of counters follow from the order. */
  readonly rf: readonly ChosenPair<Formula>[]
  readonly isRead: (event: number) => boolean
  /** Returns the writes that come after the one that the read returns, and when. */
  readonly fromReads: (read: number) => ReadonlyMap<number, Formula>
  /** Returns the part of the closure of a relation that leads from steps to later ones; undefined if it leads through no counter. */
  readonly transitivePart: (of: Rel) => Relation<Formula> | undefined
  /** Returns the pairs of the closure of a relation that the order implies, from the writes of steps. */
  readonly later: (of: Rel) => ReadonlyMap<number, ReadonlyMap<number, Formula>>
  /** The variables for reads-from, which follow from the order. */
  readonly unstated: ReadonlyMap<Formula, Unstated>
  /** State that the steps before each read agree with the order of the steps, and with the bounds of reads-from. */
  readonly clauses: readonly Formula[]
  /** Further clauses that state it, if they would be too many: their number grows with the cube of the steps. */
  readonly lazily: readonly Lazy[]
}

/** Two steps, and the condition that the first is performed and comes first. */
type OrderedSteps = readonly [one: Step, other: Step, when: Formula]

/** The choices on which the steps depend. */
interface StepDomain {
  readonly size: number
  readonly decided: Decided
  readonly isExecuted: (event: number) => Formula
  /** Returns when one of two writes is coherence-before the other if both are executed. */
  readonly isBefore: (writes: Pair) => Formula
  /** The most clauses about how far reads come in the order of a counter before they are stated lazily. */
  readonly mostClauses: number
}

/** Returns what follows from the coherence order of the steps. `sources` has a variable for each pair of reads-from. */
export function stepsOf(
  counting: readonly Counter[],
  reads: CounterReads,
  sources: readonly ChosenPair<Formula>[],
  { size, decided, isExecuted, isBefore, mostClauses }: StepDomain,
  builder: FormulaBuilder,
): Steps {
  const { and, or, not, all, any, tt, ff } = builder
  const algebra = relationAlgebra(size, builder)
  const byWrite = new Map(counting.flatMap(({ steps }) => steps.map((step) => [step.write.id, step])))
  const choices = new Map(sources.map(([write, read, variable]) => [`${write} ${read}`, variable]))
  const unstated = new Map<Formula, Unstated>()

  /** Returns when both are executed, the step first. */
  const precedes = (one: Step, reader: CounterRead): Formula =>
    all([reads.isBefore(one, reader), isExecuted(one.read.id), isExecuted(reader.read.id)])
  /** Returns when no step of the counter comes between a step, or the beginning, and a read. */
  const isNext = (first: Step | undefined, reader: CounterRead): Formula =>
    all(
      reader.counter.steps.flatMap((one) => {
        if (one === first || one === reader.step) return []
        const before = first === undefined ? ff : isBefore([one.write.id, first.write.id])
        return [any([not(isExecuted(one.read.id)), before, not(reads.isBefore(one, reader))])]
      }),
    )
  /** Returns when the read returns a write before the last one before the steps. The steps themselves do not. */
  const returnsEarly = memoised(({ counter, read, step }: CounterRead): readonly ChosenPair<Formula>[] =>
    counter.before.slice(0, -1).flatMap(({ id }): readonly ChosenPair<Formula>[] => {
      const variable = step === undefined ? choices.get(`${id} ${read.id}`) : undefined
      return variable === undefined ? [] : [[id, read.id, variable]]
    }),
  )
  const isEarly = (reader: CounterRead): Formula => any(returnsEarly(reader).map(([, , when]) => when))
  /** Returns when the read returns a write, which is one of the steps or comes before them. */
  const returned = (write: number, reader: CounterRead): Formula => {
    const { counter, read } = reader
    const source = byWrite.get(write)
    if (source !== undefined) return source === reader.step ? ff : and(precedes(source, reader), isNext(source, reader))
    const early = returnsEarly(reader).find(([id]) => id === write)?.[2]
    return write === counter.before.at(-1)?.id
      ? all([not(isEarly(reader)), isExecuted(read.id), isNext(undefined, reader)])
      : and(early ?? ff, isExecuted(read.id))
  }
  /** Returns the write from which a read reads, in a solution. */
  const sourceIn = memoised((reader: CounterRead) =>
    memoisedWeakly((holds: (formula: Formula) => boolean): number | undefined => {
      const { counter, read } = reader
      if (!holds(isExecuted(read.id))) return undefined
      const before = counter.steps.filter((one) => holds(precedes(one, reader)))
      const last = before.find((one) =>
        before.every((other) => other === one || holds(isBefore([other.write.id, one.write.id]))),
      )
      if (last !== undefined) return last.write.id
      return returnsEarly(reader).find(([, , when]) => holds(when))?.[0] ?? counter.before.at(-1)?.id
    }),
  )

  const rf = sources.map(([write, read, variable]): ChosenPair<Formula> => {
    const reader = reads.at(read)
    if (reader === undefined) return [write, read, variable]
    const isChoice = returnsEarly(reader).some(([id]) => id === write)
    if (isChoice) return [write, read, returned(write, reader)]
    const source = byWrite.get(write)
    const isStart = write === reader.counter.before.at(-1)?.id
    const when = source !== undefined ? precedes(source, reader) : isStart ? isExecuted(read) : ff
    if (when === ff) return [write, read, ff]
    // The rest is stated if it is needed: it grows with the number of steps.
    unstated.set(variable, {
      stated: () => {
        const next = returned(write, reader)
        return [or(not(variable), next), or(variable, not(next))]
      },
      holds: (holds) => sourceIn(reader)(holds) === write,
    })
    return [write, read, and(variable, when)]
  })

  /**
   * Returns the pairs of steps of a counter, with the condition that the first is performed and comes first. A pair is
   * left out if a step that is always performed always comes between the two: what is stated of the pairs with that step
   * implies what would be stated of this one.
   */
  const inOrder = memoised(({ steps }: Counter): readonly OrderedSteps[] => {
    const order = steps.map((one) =>
      steps.map((other) => (one === other ? ff : isBefore([one.write.id, other.write.id]))),
    )
    const isPerformed = steps.map(({ read }) => isExecuted(read.id))
    const isFirst = (i: number, k: number): Formula => must(order[i]?.[k], 'each pair of steps')
    const lies = (i: number, k: number): boolean =>
      isFirst(i, k) === tt &&
      steps.some((_, m) => isPerformed[m] === tt && isFirst(i, m) === tt && isFirst(m, k) === tt)
    return steps.flatMap((one, i) =>
      steps.flatMap((other, k) => {
        const when = and(isFirst(i, k), must(isPerformed[i], 'each step'))
        return when === ff || lies(i, k) ? [] : [[one, other, when] as const]
      }),
    )
  })
  /** Returns whether the first of a pair is always performed, and always first; of these pairs there are few. */
  const isSettled = ([, , isFirst]: OrderedSteps): boolean => isFirst === tt
  /**
   * States that the steps before a read include the first of a pair if they include the second. Where that is always so,
   * it also holds of a read that is not executed, whose steps mean nothing: then the number of them is known from the last
   * one (`stepsInTurn`).
   */
  const includesFirst = (pair: OrderedSteps, reader: CounterRead): Formula => {
    const [one, other, isFirst] = pair
    const isIncluded = isSettled(pair)
      ? and(reads.isBefore(other, reader), isExecuted(other.read.id))
      : precedes(other, reader)
    return any([not(isFirst), not(isIncluded), reads.isBefore(one, reader)])
  }
  const othersOf = memoised((counter: Counter) => reads.all.filter((one) => one.counter === counter && !one.step))
  const isStated = (counter: Counter): boolean => inOrder(counter).length * othersOf(counter).length <= mostClauses
  const lazily = counting.flatMap((counter): readonly Lazy[] => {
    if (isStated(counter)) return []
    const violated = (holds: (formula: Formula) => boolean): readonly Formula[] => {
      const pairs = inOrder(counter).filter((pair) => !isSettled(pair) && holds(pair[2]))
      return othersOf(counter)
        .flatMap((reader) => {
          const before = new Set(counter.steps.filter((one) => holds(reads.isBefore(one, reader))))
          const preceding = new Set([...before].filter((one) => holds(precedes(one, reader))))
          const missed = pairs.filter(([one, other]) => preceding.has(other) && !before.has(one))
          return missed.map((pair) => includesFirst(pair, reader))
        })
        .slice(0, mostAtOnce)
    }
    return [{ violated }]
  })
  /** States how far each read that is no step comes in the order. */
  const clauses = reads.all.flatMap((reader): readonly Formula[] => {
    const { counter, read, step } = reader
    if (step !== undefined) return []
    const { before, steps } = counter
    const prefix = inOrder(counter)
      .filter((pair) => isStated(counter) || isSettled(pair))
      .map((pair) => includesFirst(pair, reader))
    const early = steps.map((one) => or(not(isEarly(reader)), not(precedes(one, reader))))
    const missing = [...before, ...steps.map(({ write }) => write)].filter(({ id }) => !choices.has(`${id} ${read.id}`))
    return [...prefix, ...early, ...missing.map(({ id }) => not(returned(id, reader)))]
  })

  const through = memoised((term: Rel) => counting.filter((counter) => runsThrough(term, counter, decided)))
  const readsOf = (counter: Counter): readonly CounterRead[] => reads.all.filter((one) => one.counter === counter)
  const transitivePart = (term: Rel): Relation<Formula> | undefined => {
    const counters = through(term)
    if (counters.length === 0) return undefined
    return algebra.fromPairs(
      counters.flatMap((counter) =>
        counter.steps.flatMap((one) =>
          readsOf(counter).flatMap((reader): readonly ChosenPair<Formula>[] => {
            if (one === reader.step) return [[one.read.id, one.write.id, isExecuted(one.read.id)]]
            if (reader.step === undefined && !leadsTo(term, counter, reader.read.id, decided)) return []
            const when = precedes(one, reader)
            const to = reader.step === undefined ? [reader.read.id] : [reader.read.id, reader.step.write.id]
            return [one.read.id, one.write.id].flatMap((from) => to.map((id): ChosenPair<Formula> => [from, id, when]))
          }),
        ),
      ),
    )
  }
  return {
    rf,
    isRead: (event) => reads.at(event) !== undefined,
    fromReads: (read) => {
      const reader = must(reads.at(read), 'a read of a counter')
      const { counter, step } = reader
      const isAfter = (one: Step): Formula => {
        if (one === step) return isExecuted(read)
        if (decided.areExclusive([one.read.id, read])) return ff
        return all([not(reads.isBefore(one, reader)), isExecuted(one.read.id), isExecuted(read)])
      }
      const early = returnsEarly(reader).flatMap(([id]) => {
        const index = counter.before.findIndex((one) => one.id === id)
        return counter.before.slice(index + 1).map((later) => [later.id, returned(id, reader)] as const)
      })
      return new Map([...early, ...counter.steps.map((one) => [one.write.id, isAfter(one)] as const)])
    },
    transitivePart,
    later: memoised((term) => {
      const part = transitivePart(term) ?? []
      return new Map([...byWrite.keys()].flatMap((id) => (part[id] === undefined ? [] : [[id, part[id]] as const])))
    }),
    unstated,
    clauses,
    lazily,
  }
}
