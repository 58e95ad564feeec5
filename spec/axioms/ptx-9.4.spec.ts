import { redefine } from '../../axioms/algebra/edit.js'
import { intersection, type Model, product, seq } from '../../axioms/algebra/terms.js'
import { GEN, M, po } from '../../axioms/algebra/vocabulary.js'
import { buildEvents } from '../../encoder/events/events.js'
import { testIn } from '../support.js'
import {
  acquireMap,
  acquireOne,
  base,
  bulkStore,
  cluster,
  copyBack,
  declared,
  done,
  expect4,
  initialise,
  load,
  loaded,
  loadedByMap,
  meet,
  meetRelaxed,
  observe,
  oneCta,
  oneThread,
  pair,
  problems,
  proposed,
  publish,
  releaseMap,
  releaseOne,
  replace,
  storeByMap,
  strict,
  twoCtas,
  verdict,
  wait,
  waitRelaxed,
  without,
  withoutPart,
} from './ptx-9.4.js'

const rows: Readonly<Record<string, { readonly text: string; readonly models: Readonly<Record<string, Model>> }>> = {
  'A0, a kernel that writes before one that copies': {
    text: `${declared} kernel first { d0.b0.t0 { st.global.u32 [g], 2; } } kernel second { d0.b0.t0 { ${loaded()} } }
      host { first<<<1, 1>>>(); second<<<1, 1>>>(); } check (p == 1 && r == 1) as q;`,
    models: { 'preserved-api': without('preserved-api', without('from-own-start')) },
  },
  'A1, copies that are issued in one cluster': {
    text: cluster(`${bulkStore()} ${done} ${meet}`, `${meet} ${loaded()}`, 'p == 1 && r == 1'),
    models: { 'preserved-async': without('preserved-async'), 'issued-near': without('issued-near') },
  },
  'A1 and an alias': {
    text: cluster(`${bulkStore()} ${done} fence.proxy.alias; ${meet}`, `${meet} ${loaded('f')}`, 'p == 1 && r == 1'),
    models: { 'preserved-async-alias': without('preserved-async-alias') },
  },
  'A1b, copies that are issued in two clusters': {
    text: twoCtas(
      `${bulkStore()} ${done} fence.proxy.async; ${publish}`,
      `${observe} ${loaded()}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: {
      'from generic only': redefine(proposed, 'preserved-to-async', (body) => intersection(body, product(GEN, M))),
    },
  },
  'A2, the fence in the CTA of the write': {
    text: twoCtas(
      `st.global.u32 [g], 2; fence.proxy.async.global; ${publish}`,
      `${observe} ${loaded()}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'first part': withoutPart('preserved-to-async', 0), 'fence-near': without('fence-near') },
  },
  'A2, the fence in the CTA of the issuer': {
    text: twoCtas(
      `st.global.u32 [g], 2; ${publish}`,
      `${observe} fence.proxy.async.global; ${loaded()}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'second part': withoutPart('preserved-to-async', 1) },
  },
  'A2 and an alias, whose fence comes first, in the CTA of the write': {
    text: twoCtas(
      `st.global.u32 [g], 2; fence.proxy.alias; fence.proxy.async.global; ${publish}`,
      `${observe} ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'first part': withoutPart('preserved-to-async-alias', 0) },
  },
  'A2 and an alias, whose fence comes first, in the CTA of the issuer': {
    text: twoCtas(
      `st.global.u32 [g], 2; fence.proxy.alias; ${publish}`,
      `${observe} fence.proxy.async.global; ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'second part': withoutPart('preserved-to-async-alias', 1) },
  },
  'A2 and an alias, whose fence comes last, in the CTA of the write': {
    text: twoCtas(
      `st.global.u32 [g], 2; fence.proxy.async.global; ${publish}`,
      `${observe} fence.proxy.alias; ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'third part': withoutPart('preserved-to-async-alias', 2) },
  },
  'A2 and an alias, whose fence comes last, in the CTA of the issuer': {
    text: twoCtas(
      `st.global.u32 [g], 2; ${publish}`,
      `${observe} fence.proxy.async.global; fence.proxy.alias; ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'fourth part': withoutPart('preserved-to-async-alias', 3) },
  },
  'A3, a complete-tx': {
    text: oneThread(loaded(), 'p == 1 && r == 0'),
    models: { 'preserved-from-async': without('preserved-from-async') },
  },
  'A3, a group': {
    text: oneThread(`${bulkStore()} ${done} ld.global.u32 r, [g];`, 'r == 1'),
    models: {
      'preserved-from-async': without('preserved-from-async'),
      completed: without('over'),
    },
  },
  'A3, the read of a group': {
    text: oneThread(`${bulkStore()} cp.async.bulk.wait_group.read 0; st.shared.u32 [s], 2;`, 'g == 2'),
    models: {
      'preserved-from-async': without('preserved-from-async'),
      completed: without('over'),
    },
  },
  'A3 and an alias': {
    text: oneThread(`${bulkStore()} ${done} fence.proxy.alias; ld.global.u32 r, [f];`, 'r == 1'),
    models: { 'preserved-from-async-alias': without('preserved-from-async-alias') },
  },
  'A4, fences around an arrival at the mbarrier of the issuer': {
    text: pair('', '', 's'),
    models: {
      'preserved-by-pair': without('preserved-by-pair'),
      'lone-steps': without('lone-steps'),
      'acquired-issue': without('acquired-issue'),
    },
  },
  'A4, where other threads of the two CTAs read and copy': {
    text: `${declared} d0.c0.b0.t0 { ${meet} ld.shared.u32 r, [s]; bar.sync 0; }
      d0.c0.b0.t1 { ${meet} bar.sync 0; ${releaseOne} mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m]; }
      d0.c0.b1.t0 { ${initialise} ${meet} ${waitRelaxed} ${acquireOne} bar.sync 0; }
      d0.c0.b1.t1 { ${meet} bar.sync 0; ${copyBack('s')} }
      check (p == 1 && r == 1) as q;`,
    models: {
      'preserved-by-pair': without('preserved-by-pair'),
      released: redefine(proposed, 'released', (body) => intersection(body, po)),
      'acquired-issue': redefine(proposed, 'acquired-issue', (body) => intersection(body, seq(po, base('issue')))),
    },
  },
  'A4, fences around a relaxed arrival at the barrier of the cluster': {
    text: cluster(
      `ld.shared.u32 r, [s]; ${releaseOne} ${meetRelaxed}`,
      `${initialise} ${meetRelaxed} ${acquireOne} ${copyBack('s')}`,
      'r == 1',
    ),
    models: { 'second part': withoutPart('space-cluster-sync', 1) },
  },
  'A4, fences around the barrier of the cluster': {
    text: cluster(
      `ld.shared.u32 r, [s]; ${releaseOne} ${meet}`,
      `${initialise} ${meet} ${acquireOne} ${copyBack('s')}`,
      'r == 1',
    ),
    models: { 'neither part': withoutPart('space-cluster-sync', 1, withoutPart('by-synchronisation', 1)) },
  },
  'A4, fences around a barrier of the CTA': {
    text: oneCta(
      `ld.shared.u32 r, [s]; ${releaseOne} bar.sync 0;`,
      `${initialise} bar.sync 0; ${acquireOne} ${load()}`,
      'r == 1',
    ),
    models: { 'second part': withoutPart('by-synchronisation', 1) },
  },
  'A4, a value that a peer stores asynchronously, where the memory is': {
    text: `${declared} .shared .b64 k;
      d0.c0.b0.t0 { ${initialise} ${meet} st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [d0.c0.b1:s], 2, [d0.c0.b1:k];
        ${waitRelaxed} ${acquireOne}
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b1:s], [g], 4, [d0.c0.b1:m]; ${meet} }
      d0.c0.b1.t0 { ${initialise} ${expect4} mbarrier.init.shared.b64 [k], 1; mbarrier.arrive.expect_tx.shared.b64 _, [k], 4; ${meet}
        mbarrier.test_wait.parity.acquire.cluster.shared.b64 q, [k], 0; ${releaseOne}
        mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b0:m]; ${meet} ${wait} }
      check (P0:p == 1 && P1:q == 1 && P1:p == 1 && [d0.c0.b1:s] == 2) as q;`,
    models: { 'same-cta': redefine(proposed, 'same-cta', () => base('scta')) },
  },
  'A4 and an alias, whose fence comes first': {
    text: pair('fence.proxy.alias;', ''),
    models: { 'first part': withoutPart('preserved-by-pair-alias', 0) },
  },
  'A4 and an alias, whose fence comes last': {
    text: pair('', 'fence.proxy.alias;'),
    models: { 'second part': withoutPart('preserved-by-pair-alias', 1) },
  },
  'A5, from another proxy, the fence in the CTA of the write': {
    text: twoCtas(
      `sust.u32 [g], 2; fence.proxy.surface; fence.proxy.async; ${publish}`,
      `${observe} ${loaded()}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'first part': withoutPart('preserved-other-to-async', 0) },
  },
  'A5, from another proxy, the fence in the CTA of the issuer': {
    text: twoCtas(
      `sust.u32 [g], 2; fence.proxy.surface; ${publish}`,
      `${observe} fence.proxy.async; ${loaded()}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'second part': withoutPart('preserved-other-to-async', 1) },
  },
  'A5, from another proxy, and an alias, the fence in the CTA of the write': {
    text: twoCtas(
      `sust.u32 [g], 2; fence.proxy.surface; fence.proxy.alias; fence.proxy.async; ${publish}`,
      `${observe} ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'third part': withoutPart('preserved-other-to-async', 2) },
  },
  'A5, from another proxy, and an alias, the fence in the CTA of the issuer': {
    text: twoCtas(
      `sust.u32 [g], 2; fence.proxy.surface; fence.proxy.alias; ${publish}`,
      `${observe} fence.proxy.async; ${loaded('f')}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'fourth part': withoutPart('preserved-other-to-async', 3) },
  },
  'A5, to another proxy': {
    text: oneThread(`${bulkStore()} ${done} fence.proxy.surface; suld.u32 r, [g];`, 'r == 1'),
    models: { 'first part': withoutPart('preserved-async-to-other', 0) },
  },
  'A6, fences around a synchronisation': {
    text: twoCtas(
      `${replace} ${releaseMap} ${publish}`,
      `${observe} ${acquireMap} ${loadedByMap}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'first part': withoutPart('preserved-to-tensormap', 0) },
  },
  'A6, fences that synchronise': {
    text: twoCtas(
      `${replace} ${releaseMap} st.relaxed.gpu.global.u32 [flag], 1;`,
      `ld.relaxed.gpu.global.u32 seen, [flag]; ${acquireMap} ${loadedByMap}`,
      'seen == 1 && p == 1 && r == 1',
    ),
    models: { 'second part': withoutPart('by-tensormap-pair', 1), 'lone-steps': without('lone-steps') },
  },
  'A6, fences of one thread': {
    text: oneThread(`${replace} ${releaseMap} ${acquireMap} ${loadedByMap}`, 'p == 1 && r == 1'),
    models: { 'first part': withoutPart('by-tensormap-pair', 0) },
  },
  'A6, a copy of a map': {
    text: oneThread(
      `tensormap.replace.tile.global_address.shared::cta.b1024.b64 [draft], n;
       tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [map], [draft], 128;
       ${acquireMap} ${loadedByMap}`,
      'p == 1 && r == 1',
    ),
    models: { 'first part': withoutPart('preserved-to-tensormap', 0) },
  },
  'A6, the end of a kernel that changes the map': {
    text: `${declared} kernel first { d0.b0.t0 { ${replace} } } kernel second { d0.b0.t0 { ${acquireMap} ${loadedByMap} } }
      host { first<<<1, 1>>>(); second<<<1, 1>>>(); } check (p == 1 && r == 1) as q;`,
    models: { 'second part': withoutPart('preserved-to-tensormap', 1) },
  },
  'A6, a copy of a map by the host': {
    text: `${declared} .global .tensormap prepared = tensor(n, {1}, {1}); kernel k { d0.b0.t0 { ${acquireMap} ${loadedByMap} } }
      host { cudaMemcpyAsync(map, prepared, st); k<<<1, 1, 0, st>>>(); } check (p == 1 && r == 1) as q;`,
    models: { 'second part': withoutPart('preserved-to-tensormap', 1) },
  },
  'A6b, a copy that is over': {
    text: oneThread(`${loadedByMap} ${replace}`, 'p == 1 && r == 2'),
    models: { 'preserved-from-tensormap': without('preserved-from-tensormap') },
  },
  'A6b, the read of a group': {
    text: oneThread(`${storeByMap} cp.async.bulk.wait_group.read 0; ${replace}`, 'n == 0'),
    models: { 'preserved-from-tensormap': without('preserved-from-tensormap') },
  },
  'A5, to another proxy, and an alias': {
    text: oneThread(`${bulkStore()} ${done} fence.proxy.alias; fence.proxy.surface; suld.u32 r, [f];`, 'r == 1'),
    models: { 'second part': withoutPart('preserved-async-to-other', 1) },
  },
}

