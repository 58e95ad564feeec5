/**
 * The steps of counters over formulas. Their coherence order is total, and each step reads from the one before it: so reads-from, from-reads and
 * paths from step to step follow from that order, and need no choice of their own.
 */

import type { Rel } from '../../axioms/algebra/terms.js'
import { memoised } from '../../source/memoised.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import type { Pair } from '../events/graph/event.js'
import type { ChosenPair } from '../relations/chosen.js'
import { type Counter, runsThrough, type Step } from '../relations/counters.js'
import type { Decided } from '../relations/deduced.js'
import { type Relation, relationAlgebra } from '../relations/relation.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { Unstated } from './unstated.js'

export interface Steps {
  /** Returns the pairs of reads-from, of which those to steps follow from the order. */
  readonly readsFrom: (rf: readonly ChosenPair<Formula>[]) => readonly ChosenPair<Formula>[]
  readonly isStep: (read: number) => boolean
  /** Returns the writes that come after the one that a step reads, and when. */
  readonly fromReads: (read: number) => ReadonlyMap<number, Formula>
  /** Returns the part of the closure of a relation that leads from steps to later ones; undefined if it leads through no counter. */
  readonly transitivePart: (of: Rel) => Relation<Formula> | undefined
  /** Returns the steps that may come after a step in the closure of a relation, by the events of their writes. */
  readonly later: (of: Rel) => ReadonlyMap<number, ReadonlySet<number>>
  /** The variables for reads-from, which follow from the order. */
  readonly unstated: ReadonlyMap<Formula, Unstated>
}

/** The choices on which the steps depend. */
interface StepDomain {
  readonly size: number
  readonly decided: Decided
  readonly isExecuted: (event: number) => Formula
  /** Returns when one of two writes is coherence-before the other if both are executed. */
  readonly isBefore: (writes: Pair) => Formula
}

/** Returns what follows from the coherence order of the steps. */
export function stepsOf(counting: readonly Counter[], domain: StepDomain, builder: FormulaBuilder): Steps {
  const { size, decided, isExecuted, isBefore } = domain
  const { and, or, not, all, ff } = builder
  const algebra = relationAlgebra(size, builder)
  const byRead = new Map(counting.flatMap((counter) => counter.steps.map((step) => [step.read.id, { counter, step }])))
  const byWrite = new Map(counting.flatMap(({ steps }) => steps.map((step) => [step.write.id, step])))
  const unstated = new Map<Formula, Unstated>()

  /** Returns when both steps are executed, the first of them first. */
  const inTurn = (one: Step, other: Step): Formula =>
    all([isBefore([one.write.id, other.write.id]), isExecuted(one.read.id), isExecuted(other.read.id)])
  /** Returns when no step of the counter comes between a step, or the beginning, and another. */
  const isNext = ({ steps }: Counter, first: Step | undefined, second: Step): Formula =>
    all(
      steps.flatMap((one) => {
        if (one === first || one === second) return []
        const before = first === undefined ? ff : isBefore([one.write.id, first.write.id])
        return [builder.any([not(isExecuted(one.read.id)), before, isBefore([second.write.id, one.write.id])])]
      }),
    )
  /** Returns the write from which each step reads, in a solution in which they are in order. */
  const sources = memoised((counter: Counter) =>
    memoisedWeakly((holds: (formula: Formula) => boolean): ReadonlyMap<number, number> => {
      const executed = counter.steps.filter(({ read }) => holds(isExecuted(read.id)))
      const rank = (step: Step): number =>
        executed.filter((one) => one !== step && holds(isBefore([one.write.id, step.write.id]))).length
      const inOrder = executed.map((step) => ({ step, rank: rank(step) })).sort((a, b) => a.rank - b.rank)
      const start = must(counter.before.at(-1), 'a write before the steps').id
      return new Map(inOrder.map(({ step }, i) => [step.read.id, inOrder[i - 1]?.step.write.id ?? start]))
    }),
  )

  const readsFrom = (rf: readonly ChosenPair<Formula>[]): readonly ChosenPair<Formula>[] =>
    rf.map(([write, read, variable]) => {
      const reader = byRead.get(read)
      if (reader === undefined) return [write, read, variable]
      const { counter, step } = reader
      const source = byWrite.get(write)
      if (source === step || counter.before.slice(0, -1).some(({ id }) => id === write)) return [write, read, ff]
      const when = source === undefined ? isExecuted(read) : inTurn(source, step)
      if (when === ff) return [write, read, ff]
      unstated.set(variable, {
        stated: () => {
          const next = and(when, isNext(counter, source, step))
          return [or(not(variable), next), or(variable, not(next))]
        },
        holds: (holds) => sources(counter)(holds).get(read) === write,
      })
      return [write, read, and(variable, when)]
    })

  const through = memoised((term: Rel) => counting.filter((counter) => runsThrough(term, counter, decided)))
  const transitivePart = (term: Rel): Relation<Formula> | undefined => {
    const counters = through(term)
    if (counters.length === 0) return undefined
    return algebra.fromPairs(
      counters.flatMap(({ steps }) =>
        steps.flatMap((one) =>
          steps.flatMap((other): readonly ChosenPair<Formula>[] => {
            if (one === other) return [[one.read.id, one.write.id, isExecuted(one.read.id)]]
            const when = inTurn(one, other)
            return [one.read.id, one.write.id].flatMap((from) =>
              [other.read.id, other.write.id].map((to): ChosenPair<Formula> => [from, to, when]),
            )
          }),
        ),
      ),
    )
  }
  return {
    readsFrom,
    isStep: (read) => byRead.has(read),
    fromReads: (read) => {
      const { counter, step } = must(byRead.get(read), 'a step')
      return new Map(counter.steps.map((one) => [one.write.id, one === step ? isExecuted(read) : inTurn(step, one)]))
    },
    transitivePart,
    later: memoised((term) => {
      const ids = through(term).map(({ steps }) => new Set(steps.map(({ write }) => write.id)))
      return new Map(ids.flatMap((all) => [...all].map((id) => [id, all] as const)))
    }),
    unstated,
  }
}
