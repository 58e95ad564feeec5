import fc from 'fast-check'
import { compareCosts, costOf } from '../../repair/costs.js'
import { defaultCosts, type Price } from '../../repair/prices.js'
import type { Change, Cost, Repair } from '../../repair/repair.js'
import { always } from '../extent.js'

/** Chains of prices. Each step is cheaper than all later ones, and prices in one step are equal. */
const chains: readonly (readonly (readonly Price[])[])[] = [
  [['relaxed'], ['acquire', 'release'], ['acq_rel'], ['fence.acq_rel'], ['fence.sc']],
  [['cta'], ['cluster'], ['gpu'], ['sys']],
  [['fence.acq_rel'], ['bar.sync'], ['barrier.cluster']],
  [['bar.warp.sync'], ['bar.sync']],
  [
    ['fence.proxy.async.shared::cta'],
    ['fence.proxy.async.global'],
    ['fence.proxy.async.shared::cluster'],
    ['fence.proxy.async'],
  ],
]

test.each(chains.map((chain) => [chain.flat().join(' < '), chain] as const))('%s', (_, chain) => {
  const steps = chain.map((step) => step.map((price) => defaultCosts[price]))
  for (const [i, step] of steps.entries()) {
    expect(new Set(step).size).toBe(1)
    expect(Math.min(...(steps[i + 1] ?? [Number.POSITIVE_INFINITY]))).toBeGreaterThan(Math.max(...step))
  }
})

test('an order of an access at the widest scope is cheaper than a fence at the narrowest', () => {
  expect(defaultCosts.acq_rel + defaultCosts.sys).toBeLessThan(defaultCosts['fence.acq_rel'] + defaultCosts.cta)
})

test('a fence at the widest scope is cheaper than a sequentially consistent one at the narrowest', () => {
  expect(defaultCosts['fence.acq_rel'] + defaultCosts.sys).toBeLessThan(defaultCosts['fence.sc'] + defaultCosts.cta)
})

test('what no assembler accepts is dearer than everything else together', () => {
  const { 'model only': last, ...others } = defaultCosts
  expect(last).toBeGreaterThan(Object.values(others).reduce<number>((sum, price) => sum + price, 0))
})

test('prices are whole numbers, none of them negative', () => {
  expect(Object.entries(defaultCosts).filter(([, price]) => !Number.isSafeInteger(price) || price < 0)).toEqual([])
})

const charged = (...prices: readonly Price[]): Change => ({ kinds: ['fences'], edits: [removed(0)], prices })

const removed = (thread: number): Repair => ({ thread, at: 0, change: { kind: 'remove' } })

describe('a cost', () => {
  test('has the number of changes, and the sum of all their prices', () => {
    expect(costOf([], defaultCosts)).toEqual({ changes: 0, sum: 0 })
    const changes = [charged('fence.acq_rel', 'gpu'), charged('acquire')]
    expect(costOf(changes, { ...defaultCosts, 'fence.acq_rel': 50, gpu: 7, acquire: 1 })).toEqual({
      changes: 2,
      sum: 58,
    })
  })
  test('counts a change for each text that it is of', () => {
    const edits = [removed(0), removed(0), removed(2)]
    expect(costOf([{ ...charged('bar.sync'), edits }], defaultCosts).changes).toBe(2)
  })
  test('of one dear change is lower than that of two cheap ones', () => {
    const [dear, cheap] = [[charged('model only')], [charged('cta'), charged('cta')]]
    expect(compareCosts(costOf(dear, defaultCosts), costOf(cheap, defaultCosts))).toBeLessThan(0)
  })

  const cost: fc.Arbitrary<Cost> = fc.record({ changes: fc.nat(3), sum: fc.nat(5) })
  always('is compared by the number first, then by the sum', { runs: 100, seed: 1 }, () =>
    fc.property(cost, cost, (a, b) => {
      const expected = a.changes === b.changes ? Math.sign(a.sum - b.sum) : Math.sign(a.changes - b.changes)
      expect(Math.sign(compareCosts(a, b))).toBe(expected)
    }),
  )
})
