import { redefine } from '../../axioms/algebra/edit.js'
import type { BaseRelation } from '../../axioms/algebra/names.js'
import {
  closure,
  difference,
  intersection,
  type Model,
  product,
  type Rel,
  seq,
  union,
} from '../../axioms/algebra/terms.js'
import { GEN, id, M, po } from '../../axioms/algebra/vocabulary.js'
import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { buildEvents } from '../../encoder/events/events.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const named = (name: string): Model =>
  must(
    models.find((model) => model.name === name),
    `the model ${name}`,
  )
const proposed = named('ptx-9.4')
const strict = named('ptx-9.4-strict')

const base = (name: BaseRelation): Rel => ({ kind: 'base', name })
const nothing = difference(id, id)
const without = (name: string, model: Model = proposed): Model => redefine(model, name, () => nothing)

/** The relation without one of its alternatives, by its number. */
const withoutPart = (name: string, part: number, model: Model = proposed): Model =>
  redefine(model, name, (body) => {
    if (body.kind !== 'union' || body.of[part] === undefined) throw new Error(`${name} has no such alternative`)
    return union(...body.of.filter((_, i) => i !== part))
  })

/** The relation without the base relation of that name among its alternatives. */
const withoutBase = (name: string, gone: BaseRelation): Model =>
  redefine(proposed, name, (body) => {
    if (body.kind !== 'union') throw new Error(`${name} has no alternatives`)
    const kept = body.of.filter((one) => one.kind !== 'base' || one.name !== gone)
    if (kept.length === body.of.length) throw new Error(`${name} has no ${gone}`)
    return union(...kept)
  })

/** The model without the requirement of that axiom that is about mbarriers. */
function withoutRequirement(name: string, model: Model = proposed): Model {
  let left = 0
  const axioms = model.axioms.map((axiom) => ({
    ...axiom,
    requirements: axiom.requirements.filter(({ of }) => {
      const goes = axiom.name === name && isOfMbarriers(of)
      if (goes) left++
      return !goes
    }),
  }))
  if (left !== 1) throw new Error(`${left} requirements of ${name} are left out`)
  return { ...model, axioms }
}

/** Returns whether it is about pairs of operations on one mbarrier. */
const isOfMbarriers = (of: Rel): boolean => {
  const pairs = of.kind === 'difference' ? of.left : of
  return pairs.kind === 'intersection' && pairs.of.some((one) => one.kind === 'named' && one.name === 'at-mbarrier')
}

/** The verdict on the one question of a text, whatever is undefined in the program. */
async function answer(text: string, model: Model = proposed) {
  const [one, ...others] = decide(testIn(text), await solver(), { model, liveness: false }).answers
  if (one === undefined || others.length > 0) throw new Error('one question is needed')
  return one
}
const verdict = async (text: string, model: Model = proposed) => (await answer(text, model)).verdict.kind

/** Returns why its behaviour may be undefined. */
async function problems(text: string, model: Model = proposed): Promise<readonly string[]> {
  const { undefined: reached } = await answer(text, model)
  if (reached.kind !== 'known') return [reached.kind]
  return reached.found.map((one) => ('problem' in one ? one.problem : one.reason))
}

const declared = `.global .u32 g = 1; .global .u32 h; .global .u32 flag; .global .u32 f physically aliases g;
  .shared .u32 s; .shared .u32 a physically aliases s; .shared .u32 o; .shared .b64 m; .global .u32 n = 2;
  .global .tensormap map = tensor(g, {1}, {1}); .global .tensormap unused = tensor(g, {1}, {1});
  .shared .tensormap draft = tensor(g, {1}, {1});`

const oneThread = (lines: string, asked: string) => `${declared} d0.b0.t0 { ${lines} } check (${asked}) as q;`
const oneCta = (first: string, second: string, asked: string) =>
  `${declared} d0.b0.t0 { ${first} } d0.b0.t1 { ${second} } check (${asked}) as q;`
const twoCtas = (first: string, second: string, asked: string) =>
  `${declared} d0.b0.t0 { ${first} } d0.b1.t0 { ${second} } check (${asked}) as q;`
