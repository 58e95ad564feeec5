/** Models with a part left out. */

import { difference, type Model, type Rel } from '../../axioms/algebra/terms.js'
import { id } from '../../axioms/algebra/vocabulary.js'

/** The model in which the definition of that name is the empty relation. */
export function withoutDefinition(model: Model, name: string): Model {
  let found = false
  const edit = (term: Rel): Rel => {
    switch (term.kind) {
      case 'named':
        if (term.name !== name) return { ...term, body: edit(term.body) }
        found = true
        return difference(id, id)
      case 'union':
      case 'intersection':
      case 'sequence':
        return { ...term, of: term.of.map(edit) }
      case 'difference':
        return { ...term, left: edit(term.left), right: edit(term.right) }
      case 'inverse':
      case 'closure':
      case 'optional':
        return { ...term, of: edit(term.of) }
      case 'base':
      case 'identity':
      case 'product':
        return term
    }
  }
  const axioms = model.axioms.map((axiom) => ({
    ...axiom,
    requirements: axiom.requirements.map((requirement) => ({ ...requirement, of: edit(requirement.of) })),
  }))
  if (!found) throw new Error(`${model.name} defines no ${name}`)
  return { ...model, axioms }
}

/** The model without the axiom of that name. */
export function withoutAxiom(model: Model, name: string): Model {
  const axioms = model.axioms.filter((axiom) => axiom.name !== name)
  if (axioms.length === model.axioms.length) throw new Error(`${model.name} has no axiom ${name}`)
  return { ...model, axioms }
}
