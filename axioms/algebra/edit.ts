/** Models with a part left out or put otherwise. */

import type { Model, Rel } from './terms.js'

/** The model without the axiom of that name. Throws if it has none. */
export function withoutAxiom(model: Model, name: string): Model {
  const axioms = model.axioms.filter((axiom) => axiom.name !== name)
  if (axioms.length === model.axioms.length) throw new Error(`${model.name} has no axiom ${name}`)
  return { ...model, axioms }
}

/** The model in which the relation defined by that name has another body, wherever it is used. Throws if none has the name. */
export function redefine(model: Model, name: string, change: (body: Rel) => Rel): Model {
  let found = false
  const edit = (term: Rel): Rel => {
    switch (term.kind) {
      case 'named':
        if (term.name !== name) return { ...term, body: edit(term.body) }
        found = true
        return { ...term, body: change(term.body) }
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
      case 'recursive':
        return { ...term, equations: term.equations.map((one) => ({ ...one, body: edit(one.body) })) }
      case 'unknown':
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
