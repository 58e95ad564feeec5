/** Decodes a solution into the execution that it represents. */

import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Pair } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { stateIn } from '../formula/counted.js'
import type { Encoding } from '../formula/encode.js'
import type { Bits, Formula } from '../formula/formula.js'
import type { Unstated } from '../formula/unstated.js'
import type { Value } from '../formula/value.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Assignment } from '../solver/solver.js'
import { compareBits, compute, resizeBits } from '../values/arithmetic.js'

/** Returns the execution that an assignment represents. Constants that it does not name are false or zero. */
export function decode(
  { solution, unstated }: Pick<Encoding, 'solution' | 'unstated'>,
  assignment: Assignment,
): Execution {
  const { formula, valueOf } = assigned(assignment, unstated)
  const chosen = (pairs: readonly ChosenPair<Formula>[]): readonly Pair[] =>
    pairs.flatMap(([a, b, when]) => (formula(when) ? [[a, b] as const] : []))
  const executed = solution.executed.map(formula)
  const passed = solution.barriers.flatMap(({ event, passes }) => (formula(passes) ? [event] : []))
  const waitedAt = new Set(solution.barriers.map(({ event }) => event))
  const returns = (id: number): boolean => executed[id] === true && (!waitedAt.has(id) || passed.includes(id))
  return {
    executed,
    values: solution.values.map((value, id) => (value === undefined || !returns(id) ? undefined : valueOf(value))),
    unknowns: solution.unknowns.map(valueOf),
    rf: chosen(solution.rf),
    parts: solution.parts.flatMap(({ when, ...part }) => (formula(when) ? [part] : [])),
    co: chosen(solution.co),
    sync_fence: chosen(solution.sync_fence),
    passed,
    arrived: solution.barriers.flatMap(({ event, arrives }) => (formula(arrives) ? [event] : [])),
    final: solution.final.map(
      (writes) =>
        must(
          writes.find(({ when }) => formula(when)),
          'a last write of each cell',
        ).write,
    ),
  }
}

/**
 * Returns the values of formulas and bit-vectors under an assignment. A constant that it does not name has the value
 * that follows from the others; it is false or zero if none follows.
 */
export function assigned(
  assignment: Assignment,
  unstated: ReadonlyMap<Formula | Bits, Unstated> = new Map(),
): {
  readonly formula: (of: Formula) => boolean
  readonly valueOf: (of: Value) => bigint
} {
  const valueOf = (value: Value): bigint => {
    switch (value.kind) {
      case 'bits':
        return bits(value.bits)
      case 'counted':
        return stateIn(value, formula)
      case 'cases':
        return must(
          [...value.cases].find(([, when]) => formula(when)),
          'a case that holds',
        )[0]
    }
  }
  const formula = memoised((of: Formula): boolean => {
    switch (of.kind) {
      case 'true':
        return true
      case 'false':
        return false
      case 'variable':
        return assignment.has(of.name)
          ? assignment.get(of.name) === true
          : (unstated.get(of)?.holds?.(formula) ?? false)
      case 'not':
        return !formula(of.of)
      case 'and':
        return of.of.every(formula)
      case 'or':
        return of.of.some(formula)
      default:
        return compareBits(of.kind, bits(of.left), bits(of.right), of.left.width)
    }
  })
  const bits = memoised((of: Bits): bigint => {
    switch (of.kind) {
      case 'bits':
        return of.value
      case 'bits-variable': {
        const value = assignment.get(of.name)
        if (typeof value === 'bigint') return value
        const source = unstated
          .get(of)
          ?.sources?.()
          .find(({ when }) => formula(when))
        return source === undefined ? 0n : valueOf(source.value)
      }
      case 'choice':
        return formula(of.when) ? bits(of.then) : bits(of.otherwise)
      case 'resize':
        return resizeBits(bits(of.of), of.of.width, of.width, of.signed)
      default:
        return compute(of.kind, bits(of.left), bits(of.right), of.width)
    }
  })
  return { formula, valueOf }
}
