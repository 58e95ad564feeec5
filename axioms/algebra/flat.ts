/**
 * Models in one piece: without the definitions by which one file extends another, and without definitions that this
 * leaves empty.
 */

import { memoised } from '../../source/memoised.js'
import { changeRoles } from './roles.js'
import { type Axiom, type EventSet, type Model, or, type Rel, union } from './terms.js'
import { changeParts, changePartsOfSet } from './traverse.js'
import { id } from './vocabulary.js'

/**
 * Returns the model with its extension points resolved: each is replaced by its meaning, and empty terms are dropped.
 * The same executions are consistent.
 */
export function flattened({ axioms, flags, ...model }: Model): Model {
  const relation: (term: Rel) => Rel = memoised((term: Rel) =>
    term.kind === 'recursive'
      ? { ...term, equations: equations(term.equations) }
      : simplified(changeParts(term, { relation, set })),
  )
  const set: (term: EventSet) => EventSet = memoised((term: EventSet) =>
    simplifiedSet(changePartsOfSet(term, { relation, set })),
  )
  // The relations of one `let rec` share its equations, by which the printer knows that they belong together.
  const equations = memoised((all: Extract<Rel, { kind: 'recursive' }>['equations']) =>
    all.map((one) => ({ ...one, body: relation(one.body) })),
  )
  const flat = (some: readonly Axiom[]): readonly Axiom[] =>
    some.map((axiom) => ({
      ...axiom,
      requirements: axiom.requirements.map((requirement) => ({ ...requirement, of: relation(requirement.of) })),
    }))
  return {
    ...model,
    axioms: flat(axioms),
    roles: changeRoles(model, relation),
    ...(flags === undefined ? {} : { flags: flat(flags) }),
  }
}

const nothing: Rel = union()
const noEvents: EventSet = or()

const isNothing = (term: Rel): boolean => term.kind === 'union' && term.of.length === 0
const isNoEvents = (term: EventSet): boolean => term.kind === 'set-union' && term.of.length === 0
const isIdentity = (term: Rel): boolean => term.kind === 'base' && term.name === 'id'

/** Drops what is empty from a term whose parts are already simplified. Replaces an extension point by its meaning. */
function simplified(term: Rel): Rel {
  switch (term.kind) {
    case 'named':
      return term.reading?.extension === true || isNothing(term.body) ? term.body : term
    case 'union':
      return merged(term)
    case 'intersection':
      return term.of.some(isNothing) ? nothing : merged(term)
    case 'sequence':
      return term.of.some(isNothing) ? nothing : composed(term)
    case 'difference':
      return isNothing(term.left) || isNothing(term.right) ? term.left : term
    case 'inverse':
    case 'closure':
      return isNothing(term.of) ? nothing : term
    case 'optional':
      return isNothing(term.of) ? id : term
    case 'identity':
      return isNoEvents(term.of) ? nothing : term
    case 'product':
      return isNoEvents(term.from) || isNoEvents(term.to) ? nothing : term
    case 'recursive':
    case 'base':
    case 'unknown':
      return term
  }
}

function simplifiedSet(term: EventSet): EventSet {
  switch (term.kind) {
    case 'named-set':
      return isNoEvents(term.body) ? noEvents : term
    case 'set-union':
      return mergedSets(term)
    case 'set-intersection':
      return term.of.some(isNoEvents) ? noEvents : mergedSets(term)
    case 'set-difference':
      return isNoEvents(term.left) || isNoEvents(term.right) ? term.left : term
    case 'domain':
    case 'range':
      return isNothing(term.of) ? noEvents : term
    case 'base-set':
      return term
  }
}

type Several = Extract<Rel, { readonly of: readonly Rel[] }>
type SeveralSets = Extract<EventSet, { readonly of: readonly EventSet[] }>

/** Merges operands of the term's own kind into the term, and returns a single operand as it is. */
function mergedIn<T, S extends T & { readonly of: readonly T[] }>(
  term: S,
  isAlike: (one: T) => one is S,
  withOperands: (of: readonly T[]) => T,
): T {
  const of = term.of.flatMap((one) => (isAlike(one) ? one.of : [one]))
  const [only] = of
  if (of.length === 1 && only !== undefined) return only
  return term.of.some(isAlike) ? withOperands(of) : term
}

const merged = (term: Several): Rel =>
  mergedIn<Rel, Several>(
    term,
    (one): one is Several => one.kind === term.kind,
    (of) => ({ ...term, of }),
  )

const mergedSets = (term: SeveralSets): EventSet =>
  mergedIn<EventSet, SeveralSets>(
    term,
    (one): one is SeveralSets => one.kind === term.kind,
    (of) => ({ ...term, of }),
  )

/** Returns the composition without steps that lead nowhere. */
function composed(term: Several): Rel {
  const of = term.of.filter((one) => !isIdentity(one))
  if (of.length === 0) return id
  return merged(of.length === term.of.length ? term : { ...term, of })
}
