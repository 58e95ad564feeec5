/**
 * The pairs of costly relations on which requirements depend. Causality order has a pair for almost every two events of a
 * launch, and axioms ask only about accesses to one location, or about two fences.
 */

import { isCostly } from '../../axioms/algebra/costly.js'
import type { Rel, Requirement } from '../../axioms/algebra/terms.js'
import type { BitAlgebra, BitRows } from './bits.js'

/**
 * Returns the costly relations that decide about the requirements, outermost first, each with the pairs that matter. `may`
 * gives the pairs that may hold in some execution. Undefined if a requirement is negated or asks for the absence of a costly
 * pair, since then it is not enough to know which pairs hold.
 */
export function demandedPairs(
  requirements: readonly Requirement[],
  may: (term: Rel) => BitRows,
  id: Rel,
  bits: BitAlgebra,
): ReadonlyMap<Rel, BitRows> | undefined {
  const { union, intersection, inverse, sequence } = bits
  const demand = new Map<Rel, BitRows>()
  let isMonotone = true

  /** Records that these pairs of a term matter. */
  const ask = (term: Rel, pairs: BitRows): void => {
    if (!isCostly(term)) return
    const some = intersection(pairs, may(term))
    if (bits.isEmpty(some)) return
    switch (term.kind) {
      case 'union':
        for (const one of term.of) ask(one, some)
        break
      case 'intersection':
        for (const one of term.of) ask(one, some)
        break
      case 'difference':
        if (isCostly(term.right)) isMonotone = false
        ask(term.left, some)
        break
      case 'sequence':
        term.of.forEach((one, i) => {
          if (!isCostly(one)) return
          const first = term.of.slice(0, i).map(may)
          const last = term.of.slice(i + 1).map(may)
          const fromStart = first.reduce((to, step) => sequence(inverse(step), to), some)
          ask(
            one,
            last.reduceRight((from, step) => sequence(from, inverse(step)), fromStart),
          )
        })
        break
      case 'inverse':
        ask(term.of, inverse(some))
        break
      case 'optional':
        ask(term.of, some)
        break
      case 'identity':
      case 'product':
        isMonotone = false
        break
      default:
        demand.set(term, union(demand.get(term) ?? bits.empty, some))
    }
  }

  for (const { kind, of, negated } of requirements) {
    if (!isCostly(of)) continue
    if (negated) isMonotone = false
    ask(of, kind === 'irreflexive' ? may(id) : may(of))
  }
  return isMonotone ? demand : undefined
}
