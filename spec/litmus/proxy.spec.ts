import { type ProxyName, proxies, proxyNames, readProxies, writtenProxies } from '../../litmus/proxy.js'
import { herd, testIn, verdictOf } from '../support.js'

const accessIn = (text: string): unknown => testIn(text).threads[0]?.instructions.find((one) => 'address' in one)

describe('every spelling of the table is read in both formats', () => {
  const spellings = [
    ...readProxies.flatMap((proxy) => {
      const { nvlitmus, herd, others } = proxies[proxy].load
      return [nvlitmus, herd, ...others].map((name) => [name, '', ' r,', '', { kind: 'load', proxy }] as const)
    }),
    ...writtenProxies.flatMap((proxy) => {
      const { store, atomic, reduction } = proxies[proxy]
      const old = { kind: 'atomic', proxy, destination: 'r' }
      const none = { ...old, destination: undefined }
      return [
        [store.nvlitmus, '', '', ', 1', { kind: 'store', proxy }] as const,
        [atomic.nvlitmus, '.add', ' r,', ', 1', old] as const,
        [reduction.nvlitmus, '.add', '', ', 1', none] as const,
      ]
    }),
  ]
  test.each(spellings)('%s', (name, operation, destination, value, read) => {
    const line = (address: string) => `${name}${operation}${destination} ${address}${value}`
    expect(accessIn(`.global x; d0.b0.t0 { ${line('[x]')}; } check (0 == 0) as q;`)).toMatchObject(read)
    expect(accessIn(herd('x = 0;', [['P0@cta 0,gpu 0', line('x')]], 'exists (true)'))).toMatchObject(read)
  })
})

describe('a fence, and where it must be', () => {
  /**
   * Message passing from one CTA to another, with the data read by a proxy; `stale` says whether the read may miss it.
   */
  const stale = (proxy: ProxyName, fenceIn?: 'writer' | 'reader') => {
    const row = proxies[proxy]
    const name = proxy === 'alias' ? '.global n physically' : 'space' in row ? `.${row.space} n virtually` : undefined
    const load = 'load' in row ? row.load.nvlitmus : 'ld'
    const fence = (where: string) => (where === fenceIn ? `fence.proxy.${proxy};` : '')
    return verdictOf(`.global x; .global f; ${name === undefined ? '' : `${name} aliases x;`}
      d0.b0.t0 { st.weak [x], 1; ${fence('writer')} st.release.gpu [f], 1; }
      d0.b1.t0 { ld.acquire.gpu a, [f]; ${fence('reader')} ${load} r, [${name === undefined ? 'x' : 'n'}]; }
      check (a == 1 && r == 0) as stale;`)
  }
  // The proxies of bulk copies and of tensor maps have separate instructions.
  test.each(proxyNames.filter((name) => name !== 'async' && name !== 'tensormap'))('%s', async (proxy) => {
    const row = proxies[proxy]
    expect(await stale(proxy)).toBe(proxy === 'generic' ? 'forbidden' : 'allowed')
    if (!('fence' in row)) return
    expect(await stale(proxy, 'reader')).toBe('forbidden')
    expect(await stale(proxy, 'writer')).toBe(row.perCta ? 'allowed' : 'forbidden')
  })
})
