/** Unknown values, and the rule for results of functions: equal operands give equal results. */

import { groupBy } from '../../../source/group.js'
import { partsOf } from '../../values/depth.js'
import { allOf, compare, constant, type Expression, negation, type Predicate, resize } from '../../values/expression.js'
import { type Decisive, type Event, isMemory, type UnknownValue } from './event.js'

/** The result of an uninterpreted function: a value that is unknown except for its function and operands. */
export interface Application {
  readonly thread: number
  readonly instruction: number
  /** The name of the function and the width. Results of different functions are unrelated. */
  readonly function: string
  readonly operands: readonly Expression[]
  readonly result: Expression
  /** Holds when it is executed. */
  readonly guard: Predicate
}

/** Returns whether a value is determined, by something that is not computed. It is not arbitrary, as a clock's is. */
export const isUncomputed = (value: UnknownValue): boolean =>
  value.from === 'instruction' && value.uncomputed !== undefined

type Result = Extract<UnknownValue, { from: 'instruction' }>

interface UnknownValues {
  /** Returns another value at each call. */
  readonly fresh: (from: UnknownValue) => Expression
  /** Returns the result of a function. It is the same where operands are visibly the same. */
  readonly of: (from: Result, operands: readonly Expression[], guard: Predicate) => Expression
  readonly all: readonly UnknownValue[]
  readonly applications: readonly Application[]
}

/** Returns the unknown values, as they are found, after the given ones. */
export function unknownValues(given: readonly UnknownValue[]): UnknownValues {
  const all = [...given]
  const applications: Application[] = []
  const values = new Map<string, Expression>()
  const keyOf = keys()
  const fresh = (from: UnknownValue): Expression => ({
    kind: 'unknown',
    width: from.width,
    id: all.push(from) - 1,
  })
  return {
    all,
    applications,
    fresh,
    of: (from, operands, guard) => {
      const { thread, instruction, width } = from
      const name = `${from.function} ${width} ${operands.length}`
      const key = `${name} ${operands.map(keyOf).join(' ')}`
      const result = values.get(key) ?? fresh(from)
      values.set(key, result)
      applications.push({ thread, instruction, function: name, operands, result, guard })
      return result
    },
  }
}

/** Returns a function that gives expressions the same text only if they have the same value. */
function keys(): (expression: Expression) => string {
  const numbers = new Map<Expression, number>()
  const keyOf = (one: Expression): string => {
    switch (one.kind) {
      case 'constant':
        return `${one.value}`
      case 'read':
        return `r${one.event}`
      case 'unknown':
        return `u${one.id}`
      case 'resize':
        return `(${keyOf(one.of)} ${one.of.width} ${one.width} ${one.signed})`
      default: {
        const number = numbers.get(one) ?? numbers.size
        numbers.set(one, number)
        return `#${number}`
      }
    }
  }
  return keyOf
}

/** Operands are compared in this many bits. Floating-point values have no sign as bits. */
const widest = 64

/**
 * Returns the constraints that equal operands give equal results, for each two executed applications of one function.
 */
export const congruenceOf = (applications: readonly Application[]): readonly Predicate[] =>
  applications.flatMap((one, i) =>
    applications.slice(i + 1).flatMap((other): readonly Predicate[] => {
      if (one.function !== other.function || one.result === other.result) return []
      const same = allOf([
        one.guard,
        other.guard,
        ...one.operands.map((operand, at) =>
          compare('equal', wide(operand), wide(other.operands[at] ?? constant(0n, widest))),
        ),
      ])
      return same.kind === 'false'
        ? []
        : [{ kind: 'or', of: [negation(same), compare('equal', one.result, other.result)] }]
    }),
  )

/**
 * Returns the applications whose results may decide which way a thread takes or which memory it accesses, given what
 * decides that, and the applications whose results are operands of these. The other results only end up in memory.
 */
export function decidingApplications(
  applications: readonly Application[],
  decisive: readonly Decisive[],
  events: readonly Event[],
): readonly Application[] {
  const written = groupBy(
    events.flatMap((event) =>
      isMemory(event) && event.kind === 'write'
        ? event.places.map(({ location }) => ({ location, value: event.value }))
        : [],
    ),
    ({ location }) => location,
  )
  const byResult = groupBy(applications, ({ result }) => result)
  const deciding = new Set<Application>()
  const seen = new Set<Expression | Predicate | number>()
  const pending: (Expression | Predicate)[] = decisive.flatMap(({ values }) => values)
  const later = (some: readonly (Expression | Predicate)[]): void => {
    for (const one of some) pending.push(one)
  }
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    if (one.kind === 'unknown')
      for (const application of byResult.get(one) ?? []) {
        deciding.add(application)
        later(application.operands)
      }
    const event = one.kind === 'read' ? events[one.event] : undefined
    if (event?.kind === 'barrier' && event.returned !== undefined) later([event.returned.value])
    if (event !== undefined && isMemory(event))
      for (const { location } of event.places) {
        if (seen.has(location)) continue
        seen.add(location)
        later((written.get(location) ?? []).map(({ value }) => value))
      }
    later(partsOf(one))
  }
  return applications.filter((one) => deciding.has(one))
}

const wide = (value: Expression): Expression => resize(value, widest, false)
