import * as fc from 'fast-check'
import { bitAlgebra } from '../../../encoder/relations/bits.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'
import { always } from '../../extent.js'

/** More events than a word has bits; and so many that closures are computed by components. */
describe.each([40, 100])('operations on bits are those on truth values, of %i events', (size) => {
  const rows = relationAlgebra(size, booleans)
  const bits = bitAlgebra(size)

  const event = fc.nat(size - 1)
  const set = fc.array(event).map((events) => new Map(events.map((one) => [one, true])))
  const pairs = fc.oneof(
    fc.array(fc.tuple(event, event), { maxLength: 3 * size }),
    // Few cycles, or none: each event leads to later ones.
    fc
      .array(fc.tuple(event, fc.nat(9)), { maxLength: 2 * size })
      .map((steps) => steps.map(([a, step]): [number, number] => [a, Math.min(a + step, size - 1)])),
    fc.array(event).map((events) => events.map((a): [number, number] => [a, a])),
  )
  const relation = pairs.map((some) => rows.fromPairs(some.map(([a, b]) => [a, b, true] as const)))

  const asBits = bits.relationOf

  for (const operation of ['union', 'intersection', 'difference', 'sequence', 'closureBeyond'] as const)
    always(operation, { runs: 100, seed: 1 }, () =>
      fc.property(relation, relation, (a, b) => {
        const first = operation === 'closureBeyond' ? rows.closure(a) : a
        const operands = [asBits(first), asBits(b)] as const
        expect(bits[operation](...operands)).toEqual(asBits(rows[operation](first, b)))
        // Results share memory with operands, which must never change.
        expect(operands).toEqual([asBits(first), asBits(b)])
      }),
    )
  for (const operation of ['inverse', 'closure'] as const)
    always(operation, { runs: 100, seed: 1 }, () =>
      fc.property(relation, (a) => expect(bits[operation](asBits(a))).toEqual(asBits(rows[operation](a)))),
    )
  for (const operation of ['isEmpty', 'isIrreflexive', 'isAcyclic', 'size'] as const)
    always(operation, { runs: 100, seed: 1 }, () =>
      fc.property(relation, (a) => expect(bits[operation](asBits(a))).toBe(rows[operation](a))),
    )
  for (const operation of ['either', 'both', 'except'] as const)
    always(operation, { runs: 100, seed: 1 }, () =>
      fc.property(set, set, (a, b) =>
        expect(bits[operation](bits.setOf(a), bits.setOf(b))).toEqual(bits.setOf(rows[operation](a, b))),
      ),
    )
  always('between sets and relations', { runs: 100, seed: 1 }, () =>
    fc.property(set, set, relation, (a, b, some) => {
      expect(bits.product(bits.setOf(a), bits.setOf(b))).toEqual(asBits(rows.product(a, b)))
      expect(bits.identity(bits.setOf(a))).toEqual(asBits(rows.identity(a)))
      const classes = [...a.keys()].map((member) => [member])
      const standing = { classes, successors: classes.map((_, i) => new Set([i, 0])) }
      const related = [...a.keys()].flatMap((member) =>
        [member, [...a.keys()][0] ?? 0].map((to) => [member, to] as const),
      )
      const both = related.filter(([from, to]) => b.has(from) && b.has(to))
      expect(bits.ofClasses(standing, bits.setOf(b))).toEqual(bits.fromPairs(both))
      expect(bits.domain(asBits(some))).toEqual(bits.setOf(rows.domain(some)))
      expect(bits.isSame(asBits(some), asBits(rows.inverse(rows.inverse(some))))).toBe(true)
      expect(bits.isSame(asBits(some), bits.empty)).toBe(rows.size(some) === 0)
    }),
  )
})
