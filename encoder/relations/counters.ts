/**
 * Locations to which all writes are atomics that do the same, or additions, under a model that performs these one after the other. What such an
 * atomic returns then follows from the number of those before it in coherence, or from their sum, and what remains from all of them: no solver finds
 * that by itself, since it would have to try every order.
 */

import { isSame } from '../../axioms/algebra/same.js'
import type { Model, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { co, fr, rf } from '../../axioms/algebra/vocabulary.js'
import { groupBy } from '../../source/group.js'
import type { AccessPlace, EventGraph, MemoryEvent, Pair } from '../events/graph/event.js'
import { always, conjuncts, constant, type Expression, evaluator, implies, readsOf } from '../values/expression.js'
import { partial } from '../values/three-valued.js'
import type { Decided } from './decided.js'

/** An atomic of a counter. Its write is executed if its read is. */
export interface Step {
  readonly read: MemoryEvent
  readonly write: MemoryEvent
}

export type Counter = {
  readonly location: number
  /** The offset in bytes. */
  readonly offset: number
  /** The writes before the steps. The last of them gives the value that the first step finds. */
  readonly before: readonly MemoryEvent[]
  readonly steps: readonly Step[]
  /** The other reads of the location. */
  readonly reads: readonly MemoryEvent[]
} & (
  | {
      readonly kind: 'sum'
      readonly initial: Expression
      /** The number that each step adds, by the event of its write. */
      readonly amounts: ReadonlyMap<number, Expression>
    }
  | {
      readonly kind: 'states'
      /** The value after each number of steps, from none to all of them. */
      readonly states: readonly bigint[]
    }
)

/**
 * Returns what a step reads that has as many steps before it, from none on; undefined if that depends on which these are.
 */
export function statesRead(counter: Counter): readonly bigint[] | undefined {
  if (counter.kind === 'states') return counter.states.slice(0, -1)
  const { initial, amounts, steps } = counter
  const [amount, ...others] = new Set(
    [...amounts.values()].map((one) => (one.kind === 'constant' ? one.value : undefined)),
  )
  if (initial.kind !== 'constant' || amount === undefined || others.length > 0) return undefined
  return steps.map((_, before) => BigInt.asUintN(initial.width, initial.value + BigInt(before) * amount))
}

/** Returns the locations of a program that may be counters, with at least `fewest` steps; none if accesses may overlap partially. */
export function mayCount({ events, rmw, mixed }: EventGraph, fewest: number): readonly Counter[] {
  if (mixed || rmw.length < fewest) return []
  const readOf = new Map(rmw.flatMap(([read, write, when]) => (when === always ? [[write, read] as const] : [])))
  const writes = events.flatMap((event) => (event.kind === 'write' ? [event] : []))
  const elsewhere = new Set(
    writes.flatMap((write) => (isAtOnePlace(write) ? [] : write.places.map(({ location }) => location))),
  )
  return [...groupBy(writes, ({ places: [first] }) => `${first?.location} ${first?.offset}`).values()].flatMap(
    (there): readonly Counter[] => {
      const steps = there.flatMap((write) => {
        const read = events[readOf.get(write.id) ?? -1]
        return read?.kind === 'read' ? [{ read, write }] : []
      })
      const before = there.filter((write) => steps.every((step) => step.write !== write))
      const [place] = there[0]?.places ?? []
      const last = before.at(-1)
      if (last === undefined || place === undefined || elsewhere.has(place.location)) return []
      if (steps.length < fewest || before.length > 2 || before.some(({ guard }) => guard !== always)) return []
      const { location, offset } = place
      const reads = events.filter(
        (event): event is MemoryEvent =>
          event.kind === 'read' && isAt(event, place) && steps.every(({ read }) => read !== event),
      )
      const counter = { location, offset, before, steps, reads }
      const amounts = amountsOf(steps)
      if (amounts !== undefined) return [{ ...counter, kind: 'sum', initial: last.value, amounts }]
      const states = statesOf(steps, last.value)
      return states === undefined ? [] : [{ ...counter, kind: 'states', states }]
    },
  )
}

/**
 * Returns whether an access is at its place whatever its address is computed from. Outside of memory it has no place.
 */
const isAtOnePlace = ({ places: [place, ...others] }: MemoryEvent): boolean =>
  place?.when === always && others.length === 0

const isAt = (event: MemoryEvent, { location, offset }: Pick<AccessPlace, 'location' | 'offset'>): boolean =>
  isAtOnePlace(event) && event.places.every((place) => place.location === location && place.offset === offset)

/** Returns what steps add to the value that they read; undefined if some do something else. */
function amountsOf(steps: readonly Step[]): ReadonlyMap<number, Expression> | undefined {
  const amounts = new Map<number, Expression>()
  for (const { read, write } of steps) {
    const isOne = implies(read.guard, write.guard) && implies(write.guard, read.guard)
    const amount = isOne ? addedTo(read.id, write.value) : undefined
    if (amount === undefined) return undefined
    amounts.set(write.id, amount)
  }
  return amounts
}

/** Returns what is added to what the event reads. */
function addedTo(read: number, value: Expression): Expression | undefined {
  if (value.kind === 'read') return value.event === read ? constant(0n, value.width) : undefined
  if (value.kind !== 'operation' || value.operator !== 'add') return undefined
  if (readsOf(value.right)?.includes(read) !== false) return undefined
  return value.left.kind === 'read' && value.left.event === read ? value.right : undefined
}

/** Returns the states through which steps go that all do the same to the value that they read; undefined if they do not. */
function statesOf(steps: readonly Step[], initial: Expression): readonly bigint[] | undefined {
  const start = initial.kind === 'constant' ? initial.value : undefined
  if (start === undefined) return undefined
  const states = [start]
  for (let state = start; states.length <= steps.length; states.push(state)) {
    const next = new Set(steps.map((step) => stepFrom(step, state)))
    const [only] = next
    if (only === undefined || next.size > 1) return undefined
    state = only
  }
  return states
}

/** Returns what the step leaves of a state; undefined if it depends on anything else, also on whether the step writes. */
function stepFrom({ read, write }: Step, state: bigint): bigint | undefined {
  const { truth, value } = evaluator(
    partial(
      (event) => (event === read.id ? state : undefined),
      () => 'maybe',
    ),
  )
  const given = conjuncts(read.guard)
  const isExecuted = conjuncts(write.guard).every((one) => given.includes(one) || truth(one) === 'yes')
  return isExecuted ? value(write.value) : undefined
}

/** Returns those that the model performs one after the other: each reads what the one before it in coherence wrote. */
export function counters(graph: EventGraph, model: Model, decided: Decided, fewest: number): readonly Counter[] {
  const requirements = model.axioms.flatMap((axiom) => axiom.requirements).filter(({ negated }) => negated !== true)
  const isDemanded = (rule: (requirement: Requirement) => boolean): boolean => requirements.some(rule)
  const holdsWhere = (term: Rel, given: Rel, pair: Pair): boolean => holdsWherever(term, given, pair, decided)
  /** Returns whether some axiom forbids that these pairs lead from the write of an addition back to its read. */
  const isAcyclicWith = ({ read, write }: Step, back: readonly (readonly [Rel, Pair])[]): boolean =>
    isDemanded(
      ({ kind, of }) =>
        kind === 'acyclic' &&
        decided.mustHold(of, [read.id, write.id]) &&
        back.every(([given, pair]) => holdsWhere(of, given, pair)),
    )
  const readsNotItself = (one: Step): boolean => isAcyclicWith(one, [[rf, [one.write.id, one.read.id]]])
  const inTurn = (one: Step, other: Step): boolean => {
    if (decided.areExclusive([one.read.id, other.read.id])) return true
    const areOrdered = decided.isTotal([one.write.id, other.write.id])
    const isNotBetween = isDemanded(({ kind, of }) => {
      const [step, ...rest] = of.kind === 'intersection' ? of.of.filter((part) => part.kind === 'sequence') : []
      if (kind !== 'empty' || of.kind !== 'intersection' || step?.kind !== 'sequence' || rest.length > 0) return false
      const [first, second, ...further] = step.of
      return (
        first !== undefined &&
        second !== undefined &&
        further.length === 0 &&
        of.of.every((part) => part === step || decided.mustHold(part, [one.read.id, one.write.id])) &&
        holdsWhere(first, fr, [one.read.id, other.write.id]) &&
        holdsWhere(second, co, [other.write.id, one.write.id])
      )
    })
    const readsNothingLater = isAcyclicWith(one, [
      [rf, [other.write.id, one.read.id]],
      [co, [one.write.id, other.write.id]],
    ])
    return areOrdered && isNotBetween && readsNothingLater
  }
  /** Returns whether the writes before the steps come before them, each after the one before it. */
  const isPrefix = ({ before, steps }: Counter): boolean =>
    before.every((first, i) =>
      [...before.slice(i + 1), ...steps.map(({ write }) => write)].every((later) =>
        decided.mustHold(co, [first.id, later.id]),
      ),
    )
  return mayCount(graph, fewest).filter(
    (counter) =>
      isPrefix(counter) &&
      counter.steps.every(
        (one) => readsNotItself(one) && counter.steps.every((other) => one === other || inTurn(one, other)),
      ),
  )
}

/**
 * Returns whether a relation leads from each step of a counter to the next, so that its closure contains the coherence
 * order of the steps.
 */
export const runsThrough = (term: Rel, { steps }: Counter, decided: Decided): boolean =>
  steps.every(
    (one) =>
      decided.mustHold(term, [one.read.id, one.write.id]) &&
      steps.every((other) => one === other || holdsWherever(term, rf, [one.write.id, other.read.id], decided)),
  )

/** Returns whether a relation leads from each step of a counter to a read that returns it. */
export const leadsTo = (term: Rel, { steps }: Counter, read: number, decided: Decided): boolean =>
  steps.every(({ write }) => holdsWherever(term, rf, [write.id, read], decided))

/**
 * Returns whether the pair is in the term in every execution in which it is in the given relation, judging by the form
 * of the term.
 */
function holdsWherever(term: Rel, given: Rel, pair: Pair, decided: Decided): boolean {
  if (isSame(term, given) || decided.mustHold(term, pair)) return true
  const inPart = (part: Rel): boolean => holdsWherever(part, given, pair, decided)
  switch (term.kind) {
    case 'named':
      return inPart(term.body)
    case 'union':
      return term.of.some(inPart)
    case 'intersection':
      return term.of.every(inPart)
    case 'difference':
      return inPart(term.left) && !decided.mayHold(term.right, pair)
    case 'closure':
    case 'optional':
      return inPart(term.of)
    default:
      return false
  }
}
