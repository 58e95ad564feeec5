/**
 * Locations to which all writes are atomic additions, under a model that performs these one after the other. What an addition returns is then the
 * sum of those before it in coherence, and what remains is the sum of all: no solver finds that by itself, since it would have to try every order.
 */

import { isSame } from '../../axioms/algebra/same.js'
import type { Model, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { co, fr, rf } from '../../axioms/algebra/vocabulary.js'
import { groupBy } from '../../source/group.js'
import type { EventGraph, MemoryEvent, Pair } from '../events/graph/event.js'
import { always, type Expression } from '../values/expression.js'
import type { Decided } from './deduced.js'

/** An atomic that adds a constant. */
export interface Addition {
  readonly read: MemoryEvent
  readonly write: MemoryEvent
  readonly amount: bigint
}

export interface Counter {
  readonly location: number
  /** The offset in bytes. */
  readonly offset: number
  /** The value before the additions. */
  readonly initial: Expression
  readonly additions: readonly Addition[]
}

/** Returns the locations of a program to which all writes are atomic additions, at least `fewest`; none if accesses may overlap partially. */
export function mayCount({ events, rmw, mixed }: EventGraph, fewest: number): readonly Counter[] {
  if (mixed || rmw.length < fewest) return []
  const readOf = new Map(rmw.flatMap(([read, write, when]) => (when === always ? [[write, read] as const] : [])))
  const writes = events.flatMap((event) => (event.kind === 'write' ? [event] : []))
  const elsewhere = new Set(
    writes.flatMap((write) => (isAtOnePlace(write) ? [] : write.places.map(({ location }) => location))),
  )
  return [...groupBy(writes, ({ places: [first] }) => `${first?.location} ${first?.offset}`).values()].flatMap(
    (there) => {
      const [initial] = there.filter(({ origin }) => origin === undefined)
      const others = there.filter(({ origin }) => origin !== undefined)
      const additions = others.flatMap((write) => additionOf(write, events[readOf.get(write.id) ?? -1]) ?? [])
      const [place] = initial?.places ?? []
      if (initial === undefined || place === undefined || elsewhere.has(place.location)) return []
      if (additions.length < Math.max(fewest, others.length)) return []
      const { location, offset } = place
      return [{ location, offset, initial: initial.value, additions }]
    },
  )
}

/**
 * Returns whether an access is at its place whatever its address is computed from. Outside of memory it has no place.
 */
const isAtOnePlace = ({ places: [place, ...others] }: MemoryEvent): boolean =>
  place?.when === always && others.length === 0

function additionOf(write: MemoryEvent, read: EventGraph['events'][number] | undefined): Addition | undefined {
  if (read?.kind !== 'read' || read.guard !== write.guard) return undefined
  const amount = addedTo(read.id, write.value)
  return amount === undefined ? undefined : { read, write, amount }
}

/** Returns the constant that is added to what the event reads. */
function addedTo(read: number, value: Expression): bigint | undefined {
  if (value.kind === 'read') return value.event === read ? 0n : undefined
  if (value.kind !== 'operation' || value.operator !== 'add' || value.right.kind !== 'constant') return undefined
  return value.left.kind === 'read' && value.left.event === read ? value.right.value : undefined
}

/** Returns those that the model performs one after the other: each reads what the one before it in coherence wrote. */
export function counters(graph: EventGraph, model: Model, decided: Decided, fewest: number): readonly Counter[] {
  const requirements = model.axioms.flatMap((axiom) => axiom.requirements).filter(({ negated }) => negated !== true)
  const isDemanded = (rule: (requirement: Requirement) => boolean): boolean => requirements.some(rule)
  const holdsWhere = (term: Rel, given: Rel, pair: Pair): boolean => holdsWherever(term, given, pair, decided)
  /** Returns whether some axiom forbids that these pairs lead from the write of an addition back to its read. */
  const isAcyclicWith = ({ read, write }: Addition, back: readonly (readonly [Rel, Pair])[]): boolean =>
    isDemanded(
      ({ kind, of }) =>
        kind === 'acyclic' &&
        decided.mustHold(of, [read.id, write.id]) &&
        back.every(([given, pair]) => holdsWhere(of, given, pair)),
    )
  const readsNotItself = (one: Addition): boolean => isAcyclicWith(one, [[rf, [one.write.id, one.read.id]]])
  const inTurn = (one: Addition, other: Addition): boolean => {
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
  return mayCount(graph, fewest).filter(({ additions }) =>
    additions.every((one) => readsNotItself(one) && additions.every((other) => one === other || inTurn(one, other))),
  )
}

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
