/** Recursive definitions: which terms hang on an unknown, and which recursions need none. */

import { closure, type EventSet, optional, type Rel, seq, union } from './terms.js'

const known = new WeakMap<Rel | EventSet, ReadonlySet<string>>()

/** The unknowns in a term that no recursion within it binds. */
export function unknownsOf(term: Rel | EventSet): ReadonlySet<string> {
  const found = known.get(term) ?? collectUnknowns(term)
  known.set(term, found)
  return found
}

function collectUnknowns(term: Rel | EventSet): ReadonlySet<string> {
  switch (term.kind) {
    case 'unknown':
      return new Set([term.name])
    case 'recursive': {
      const free = new Set(term.equations.flatMap(({ body }) => [...unknownsOf(body)]))
      for (const { name } of term.equations) free.delete(name)
      return free
    }
    case 'base':
    case 'base-set':
      return none
    case 'named':
    case 'named-set':
      return unknownsOf(term.body)
    case 'union':
    case 'intersection':
    case 'sequence':
    case 'set-union':
    case 'set-intersection':
      return joined(term.of)
    case 'difference':
    case 'set-difference':
      return joined([term.left, term.right])
    case 'product':
      return joined([term.from, term.to])
    case 'inverse':
    case 'closure':
    case 'optional':
    case 'identity':
    case 'domain':
    case 'range':
      return unknownsOf(term.of)
  }
}

const none: ReadonlySet<string> = new Set()

const joined = (terms: readonly (Rel | EventSet)[]): ReadonlySet<string> => {
  const found = terms.map(unknownsOf).filter(({ size }) => size > 0)
  return found.length === 0 ? none : new Set(found.flatMap((one) => [...one]))
}

/**
 * The least solution of `r = body` without recursion, where body is a union of terms in which r stands at the ends of a composition
 * only: of `r = a | b;r | r;c | r;m;r` it is `s ; (m;s)*` for `s = b* ; a ; c*`. Undefined where r stands elsewhere.
 */
export function withoutRecursion(name: string, body: Rel): Rel | undefined {
  const isUnknown = (term: Rel | undefined): boolean => term?.kind === 'unknown' && term.name === name
  const before: Rel[] = []
  const after: Rel[] = []
  const between: Rel[] = []
  const start: Rel[] = []
  for (const alternative of alternatives(body)) {
    const steps = stepsOf(alternative)
    const [first, last] = [isUnknown(steps[0]), isUnknown(steps.at(-1))]
    const rest = steps.slice(first ? 1 : 0, last ? -1 : undefined)
    if (rest.some((step) => unknownsOf(step).has(name))) return undefined
    if (steps.length === 1 && first) continue
    if (first && last) between.push(seq(...rest))
    else if (last) before.push(seq(...rest))
    else if (first) after.push(seq(...rest))
    else start.push(alternative)
  }
  const once = seq(...repeated(before), union(...start), ...repeated(after))
  if (between.length === 0) return once
  return seq(once, ...repeated(between.map((middle) => seq(...stepsOf(middle), once))))
}

/** `(a | b)*` as a step of a composition, or no step where there is nothing to repeat. */
const repeated = (terms: readonly Rel[]): readonly Rel[] =>
  terms.length === 0 ? [] : [optional(closure(union(...terms)))]

const alternatives = (term: Rel): readonly Rel[] => (term.kind === 'union' ? term.of.flatMap(alternatives) : [term])

const stepsOf = (term: Rel): readonly Rel[] => (term.kind === 'sequence' ? term.of.flatMap(stepsOf) : [term])
