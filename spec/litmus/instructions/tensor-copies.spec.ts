import { formats } from '../../../litmus/format.js'
import { printProgram } from '../../../litmus/print.js'
import type { Program } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

const memory = `.global .u32 a[64]; .global .tensormap m1 = tensor(a, {8}, {4}); .const .tensormap m2 = tensor(a, {8, 4}, {4, 2});
  .param .tensormap m3 = tensor(a, {4, 4, 2}, {2, 2, 2}); .param .tensormap m4 = tensor(a, {4, 2, 2, 2}, {2, 2, 2, 1});
  .global .tensormap rows = tensor(a, {8, 4}, {4, 1}); .global .tensormap m5 = tensor(a, {2, 2, 2, 2, 2}, {2, 1, 1, 1, 1}); .shared .u32 s[16]; .shared .b64 bar;`
const program = (line: string) =>
  testIn(`${memory} d0.c0.b0.t0 { mov.u32 c, 1; mov.u64 at, &m2; ${line}; }
    d0.c0.b1.t0 { mbarrier.init.shared.b64 [bar], 1; st.shared.u32 [s], 0; } check (true) as q;`)

const load = 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes'
const store = 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'
const tx = 'mbarrier::complete_tx::bytes'

test.each([
  `cp.async.bulk.tensor.1d.shared::cta.global.tile.${tx} [s], [m1, {4}], [bar]`,
  `cp.async.bulk.tensor.1d.shared::cta.global.${tx} [s], [m1, c], [bar]`,
  `${load} [s], [m2, {0, -2}], [bar]`,
  `${load} [s], [m2, {c, 0}], [bar]`,
  `${load} [s], [at, {c, 0}], [bar]`,
  `${load}.L2::cache_hint [s], [m2, {4, 1}], [bar], at`,
  `cp.async.bulk.tensor.3d.shared::cta.global.tile.${tx} [s], [m3, {0, 1, 0}], [bar]`,
  `cp.async.bulk.tensor.4d.shared::cta.global.tile.${tx} [s], [m4, {0, 1, 0, 1}], [bar]`,
  `cp.async.bulk.tensor.5d.shared::cluster.global.tile.${tx} [d0.c0.b1:s], [m5, {0, 1, 0, 1, c}], [d0.c0.b1:bar]`,
  `${load.replace('cta', 'cluster')}.multicast::cluster [s], [m2, {0, 0}], [bar], 3`,
  `${load.replace('cta', 'cluster')}.multicast::cluster [s], [m2, {c, 0}], [bar], c`,
  `${load.replace('.tile', '.tile::gather4')} [s], [rows, {0, 3, 1, c, -1}], [bar]`,
  `${store.replace('.tile', '.tile::scatter4')} [rows, {4, 0, 1, 2, c}], [s]`,
  `${store} [m2, {0, 0}], [s]`,
  'cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [m1, {2}], [s]',
  'cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [m2, {4, 2}], [s]',
  'cp.reduce.async.bulk.tensor.1d.global.shared::cta.inc.bulk_group [m1, {c}], [s]',
])('%s is printed and read again, in both formats', (line) => {
  const written = program(line)
  for (const format of formats) {
    const text = printProgram(written, format)
    const again = testIn(text)
    expect(printProgram(again, format)).toBe(text)
    for (const one of formats) expect([one, printProgram(again, one)]).toEqual([one, printProgram(written, one)])
    const instructions = ({ threads }: Program) =>
      threads.map(({ instructions }) => instructions.map(({ kind }) => kind))
    expect(instructions(again)).toEqual(instructions(written))
  }
})

test('the number of a thread may be a coordinate', () => {
  const { threads } = testIn(`${memory} d0.b0.t0..1 { ${store} [m2, {%tid.x, 1}], [s]; } check (true) as q;`)
  expect(threads.map(({ instructions }) => instructions)).toMatchObject(
    [0n, 1n].map((value) => [{ tile: { side: 'to', coordinates: [{ value }, { value: 1n }] } }]),
  )
})

