/** The value of an expression of cat: a set, a relation, or either one if its operators fit both. */

import { largest } from '../../../source/largest.js'
import type { Span } from '../../../source/text.js'
import { difference, domain, type EventSet, except, type Rel, unknown } from '../terms.js'
import { withoutPairs, withoutSet } from './vocabulary.js'

/** There is at least one reading. */
export interface Value {
  readonly set?: EventSet | undefined
  readonly relation?: Rel | undefined
  /**
   * The occurrences of names that a `let rec` is defining: positive ones, for which a larger relation gives more, and
   * negative ones, for which it gives less.
   */
  readonly rising: ReadonlySet<Occurrence>
  readonly falling: ReadonlySet<Occurrence>
  /** The nesting depth of the term. */
  readonly depth: number
}

export interface Occurrence {
  readonly name: string
  readonly place: Span
}

export type Sort = 'set' | 'relation'

/** Returns a name that `let rec` is defining, of the sorts that it may have. A set is kept as its identity relation. */
export function unsolved(name: string, sorts: readonly Sort[], place?: Span): Value {
  const relation = unknown(name)
  return {
    relation: sorts.includes('relation') ? relation : undefined,
    set: sorts.includes('set') ? domain(relation) : undefined,
    rising: place === undefined ? none : new Set([{ name, place }]),
    falling: none,
    depth: 1,
  }
}

/** Returns a value made of others. */
export const made = (readings: Pick<Value, 'set' | 'relation'>, of: readonly Value[]): Value => ({
  ...readings,
  rising: together(of.map(({ rising }) => rising)),
  falling: together(of.map(({ falling }) => falling)),
  depth: 1 + largest(of.map(({ depth }) => depth)),
})

const none: ReadonlySet<Occurrence> = new Set()

const together = (all: readonly ReadonlySet<Occurrence>[]): ReadonlySet<Occurrence> => {
  const [first = none, ...others] = all.filter(({ size }) => size > 0)
  return others.length === 0 ? first : new Set([first, ...others].flatMap((one) => [...one]))
}

/** Returns the values under one name, with the readings that all of them have. */
export function joined(
  of: readonly Value[],
  joinSets: (sets: readonly EventSet[]) => EventSet,
  joinRelations: (relations: readonly Rel[]) => Rel,
): Value {
  const sets = of.flatMap(({ set }) => set ?? [])
  const relations = of.flatMap(({ relation }) => relation ?? [])
  return made(
    {
      set: sets.length === of.length ? joinSets(sets) : undefined,
      relation: relations.length === of.length ? joinRelations(relations) : undefined,
    },
    of,
  )
}

const negated = (value: Value): Value => ({ ...value, rising: value.falling, falling: value.rising })

/** `left \ right` */
export const minus = (left: Value, right: Value): Value =>
  made(
    {
      set: left.set && right.set && except(left.set, right.set),
      relation: left.relation && right.relation && difference(left.relation, right.relation),
    },
    [left, negated(right)],
  )

/** `~of` */
export const complement = (of: Value): Value =>
  made({ set: of.set && withoutSet(of.set), relation: of.relation && withoutPairs(of.relation) }, [negated(of)])
