/**
 * Derives the necessary conditions of a model's requirements: term by term, from the pairs that no execution may have,
 * or that each must have, to the choices that compose them. It is sound and not complete: nothing follows from many
 * terms.
 */

import { isSame } from '../../axioms/algebra/same.js'
import type { EventSet, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { partsOf } from '../../axioms/algebra/traverse.js'
import { co, id } from '../../axioms/algebra/vocabulary.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { Known } from '../values/three-valued.js'
import type { BitAlgebra, BitRows, Bits } from './bits.js'
import type { InterpreterOver } from './interpret.js'
import type { MayMust, MayMustAlgebra } from './may-and-must.js'

/** The relations that an execution chooses. */
export const choices = ['rf', 'co', 'sync_fence'] as const
export type Choice = (typeof choices)[number]

/** The pairs of each choice that no execution makes, and those that each execution of both events makes. */
export type Consequences = { readonly [C in Choice]: { readonly never: BitRows; readonly always: BitRows } } & {
  /** The pairs of writes of which the first comes before the second in coherence whenever both are executed. */
  readonly total: BitRows
}

/** Returns what must hold so that the requirements are met. Each of the two functions goes from a term to its parts. */
export function consequences(
  requirements: readonly Requirement[],
  { relation }: Pick<InterpreterOver<MayMust<Bits>, MayMust<BitRows>, Known>, 'relation'>,
  bits: BitAlgebra,
  { closure, mustSequence, implied }: MayMustAlgebra,
): Consequences {
  const { union, intersection, difference, inverse, sequence, isEmpty } = bits
  const impliedBackwards = inverse(implied)
  const pairsByKey = new Map<string, BitRows>()
  const note = (key: string, pairs: BitRows): void => {
    const rows = pairsByKey.get(key)
    pairsByKey.set(key, rows === undefined ? pairs : union(rows, pairs))
  }

  /** Records that the pairs hold in no execution of both events. */
  const never = (term: Rel, pairs: BitRows): void => {
    if (!hasChoices(term)) return
    const some = intersection(pairs, relation(term).may)
    if (!isEmpty(some)) neverPart(term, some)
  }
  const neverPart = (term: Rel, some: BitRows): void => {
    switch (term.kind) {
      case 'base':
        note(`never ${term.name}`, some)
        break
      case 'named':
        never(term.body, some)
        break
      case 'union':
        for (const one of term.of) never(one, some)
        break
      case 'intersection':
        for (const one of term.of) {
          const others = term.of.filter((other) => other !== one).map((other) => relation(other).must)
          never(one, others.reduce(intersection, some))
        }
        break
      case 'difference':
        never(term.left, difference(some, relation(term.right).may))
        always(term.right, intersection(some, relation(term.left).must))
        break
      case 'inverse':
        never(term.of, inverse(some))
        break
      case 'optional':
        never(term.of, difference(some, relation(id).may))
        break
      case 'sequence':
        neverInTurn(term.of, some)
        break
      case 'closure': {
        const { must: steps } = closure(relation(term.of))
        never(term.of, union(some, union(afterFirst(steps, some), beforeLast(steps, some))))
        break
      }
      // Nothing follows for the parts of other terms.
    }
  }
  /**
   * Returns the pairs that a second step must not have, if a first step, which must hold, and the second are not to
   * lead from one event of a pair to the other.
   */
  const afterFirst = (first: BitRows, pairs: BitRows): BitRows =>
    union(
      sequence(inverse(intersection(first, impliedBackwards)), pairs),
      sequence(inverse(first), intersection(pairs, impliedBackwards)),
    )
  /** Returns the pairs that a first step must not have, if the second must hold. */
  const beforeLast = (second: BitRows, pairs: BitRows): BitRows =>
    union(
      sequence(intersection(pairs, implied), inverse(second)),
      sequence(pairs, inverse(intersection(second, implied))),
    )
  const neverInTurn = ([first, ...rest]: readonly Rel[], pairs: BitRows): void => {
    if (first === undefined || ![first, ...rest].some(hasChoices)) return
    const [next, ...further] = rest.map((one) => relation(one).must)
    if (next === undefined) {
      never(first, pairs)
      return
    }
    if (hasChoices(first)) never(first, beforeLast(further.reduce(mustSequence, next), pairs))
    if (rest.some(hasChoices)) neverInTurn(rest, afterFirst(relation(first).must, pairs))
  }
  /** Records that the pairs hold in each execution of both events. */
  const always = (term: Rel, pairs: BitRows): void => {
    if (!hasChoices(term) || isEmpty(pairs)) return
    switch (term.kind) {
      case 'base':
        note(`always ${term.name}`, pairs)
        break
      case 'named':
        always(term.body, pairs)
        break
      case 'intersection':
        for (const one of term.of) always(one, pairs)
        break
      case 'union':
        if (isEitherWay(term)) note('total', pairs)
        for (const one of term.of) {
          const others = term.of.filter((other) => other !== one).map((other) => relation(other).may)
          always(one, others.reduce(difference, pairs))
        }
        break
      case 'difference':
        always(term.left, pairs)
        never(term.right, pairs)
        break
      case 'inverse':
        always(term.of, inverse(pairs))
        break
      case 'optional':
        always(term.of, difference(pairs, relation(id).may))
        break
      // The steps of a path remain open.
    }
  }

  const identity = relation(id).may
  for (const { kind, of } of requirements) {
    if (kind === 'empty') never(of, relation(of).may)
    else if (kind === 'irreflexive') never(of, identity)
    else never(of, union(identity, inverse(closure(relation(of)).must)))
  }
  const of = (choice: Choice) => ({
    never: pairsByKey.get(`never ${choice}`) ?? bits.empty,
    always: pairsByKey.get(`always ${choice}`) ?? bits.empty,
  })
  return { rf: of('rf'), co: of('co'), sync_fence: of('sync_fence'), total: pairsByKey.get('total') ?? bits.empty }
}

/** Returns whether a term depends on what an execution chooses. Nothing follows from others. */
const hasChoices: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) => (term.kind === 'base' && choices.some((choice) => choice === term.name)) || partsOf(term).some(hasChoices),
)

/** Returns whether the term is `co | co^-1`. */
const isEitherWay = (term: Rel): boolean =>
  term.kind === 'union' &&
  term.of.length === 2 &&
  term.of.some((one) => isSame(one, co)) &&
  term.of.some((one) => one.kind === 'inverse' && isSame(one.of, co))
