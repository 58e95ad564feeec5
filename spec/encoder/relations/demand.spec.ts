import fc from 'fast-check'
import { isCostly } from '../../../axioms/algebra/costly.js'
import {
  acyclic,
  axiom,
  closure,
  difference,
  empty,
  intersection,
  inverse,
  irreflexive,
  type Rel,
  type Requirement,
  seq,
  union,
} from '../../../axioms/algebra/terms.js'
import { co, id, po, rf } from '../../../axioms/algebra/vocabulary.js'
import { bitAlgebra } from '../../../encoder/relations/bits.js'
import { demandedPairs } from '../../../encoder/relations/demand.js'
import { interpreter, interpreterOver } from '../../../encoder/relations/interpret.js'
import { mayMustAlgebra } from '../../../encoder/relations/may-and-must.js'
import type { Relation } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'
import { threeValued } from '../../../encoder/values/three-valued.js'
import { always } from '../../extent.js'
import { baseOfWorld, pair, rel, restricted, smallWorld, type World } from './worlds.js'

/** Returns the pairs that requirements demand in worlds that lack some of the pairs and members of this one. */
function demandedIn(requirements: readonly Requirement[], world: World) {
  const bits = bitAlgebra(world.size)
  const { set, relation } = baseOfWorld(world, booleans, true)
  const everyone = bits.relationOf(relation('id'))
  const may = interpreterOver(
    {
      set: (name) => ({ may: bits.setOf(set(name)), must: bits.emptySet }),
      relation: (name) => ({
        may: bits.relationOf(relation(name)),
        must: name === 'id' ? everyone : bits.empty,
      }),
    },
    mayMustAlgebra(bits, everyone),
    threeValued,
  )
  return { bits, demanded: demandedPairs(requirements, (term) => may.relation(term).may, id, bits) }
}

describe('the pairs that requirements demand', () => {
  always('are enough to decide them', { runs: 400, seed: 1 }, () => {
    const requirement = fc
      .tuple(fc.constantFrom(acyclic, irreflexive, empty), rel)
      .map(([make, of]) => make(of))
      .filter(({ of }) => isCostly(of))
    return fc.property(requirement, smallWorld, fc.func(fc.boolean()), (one, world, isTrue) => {
      const { bits, demanded } = demandedIn([one], world)
      fc.pre(demanded !== undefined)
      const base = baseOfWorld(restricted(world, isTrue), booleans, true)
      const whole = interpreter(base, booleans)
      const only = (term: Rel): Relation<boolean> =>
        whole
          .relation(term)
          .map((row, a) => new Map([...row].filter(([b]) => bits.has(demanded.get(term) ?? bits.empty, a, b))))
      const some = interpreter(base, booleans, new Map([...demanded.keys()].map((term) => [term, only(term)])))
      const asked = axiom('any', '0', one)
      expect(some.axiom(asked)).toBe(whole.axiom(asked))
    })
  })

  const world: World = {
    size: 3,
    sets: { R: [], W: [] },
    relations: { po: new Set(['0,1']), rf: new Set(['1,2']), co: new Set(['0,2']) },
  }
  const path = closure(po)
  test('are not all pairs of a costly relation', () => {
    const { bits, demanded } = demandedIn([irreflexive(difference(closure(po), co))], world)
    expect(demanded?.get(path) ?? bits.empty).toEqual(bits.empty)
  })
  test.each([
    ['at the start of a sequence', irreflexive(seq(path, rf)), ['0,2']],
    ['at its end', irreflexive(seq(rf, path)), ['0,2']],
    ['after two steps', irreflexive(seq(rf, po, path)), ['1,2']],
    ['before two steps', irreflexive(seq(path, po, rf)), ['0,1']],
    ['within it', irreflexive(seq(rf, path, co)), ['0,1']],
    ['the other way round', irreflexive(seq(inverse(path), inverse(rf))), ['0,2']],
    ['in a part of a union', empty(intersection(union(path, rf), co)), ['1,2']],
  ])('are those from which a cycle or a pair can come, %s', (_, requirement, expected) => {
    const relations = { po: new Set(['0,1', '1,2', '0,2']), rf: new Set(['2,0']), co: new Set(['1,2']) }
    const { bits, demanded } = demandedIn([requirement], { ...world, relations })
    const rows = demanded?.get(path) ?? bits.empty
    expect([0, 1, 2].flatMap((a) => bits.successors(rows, a).map((b) => pair(a, b)))).toEqual(expected)
  })
  test.each([
    ['a requirement is negated', { ...empty(closure(rf)), negated: true as const }],
    ['the absence of a costly pair counts', empty(difference(co, closure(rf)))],
  ])('are unknown where %s', (_, requirement) => {
    const everywhere = { ...world.relations, rf: new Set(['0,2']) }
    expect(demandedIn([requirement], { ...world, relations: everywhere }).demanded).toBeUndefined()
  })
})
