import {
  cluster,
  declared,
  expect4,
  initialise,
  meet,
  oneCta,
  oneThread,
  strict,
  verdict,
  wait,
  without,
  withoutRequirement,
} from './ptx-9.4.js'

describe('mbarriers', () => {
  const two = 'mbarrier.init.shared.b64 [m], 2;'
  const arriveThere = (order: string) => `mbarrier.arrive.${order}.shared::cluster.b64 _, [d0.c0.b0:m];`

  test('an arrival is visible through others, whatever their scopes', async () => {
    const text = (hop: string, scope: string) => `${declared}
      d0.c0.b0.t0 { ${two} ${meet} mbarrier.test_wait.parity.acquire.cluster.shared.b64 p, [m], 0; ld.global.u32 r, [g]; }
      d0.c0.b0.t1 { ${meet} mbarrier.arrive.${hop}.shared.b64 _, [m]; }
      d0.c0.b1.t0 { ${meet} st.global.u32 [g], 2; ${arriveThere(`release.${scope}`)} } check (p == 1 && r == 1) as q;`
    expect(await verdict(text('relaxed.cta', 'cluster'))).toBe('forbidden')
    expect(await verdict(text('relaxed.cta', 'cluster'), without('more-observation'))).toBe('allowed')
    expect(await verdict(text('relaxed.cluster', 'cta'))).toBe('allowed')
  })
  const counted = (asked: string) =>
    cluster(
      `${two} ${meet} mbarrier.arrive.relaxed.cta.shared.b64 _, [m]; ${meet} mbarrier.test_wait.parity.shared.b64 p, [m], 0;`,
      `${meet} ${arriveThere('relaxed.cta')} ${meet}`,
      asked,
    )
  test('no arrival is lost, whatever the scopes', async () => {
    const text = counted('p == 0')
    expect(await verdict(text)).toBe('forbidden')
    expect(await verdict(text, withoutRequirement('Coherence'))).toBe('allowed')
    expect(await verdict(text, withoutRequirement('Atomicity'))).toBe('allowed')
  })
  test('what has been seen once stays visible, whatever the scopes', async () => {
    const text = cluster(
      `${initialise} ${meet} mbarrier.test_wait.parity.shared.b64 p, [m], 0; mbarrier.test_wait.parity.shared.b64 u, [m], 0;`,
      `${meet} ${arriveThere('relaxed.cta')}`,
      'p == 1 && u == 0',
    )
    const unobserved = without('more-observation')
    expect(await verdict(text)).toBe('forbidden')
    expect(await verdict(text, unobserved)).toBe('forbidden')
    expect(await verdict(text, withoutRequirement('SC-per-Location', unobserved))).toBe('allowed')
  })
  test('a wait acquires if it returns true, and only then', async () => {
    const text = (expected: number, value: number) => `${declared}
      d0.b0.t0 { mbarrier.init.shared.b64 [m], ${expected}; bar.sync 0; st.shared.u32 [s], 2; mbarrier.arrive.shared.b64 _, [m]; }
      d0.b0.t1 { bar.sync 0; mbarrier.arrive.relaxed.cta.shared.b64 t, [m]; mbarrier.pending_count.b64 c, t;
        mbarrier.test_wait.parity.shared.b64 p, [m], 0; ld.shared.u32 r, [s]; }
      check (c == ${expected - 1} && p == ${value} && r == 0) as q;`
    expect(await verdict(text(2, 1))).toBe('forbidden')
    expect(await verdict(text(3, 0))).toBe('allowed')
  })
  test('a relaxed wait does not acquire, and a relaxed arrival does not release', async () => {
    const text = (arrive: string, test: string) =>
      oneCta(
        `${initialise} bar.sync 0; st.shared.u32 [s], 2; mbarrier.arrive${arrive}.shared.b64 _, [m];`,
        `bar.sync 0; mbarrier.test_wait.parity${test}.shared.b64 p, [m], 0; ld.shared.u32 r, [s];`,
        'p == 1 && r == 0',
      )
    expect(await verdict(text('', ''))).toBe('forbidden')
    expect(await verdict(text('.relaxed.cta', ''))).toBe('allowed')
    expect(await verdict(text('', '.relaxed.cta'))).toBe('allowed')
  })
  test('the phase before the first has ended', async () => {
    const fresh = (parity: number, value: number) =>
      oneThread(`${initialise} mbarrier.test_wait.parity.shared.b64 p, [m], ${parity};`, `p == ${value}`)
    expect(await verdict(fresh(1, 1))).toBe('allowed')
    expect(await verdict(fresh(1, 0))).toBe('forbidden')
    expect(await verdict(fresh(0, 0))).toBe('allowed')
    expect(await verdict(fresh(0, 1))).toBe('forbidden')
  })
  test('a try_wait may give up', async () => {
    const fresh = oneThread(`${initialise} mbarrier.try_wait.parity.shared.b64 p, [m], 1;`, 'p == 0')
    expect(await verdict(fresh)).toBe('allowed')
  })
  test('a phase ends when the arrivals and the bytes have come', async () => {
    const text = (lines: string) => oneThread(`${two} ${lines} ${wait}`, 'p == 1')
    const [one, more] = ['mbarrier.arrive.shared.b64 _, [m];', 'mbarrier.expect_tx.relaxed.cta.shared.b64 [m], 4;']
    const less = 'mbarrier.complete_tx.relaxed.cta.shared.b64 [m], 4;'
    expect(await verdict(text(one))).toBe('forbidden')
    expect(await verdict(text(`${one} ${one}`))).toBe('allowed')
    expect(await verdict(text(`${more} ${one} ${one}`))).toBe('forbidden')
    expect(await verdict(text(`${more} ${one} ${one} ${less}`))).toBe('allowed')
    expect(await verdict(text(`${less} ${one} ${one} ${more}`))).toBe('allowed')
  })
  test('the complete-tx at the mbarrier of another CTA counts there, or in the strict model where it is issued', async () => {
    const text = (scope: string) =>
      cluster(
        `${initialise} ${expect4} ${meet} mbarrier.test_wait.parity.acquire.${scope}.shared.b64 p, [m], 0; ld.shared.u32 r, [s];`,
        `${meet} cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b0:s], [g], 4, [d0.c0.b0:m];`,
        'p == 1 && r == 0',
      )
    expect(await verdict(text('cta'))).toBe('forbidden')
    expect(await verdict(text('cta'), strict)).toBe('allowed')
    expect(await verdict(text('cluster'), strict)).toBe('forbidden')
  })
})
