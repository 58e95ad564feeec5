/** Small worlds of events with random relations, random terms over them, and the plainest code that says what these mean. */

import fc from 'fast-check'
import { substitute } from '../../../axioms/algebra/recursion.js'
import {
  and,
  closure,
  difference,
  domain,
  type Equation,
  type EventSet,
  except,
  intersection,
  inverse,
  on,
  optional,
  or,
  product,
  type Rel,
  type Requirement,
  range,
  recursive,
  seq,
  union,
  unknown,
} from '../../../axioms/algebra/terms.js'
import { co, po, R, rf, W } from '../../../axioms/algebra/vocabulary.js'
import type { Formula, FormulaBuilder } from '../../../encoder/formula/formula.js'
import type { Base } from '../../../encoder/relations/interpret.js'
import { type RelationAlgebra, relationAlgebra } from '../../../encoder/relations/relation.js'
import type { Logic } from '../../../encoder/values/logic.js'

/** Pairs as strings in a set: the plainest meaning that the operators can have. */
type Pairs = ReadonlySet<string>
export const pair = (a: number, b: number) => `${a},${b}`
const split = (text: string): readonly [number, number] => {
  const [a = '', b = ''] = text.split(',')
  return [Number(a), Number(b)]
}

export interface World {
  readonly size: number
  readonly sets: { readonly R: readonly number[]; readonly W: readonly number[] }
  readonly relations: { readonly po: Pairs; readonly rf: Pairs; readonly co: Pairs }
}

const events = (world: World) => Array.from({ length: world.size }, (_, i) => i)

type Unknowns = ReadonlyMap<string, Pairs>

function naiveSet(term: EventSet, world: World, unknowns: Unknowns): ReadonlySet<number> {
  switch (term.kind) {
    case 'base-set':
      return new Set(term.name === 'R' ? world.sets.R : world.sets.W)
    case 'named-set':
      return naiveSet(term.body, world, unknowns)
    case 'set-union':
      return new Set(events(world).filter((e) => term.of.some((one) => naiveSet(one, world, unknowns).has(e))))
    case 'set-intersection':
      return new Set(events(world).filter((e) => term.of.every((one) => naiveSet(one, world, unknowns).has(e))))
    case 'set-difference':
      return new Set(
        [...naiveSet(term.left, world, unknowns)].filter((e) => !naiveSet(term.right, world, unknowns).has(e)),
      )
    case 'domain':
      return new Set([...naive(term.of, world, unknowns)].map((p) => split(p)[0]))
    case 'range':
      return new Set([...naive(term.of, world, unknowns)].map((p) => split(p)[1]))
  }
}

export function naive(term: Rel, world: World, unknowns: Unknowns = new Map()): Pairs {
  const all = events(world).flatMap((a) => events(world).map((b) => pair(a, b)))
  switch (term.kind) {
    case 'base':
      return term.name === 'po' ? world.relations.po : term.name === 'rf' ? world.relations.rf : world.relations.co
    case 'named':
      return naive(term.body, world, unknowns)
    case 'union': {
      const operands = term.of.map((one) => naive(one, world, unknowns))
      return new Set(all.filter((p) => operands.some((one) => one.has(p))))
    }
    case 'intersection': {
      const operands = term.of.map((one) => naive(one, world, unknowns))
      return new Set(all.filter((p) => operands.every((one) => one.has(p))))
    }
    case 'sequence':
      return term.of.map((one) => naive(one, world, unknowns)).reduce((first, second) => compose(first, second, world))
    case 'difference': {
      const without = naive(term.right, world, unknowns)
      return new Set([...naive(term.left, world, unknowns)].filter((p) => !without.has(p)))
    }
    case 'inverse':
      return new Set([...naive(term.of, world, unknowns)].map((p) => pair(split(p)[1], split(p)[0])))
    case 'closure': {
      const once = naive(term.of, world, unknowns)
      let reached = once
      for (let grown = reached; ; reached = grown) {
        grown = new Set([...reached, ...compose(reached, once, world)])
        if (grown.size === reached.size) return reached
      }
    }
    case 'optional':
      return new Set([...naive(term.of, world, unknowns), ...events(world).map((e) => pair(e, e))])
    case 'identity':
      return new Set([...naiveSet(term.of, world, unknowns)].map((e) => pair(e, e)))
    case 'product':
      return new Set(
        [...naiveSet(term.from, world, unknowns)].flatMap((a) =>
          [...naiveSet(term.to, world, unknowns)].map((b) => pair(a, b)),
        ),
      )
    case 'unknown':
      return unknowns.get(term.name) ?? new Set()
    case 'recursive': {
      const size = (all: Unknowns) => [...all.values()].reduce((sum, one) => sum + one.size, 0)
      let values: Unknowns = new Map(term.equations.map(({ name }) => [name, new Set()]))
      for (let grown = values; ; values = grown) {
        const known = new Map([...unknowns, ...values])
        grown = new Map(term.equations.map(({ name, body }) => [name, naive(body, world, known)]))
        if (size(grown) === size(values)) return grown.get(term.name) ?? new Set()
      }
    }
  }
}