describe('proxy-preserved base causality', () => {
  test.each(Object.entries(rows))('%s', async (_, { text, models }) => {
    expect(await verdict(text)).toBe('forbidden')
    for (const [name, model] of Object.entries(models))
      expect([name, await verdict(text, model)]).toEqual([name, 'allowed'])
  })
})

/** The rows that the strict model lacks. */
const notStrict = [
  'A1, copies that are issued in one cluster',
  'A1 and an alias',
  'A1b, copies that are issued in two clusters',
  'A2, the fence in the CTA of the write',
  'A2 and an alias, whose fence comes first, in the CTA of the write',
  'A2 and an alias, whose fence comes last, in the CTA of the write',
  'A4, a value that a peer stores asynchronously, where the memory is',
  'A5, from another proxy, the fence in the CTA of the write',
  'A5, from another proxy, and an alias, the fence in the CTA of the write',
]

test.each(Object.entries(rows))('the strict model: %s', async (name, { text }) => {
  expect(await verdict(text, strict)).toBe(notStrict.includes(name) ? 'allowed' : 'forbidden')
})

describe('each row ends where the page says', () => {
  test('A1b and A2 need a fence of the async proxy for the location', async () => {
    const program = (fence: string) =>
      twoCtas(`st.global.u32 [g], 2; ${fence} ${publish}`, `${observe} ${loaded()}`, 'seen == 1 && p == 1 && r == 1')
    expect(await verdict(program(''))).toBe('allowed')
    expect(await verdict(program('fence.acq_rel.gpu;'))).toBe('allowed')
    expect(await verdict(program('fence.proxy.async.shared::cta;'))).toBe('allowed')
    expect(await verdict(program('fence.proxy.async;'))).toBe('forbidden')
  })
  test('a fence of the shared memory of the CTA does not apply to that of another', async () => {
    const program = (space: string) =>
      cluster(
        `st.shared::cluster.u32 [d0.c0.b1:s], 2; fence.proxy.async.${space}; ${meet}`,
        `${meet} ${bulkStore()} ${done} ld.global.u32 r, [g];`,
        'r == 0',
      )
    expect(await verdict(program('shared::cta'))).toBe('allowed')
    expect(await verdict(program('shared::cluster'))).toBe('forbidden')
  })
  test('a wait for the reads of a group does not cover its writes', async () => {
    const program = (read: string) =>
      oneThread(`${bulkStore()} cp.async.bulk.wait_group${read} 0; ld.global.u32 r, [g];`, 'r == 1')
    expect(await verdict(program(''))).toBe('forbidden')
    expect(await verdict(program('.read'))).toBe('allowed')
  })
  test('A5 needs the fence of the other proxy', async () => {
    const from = (fence: string) =>
      twoCtas(
        `sust.u32 [g], 2; ${fence} fence.proxy.async; ${publish}`,
        `${observe} fence.proxy.async; ${loaded()}`,
        'seen == 1 && p == 1 && r == 1',
      )
    const to = (fence: string) => oneThread(`${bulkStore()} ${done} ${fence} suld.u32 r, [g];`, 'r == 1')
    for (const text of [from, to]) {
      expect(await verdict(text(''))).toBe('allowed')
      expect(await verdict(text('fence.proxy.async;'))).toBe('allowed')
      expect(await verdict(text('fence.proxy.surface;'))).toBe('forbidden')
    }
  })
  test('A4 is of the CTA of the access, and of that which copies', async () => {
    const other = `${declared} d0.c0.b0.t0 { ${meet} ld.shared.u32 r, [s]; ${releaseOne}
        mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m]; ${meet} }
      d0.c0.b1.t0 { ${initialise} ${meet} ${waitRelaxed} ${acquireOne} ${meet} }
      d0.c0.b2.t0 { ${meet} ${meet} ${copyBack('s')} } check (p == 1 && r == 1) as q;`
    expect(await verdict(other)).toBe('allowed')
  })
})

