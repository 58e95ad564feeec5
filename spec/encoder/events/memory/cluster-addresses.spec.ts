import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { agreedVerdict, solver, testIn } from '../../../support.js'

const sync = 'barrier.cluster.arrive; barrier.cluster.wait;'

/**
 * Returns a test with two CTAs of one cluster. Each waits for the other before and after what they do, and at the end.
 */
const cluster = (first: string, second: string, asked: string): string =>
  `.global .u32 g = 3; .shared .u32 x; .shared .u32 y; .shared .b64 m;
   d0.c0.b0.t0 { ${first} ${sync} } d0.c0.b1.t0 { ${second} ${sync} } check (not (${asked})) as wrong;`

describe('an address that `mapa` computes', () => {
  test.each([
    [
      'is that of the copy of the CTA of that rank',
      `mapa.shared::cluster.u32 a, x, 1; st.shared::cluster.u32 [a], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x];`,
      'P1:r == 1',
    ],
    [
      'is generic without a state space',
      `mov.u64 g0, x; mapa.u64 a, g0, 1; st.u32 [a], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x];`,
      'P1:r == 1',
    ],
    [
      'is made generic by cvta',
      `mapa.shared::cluster.u64 a, x, 1; cvta.shared::cluster.u64 b, a; st.u32 [b], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x];`,
      'P1:r == 1',
    ],
    [
      "is an address of one's own instance for the own rank",
      `mapa.shared::cluster.u32 a, x, 0; st.shared::cluster.u32 [a], 1; ld.shared.u32 r, [x];`,
      '',
      'P0:r == 1',
    ],
    [
      'leaves the others alone',
      `mapa.shared::cluster.u32 a, x, 1; st.shared::cluster.u32 [a], 1; ld.shared.u32 r, [x];`,
      '',
      'P0:r == 0',
    ],
    [
      'is mapped again',
      `mapa.shared::cluster.u32 a, x, 1; mapa.shared::cluster.u32 b, a, 0; st.shared::cluster.u32 [b], 1; ld.shared.u32 r, [x];`,
      '',
      'P0:r == 1',
    ],
    [
      'has the offset of the address that it is of',
      `mapa.shared::cluster.u32 a, y, 1; st.shared::cluster.u32 [a], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x]; ld.shared.u32 s, [y];`,
      'P1:r == 0 && P1:s == 1',
    ],
    [
      'may have a rank that is computed',
      `xor.b32 k, %cluster_ctarank, 1; mapa.shared::cluster.u32 a, x, k; st.shared::cluster.u32 [a], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x];`,
      'P1:r == 1',
    ],
    [
      'is of an atomic',
      `mapa.shared::cluster.u32 a, x, 1; atom.relaxed.cluster.shared::cluster.add.u32 k, [a], 1; ${sync}`,
      `${sync} ld.shared.u32 r, [x];`,
      'P0:k == 0 && P1:r == 1',
    ],
  ])('%s', async (_, first, second, asked) => {
    expect(await agreedVerdict(cluster(first, second, asked))).toBe('forbidden')
    // This does not hold in every execution.
    expect(await agreedVerdict(cluster(first, second, `not (${asked})`))).toBe('allowed')
  })
})

