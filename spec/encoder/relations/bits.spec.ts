import * as fc from 'fast-check'
import { bitAlgebra } from '../../../encoder/relations/bits.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'

/** More events than a word has bits. */
const size = 40
const rows = relationAlgebra(size, booleans)
const bits = bitAlgebra(size)

const event = fc.nat(size - 1)
const set = fc.array(event).map((events) => new Map(events.map((one) => [one, true])))
const relation = fc
  .array(fc.tuple(event, event), { maxLength: 120 })
  .map((pairs) => rows.fromPairs(pairs.map(([a, b]) => [a, b, true] as const)))

const asBits = bits.relationOf

describe('operations on bits are those on truth values', () => {
  test.each(['union', 'intersection', 'difference', 'sequence', 'closureBeyond'] as const)('%s', (operation) => {
    fc.assert(
      fc.property(relation, relation, (a, b) => {
        const first = operation === 'closureBeyond' ? rows.closure(a) : a
        expect(bits[operation](asBits(first), asBits(b))).toEqual(asBits(rows[operation](first, b)))
      }),
    )
  })
  test.each(['inverse', 'closure'] as const)('%s', (operation) => {
    fc.assert(fc.property(relation, (a) => expect(bits[operation](asBits(a))).toEqual(asBits(rows[operation](a)))))
  })
  test.each(['isEmpty', 'isIrreflexive', 'isAcyclic', 'size'] as const)('%s', (operation) => {
    fc.assert(fc.property(relation, (a) => expect(bits[operation](asBits(a))).toBe(rows[operation](a))))
  })
  test.each(['either', 'both', 'except'] as const)('%s', (operation) => {
    fc.assert(
      fc.property(set, set, (a, b) =>
        expect(bits[operation](bits.setOf(a), bits.setOf(b))).toEqual(bits.setOf(rows[operation](a, b))),
      ),
    )
  })
  test('between sets and relations', () => {
    fc.assert(
      fc.property(set, set, relation, (a, b, some) => {
        expect(bits.product(bits.setOf(a), bits.setOf(b))).toEqual(asBits(rows.product(a, b)))
        expect(bits.identity(bits.setOf(a))).toEqual(asBits(rows.identity(a)))
        expect(bits.domain(asBits(some))).toEqual(bits.setOf(rows.domain(some)))
        expect(bits.isSame(asBits(some), asBits(rows.inverse(rows.inverse(some))))).toBe(true)
        expect(bits.isSame(asBits(some), bits.empty)).toBe(rows.size(some) === 0)
      }),
    )
  })
})