const cluster = (first: string, second: string, asked: string) =>
  `${declared} d0.c0.b0.t0 { ${first} } d0.c0.b1.t0 { ${second} } check (${asked}) as q;`

const initialise = 'mbarrier.init.shared.b64 [m], 1;'
const expect4 = 'mbarrier.arrive.expect_tx.relaxed.cta.shared.b64 _, [m], 4;'
const load = (from = 'g') =>
  `${expect4} cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [${from}], 4, [m];`
const wait = 'mbarrier.test_wait.parity.shared.b64 p, [m], 0;'
const bulkStore = (to = 'g') =>
  `cp.async.bulk.global.shared::cta.bulk_group [${to}], [s], 4; cp.async.bulk.commit_group;`
const done = 'cp.async.bulk.wait_group 0;'
const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
const meetRelaxed = 'barrier.cluster.arrive.relaxed; barrier.cluster.wait;'
const publish = 'st.release.gpu.global.u32 [flag], 1;'
const observe = 'ld.acquire.gpu.global.u32 seen, [flag];'

/** Returns a bulk load into shared memory whose result is read after a wait. */
const loaded = (from = 'g') => `${initialise} ${load(from)} ${wait} ld.shared.u32 r, [s];`

const replace = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], n;'
const releaseMap = 'fence.proxy.tensormap::generic.release.gpu;'
const acquireMap = 'fence.proxy.tensormap::generic.acquire.gpu [map], 128;'
/** The same load, from where the tensor map points: 1 by the old address, 2 by the new one. */
const loadedByMap = `${initialise} ${expect4}
  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [map, {0}], [m]; ${wait} ld.shared.u32 r, [s];`
const storeByMap =
  'cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [s]; cp.async.bulk.commit_group;'

const releaseOne = 'fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;'
const acquireOne = 'fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;'
const waitRelaxed = 'mbarrier.test_wait.parity.relaxed.cluster.shared.b64 p, [m], 0;'
const copyBack = (to: string) =>
  `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b0:${to}], [g], 4, [d0.c0.b0:m];`

/** A thread reads its shared memory and arrives at the mbarrier of another CTA, which then copies there; with more fences on both sides. */
const pair = (first: string, second: string, to = 'a') =>
  cluster(
    `${meet} ld.shared.u32 r, [s]; ${first} ${releaseOne} mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m];`,
    `${initialise} ${meet} ${waitRelaxed} ${acquireOne} ${second} ${copyBack(to)}`,
    'p == 1 && r == 1',
  )