test.each([
  [
    'cp.async.bulk.tensor.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [m1, {0}], [bar]',
    'how many dimensions',
  ],
  ['cp.async.bulk.tensor.6d.global.shared::cta.bulk_group [m1, {0}], [s]', '`.6d` has no meaning'],
  ['cp.async.bulk.tensor.1d.2d.global.shared::cta.bulk_group [m1, {0}], [s]', '`.2d` is one too many'],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.im2col.${tx} [s], [m2, {0, 0}], [bar]`,
    '`.im2col` is refused: of the modes',
  ],
  [`cp.async.bulk.tensor.2d.shared::cta.global.im2col::w.${tx} [s], [m2, {0, 0}], [bar]`, 'has other fields'],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.${tx} [s], [rows, {0, 0}], [bar]`,
    '2 coordinates given; `.tile::gather4` has 5',
  ],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.${tx} [s], [m2, {0, 0, 1, 2, 3}], [bar]`,
    '`.tile::gather4` copies rows one by one: the tiles of the tensor must have one row',
  ],
  [
    `cp.async.bulk.tensor.3d.shared::cta.global.tile::gather4.${tx} [s], [m3, {0, 0, 1, 2, 3}], [bar]`,
    '`.tile::gather4` is for tensors of two dimensions: write `.2d`',
  ],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.${tx} [s], [m3, {0, 0, 1, 2, 3}], [bar]`,
    'the copy is `.2d`; the tensor has 3 dimensions',
  ],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.tile::scatter4.${tx} [s], [rows, {0, 0, 1, 2, 3}], [bar]`,
    '`.tile::scatter4` is for copies into a tensor; those from one take `.tile::gather4`',
  ],
  [
    'cp.async.bulk.tensor.2d.global.shared::cta.tile::gather4.bulk_group [rows, {0, 0, 1, 2, 3}], [s]',
    '`.tile::gather4` is for copies from a tensor; those into one take `.tile::scatter4`',
  ],
  [
    'cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile::scatter4.bulk_group [rows, {0, 0, 1, 2, 3}], [s]',
    '`.tile::scatter4` has no meaning',
  ],
  [
    `cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.${tx} [s+16], [rows, {0, 0, 1, 2, 3}], [bar]`,
    'this copy has bytes 16 to 79',
  ],
  [`${load}.cta_group::1.cta_group::2 [s], [m2, {0, 0}], [bar]`, '`.cta_group::2` is one too many'],
  [`${store}.cta_group::2 [m2, {0, 0}], [s]`, '`.cta_group::2` is for copies that complete on an mbarrier'],
  [`${load}.multicast::cluster [s], [m2, {0, 0}], [bar], c`, 'write `.shared::cluster.global`'],
  [`${load.replace('cta', 'cluster')}.multicast::cluster [s], [m2, {0, 0}], [bar]`, '3 operands given'],
  [
    'cp.async.bulk.tensor.2d.shared::cluster.shared::cta.tile.bulk_group [s], [m2, {0, 0}]',
    '`.shared::cta.global`, `.shared::cluster.global` or `.global.shared::cta`',
  ],
  [
    'cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes [m2, {0, 0}], [s]',
    'completes in a group',
  ],
  ['cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group [s], [m2, {0, 0}], [bar]', 'completes on an mbarrier'],
  ['cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.u32 [m2, {0, 0}], [s]', 'has no meaning here'],
  ['cp.reduce.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [m2, {0, 0}], [s]', 'needs an operation'],
  [
    `cp.reduce.async.bulk.tensor.2d.shared::cta.global.add.tile.${tx} [s], [m2, {0, 0}], [bar]`,
    '`.global.shared::cta`',
  ],
  ['cp.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [m2, {0, 0}], [s]', '`.add` has no meaning'],
  [`${store} [m2], [s]`, 'expected a tensor map and coordinates, as in `[map, {0, 0}]`'],
  [`${store} [m2, {0, 0, 0}], [s]`, '3 coordinates given; `.2d` has 2'],
  [`${store} [m2, {0}], [s]`, '1 coordinate given; `.2d` has 2'],
  [`${store} [m1, {0, 0}], [s]`, 'the copy is `.2d`; the tensor has 1 dimension'],
  [`${store} [a, {0, 0}], [s]`, '`a` is not a tensor map, which is declared as in'],
  [`${store} [m2, {0, 0}]`, '1 operand given'],
  [`${load} [s+36], [m2, {0, 0}], [bar]`, 'this copy has bytes 36 to 67'],
  [`${load} [a], [m2, {0, 0}], [bar]`, '`a` is in global memory; the copy says `.shared::cta`'],
  [`${load} [s], [m2, {0, 0}], [a]`, 'an mbarrier is in shared memory'],
  [`${store} [m2, {0, 0}], [m2]`, '`m2` is a tensor map, which only copies of tensors and `tensormap`'],
  ['cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [m1+8, {0}], [s]', 'not an address within it'],
  ['ld.global.u64 r, [m1]', '`m1` is a tensor map, which only copies of tensors and `tensormap`'],
  ['ld.global.u32 r, [a, {0, 0}]', '`[a, {0, 0}]`: several coordinates are for copies of tensors'],
])('%s: %s', (line, message) => {
  expect(() => program(line)).toThrow(message)
})
