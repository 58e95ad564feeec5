import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { solver, testIn } from '../../../support.js'

const memory = (type: string) =>
  `.global .${type} a[8] = {1, 2, 3, 4, 5, 6, 7, 8}; .param .tensormap map = tensor(a, {4, 2}, {2, 2});
   .shared .${type} s[4]; .shared .b64 bar; .global .u32 flag;`

const answers = async (text: string) =>
  decide(testIn(text), await solver(), { model: defaultModel, liveness: false }).answers.map(({ verdict }) =>
    verdict.kind === 'not covered' ? verdict.reason : verdict.kind,
  )

const tx = 'mbarrier::complete_tx::bytes'

/** Returns the contents of a tile that is loaded and waited for. */
const loaded = (operands: string, bytes: number, values: string, before = '') =>
  answers(`${memory('u32')} d0.b0.t0 {
    ${before}
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], ${bytes};
    cp.async.bulk.tensor.2d.shared::cta.global.tile.${tx} [s], ${operands}, [bar];
    W: mbarrier.try_wait.parity.shared.b64 p, [bar], 0; beq p, 0, W;
  } assert (s == {${values}}) as holds; exists (true) as ends`)

test.each([
  ['[map, {0, 0}]', '1, 2, 5, 6'],
  ['[map, {2, 0}]', '3, 4, 7, 8'],
  ['[map, {3, 0}]', '4, 0, 8, 0'],
  ['[map, {0, 1}]', '5, 6, 0, 0'],
  ['[map, {-1, -1}]', '0, 0, 0, 1'],
  ['[map, {4, 0}]', '0, 0, 0, 0'],
])('the tile %s', async (tile, values) => {
  expect(await loaded(tile, 16, values)).toEqual(['forbidden', 'allowed'])
})

test('elements outside the tensor are 0, whatever was in shared memory', async () => {
  const before = 'st.shared.u32 [s+4], 9; fence.proxy.async.shared::cta;'
  expect(await loaded('[map, {3, 0}]', 16, '4, 0, 8, 0', before)).toEqual(['forbidden', 'allowed'])
})

test('the complete-tx counts the whole tile, including elements outside the tensor', async () => {
  expect(await loaded('[map, {3, 1}]', 16, '8, 0, 0, 0')).toEqual(['forbidden', 'allowed'])
  expect(await loaded('[map, {3, 1}]', 4, '8, 0, 0, 0')).toEqual(['forbidden', 'forbidden'])
})

test('coordinates and the address of the map are known before anything is read', async () => {
  const before = 'mov.u32 c, 1; add.u32 c, c, 1; mov.u64 r, &map;'
  expect(await loaded('[r, {c, 0}]', 16, '3, 4, 7, 8', before)).toEqual(['forbidden', 'allowed'])
  expect(await loaded('[map, {c, 0}]', 16, '3, 4, 7, 8', 'ld.global.u32 c, [flag];')).toEqual([
    expect.stringContaining('its coordinates depend on what is read'),
    expect.stringContaining('its coordinates depend on what is read'),
  ])
  expect(await loaded('[r, {0, 0}]', 16, '3, 4, 7, 8', 'mov.u64 r, &a;')).toEqual([
    expect.stringContaining('it names no tensor map'),
    expect.stringContaining('it names no tensor map'),
  ])
})

/** Returns the contents of a tensor after a tile is stored from 10 20 30 40. */
const stored = (type: string, words: string, tile: string, values: string) =>
  answers(`${memory(type)} d0.b0.t0 {
    st.shared.${type} [s[0]], 10; st.shared.${type} [s[1]], 20; st.shared.${type} [s[2]], 30; st.shared.${type} [s[3]], 40;
    fence.proxy.async.shared::cta;
    cp${words} [map, {${tile}}], [s];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
  } assert (a == {${values}}) as holds; exists (true) as ends`)

const store = '.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'
const reduce = (operation: string) => `.reduce.async.bulk.tensor.2d.global.shared::cta.${operation}.tile.bulk_group`

test.each([
  ['u32', store, '1, 0', '1, 10, 20, 4, 5, 30, 40, 8'],
  ['u8', store, '1, 0', '1, 10, 20, 4, 5, 30, 40, 8'],
  ['u32', store, '3, -1', '1, 2, 3, 30, 5, 6, 7, 8'],
  ['u32', store, '4, 0', '1, 2, 3, 4, 5, 6, 7, 8'],
  ['u32', reduce('add'), '1, 0', '1, 12, 23, 4, 5, 36, 47, 8'],
  ['u64', reduce('add'), '2, 1', '1, 2, 3, 4, 5, 6, 17, 28'],
  ['s32', reduce('min'), '0, 0', '1, 2, 3, 4, 5, 6, 7, 8'],
])('.%s: cp%s at %s', async (type, words, tile, values) => {
  expect(await stored(type, words, tile, values)).toEqual(['forbidden', 'allowed'])
})

test('a tile that its shared memory does not have is undefined behaviour', async () => {
  const text = `${memory('u32')} d0.b0.t0 { mov.u32 r, &s; add.u32 r, r, 4;
    cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [map, {0, 0}], [r]; } exists (true) as ends`
  const [answer] = decide(testIn(text), await solver(), { model: defaultModel, liveness: false }).answers
  expect(answer?.undefined).toMatchObject({ found: [{ thread: 0, instruction: 2 }] })
})

test.each([
  [4, 'forbidden'],
  [0, 'allowed'],
  [8, 'd0.b0.t0 reaches what is not modelled, spec:3:26: it is to read 8 bytes, more than the 4 that it copies'],
])('a copy of 4 bytes cannot read %i', async (size, expected) => {
  const copy = `mov.u32 n, ${size}; cp.async.ca.shared.global [s], [a], 4, n;`
  const text = `${memory('u32')}\nd0.b0.t0 { ${copy} cp.async.wait_all; ld.shared.u32 r, [s]; } assert (r == 1) as q;`
  expect(await answers(text)).toEqual([expected])
})