describe('`getctarank` and `isspacep`', () => {
  const there = `mapa.shared::cluster.u32 a, x, 1; mov.u64 h0, x; mapa.u64 h, h0, 1; mapa.u64 own, h0, 0;`
  test.each([
    ['the rank of the CTA that an address is in', 'getctarank.shared::cluster.u32 r, a;', 1],
    ['that of a generic address', 'getctarank.u64 r, h;', 1],
    ["that of one's own address", 'getctarank.u64 r, own;', 0],
    ['that of an address as it is', 'getctarank.shared::cluster.u32 r, x;', 0],
    ["memory of another CTA is the cluster's", 'isspacep.shared::cluster p, h; selp.u32 r, 1, 0, p;', 1],
    ["memory of another CTA is not the CTA's", 'isspacep.shared::cta p, h; selp.u32 r, 1, 0, p;', 0],
    ["one's own memory is the CTA's", 'isspacep.shared::cta p, own; selp.u32 r, 1, 0, p;', 1],
    ['memory of another CTA is not global', 'isspacep.global p, h; selp.u32 r, 1, 0, p;', 0],
  ])('%s', async (_, lines, value) => {
    expect(await agreedVerdict(cluster(`${there} ${lines}`, '', `P0:r == ${value}`))).toBe('forbidden')
  })
  test('for a thread of another rank', async () => {
    const lines =
      'getctarank.shared::cluster.u32 r, x; mapa.shared::cluster.u32 a, x, 0; getctarank.shared::cluster.u32 s, a;'
    expect(await agreedVerdict(cluster('', lines, 'P1:r == 1 && P1:s == 0'))).toBe('forbidden')
  })
})

/** Returns why an execution of the first thread is undefined. */
async function problems(text: string): Promise<readonly string[]> {
  const [answer] = decide(testIn(text), await solver(), { model: defaultModel, liveness: false }).answers
  return (answer?.undefined.kind === 'known' ? answer.undefined.found : []).map((one) =>
    'problem' in one ? one.problem : one.reason,
  )
}

describe('undefined behaviour', () => {
  const store = 'st.shared::cluster.u32 [a], 1;'
  test.each([
    ['a rank that no CTA of the cluster has', `mapa.shared::cluster.u32 a, x, 2; ${store}`, ['access']],
    ['a rank that no cluster has', `mapa.shared::cluster.u32 a, x, 255; ${store}`, ['access']],
    ['what is after the object', `mapa.shared::cluster.u32 a, y, 1; add.u32 a, a, 256; ${store}`, ['access']],
    ['memory of another CTA as that of the own', 'mapa.shared::cluster.u32 a, x, 1; st.shared.u32 [a], 1;', ['access']],
    ['none', `mapa.shared::cluster.u32 a, x, 1; ${store}`, []],
  ])('%s', async (_, lines, expected) => {
    expect(await problems(cluster(lines, '', 'true'))).toEqual(expected)
  })
  test('an access to a CTA that may have come to its end', async () => {
    const threads = (end: string) =>
      `.shared .u32 x; d0.c0.b0.t0 { mapa.shared::cluster.u32 a, x, 1; ${store} ${end} } d0.c0.b1.t0 { ${end} } check (true) as any;`
    expect(await problems(threads(''))).toEqual(['exited'])
    expect(await problems(threads(sync))).toEqual([])
  })
  test('a CTA of another cluster', async () => {
    const text = `.shared .u32 x; d0.c0.b0.t0 { mapa.shared::cluster.u32 a, x, 1; ${store} } d0.c1.b0.t0 { ld.shared.u32 r, [x]; } check (true) as any;`
    expect(await problems(text)).toEqual(['access'])
  })
})

describe('asynchronous operations', () => {
  const init = `mbarrier.init.shared.b64 [m], 1; ${sync}`
  const wait = 'W: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [m], 0; beq p, 0, W; ld.shared.u32 r, [x];'
  const addresses = 'mapa.shared::cluster.u32 a, x, 1; mapa.shared::cluster.u32 b, m, 1;'
  test('an arrival at the mbarrier of another CTA', async () => {
    const arrive = `${addresses} ${sync} st.shared::cluster.u32 [a], 1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b];`
    expect(await agreedVerdict(cluster(arrive, `${init} ${wait}`, 'P1:r == 1'))).toBe('forbidden')
  })
  test('a copy into its memory', async () => {
    const copy = `${addresses} ${sync} cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [g], 4, [b];`
    const expecting = `mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 _, [m], 4; ${sync} ${wait}`
    expect(await agreedVerdict(cluster(copy, expecting, 'P1:r == 3'))).toBe('forbidden')
  })
})