/** A program for each row in which only that row forbids an access to see an old value. */
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
      completed: withoutBase('more-steps', 'completed'),
    },
  },
  'A3, the read of a group': {
    text: oneThread(`${bulkStore()} cp.async.bulk.wait_group.read 0; st.shared.u32 [s], 2;`, 'g == 2'),
    models: {
      'preserved-from-async': without('preserved-from-async'),
      completed: withoutBase('more-steps', 'completed'),
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
  'A5, from another proxy': {
    text: oneThread(`sust.u32 [g], 2; fence.proxy.surface; fence.proxy.async; ${loaded()}`, 'p == 1 && r == 1'),
    models: { 'preserved-other-to-async': without('preserved-other-to-async') },
  },
  'A5, from another proxy, and an alias': {
    text: oneThread(
      `sust.u32 [g], 2; fence.proxy.surface; fence.proxy.alias; fence.proxy.async; ${loaded('f')}`,
      'p == 1 && r == 1',
    ),
    models: { 'preserved-other-to-async': without('preserved-other-to-async') },
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
  test('a fence of the shared memory of the CTA is not for that of another', async () => {
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
  test('A4 is of the CTA of the access, and of that which copies', async () => {
    const other = `${declared} d0.c0.b0.t0 { ${meet} ld.shared.u32 r, [s]; ${releaseOne}
        mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m]; ${meet} }
      d0.c0.b1.t0 { ${initialise} ${meet} ${waitRelaxed} ${acquireOne} ${meet} }
      d0.c0.b2.t0 { ${meet} ${meet} ${copyBack('s')} } check (p == 1 && r == 1) as q;`
    expect(await verdict(other)).toBe('allowed')
  })
})

describe('row A6 needs each of its elements', () => {
  const changed = (behind: string, before: string) =>
    twoCtas(`${replace} ${behind} ${publish}`, `${observe} ${before} ${loadedByMap}`, 'seen == 1 && p == 1 && r == 1')
  test.each([
    ['a release fence', '', acquireMap],
    ['an acquire fence', releaseMap, ''],
    ['those of the tensormap proxy', 'fence.proxy.async; fence.acq_rel.gpu;', 'fence.acq_rel.gpu; fence.proxy.async;'],
    ['the address of the map', releaseMap, acquireMap.replace('map], ', 'unused], ')],
    ['a release whose scope includes the other CTA', releaseMap.replace('gpu', 'cta'), acquireMap],
    ['an acquire whose scope includes the other CTA', releaseMap, acquireMap.replace('gpu', 'cta')],
  ])('%s', async (_, behind, before) => {
    for (const model of [proposed, strict]) {
      expect(await verdict(changed(releaseMap, acquireMap), model)).toBe('forbidden')
      expect(await verdict(changed(behind, before), model)).toBe('allowed')
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
  test('it is for maps, not for data', async () => {
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

describe('base causality', () => {
  /** A model in which fences for some memory also order what comes before the accesses to it. */
  const carriedOn = redefine(proposed, 'base-cause', (body) => closure(union(body, po)))
  const passed = oneCta(
    `bar.sync 0; st.shared.u32 [o], 5; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [g], 4, [m];`,
    `${initialise} ${expect4} bar.sync 0; ${wait} ld.shared.u32 r, [o];`,
    'p == 1 && r == 0',
  )
  test('what comes before an issue is not carried on by the operation', async () => {
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
    expect(await verdict(written, withoutBase('last-steps', 'issue'))).toBe('allowed')
  })
  test('a complete-tx comes after the copy', async () => {
    const text = oneThread(loaded(), 'p == 1 && r == 0')
    expect(await verdict(text, withoutBase('more-steps', 'async_order'))).toBe('allowed')
  })
  test('a complete-tx comes after an initialisation by its thread', async () => {
    const text = oneThread(`${initialise} ${load()} W: ${wait} beq p, 0, W;`, 'p == 1')
    expect(await problems(text)).not.toContain('not initialised')
    expect(await problems(text, withoutBase('last-steps', 'issue'))).toContain('not initialised')
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
      expect(await verdict(text, withoutBase('more-steps', 'completed'))).toBe('allowed')
    }
  })
  test('groups complete in the order of their commits, and nothing waits for uncommitted operations', async () => {
    const text = (behind: string, asked: string) =>
      oneThread(
        `cp.async.ca.shared.global [s], [g], 4; cp.async.commit_group; cp.async.ca.shared.global [o], [g], 4; ${behind}
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
  test('the end of a thread is not that of its copies', async () => {
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
  test('fences for one space are for that space', async () => {
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
  test('a release for one space and a relaxed arrival at the barrier of the cluster are for that space', async () => {
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
  test('the complete-tx of a peer releases to a fence of the CTA that has the mbarrier, or strictly of that of the peer', async () => {
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
  test('a release of everything and an acquire for one space are for that space', async () => {
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
  test('a release for one space and an acquire of everything are for that space', async () => {
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

describe('mbarriers', () => {
  const two = 'mbarrier.init.shared.b64 [m], 2;'
  const arriveThere = (order: string) => `mbarrier.arrive.${order}.shared::cluster.b64 _, [d0.c0.b0:m];`

  test('an arrival is seen through others, whatever their scopes', async () => {
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
  test('what is seen once is seen from then on, whatever the scopes', async () => {
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
  test('a wait acquires where it returns true, and only there', async () => {
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
  test('the complete-tx at the mbarrier of another CTA counts there, or strictly where it is issued', async () => {
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
