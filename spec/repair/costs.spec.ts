import fc from 'fast-check'
import { compareCosts, costOf } from '../../repair/costs.js'
import { defaultCosts, type Price, priceIn, priceNames } from '../../repair/prices.js'
import type { Change, Cost, Repair } from '../../repair/repair.js'
import { always } from '../extent.js'

const price = (name: Price): number => priceIn({}, name)

/** Chains of prices. Each is lower than the next. */
const chains: readonly (readonly Price[])[] = [
  ['ld.relaxed.gpu', 'ld.acquire.gpu', 'fence.acq_rel.gpu', 'fence.sc.gpu', 'fence.acq_rel.sys', 'fence.sc.sys'],
  ['st.relaxed.cta', 'st.release.cta', 'st.release.cluster', 'st.release.gpu', 'st.release.sys'],
  ['fence.acq_rel.cta', 'fence.sc.cta', 'fence.acq_rel.cluster', 'fence.acq_rel.gpu', 'fence.acq_rel.sys'],
  ['bar.warp.sync', 'bar.sync', 'barrier.cluster'],
  ['fence.proxy.async.global', 'fence.proxy.async.shared::cta', 'fence.proxy.async', 'fence.proxy.alias'],
  ['fence.proxy.async.shared::cta', 'fence.proxy.async.shared::cluster'],
  // The narrower scope is lower even where the machine code is the same.
  ['fence.proxy.tensormap.release.cta', 'fence.proxy.tensormap.release.gpu', 'fence.proxy.tensormap.release.sys'],
]

test.each(chains.map((chain) => [chain.join(' < '), chain.map(price)] as const))('%s', (_, chain) => {
  expect(chain).toEqual([...new Set(chain)].toSorted((a, b) => a - b))
})

test('a form is never cheaper than a weaker one', () => {
  const scopes = ['cta', 'cluster', 'gpu', 'sys'] as const
  const orders = {
    ld: ['relaxed', 'acquire'],
    st: ['relaxed', 'release'],
    red: ['relaxed', 'release'],
    atom: ['relaxed', 'acquire', 'acq_rel'],
    fence: ['acquire', 'acq_rel', 'sc'],
  } as const
  const among = new Set<string>(priceNames)
  const isAPrice = (name: string): name is Price => among.has(name)
  for (const [mnemonic, those] of Object.entries(orders))
    for (const [i, order] of those.entries())
      for (const [j, scope] of scopes.entries())
        for (const weaker of those.slice(0, i + 1))
          for (const narrower of scopes.slice(0, j + 1)) {
            if (weaker === order && narrower === scope) continue
            const [low, high] = [`${mnemonic}.${weaker}.${narrower}`, `${mnemonic}.${order}.${scope}`]
            if (!isAPrice(low) || !isAPrice(high)) throw new Error(`no price: ${low}, ${high}`)
            expect(`${low}: ${price(low) < price(high)}`).toBe(`${low}: true`)
          }
})

test('the narrowest fence in a new line costs more than an order of an access, and less than a wider fence', () => {
  expect(price('fence.acq_rel.gpu') + price('line')).toBeGreaterThan(price('st.release.gpu'))
  expect(price('fence.acq_rel.gpu') + price('line')).toBeLessThan(price('st.release.sys'))
})

test('a new fence costs less than to replace a volatile store, and both less than the scope of the system', () => {
  const replaced = price('st.release.gpu') + price('atomic_ref') - price('st.volatile')
  expect(price('fence.acq_rel.gpu') + price('line')).toBeLessThan(replaced)
  expect(replaced).toBeLessThan(price('st.release.sys') - price('st.volatile'))
})

test('what no assembler accepts is dearer than everything else together', () => {
  const { 'model only': last, ...others } = defaultCosts
  expect(last).toBeGreaterThan(Object.values(others).reduce((sum, price) => sum + price, 0))
})

test('prices are whole numbers, none of them negative', () => {
  expect(Object.entries(defaultCosts).filter(([, price]) => !Number.isSafeInteger(price) || price < 0)).toEqual([])
})

const charged = (...prices: readonly Price[]): Change => ({ kinds: ['fences'], edits: [removed(0)], prices })

const removed = (thread: number): Repair => ({ thread, at: 0, change: { kind: 'remove' } })

describe('a cost', () => {
  test('has the number of changes, and the sum of all their prices', () => {
    expect(costOf([], defaultCosts)).toEqual({ changes: 0, sum: 0 })
    const changes = [charged('fence.acq_rel.gpu', 'line'), charged('ld.acquire.gpu')]
    expect(costOf(changes, { 'fence.acq_rel.gpu': 50, line: 7, 'ld.acquire.gpu': 1 })).toEqual({ changes: 2, sum: 58 })
  })
  test('is what a change adds: the price of what it replaces is taken off, but no change costs less than nothing', () => {
    const change: Change = { ...charged('st.release.gpu'), instead: ['st.relaxed.gpu'] }
    expect(costOf([change], { 'st.release.gpu': 50, 'st.relaxed.gpu': 8 }).sum).toBe(42)
    expect(costOf([change, charged('swap')], { 'st.release.gpu': 5, 'st.relaxed.gpu': 8, swap: 3 }).sum).toBe(3)
  })
  test('counts a change for each text that it is of', () => {
    const edits = [removed(0), removed(0), removed(2)]
    expect(costOf([{ ...charged('bar.sync'), edits }], defaultCosts).changes).toBe(2)
  })
  test('of one dear change is lower than that of two cheap ones', () => {
    const [dear, cheap] = [[charged('model only')], [charged('swap'), charged('swap')]]
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
