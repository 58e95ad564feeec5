import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { solver, testIn } from '../../../support.js'

const declared = `.global .u32 a[4] = {1, 2, 3, 4}; .global .u32 b[4] = {5, 6, 7, 8}; .global .u32 small; .global .u64 pointer = &b;
  .global .tensormap map = tensor(a, {4}, {2}); .shared .tensormap draft = tensor(b, {4}, {2}); .shared .u32 s[2]; .shared .b64 bar;`
const replace = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], '
const release = 'fence.proxy.tensormap::generic.release.cta;'
const acquire = 'fence.proxy.tensormap::generic.acquire.cta [map], 128;'
const load = `mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [map, {1}], [bar];
  W: mbarrier.try_wait.parity.shared.b64 p, [bar], 0; beq p, 0, W;`

const programOf = (lines: string, asked = 'exists (true) as ends', more = '') =>
  testIn(`${declared} ${more} d0.b0.t0 { ${lines} } ${asked}`)
const answersOf = async (lines: string, asked?: string, more?: string) =>
  decide(programOf(lines, asked, more), await solver(), { model: defaultModel, liveness: false }).answers
const verdictsOf = async (lines: string, asked?: string, more?: string) =>
  (await answersOf(lines, asked, more)).map(({ verdict }) =>
    verdict.kind === 'not covered' ? verdict.reason : verdict.kind,
  )

const holds = (values: string) => `assert (s == {${values}}) as holds; exists (true) as ends`

test.each([
  ['as it was', load, '2, 3'],
  ['replaced by an array', `${replace} b; ${release} ${acquire} ${load}`, '6, 7'],
  ['replaced by the address in a register', `mov.u64 r, &b; ${replace} r; ${release} ${acquire} ${load}`, '6, 7'],
  ['replaced twice', `${replace} b; ${replace} &a; ${release} ${acquire} ${load}`, '2, 3'],
  [
    'copied from another',
    `tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.cta.sync.aligned [map], [draft], 128; ${acquire} ${load}`,
    '6, 7',
  ],
  [
    'copied from another that is replaced',
    `tensormap.replace.tile.global_address.shared::cta.b1024.b64 [draft], a;
     tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.cta.sync.aligned [map], [draft], 128; ${acquire} ${load}`,
    '2, 3',
  ],
])('%s', async (_, lines, values) => {
  expect(await verdictsOf(lines, holds(values))).toEqual(['forbidden', 'allowed'])
})

test('a copy writes where the map points', async () => {
  const store = `st.shared.u32 [s], 9; fence.proxy.async; cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {3}], [s];
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`
  const asked = 'assert (b == {5, 6, 7, 9} && a == {1, 2, 3, 4}) as holds; exists (true) as ends'
  expect(await verdictsOf(`${replace} b; ${release} ${acquire} ${store}`, asked)).toEqual(['forbidden', 'allowed'])
})

test('without fences, both addresses are possible', async () => {
  const both = 'exists (s == {2, 3}) as before; exists (s == {6, 7}) as after; exists (s == {2, 7}) as mixed'
  expect(await verdictsOf(`${replace} b; ${load}`, both)).toEqual(['allowed', 'allowed', 'forbidden'])
})

test('an address that the program computes from a read is not covered', async () => {
  const [answer] = await verdictsOf(`ld.global.u64 r, [pointer]; ${replace} r; ${release} ${acquire} ${load}`)
  expect(answer).toContain('the address that it writes depends on what is read')
})

test('a copy by a map that points to a tensor map is not covered', async () => {
  const more = '.global .tensormap pair = tensor(a, {2}, {2});'
  const lines = `${replace} map; ${release} ${acquire} ${load}`.replaceAll('[map', '[pair')
  const [answer] = await verdictsOf(lines, undefined, more)
  expect(answer).toContain('it accesses the bytes of a tensor map')
})

test.each([
  ['less memory than the tensor has', 'small'],
  ['the middle of an array', '&b[1]'],
  ['shared memory', 's'],
  ['no multiple of the size of an element', '&b+2'],
])('a map that points to %s is undefined behaviour when it is used', async (_, address) => {
  const reached = async (lines: string) => {
    const [answer] = await answersOf(lines)
    return answer?.undefined.kind === 'known' && answer.undefined.found.map(({ reason }) => reason)
  }
  const changed = `${replace} ${address}; ${release} ${acquire}`
  expect(await reached(`${changed} ${load}`)).toContain('access')
  expect(await reached(changed)).toEqual([])
})

test('a map that something changes is read by each copy, with an access for each address that it may hold', () => {
  const { events } = buildEvents(programOf(`${replace} b; ${load} ld.shared.u32 r, [s];`))
  const ofProxy = (proxy: 'TMAP' | 'ASYNC') => events.filter(isMemory).filter(({ sets }) => sets.includes(proxy))
  expect(ofProxy('TMAP').map(({ kind }) => kind)).toEqual(['read'])
  expect(ofProxy('ASYNC').map(({ kind }) => kind)).toEqual(['read', 'write', 'read', 'write'])
})

test('a copy into several CTAs takes the tile where the map points to all of them', async () => {
  const begin = `mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
    barrier.cluster.arrive; barrier.cluster.wait;`
  const wait = 'W: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [bar], 0; beq p, 0, W;'
  const text = `${declared} d0.c0.b0.t0 { ${begin} ${replace} b; ${release} ${acquire}
    cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [s], [map, {3}], [bar], 3; ${wait} ld.shared.u32 r2, [s]; }
    d0.c0.b1.t0 { ${begin} ${wait} ld.shared.u32 r0, [s]; ld.shared.u32 r1, [s+4]; }
    assert (r0 == 8 && r1 == 0 && r2 == 8) as holds; exists (true) as ends`
  const { answers } = decide(testIn(text), await solver(), { model: defaultModel, liveness: false })
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['forbidden', 'allowed'])
})

test.each([
  ['a store', 'mov.u64 r, &map; st.global.u64 [r], 5;'],
  ['a load', 'mov.u64 r, &map; ld.global.u64 q, [r];'],
  ['a load by an address that is read', `ld.global.u64 r, [held]; ld.global.u64 q, [r];`],
  ['a bulk copy', 'mov.u64 r, &map; cp.async.bulk.global.shared::cta.bulk_group [r], [s], 8;'],
])('%s of the bytes of a map is not covered', async (_, lines) => {
  const [answer] = await verdictsOf(lines, undefined, '.global .u64 held = &map;')
  expect(answer).toContain('it accesses the bytes of a tensor map')
})
