import fc from 'fast-check'
import { concrete, constant, evaluator } from '../../../encoder/values/expression.js'
import { counted, initialised, mbarrierBits, mbarrierText } from '../../../encoder/values/mbarriers.js'
import { always } from '../../extent.js'

const none = () => {
  throw new Error('constants read nothing')
}
const { value, truth } = evaluator(concrete({ read: none, passes: none, unknown: none }))

/** An mbarrier as numbers, and the effect of operations on it according to the ISA. */
interface Record {
  readonly phase: bigint
  readonly pending: bigint
  readonly expected: bigint
  readonly tx: bigint
}
const most = 2n ** 20n - 1n
const operation = fc.record({
  arrivals: fc.bigInt(0n, 3n),
  drops: fc.boolean(),
  more: fc.bigInt(0n, 1n),
  bytes: fc.bigInt(-20n, 20n).chain((near) => fc.constantFrom(near, 0n, most, -most)),
})

const textOf = ({ phase, pending, expected, tx }: Record) =>
  `phase ${phase}, ${pending} of ${expected} pending, tx-count ${tx}`

always('operations on mbarriers count as records of numbers do', { runs: 300, seed: 4 }, () =>
  fc.property(fc.bigInt(1n, 4n), fc.array(operation, { maxLength: 12 }), (count, operations) => {
    let ours = value(initialised(constant(count, 32)))
    let record: Record = { phase: 0n, pending: count, expected: count, tx: 0n }
    expect(mbarrierText(ours)).toBe(textOf(record))
    for (const { arrivals, drops, more, bytes } of operations) {
      const given = (number: bigint) => constant(BigInt.asUintN(32, number), 32)
      const after = counted(constant(ours, 64), {
        arrivals: given(arrivals),
        drops,
        more: given(more),
        ...(bytes < 0n ? { completes: given(-bytes) } : { expects: given(bytes) }),
      })
      const pending = record.pending + more - arrivals
      const expected = record.expected - (drops ? arrivals : 0n)
      const tx = record.tx + bytes
      const tooMany = pending < 0n || expected < 0n || pending > most
      const uncountable = tx > most || tx < -most
      expect([truth(after.tooMany), truth(after.uncountable)]).toEqual([tooMany, uncountable])
      if (tooMany || uncountable) return
      const ends = pending === 0n && tx === 0n
      expect(truth(after.ends)).toBe(ends)
      record = ends
        ? { phase: (record.phase + 1n) % 4n, pending: expected, expected, tx }
        : { ...record, pending, expected, tx }
      ours = value(after.value)
      expect(mbarrierText(ours)).toBe(textOf(record))
      expect(mbarrierBits(textOf(record))).toBe(ours)
    }
  }),
)
