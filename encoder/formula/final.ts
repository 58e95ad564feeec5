/** Final states over formulas: for each location one of its last writes. */

import { must } from '../../source/must.js'
import type { EventGraph } from '../events/event.js'
import type { Chosen } from '../relations/base.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { Alternative, SymbolicValues, Value } from './symbolic.js'

/** A write, and the variable that makes it the one whose value remains. */
export interface FinalWrite {
  readonly write: number
  readonly when: Formula
}

export interface FinalStates {
  /** By location; empty if nothing uses it. */
  readonly choices: readonly (readonly FinalWrite[])[]
  /** One write to each location remains: it is executed, and no other follows it in coherence. */
  readonly definitions: readonly Formula[]
  /** The value that remains in a location. */
  readonly value: (location: number) => Value
}

/** The final states of the executions that choose `co` and have these values, by event. */
export function finalStates(
  { program, events }: EventGraph,
  builder: FormulaBuilder,
  domain: SymbolicValues,
  { executed, co }: Pick<Chosen<Formula>, 'executed' | 'co'>,
  values: readonly (Value | undefined)[],
): FinalStates {
  const { and, or, not, any } = builder
  const choices = program.locations.map((_, location) =>
    events.flatMap((event): readonly FinalWrite[] =>
      event.kind === 'write' && event.location === location
        ? [{ write: event.id, when: builder.variable(`final_${event.id}`) }]
        : [],
    ),
  )
  const isLast = (write: number): Formula =>
    and(
      must(executed[write], 'whether each event is executed'),
      not(any([...must(co[write], 'a row for each event').values()])),
    )
  const definitions = choices
    .filter((writes) => writes.length > 0)
    .flatMap((writes) => [
      any(writes.map(({ when }) => when)),
      ...writes.flatMap(({ when }, i) => writes.slice(i + 1).map((other) => not(and(when, other.when)))),
      ...writes.map(({ write, when }) => or(not(when), isLast(write))),
    ])
  const value = (location: number): Value => {
    const alternatives = must(choices[location], 'the choice for each location').map(
      ({ write, when }): Alternative => ({ when, value: must(values[write], 'the value of each write') }),
    )
    const [first, ...others] = alternatives
    if (first === undefined) throw new Error(`location ${location} has no write`)
    return (
      domain.merge(alternatives, first.value.width) ??
      others.reduce(
        (rest, { when, value }) =>
          domain.choice(
            when,
            () => value,
            () => rest,
          ),
        first.value,
      )
    )
  }
  return { choices, definitions, value }
}
