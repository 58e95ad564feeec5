/** Which base relations a model mentions. */

import type { BaseRelation } from './names.js'
import type { Axiom, EventSet, Model, Rel } from './terms.js'
import { partsOf } from './traverse.js'

/** Whether an axiom of the model depends on the relation. */
export const mentions = ({ axioms }: Model, name: BaseRelation): boolean =>
  axioms.some((axiom) => mentionedBy(axiom).has(name))

/** The base relations on which an axiom depends. */
export function mentionedBy({ requirements }: Axiom): ReadonlySet<BaseRelation> {
  const mentioned = new Set<BaseRelation>()
  // A term may be part of many others; it is visited once.
  const known = new Set<Rel | EventSet>()
  const open: (Rel | EventSet)[] = requirements.map(({ of }) => of)
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (known.has(term)) continue
    known.add(term)
    if (term.kind === 'base') mentioned.add(term.name)
    for (const part of partsOf(term)) open.push(part)
  }
  return mentioned
}
