/**
 * Recursive definitions: which terms depend on an unknown, and which recursions are really compositions and closures.
 */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { closure, type Equation, type EventSet, optional, type Rel, seq, union } from './terms.js'
import { changeParts, changePartsOfSet, partsOf } from './traverse.js'
import { id } from './vocabulary.js'

/** Returns the unknowns in a term that no recursion within it binds. */
export const unknownsOf: (term: Rel | EventSet) => ReadonlySet<string> = memoisedWeakly(collectUnknowns)

function collectUnknowns(term: Rel | EventSet): ReadonlySet<string> {
  if (term.kind === 'unknown') return new Set([term.name])
  const [first = none, ...others] = partsOf(term)
    .map(unknownsOf)
    .filter(({ size }) => size > 0)
  if (term.kind !== 'recursive' && others.length === 0) return first
  const free = new Set([first, ...others].flatMap((one) => [...one]))
  if (term.kind === 'recursive') for (const { name } of term.equations) free.delete(name)
  return free
}

const none: ReadonlySet<string> = new Set()

/**
 * Returns the least solution of equations as terms without recursion. It solves one unknown after the other in terms of
 * those that are left, and substitutes the solution. Undefined if that fails; then only iteration helps. The terms are
 * the same objects each time, since interpreters know terms by identity.
 */
export const solved: (equations: readonly Equation[]) => ReadonlyMap<string, Rel> | undefined =
  memoisedWeakly(solutionOf)

function solutionOf(equations: readonly Equation[]): ReadonlyMap<string, Rel> | undefined {
  // Definitions that do not use themselves go first: they need no solving.
  const candidates = equations.toSorted((a, b) => Number(usesItself(a)) - Number(usesItself(b)))
  for (const { name, body } of candidates) {
    const solution = withoutRecursion(name, body)
    if (solution === undefined) continue
    const others = equations.filter((one) => one.name !== name)
    const replaced = others.map((one) => ({ ...one, body: substitute(one.body, new Map([[name, solution]])) }))
    const rest = solutionOf(replaced)
    return rest && new Map([...rest, [name, substitute(solution, rest)]])
  }
  return equations.length === 0 ? new Map() : undefined
}

const usesItself = ({ name, body }: Equation): boolean => unknownsOf(body).has(name)

/**
 * Returns the least solution of `r = body` without r, where body is a union of terms in which r occurs only at the ends
 * of a composition: of `r = a
 * | b;r | r;c | r;m;r` it is `s ; (m;s)*` for `s = b* ; a ; c*`. Undefined if r occurs elsewhere.
 */
function withoutRecursion(name: string, body: Rel): Rel | undefined {
  const isUnknown = (step: Rel | undefined): boolean => step?.kind === 'unknown' && step.name === name
  const before: Rel[] = []
  const after: Rel[] = []
  const between: Rel[] = []
  const start: Rel[] = []
  for (const steps of paths(body, name)) {
    const [first, last] = [isUnknown(steps[0]), isUnknown(steps.at(-1))]
    const rest = steps.slice(first ? 1 : 0, last ? -1 : undefined)
    if (rest.some((step) => unknownsOf(step).has(name))) return undefined
    if (steps.length === 1 && first) continue
    if (first && last) between.push(composed(rest))
    else if (last) before.push(composed(rest))
    else if (first) after.push(composed(rest))
    else start.push(composed(rest))
  }
  const once = composed([...repeated(before), union(...start), ...repeated(after)])
  return composed([once, ...repeated(between.map((middle) => seq(middle, once)))])
}

/** The most paths for which this is better than iteration. */
const mostPaths = 64

/** Returns the term as a union of compositions. Only parts in which the unknown occurs are taken apart. */
function paths(term: Rel, name: string): readonly (readonly Rel[])[] {
  if (!unknownsOf(term).has(name)) return [[term]]
  switch (term.kind) {
    case 'union':
      return term.of.flatMap((one) => paths(one, name))
    case 'sequence': {
      const parts = term.of.map((one) => paths(one, name))
      const count = parts.reduce((product, { length }) => product * length, 1)
      if (count > mostPaths) return [[term]]
      return parts.reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])))
    }
    case 'optional':
      return [[], ...paths(term.of, name)]
    default:
      return [[term]]
  }
}

/** Returns the composition of steps; the identity if there are none. */
const composed = (steps: readonly Rel[]): Rel => {
  const [first = id, ...others] = steps
  return others.length === 0 ? first : seq(first, ...others)
}

/** Returns `(a | b)*` as a step of a composition, or no step if there is nothing to repeat. */
const repeated = (terms: readonly Rel[]): readonly Rel[] =>
  terms.length === 0 ? [] : [optional(closure(union(...terms)))]

/** Returns the term with other terms in place of its unknowns. */
export function substitute(term: Rel, replacements: ReadonlyMap<string, Rel>): Rel {
  const hangsOnThem = (one: Rel | EventSet) => [...unknownsOf(one)].some((name) => replacements.has(name))
  const relation = (one: Rel): Rel => {
    if (!hangsOnThem(one)) return one
    if (one.kind === 'unknown') return replacements.get(one.name) ?? one
    if (one.kind !== 'recursive') return changeParts(one, { relation, set })
    const bound = new Set(one.equations.map(({ name }) => name))
    const free = new Map([...replacements].filter(([name]) => !bound.has(name)))
    return { ...one, equations: one.equations.map((eq) => ({ ...eq, body: substitute(eq.body, free) })) }
  }
  const set = (one: EventSet): EventSet => (hangsOnThem(one) ? changePartsOfSet(one, { relation, set }) : one)
  return relation(term)
}
