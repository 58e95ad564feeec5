import type { Model } from '../../axioms/algebra/terms.js'
import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const named = (name: string): Model =>
  must(
    models.find((model) => model.name === name),
    `the model ${name}`,
  )
const [proposed, strict] = [named('ptx-9.4'), named('ptx-9.4-strict')]

const spread = (mask = 3) =>
  `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s], [g], 4, [m], ${mask};`
const wait = 'W: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [m], 0; beq p, 0, W;'
const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
const read = 'ld.shared.u32 r, [s];'

/**
 * Returns a test with two CTAs whose mbarriers expect the bytes of a copy, and which then execute the given
 * instructions.
 */
const cluster = (first: string, second: string, asked: string) => {
  const ready = `mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 _, [m], 4; ${meet}`
  return `.global .u32 g = 1; .global .u32 flag; .shared .u32 s; .shared .b64 m;
    d0.c0.b0.t0 { ${ready} ${first} } d0.c0.b1.t0 { ${ready} ${second} } check (${asked}) as q;`
}

/** Returns the verdicts of both models; `undefined` with the reasons if some execution reaches undefined behaviour. */
const answers = async (text: string) => {
  const z3 = await solver()
  return [proposed, strict].map((model) => {
    const [one] = decide(testIn(text), z3, { model, liveness: false }).answers
    const { undefined: reached, verdict } = must(one, 'an answer')
    if (reached.kind !== 'known' || reached.found.length === 0) return verdict.kind
    return reached.found.map((one) => ('problem' in one ? one.problem : one.reason)).join()
  })
}
const both = (verdict: string) => [verdict, verdict]

test('each CTA of the mask has the copy after a wait on its own mbarrier', async () => {
  const asked = (thread: number) =>
    cluster(`${spread()} ${wait} ${read}`, `${wait} ${read}`, `d0.c0.b${thread}.t0:r == 0`)
  expect(await answers(asked(0))).toEqual(both('forbidden'))
  expect(await answers(asked(1))).toEqual(both('forbidden'))
})

test('a CTA that the mask does not name has no copy, and its mbarrier counts nothing', async () => {
  const asked = (mask: number) =>
    cluster(spread(mask), 'mbarrier.test_wait.parity.acquire.cluster.shared.b64 p, [m], 0;', 'd0.c0.b1.t0:p == 1')
  const ends = async (mask: number) => {
    const z3 = await solver()
    return decide(testIn(asked(mask)), z3, { model: proposed, liveness: false }).answers.map(
      ({ verdict }) => verdict.kind,
    )
  }
  expect(await ends(3)).toEqual(['allowed'])
  expect(await ends(2)).toEqual(['allowed'])
  expect(await ends(1)).toEqual(['forbidden'])
})

// The issuer waits for its own copy, and signals the peer, which reads at once: too early for the copy of the peer.
test('a wait on its own mbarrier says nothing about the copy of a peer', async () => {
  const tells = (waits: string) =>
    cluster(
      `${spread()} ${wait} st.release.cluster.global.u32 [flag], 1;`,
      `F: ld.acquire.cluster.global.u32 f, [flag]; beq f, 0, F; ${waits} ${read} ${wait.replaceAll('W', 'V')}`,
      'd0.c0.b1.t0:r == 0',
    )
  expect(await answers(tells(''))).toEqual(both('too early'))
  expect(await answers(tells(wait))).toEqual(both('forbidden'))
})

test('a read in a peer needs an arrival and a proxy fence before the next copy into its place', async () => {
  const next = (arrival: string, fence: string) =>
    `.shared .b64 e; ${cluster(
      `E: mbarrier.try_wait.parity.acquire.cluster.shared.b64 q, [e], 0; beq q, 0, E; ${fence} ${spread()} ${wait}`,
      `${read} ${arrival} ${wait}`,
      'd0.c0.b1.t0:r == 1',
    ).replace('mbarrier.init', 'mbarrier.init.shared.b64 [e], 1; mbarrier.init')}`
  const arrive = (scope: string) => `mbarrier.arrive.release.${scope}.shared::cluster.b64 _, [d0.c0.b0:e];`
  expect(await answers(next(arrive('cluster'), 'fence.proxy.async;'))).toEqual(both('forbidden'))
  expect(await answers(next(arrive('cta'), 'fence.proxy.async;'))).toEqual(both('allowed'))
  expect(await answers(next(arrive('cluster'), ''))).toEqual(both('allowed'))
  // The fence applies only to the memory of its own CTA.
  expect(await answers(next(arrive('cluster'), 'fence.proxy.async.shared::cta;'))).toEqual(both('allowed'))
})
