import fc from 'fast-check'
import { acyclic, axiom, empty, irreflexive, recursive, unknown } from '../../../axioms/algebra/terms.js'
import { rf } from '../../../axioms/algebra/vocabulary.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { interpreter, mostListed } from '../../../encoder/relations/interpret.js'
import { booleans } from '../../../encoder/values/logic.js'
import { always } from '../../extent.js'

import {
  assignment,
  baseOfVariables,
  baseOfWorld,
  naive,
  naiveHolds,
  pair,
  recursion,
  rel,
  restricted,
  smallWorld,
  world,
} from './worlds.js'

describe('the relational algebra', () => {
  always('relations over booleans are what naive set code computes', { runs: 400, seed: 1 }, () =>
    fc.property(rel, world, (term, world) => {
      for (const most of [mostListed, 0]) {
        const base = baseOfWorld(world, booleans, true)
        const rows = interpreter(base, booleans, new Map(), undefined, most).relation(term)
        const pairs = rows.flatMap((row, a) => [...row].flatMap(([b, value]) => (value ? [pair(a, b)] : [])))
        expect(new Set(pairs)).toEqual(naive(term, world))
      }
    }),
  )

  always('recursion over booleans is the least fixpoint that naive set code reaches', { runs: 400, seed: 2 }, () =>
    fc.property(recursion, world, (term, world) => {
      for (const most of [mostListed, 0]) {
        const base = baseOfWorld(world, booleans, true)
        const rows = interpreter(base, booleans, new Map(), undefined, most).relation(term)
        const pairs = rows.flatMap((row, a) => [...row].flatMap(([b, value]) => (value ? [pair(a, b)] : [])))
        expect(new Set(pairs)).toEqual(naive(term, world))
      }
    }),
  )

  test('an unknown without an equation is refused', () => {
    const nothing = { size: 0, set: () => new Map(), relation: () => [] }
    const { relation } = interpreter(nothing, booleans)
    expect(() => relation(unknown('s'))).toThrow('an equation for s')
    expect(() => relation(recursive('r', [{ name: 's', body: rf }]))).toThrow('an equation for r')
  })

  always('terms over formulas mean the same under every assignment', { runs: 200, seed: 3 }, () =>
    fc.property(fc.oneof(rel, recursion), smallWorld, fc.func(fc.boolean()), (term, world, isTrue) => {
      const builder = formulaBuilder()
      const { formula: truth } = assigned(assignment(world, isTrue))
      for (const most of [mostListed, 0]) {
        const rows = interpreter(baseOfVariables(world, builder), builder, new Map(), undefined, most).relation(term)
        const pairs = rows.flatMap((row, a) => [...row].flatMap(([b, one]) => (truth(one) ? [pair(a, b)] : [])))
        expect(new Set(pairs)).toEqual(naive(term, restricted(world, isTrue)))
      }
    }),
  )

  always('requirements over booleans are what naive set code computes', { runs: 400, seed: 1 }, () => {
    const requirement = fc
      .tuple(fc.constantFrom(acyclic, irreflexive, empty), rel, fc.constantFrom(true as const, undefined))
      .map(([make, of, negated]) => (negated ? { ...make(of), negated } : make(of)))
    return fc.property(requirement, world, (one, world) => {
      const { axiom: holds } = interpreter(baseOfWorld(world, booleans, true), booleans)
      expect(holds(axiom('any', '0', one))).toBe(naiveHolds(one, world))
    })
  })

  always('over formulas, constants fold to the same answers', { runs: 200, seed: 1 }, () => {
    const requirement = fc
      .tuple(fc.constantFrom(acyclic, irreflexive, empty), rel, fc.constantFrom(true as const, undefined))
      .map(([make, of, negated]) => (negated ? { ...make(of), negated } : make(of)))
    return fc.property(requirement, world, (one, world) => {
      const builder = formulaBuilder()
      const holds = interpreter(baseOfWorld(world, builder, builder.tt), builder).axiom(axiom('any', '0', one))
      expect(holds.kind).toBe(String(naiveHolds(one, world)))
    })
  })
})
