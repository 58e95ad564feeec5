/** Finds the values that are computed from addresses, which may be other numbers if memory lies elsewhere. */

import type { Location, Program } from '../../../litmus/program.js'
import { memoised } from '../../../source/memoised.js'
import { derives, type Expression } from '../../values/expression.js'
import { type AccessPlace, type Event, isMemory } from '../graph/event.js'
import { bytesOf } from './places.js'

/** Returns whether memory holds an address at the start. */
export const isPointer = (initial: Location['initial'][number]): boolean =>
  typeof initial !== 'bigint' && initial !== 'unknown'

/**
 * Returns whether an expression may be computed from an address, given the events of a program whose initial values are
 * still addresses, not integers. A choice by an address does not count: its comparison is judged by itself.
 */
export function derivation({ locations }: Program, events: readonly Event[]): (expression: Expression) => boolean {
  const memory = events.filter(isMemory)
  /** The words that may hold a derived value, and the events that may return one. */
  let holding: ReadonlySet<string> = new Set(
    locations.flatMap(({ initial, type: { width } }, location) =>
      initial.flatMap((one, i) => (isPointer(one) ? wordsOf({ location, offset: (i * width) / 8 }, width / 8) : [])),
    ),
  )
  let returning: ReadonlySet<number> = new Set()
  for (;;) {
    const isDerived = derivedIn(returning)
    const written = memory.flatMap(({ kind, places, value }) =>
      kind === 'write' && isDerived(value) ? places.flatMap((place) => wordsOf(place, bytesOf({ value }))) : [],
    )
    const holds = new Set([...holding, ...written])
    const returned = events.flatMap((event) => {
      if (event.kind === 'barrier') return event.returned && isDerived(event.returned.value) ? [event.id] : []
      if (!isMemory(event) || event.kind !== 'read') return []
      return event.places.some((place) => wordsOf(place, bytesOf(event)).some((word) => holds.has(word)))
        ? [event.id]
        : []
    })
    if (holds.size === holding.size && returned.length === returning.size) return isDerived
    holding = holds
    returning = new Set(returned)
  }
}

/** Returns the 4-byte words that an access to that many bytes touches. */
function wordsOf({ location, offset }: Pick<AccessPlace, 'location' | 'offset'>, bytes: number): readonly string[] {
  const first = Math.floor(offset / 4)
  const count = Math.ceil((offset + bytes) / 4) - first
  return Array.from({ length: count }, (_, i) => `${location} ${first + i}`)
}

/** Returns a function that says whether a value is derived, given the events that may return derived values. */
function derivedIn(returning: ReadonlySet<number>): (expression: Expression) => boolean {
  const isDerived = memoised((expression: Expression): boolean => {
    switch (expression.kind) {
      case 'constant':
        return expression.derived
      case 'read':
        return returning.has(expression.event)
      case 'unknown':
        return false
      case 'choice':
        return isDerived(expression.then) || isDerived(expression.otherwise)
      case 'resize':
        return isDerived(expression.of)
      case 'operation': {
        const { operator, left, right } = expression
        return derives(operator, isDerived(left), isDerived(right))
      }
    }
  })
  return isDerived
}