describe('row A6 needs each of its elements', () => {
  const changed = (after: string, before: string) =>
    twoCtas(`${replace} ${after} ${publish}`, `${observe} ${before} ${loadedByMap}`, 'seen == 1 && p == 1 && r == 1')
  test.each([
    ['a release fence', '', acquireMap],
    ['an acquire fence', releaseMap, ''],
    ['those of the tensormap proxy', 'fence.proxy.async; fence.acq_rel.gpu;', 'fence.acq_rel.gpu; fence.proxy.async;'],
    ['the address of the map', releaseMap, acquireMap.replace('map], ', 'unused], ')],
    ['a release whose scope includes the other CTA', releaseMap.replace('gpu', 'cta'), acquireMap],
    ['an acquire whose scope includes the other CTA', releaseMap, acquireMap.replace('gpu', 'cta')],
  ])('%s', async (_, after, before) => {
    for (const model of [proposed, strict]) {
      expect(await verdict(changed(releaseMap, acquireMap), model)).toBe('forbidden')
      expect(await verdict(changed(after, before), model)).toBe('allowed')
    }
  })
  test('the thread that changes the map has the release fence', async () => {
    const text = (first: string, second: string) =>
      `${declared} d0.b0.t0 { ${replace} ${first} bar.sync 0; } d0.b0.t1 { bar.sync 0; ${second} ${publish} }
       d0.b1.t0 { ${observe} ${acquireMap} ${loadedByMap} } check (seen == 1 && p == 1 && r == 1) as q;`
    expect(await verdict(text(releaseMap, ''))).toBe('forbidden')
    expect(await verdict(text('', releaseMap))).toBe('allowed')
  })
  test('the acquire fence is in the CTA of the copy, in any of its threads', async () => {
    const text = (where: string) =>
      `${declared} d0.c0.b0.t0 { ${replace} ${releaseMap} ${publish} ${meet} }
       ${where} { ${observe} ${acquireMap} ${meet} } d0.c0.b1.t0 { ${meet} ${loadedByMap} } check (seen == 1 && p == 1 && r == 1) as q;`
    expect(await verdict(text('d0.c0.b1.t1'))).toBe('forbidden')
    expect(await verdict(text('d0.c0.b2.t0'))).toBe('allowed')
  })
  test('the start of a kernel is not an acquire (8.9.4)', async () => {
    const text = (acquire: string) =>
      `${declared} kernel first { d0.b0.t0 { ${replace} ${releaseMap} } } kernel second { d0.b0.t0 { ${acquire} ${loadedByMap} } }
       host { first<<<1, 1>>>(); second<<<1, 1>>>(); } check (p == 1 && r == 1) as q;`
    expect(await verdict(text(acquireMap))).toBe('forbidden')
    expect(await verdict(text(''))).toBe('allowed')
  })
  test('it applies to maps, not to data', async () => {
    const text = twoCtas(
      `st.global.u32 [g], 2; ${releaseMap} st.relaxed.gpu.global.u32 [flag], 1;`,
      `ld.relaxed.gpu.global.u32 seen, [flag]; ${acquireMap} ld.global.u32 r, [g];`,
      'seen == 1 && r == 1',
    )
    expect(await verdict(text)).toBe('allowed')
  })
  test('a change before the copy has read its map is too early', async () => {
    expect(await problems(oneThread(`${storeByMap} ${replace}`, 'n == 0'))).toContain('too early')
    expect(
      await problems(oneThread(`${storeByMap} cp.async.bulk.wait_group.read 0; ${replace}`, 'n == 0')),
    ).not.toContain('too early')
  })
  test('the read of a map that nothing changes has no event', () => {
    const { events } = buildEvents(testIn(oneThread(loadedByMap, 'p == 1')))
    expect(events.some(({ sets }) => sets.includes('TMAP'))).toBe(false)
  })
})
