import * as fc from 'fast-check'
import { bitAlgebra } from '../../../encoder/relations/bits.js'
import { relationAlgebra } from '../../../encoder/relations/relation.js'
import { booleans } from '../../../encoder/values/logic.js'
import { always } from '../../extent.js'

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
  for (const operation of ['union', 'intersection', 'difference', 'sequence', 'closureBeyond'] as const)
    always(operation, { runs: 100, seed: 1 }, () =>
      fc.property(relation, relation, (a, b) => {
        const first = operation === 'closureBeyond' ? rows.closure(a) : a
        expect(bits[operation](asBits(first), asBits(b))).toEqual(asBits(rows[operation](first, b)))
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
      expect(bits.domain(asBits(some))).toEqual(bits.setOf(rows.domain(some)))
      expect(bits.isSame(asBits(some), asBits(rows.inverse(rows.inverse(some))))).toBe(true)
      expect(bits.isSame(asBits(some), bits.empty)).toBe(rows.size(some) === 0)
    }),
  )
})
