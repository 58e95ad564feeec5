/** Models with a part left out or replaced. */

import { memoised } from '../../source/memoised.js'
import { changeRoles } from './roles.js'
import type { EventSet, Model, Rel } from './terms.js'
import { changeParts, changePartsOfSet } from './traverse.js'

/** Returns the model without the axiom of that name. Throws if it has none. */
export function withoutAxiom(model: Model, name: string): Model {
  const axioms = model.axioms.filter((axiom) => axiom.name !== name)
  if (axioms.length === model.axioms.length) throw new Error(`${model.name} has no axiom ${name}`)
  return { ...model, axioms }
}

/** A model in which each requirement is a separate axiom, and the names of the requirements of each original axiom. */
export interface Apart {
  readonly model: Model
  readonly parts: ReadonlyMap<string, readonly string[]>
}

/** Returns the model with its requirements apart. The same executions are consistent. No name in cat has a `/`. */
export function requirementsApart(model: Model): Apart {
  const apart = model.axioms.map((axiom) => ({
    axiom,
    parts: axiom.requirements.map((requirement, i) => ({
      ...axiom,
      name: axiom.requirements.length === 1 ? axiom.name : `${axiom.name}/${i + 1}`,
      requirements: [requirement],
    })),
  }))
  return {
    model: { ...model, axioms: apart.flatMap(({ parts }) => parts) },
    parts: new Map(apart.map(({ axiom, parts }) => [axiom.name, parts.map(({ name }) => name)])),
  }
}

/**
 * Returns the model in which the relation defined by that name has another body wherever it is used. Throws if no
 * relation has the name.
 */
export function redefine(model: Model, name: string, change: (body: Rel) => Rel): Model {
  let isDefined = false
  // A term that is part of many stays one: interpreters know terms by identity.
  const set: (term: EventSet) => EventSet = memoised((term: EventSet) =>
    changePartsOfSet(term, { relation: edit, set }),
  )
  const edit: (term: Rel) => Rel = memoised((term: Rel) => {
    if (term.kind !== 'named' || term.name !== name) return changeParts(term, { relation: edit, set })
    isDefined = true
    return { ...term, body: change(term.body) }
  })
  const axioms = model.axioms.map((axiom) => ({
    ...axiom,
    requirements: axiom.requirements.map((requirement) => ({ ...requirement, of: edit(requirement.of) })),
  }))
  const roles = changeRoles(model, edit)
  if (!isDefined) throw new Error(`${model.name} defines no ${name}`)
  return { ...model, axioms, roles }
}
