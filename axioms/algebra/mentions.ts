/** Finds the base relations that a model mentions. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { BaseRelation } from './names.js'
import type { Axiom, Model } from './terms.js'
import { termsOf } from './traverse.js'

/** Returns whether an axiom of the model depends on the relation. */
export const mentions = ({ axioms }: Model, name: BaseRelation): boolean =>
  axioms.some((axiom) => mentionedBy(axiom).has(name))

/** Returns the base relations on which an axiom depends. */
export const mentionedBy: (axiom: Axiom) => ReadonlySet<BaseRelation> = memoisedWeakly(
  (axiom) => new Set([...termsOf([axiom])].flatMap((term) => (term.kind === 'base' ? [term.name] : []))),
)
