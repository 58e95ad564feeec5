/**
 * Reasons: formulas that hold in a solution and imply that a pair is in a relation. They are taken from one derivation, so
 * they are short, where the formula for the pair lists all derivations.
 */

import { solved } from '../../axioms/algebra/recursion.js'
import type { EventSet, Rel } from '../../axioms/algebra/terms.js'
import { id } from '../../axioms/algebra/vocabulary.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { BitAlgebra, BitRows, Bits } from '../relations/bits.js'
import type { Interpreter, InterpreterOver } from '../relations/interpret.js'
import type { Formula, FormulaBuilder } from './formula.js'

/** Returns, for each write of a counter through which a relation runs, the events to which the order of its steps implies a path, and when. */
export type LaterSteps = (term: Rel) => ReadonlyMap<number, ReadonlyMap<number, Formula>>

/** The values of terms in one solution. */
type InSolution = Pick<InterpreterOver<Bits, BitRows, boolean>, 'relation'>

/**
 * Returns the reason for each pair that a relation has in a solution. Throws for other pairs, and for recursions that are
 * no closures. `whole` interprets terms over all executions: it says when base relations and what is subtracted hold.
 */
export function reasons(
  inSolution: InSolution,
  bits: BitAlgebra,
  whole: Pick<Interpreter<Formula>, 'pair' | 'set'>,
  { all, not, ff }: Pick<FormulaBuilder, 'all' | 'not' | 'ff'>,
  laterSteps: LaterSteps,
  holds: (formula: Formula) => boolean,
): (term: Rel, from: number, to: number) => Formula {
  const has = (term: Rel, a: number, b: number): boolean => bits.has(inSolution.relation(term), a, b)
  const successors = memoised((term: Rel) =>
    memoised((a: number): readonly number[] => bits.successors(inSolution.relation(term), a)),
  )
  const known = memoised((_: Rel) => new Map<string, Formula>())
  const member = (set: EventSet, event: number): Formula => whole.set(set).get(event) ?? ff

  const present = (term: Rel, a: number, b: number): Formula => {
    const key = `${a} ${b}`
    const cached = known(term).get(key)
    if (cached !== undefined) return cached
    const reason = derived(term, a, b)
    known(term).set(key, reason)
    return reason
  }
  const derived = (term: Rel, a: number, b: number): Formula => {
    switch (term.kind) {
      case 'base':
        return whole.pair(term, a, b)
      case 'named':
        return present(term.body, a, b)
      case 'union':
        return present(
          must(
            term.of.find((one) => has(one, a, b)),
            'an alternative that holds',
          ),
          a,
          b,
        )
      case 'intersection':
        return all(term.of.map((one) => present(one, a, b)))
      case 'difference':
        return all([present(term.left, a, b), absent(term.right, a, b)])
      case 'inverse':
        return present(term.of, b, a)
      case 'optional':
        return a === b ? whole.pair(id, a, b) : present(term.of, a, b)
      case 'identity':
        return member(term.of, a)
      case 'product':
        return all([member(term.from, a), member(term.to, b)])
      case 'sequence':
        return inTurn(term.of, a, b)
      case 'closure':
        return path(term.of, a, b)
      case 'recursive':
        return present(must(solved(term.equations)?.get(term.name), 'a solution'), a, b)
      case 'unknown':
        throw new Error(`${term.name} is bound by no recursion`)
    }
  }
  /** Returns a formula that holds in the solution, and only where the pair is not in the term. */
  const absent = (term: Rel, a: number, b: number): Formula => {
    switch (term.kind) {
      case 'named':
        return absent(term.body, a, b)
      case 'union':
        return all(term.of.map((one) => absent(one, a, b)))
      case 'intersection':
        return absent(
          must(
            term.of.find((one) => !has(one, a, b)),
            'a part that does not hold',
          ),
          a,
          b,
        )
      case 'difference':
        return has(term.left, a, b) ? present(term.right, a, b) : absent(term.left, a, b)
      default:
        return not(whole.pair(term, a, b))
    }
  }
  /** Returns the reason for one path through the events between the terms of a sequence. */
  const inTurn = (terms: readonly Rel[], from: number, to: number): Formula => {
    const levels: ReadonlyMap<number, number>[] = []
    let reached: ReadonlyMap<number, number> = new Map([[from, from]])
    for (const term of terms) {
      const next = new Map<number, number>()
      for (const a of reached.keys()) for (const b of successors(term)(a)) if (!next.has(b)) next.set(b, a)
      levels.push(next)
      reached = next
    }
    const steps: Formula[] = []
    let at = to
    for (let i = terms.length - 1; i >= 0; i--) {
      const before = must(levels[i]?.get(at), 'an event on the way')
      steps.push(present(must(terms[i], 'each term of the sequence'), before, at))
      at = before
    }
    return all(steps)
  }
  /** Returns the reason for a shortest path. Along a counter, the order of two of its steps replaces those between them. */
  const path = (term: Rel, from: number, to: number): Formula => {
    const later = laterSteps(term)
    const before = new Map<number, { readonly from: number; readonly chain?: Formula }>()
    const queue = [from]
    for (const a of queue) {
      const inOrder = [...(later.get(a) ?? [])].flatMap(([to, chain]) => (holds(chain) ? [{ to, chain }] : []))
      for (const { to: b, ...step } of [...inOrder, ...successors(term)(a).map((to) => ({ to }))]) {
        if (before.has(b)) continue
        before.set(b, { from: a, ...step })
        queue.push(b)
      }
      if (before.has(to)) break
    }
    const steps: Formula[] = []
    let at = to
    do {
      const previous = must(before.get(at), 'a path to each event that is reached')
      steps.push(previous.chain ?? present(term, previous.from, at))
      at = previous.from
    } while (at !== from)
    return all(steps)
  }
  return present
}