const compose = (first: Pairs, second: Pairs, world: World): Pairs =>
  new Set(
    [...first].flatMap((p) => {
      const [a, k] = split(p)
      return events(world).flatMap((b) => (second.has(pair(k, b)) ? [pair(a, b)] : []))
    }),
  )

export function naiveHolds({ kind, of, negated }: Requirement, world: World): boolean {
  if (negated) return !naiveHolds({ kind, of }, world)
  const reflexive = (pairs: Pairs) => [...pairs].some((p) => split(p)[0] === split(p)[1])
  const pairs = naive(of, world)
  if (kind === 'empty') return pairs.size === 0
  return !reflexive(kind === 'acyclic' ? naive(closure(of), world) : pairs)
}

/** Bodies of equations for `r` and `s`, monotone in both. */
const monotone = (set: fc.Arbitrary<EventSet>, rel: fc.Arbitrary<Rel>): fc.Arbitrary<Rel> =>
  fc.letrec<{ body: Rel }>((tie) => {
    const bodies = fc.array(tie('body'), { minLength: 1, maxLength: 3 })
    return {
      body: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(unknown('r'), unknown('s'), rf),
        rel,
        bodies.map((of) => union(...of)),
        bodies.map((of) => seq(...of)),
        bodies.map((of) => intersection(...of)),
        fc.tuple(tie('body'), rel).map(([a, b]) => difference(a, b)),
        tie('body').map(inverse),
        tie('body').map(closure),
        tie('body').map(optional),
        fc.tuple(tie('body'), set).map(([a, b]) => on(or(domain(a), and(range(a), b)))),
        fc.tuple(tie('body'), set).map(([a, b]) => product(domain(a), b)),
      ),
    }
  }).body

/** Bodies in which `r` occurs at the ends of compositions only. */
const regular = (rel: fc.Arbitrary<Rel>): fc.Arbitrary<Rel> => {
  const r = fc.constantFrom(unknown('r'))
  const alternative = fc.oneof(
    rel,
    r,
    fc.tuple(r, rel).map(([a, b]) => seq(a, b)),
    fc.tuple(rel, r).map(([a, b]) => seq(a, b)),
    fc.tuple(r, rel, r).map(([a, b, c]) => seq(seq(a, b), c)),
    r.map((a) => seq(a, a)),
  )
  return fc.array(alternative, { minLength: 1, maxLength: 4 }).map((of) => union(...of))
}

export const { rel } = fc.letrec<{ set: EventSet; rel: Rel }>((tie) => {
  const sets = fc.array(tie('set'), { minLength: 1, maxLength: 3 })
  const relations = fc.array(tie('rel'), { minLength: 1, maxLength: 3 })
  return {
    set: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(R, W),
      sets.map((of) => and(...of)),
      sets.map((of) => or(...of)),
      fc.tuple(tie('set'), tie('set')).map(([a, b]) => except(a, b)),
      tie('rel').map(domain),
      tie('rel').map(range),
      fc.constant(or()),
    ),
    rel: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(po, rf, co),
      relations.map((of) => union(...of)),
      relations.map((of) => intersection(...of)),
      relations.map((of) => seq(...of)),
      fc.tuple(tie('rel'), tie('rel')).map(([a, b]) => difference(a, b)),
      tie('rel').map(inverse),
      tie('rel').map(closure),
      tie('rel').map(optional),
      tie('set').map(on),
      fc.tuple(tie('set'), tie('set')).map(([a, b]) => product(a, b)),
      fc.constant(union()),
      regular(tie('rel')).map((body) => recursive('r', [{ name: 'r', body }])),
    ),
  }
})

const set = fc.constantFrom<EventSet>(R, W)
export const recursion: fc.Arbitrary<Rel> = fc
  .tuple(monotone(set, rel), monotone(set, rel), fc.boolean())
  .map(([r, s, both]) => {
    if (!both) return recursive('r', [{ name: 'r', body: substitute(r, new Map([['s', unknown('r')]])) }])
    const equations: readonly Equation[] = [
      { name: 'r', body: r },
      { name: 's', body: s },
    ]
    return recursive('r', equations)
  })

