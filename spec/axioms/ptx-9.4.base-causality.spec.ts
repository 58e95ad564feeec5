import { redefine } from '../../axioms/algebra/edit.js'
import { closure, union } from '../../axioms/algebra/terms.js'
import { po } from '../../axioms/algebra/vocabulary.js'
import {
  base,
  bulkStore,
  cluster,
  declared,
  done,
  expect4,
  initialise,
  load,
  loaded,
  meet,
  meetRelaxed,
  oneCta,
  oneThread,
  problems,
  proposed,
  replace,
  strict,
  verdict,
  wait,
  waitRelaxed,
  without,
  withoutBase,
  withoutPart,
} from './ptx-9.4.js'

describe('base causality', () => {
  /** A model in which fences for some memory also order what comes before the accesses to it. */
  const carriedOn = redefine(proposed, 'base-cause', (body) => closure(union(body, po)))
  const passed = oneCta(
    `bar.sync 0; st.shared.u32 [o], 5; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [g], 4, [m];`,
    `${initialise} ${expect4} bar.sync 0; ${wait} ld.shared.u32 r, [o];`,
    'p == 1 && r == 0',
  )
  test('the operation does not pass on what comes before its issue', async () => {
    expect(await verdict(passed)).toBe('allowed')
    const carried = redefine(proposed, 'more-steps', (body) => union(body, base('issue')))
    expect(await verdict(passed, carried)).toBe('forbidden')
  })
  test('but comes before the operation', async () => {
    const written = oneThread(
      `st.shared.u32 [s], 2; fence.proxy.async; ${bulkStore('h')} ${done} ld.global.u32 r, [h];`,
      'r == 0',
    )
    expect(await verdict(written)).toBe('forbidden')
    expect(await verdict(written, withoutPart('last-steps', 0))).toBe('allowed')
  })
  test('a complete-tx comes after the copy', async () => {
    const text = oneThread(loaded(), 'p == 1 && r == 0')
    expect(await verdict(text, withoutBase('more-steps', 'async_order'))).toBe('allowed')
  })
  test('a complete-tx comes after an initialisation by its thread', async () => {
    const text = oneThread(`${initialise} ${load()} W: ${wait} beq p, 0, W;`, 'p == 1')
    expect(await problems(text)).not.toContain('not initialised')
    expect(await problems(text, withoutPart('last-steps', 0))).toContain('not initialised')
  })
  test('a wait for one copy says nothing about the one at another mbarrier', async () => {
    const text = cluster(
      `${initialise} ${meet} ${load()}
       cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b1:s], [g], 4, [d0.c0.b1:m]; ${wait}
       ld.shared::cluster.u32 r, [d0.c0.b1:s];`,
      `${initialise} ${expect4} ${meet}`,
      'p == 1 && r == 0',
    )
    expect(await verdict(text)).toBe('allowed')
  })
  test('cp.async comes before a wait for its group, and before an arrival by the system', async () => {
    const group = oneThread('cp.async.ca.shared.global [s], [g], 4; cp.async.wait_all; ld.shared.u32 r, [s];', 'r == 0')
    const arrival = oneThread(
      `${initialise} cp.async.ca.shared.global [s], [g], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [m]; ${wait} ld.shared.u32 r, [s];`,
      'p == 1 && r == 0',
    )
    for (const text of [group, arrival]) {
      expect(await verdict(text)).toBe('forbidden')
      expect(await verdict(text, without('over'))).toBe('allowed')
    }
  })
  test('groups complete in the order of their commits, and nothing waits for uncommitted operations', async () => {
    const text = (after: string, asked: string) =>
      oneThread(
        `cp.async.ca.shared.global [s], [g], 4; cp.async.commit_group; cp.async.ca.shared.global [o], [g], 4; ${after}
         ld.shared.u32 r, [s]; ld.shared.u32 u, [o];`,
        asked,
      )
    const one = 'cp.async.commit_group; cp.async.wait_group 1;'
    expect(await verdict(text(one, 'r == 0'))).toBe('forbidden')
    expect(await verdict(text(one, 'u == 0'))).toBe('allowed')
    expect(await verdict(text('cp.async.wait_group 0;', 'r == 0'))).toBe('forbidden')
    expect(await verdict(text('cp.async.wait_group 0;', 'u == 0'))).toBe('allowed')
    expect(await verdict(text('cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;', 'u == 0'))).toBe(
      'forbidden',
    )
    expect(await verdict(text('cp.async.wait_all;', 'u == 0'))).toBe('forbidden')
    expect(await verdict(text('cp.async.commit_group; cp.async.bulk.wait_group 0;', 'r == 0'))).toBe('allowed')
  })
  test('a kernel ends when its copies have', async () => {
    const text = (inFirst: string) => `${declared} kernel first { d0.b0.t0 { ${inFirst} } }
      kernel second { d0.b0.t0 { ld.global.u32 r, [g]; } } host { first<<<1, 1>>>(); second<<<1, 1>>>(); } check (r == 1) as q;`
    expect(await verdict(text(bulkStore()))).toBe('forbidden')
    expect(
      await verdict(
        text(bulkStore()),
        without('preserved-api', without('to-own-end', without('preserved-from-async'))),
      ),
    ).toBe('allowed')
    expect(await verdict(text(bulkStore('h')))).toBe('allowed')
  })
  test('the end of a thread is not the end of its copies', async () => {
    const text = oneCta(
      `${bulkStore()} st.release.cta.shared.u32 [o], 1;`,
      'ld.acquire.cta.shared.u32 v, [o]; ld.global.u32 r, [g];',
      'v == 1 && r == 1',
    )
    expect(await verdict(text)).toBe('allowed')
  })
  test('a fence for initialisations, and a relaxed arrival at the barrier of the cluster', async () => {
    const text = (fence: string) =>
      cluster(
        `st.shared.u32 [s], 2; ${initialise} ${fence} ${meetRelaxed} ${meet}`,
        `${meet} mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b0:m]; ld.shared::cluster.u32 r, [d0.c0.b0:s]; ${meet}`,
        'r == 0',
      )
    const fenced = text('fence.mbarrier_init.release.cluster;')
    expect(await problems(text(''))).toContain('not initialised')
    expect(await problems(fenced)).not.toContain('not initialised')
    expect(await problems(fenced, without('init-sync'))).toContain('not initialised')
    expect(await verdict(fenced)).toBe('allowed')
    expect(await verdict(fenced, carriedOn)).toBe('forbidden')
    expect(await verdict(text('fence.acq_rel.cluster;'))).toBe('forbidden')
  })
  test('fences for one space apply to that space', async () => {
    const text = (asked: string) =>
      cluster(
        `${meet} st.global.u32 [g], 2; st.shared.u32 [s], 2; fence.release.sync_restrict::shared::cta.cluster;
         mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m];`,
        `${initialise} ${meet} ${waitRelaxed} fence.acquire.sync_restrict::shared::cluster.cluster;
         ld.shared::cluster.u32 r, [d0.c0.b0:s]; ld.global.u32 u, [g];`,
        `p == 1 && ${asked}`,
      )
    expect(await verdict(text('r == 0'))).toBe('forbidden')
    expect(await verdict(text('r == 0'), without('lone-steps'))).toBe('allowed')
    expect(await verdict(text('u == 1'))).toBe('allowed')
    expect(await verdict(text('u == 1'), carriedOn)).toBe('forbidden')
  })
  test('a release for one space and a relaxed arrival at the barrier of the cluster apply to that space', async () => {
    const text = (asked: string, acquire = '') =>
      cluster(
        `st.global.u32 [g], 2; st.shared.u32 [s], 2; fence.release.sync_restrict::shared::cta.cluster; ${meetRelaxed}`,
        `${meetRelaxed} ${acquire} ld.shared::cluster.u32 r, [d0.c0.b0:s]; ld.global.u32 u, [g];`,
        asked,
      )
    for (const model of [proposed, strict]) expect(await verdict(text('r == 0'), model)).toBe('forbidden')
    expect(await verdict(text('r == 0'), withoutPart('space-cluster-sync', 0))).toBe('allowed')
    expect(await verdict(text('u == 1'))).toBe('allowed')
    expect(await verdict(text('u == 1', 'fence.acquire.sync_restrict::shared::cluster.cluster;'))).toBe('allowed')
  })
  test('the complete-tx of a peer releases to a fence of the CTA that has the mbarrier, or in the strict model of the CTA of the peer', async () => {
    const text = (acquire: string) =>
      cluster(
        `${meet} cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [d0.c0.b1:s], [map, {0}], [d0.c0.b1:m];`,
        `${initialise} ${expect4} ${meet} mbarrier.test_wait.parity.relaxed.cta.shared.b64 p, [m], 0; bne p, 1, E; ${acquire} ${replace} E:`,
        'p == 1 && [d0.c0.b1:s] == 2',
      )
    const fence = 'fence.proxy.tensormap::generic.acquire.cta [map], 128;'
    expect(await verdict(text(fence))).toBe('forbidden')
    expect(await verdict(text(''))).toBe('allowed')
    expect(await verdict(text(fence), strict)).toBe('allowed')
    expect(await verdict(text(fence.replace('cta', 'cluster')), strict)).toBe('forbidden')
  })
  test('a release of everything and an acquire for one space apply to that space', async () => {
    const text = (asked: string) =>
      cluster(
        `${meet} st.global.u32 [g], 2; st.shared.u32 [s], 2; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b1:m];`,
        `${initialise} ${meet} ${waitRelaxed} fence.acquire.sync_restrict::shared::cluster.cluster;
         ld.shared::cluster.u32 r, [d0.c0.b0:s]; ld.global.u32 u, [g];`,
        `p == 1 && ${asked}`,
      )
    expect(await verdict(text('r == 0'))).toBe('forbidden')
    expect(await verdict(text('r == 0'), without('acquired'))).toBe('allowed')
  })
  test('a release for one space and an acquire of everything apply to that space', async () => {
    const text = (asked: string) =>
      cluster(
        `${meet} st.global.u32 [g], 2; st.shared.u32 [s], 2; fence.release.sync_restrict::shared::cta.cluster;
         mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m];`,
        `${initialise} ${meet} mbarrier.test_wait.parity.acquire.cluster.shared.b64 p, [m], 0;
         ld.shared::cluster.u32 r, [d0.c0.b0:s]; ld.global.u32 u, [g];`,
        `p == 1 && ${asked}`,
      )
    expect(await verdict(text('r == 0'))).toBe('forbidden')
    expect(await verdict(text('r == 0'), without('released'))).toBe('allowed')
    expect(await verdict(text('u == 1'))).toBe('allowed')
    expect(await verdict(text('u == 1'), carriedOn)).toBe('forbidden')
  })
})
