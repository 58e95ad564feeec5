import fc from 'fast-check'
import {
  acyclic,
  and,
  axiom,
  closure,
  difference,
  type EventSet,
  empty,
  except,
  intersection,
  inverse,
  irreflexive,
  on,
  optional,
  or,
  product,
  type Rel,
  type Requirement,
  seq,
  union,
} from '../../axioms/algebra/terms.js'
import { co, po, R, rf, W } from '../../axioms/algebra/vocabulary.js'
import { formulaBuilder } from '../../encoder/formula.js'
import { type Base, interpreter } from '../../encoder/interpret.js'
import { booleans, type Logic } from '../../encoder/logic.js'
import { relationAlgebra } from '../../encoder/relation.js'

/** Pairs as strings in a set: the plainest meaning that the operators can have. */
type Pairs = ReadonlySet<string>
const pair = (a: number, b: number) => `${a},${b}`
const split = (text: string): readonly [number, number] => {
  const [a = '', b = ''] = text.split(',')
  return [Number(a), Number(b)]
}

interface World {
  readonly size: number
  readonly sets: { readonly R: readonly number[]; readonly W: readonly number[] }
  readonly relations: { readonly po: Pairs; readonly rf: Pairs; readonly co: Pairs }
}

const events = (world: World) => Array.from({ length: world.size }, (_, i) => i)

function naiveSet(term: EventSet, world: World): ReadonlySet<number> {
  switch (term.kind) {
    case 'base-set':
      return new Set(term.name === 'R' ? world.sets.R : world.sets.W)
    case 'named-set':
      return naiveSet(term.body, world)
    case 'set-union':
      return new Set(events(world).filter((e) => term.of.some((one) => naiveSet(one, world).has(e))))
    case 'set-intersection':
      return new Set(events(world).filter((e) => term.of.every((one) => naiveSet(one, world).has(e))))
    case 'set-difference':
      return new Set([...naiveSet(term.left, world)].filter((e) => !naiveSet(term.right, world).has(e)))
  }
}

function naive(term: Rel, world: World): Pairs {
  const all = events(world).flatMap((a) => events(world).map((b) => pair(a, b)))
  switch (term.kind) {
    case 'base':
      return term.name === 'po' ? world.relations.po : term.name === 'rf' ? world.relations.rf : world.relations.co
    case 'named':
      return naive(term.body, world)
    case 'union':
      return new Set(all.filter((p) => term.of.some((one) => naive(one, world).has(p))))
    case 'intersection':
      return new Set(all.filter((p) => term.of.every((one) => naive(one, world).has(p))))
    case 'sequence':
      return term.of.map((one) => naive(one, world)).reduce((first, second) => compose(first, second, world))
    case 'difference': {
      const without = naive(term.right, world)
      return new Set([...naive(term.left, world)].filter((p) => !without.has(p)))
    }
    case 'inverse':
      return new Set([...naive(term.of, world)].map((p) => pair(split(p)[1], split(p)[0])))
    case 'closure': {
      const once = naive(term.of, world)
      let reached = once
      for (let grown = reached; ; reached = grown) {
        grown = new Set([...reached, ...compose(reached, once, world)])
        if (grown.size === reached.size) return reached
      }
    }
    case 'optional':
      return new Set([...naive(term.of, world), ...events(world).map((e) => pair(e, e))])
    case 'identity':
      return new Set([...naiveSet(term.of, world)].map((e) => pair(e, e)))
    case 'product':
      return new Set(
        [...naiveSet(term.from, world)].flatMap((a) => [...naiveSet(term.to, world)].map((b) => pair(a, b))),
      )
  }
}

const compose = (first: Pairs, second: Pairs, world: World): Pairs =>
  new Set(
    [...first].flatMap((p) => {
      const [a, k] = split(p)
      return events(world).flatMap((b) => (second.has(pair(k, b)) ? [pair(a, b)] : []))
    }),
  )

function naiveHolds({ kind, of }: Requirement, world: World): boolean {
  const reflexive = (pairs: Pairs) => [...pairs].some((p) => split(p)[0] === split(p)[1])
  const pairs = naive(of, world)
  if (kind === 'empty') return pairs.size === 0
  return !reflexive(kind === 'acyclic' ? naive(closure(of), world) : pairs)
}

const { rel } = fc.letrec<{ set: EventSet; rel: Rel }>((tie) => {
  const sets = fc.array(tie('set'), { minLength: 1, maxLength: 3 })
  const relations = fc.array(tie('rel'), { minLength: 1, maxLength: 3 })
  return {
    set: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(R, W),
      sets.map((of) => and(...of)),
      sets.map((of) => or(...of)),
      fc.tuple(tie('set'), tie('set')).map(([a, b]) => except(a, b)),
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
    ),
  }
})

const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: 4 }).chain((size) => {
  const event = fc.integer({ min: 0, max: size - 1 })
  const some = fc.uniqueArray(event)
  const pairs = fc
    .array(fc.tuple(event, event), { maxLength: 6 })
    .map((list) => new Set(list.map(([a, b]) => pair(a, b))))
  return fc.record({
    size: fc.constant(size),
    sets: fc.record({ R: some, W: some }),
    relations: fc.record({ po: pairs, rf: pairs, co: pairs }),
  })
})

function baseOfWorld<B>({ size, sets, relations }: World, logic: Logic<B>, truth: B): Base<B> {
  const algebra = relationAlgebra(size, logic)
  const everyone = Array.from({ length: size }, (_, i) => [i, truth] as const)
  return {
    size,
    set: (name) => new Map((name === 'R' ? sets.R : sets.W).map((e) => [e, truth])),
    relation: (name) => {
      if (name === 'id') return algebra.identity(new Map(everyone))
      const pairs = name === 'po' ? relations.po : name === 'rf' ? relations.rf : relations.co
      return algebra.fromPairs([...pairs].map((p) => [...split(p), truth]))
    },
  }
}

describe('the relational algebra', () => {
  test('relations over booleans are what naive set code computes', () => {
    fc.assert(
      fc.property(rel, world, (term, world) => {
        const rows = interpreter(baseOfWorld(world, booleans, true), booleans).relation(term)
        const pairs = rows.flatMap((row, a) => [...row].flatMap(([b, value]) => (value ? [pair(a, b)] : [])))
        expect(new Set(pairs)).toEqual(naive(term, world))
      }),
      { numRuns: 1000 },
    )
  })

  test('requirements over booleans are what naive set code computes', () => {
    const requirement = fc.tuple(fc.constantFrom(acyclic, irreflexive, empty), rel).map(([make, of]) => make(of))
    fc.assert(
      fc.property(requirement, world, (one, world) => {
        const { axiom: holds } = interpreter(baseOfWorld(world, booleans, true), booleans)
        expect(holds(axiom('any', '0', one))).toBe(naiveHolds(one, world))
      }),
      { numRuns: 1000 },
    )
  })

  test('over formulas, constants fold to the same answers', () => {
    const requirement = fc.tuple(fc.constantFrom(acyclic, irreflexive, empty), rel).map(([make, of]) => make(of))
    fc.assert(
      fc.property(requirement, world, (one, world) => {
        const builder = formulaBuilder()
        const holds = interpreter(baseOfWorld(world, builder, builder.tt), builder).axiom(axiom('any', '0', one))
        expect(holds.kind).toBe(String(naiveHolds(one, world)))
      }),
      { numRuns: 500 },
    )
  })
})