const worldUpTo = (most: number): fc.Arbitrary<World> =>
  fc.integer({ min: 1, max: most }).chain((size) => {
    const event = fc.integer({ min: 0, max: size - 1 })
    const some = fc.uniqueArray(event)
    const pairs = fc
      .array(fc.tuple(event, event), { maxLength: 6 })
      .map((list) => new Set(list.map(([a, b]) => pair(a, b))))
    const drawn = fc.record({
      size: fc.constant(size),
      sets: fc.record({ R: some, W: some }),
      relations: fc.record({ po: pairs, rf: pairs, co: pairs }),
    })
    // Program order is transitive, which closures rely on.
    return drawn.map((world) => ({
      ...world,
      relations: { ...world.relations, po: naive(closure(po), world) },
    }))
  })
export const world = worldUpTo(4)
export const smallWorld = worldUpTo(3)

export function baseOfWorld<B>({ size, sets, relations }: World, logic: Logic<B>, truth: B): Base<B> {
  const algebra = relationAlgebra(size, logic)
  const everyone = Array.from({ length: size }, (_, i) => [i, truth] as const)
  return withLookup(algebra, {
    size,
    set: (name) => new Map((name === 'R' ? sets.R : sets.W).map((e) => [e, truth])),
    relation: (name) => {
      if (name === 'id') return algebra.identity(new Map(everyone))
      const pairs = name === 'po' ? relations.po : name === 'rf' ? relations.rf : relations.co
      return algebra.fromPairs([...pairs].map((p) => [...split(p), truth]))
    },
  })
}

/** Returns the base in which pairs of `co` can be looked up. */
const withLookup = <B>({ intersection, size }: RelationAlgebra<B>, base: Base<B>): Base<B> => ({
  ...base,
  lookup: (name) => {
    const pairs = base.relation(name)
    return name === 'co' ? { size: size(pairs), within: (others) => intersection(others, pairs) } : undefined
  },
})

/**
 * Returns the world in which each pair that it holds is a variable; of others the formulas know that they do not hold.
 * Program order is that of the events that are executed.
 */
export function baseOfVariables({ size, sets, relations }: World, builder: FormulaBuilder): Base<Formula> {
  const algebra = relationAlgebra(size, builder)
  const everyone = Array.from({ length: size }, (_, i) => [i, builder.tt] as const)
  return withLookup(algebra, {
    size,
    set: (name) => new Map((name === 'R' ? sets.R : sets.W).map((e) => [e, builder.variable(`${name}${e}`)])),
    relation: (name) => {
      if (name === 'id') return algebra.identity(new Map(everyone))
      const both = (p: string) => builder.all(split(p).map((e) => builder.variable(`executed${e}`)))
      if (name === 'po') return algebra.fromPairs([...relations.po].map((p) => [...split(p), both(p)]))
      const pairs = name === 'rf' ? relations.rf : relations.co
      return algebra.fromPairs([...pairs].map((p) => [...split(p), builder.variable(`${name}${p}`)]))
    },
  })
}

/** Returns the world without the sets' members and the pairs whose variables are not true. */
export const restricted = ({ size, sets, relations }: World, isTrue: (variable: string) => boolean): World => ({
  size,
  sets: { R: sets.R.filter((e) => isTrue(`R${e}`)), W: sets.W.filter((e) => isTrue(`W${e}`)) },
  relations: {
    po: new Set([...relations.po].filter((p) => split(p).every((e) => isTrue(`executed${e}`)))),
    rf: new Set([...relations.rf].filter((p) => isTrue(`rf${p}`))),
    co: new Set([...relations.co].filter((p) => isTrue(`co${p}`))),
  },
})

/** Returns the variables of `baseOfVariables` with their values. */
export const assignment = (world: World, isTrue: (variable: string) => boolean): ReadonlyMap<string, boolean> => {
  const { sets, relations } = world
  const executed = events(world).map((e) => `executed${e}`)
  const members = Object.entries(sets).flatMap(([name, all]) => all.map((e) => `${name}${e}`))
  const pairs = ['rf', 'co'] as const
  const related = pairs.flatMap((name) => [...relations[name]].map((p) => `${name}${p}`))
  return new Map([...executed, ...members, ...related].map((name) => [name, isTrue(name)]))
}
