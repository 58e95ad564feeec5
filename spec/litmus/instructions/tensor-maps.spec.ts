import { formats } from '../../../litmus/format.js'
import { printProgram } from '../../../litmus/print.js'
import { testIn } from '../../support.js'

const program = (line: string) =>
  testIn(`.global .u32 a[8]; .global .u32 b[8]; .global .u64 wide[8]; .shared .u32 s[8];
    .global .tensormap map = tensor(a, {4, 2}, {2, 2}); .const .tensormap fixed = tensor(a, {4, 2}, {2, 2});
    .shared .tensormap draft = tensor(b, {4, 2}, {2, 2}); .shared .tensormap other = tensor(b, {8}, {2});
    .shared .tensormap wider = tensor(wide, {4, 2}, {2, 2});
    d0.b0.t0 { mov.u64 at, &map; mov.u64 to, &b; ld.shared.u32 r, [s]; ${line}; } check (true) as q;`)

const copy = 'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned'

test.each([
  [
    'tensormap.replace.tile.global_address.global.b1024.b64 [map], b',
    'tensormap.replace.tile.global_address.global.b1024.b64 [map], &b[0]',
  ],
  ['tensormap.replace.tile.global_address.global.b1024.b64 [map], &b[2]'],
  ['tensormap.replace.tile.global_address.shared::cta.b1024.b64 [draft], to'],
  ['tensormap.replace.tile.global_address.global.b1024.b64 [at], to'],
  [`${copy} [map], [draft], 128`],
  [`${copy.replace('gpu', 'cluster')} [at], [draft], 128`],
  ...['cta', 'cluster', 'gpu', 'sys'].flatMap((scope) => [
    [`fence.proxy.tensormap::generic.release.${scope}`],
    [`fence.proxy.tensormap::generic.acquire.${scope} [map], 128`],
  ]),
  ['fence.proxy.tensormap::generic.acquire.gpu [at], 128'],
])('%s is printed and read again, in both formats', (line, printed = line) => {
  const written = program(line)
  for (const format of formats) {
    const text = printProgram(written, format)
    const again = testIn(text)
    expect(printProgram(again, format)).toBe(text)
    for (const one of formats) expect([one, printProgram(again, one)]).toEqual([one, printProgram(written, one)])
    if (format === 'nvlitmus') expect(text).toContain(`  ${printed};`)
  }
})

test.each([
  [
    'tensormap.replace.tile.box_dim.global.b1024.b32 [map], 0, 4',
    'is refused: of the fields of a tensor map, only `.global_address`',
  ],
  ['tensormap.replace.tile.rank.global.b1024.b32 [map], 1', 'its declaration says the others'],
  [
    'tensormap.replace.tile.global_address.b1024.b64 [map], b',
    'is not one of `tensormap.replace.tile.global_address.global.b1024.b64`',
  ],
  ['tensormap.replace.tile.global_address.global.b1024.b64 [map]', '1 operand given; the form is'],
  ['tensormap.replace.tile.global_address.global.b1024.b64 [a], b', '`a` is not a tensor map, which is declared as in'],
  [
    'tensormap.replace.tile.global_address.global.b1024.b64 [fixed], b',
    '`fixed` is fixed for the launch: declare a tensor map that changes as `.global`',
  ],
  [
    'tensormap.replace.tile.global_address.global.b1024.b64 [draft], b',
    '`draft` is in shared memory, the instruction is for `.global`',
  ],
  [
    'tensormap.replace.tile.global_address.shared::cta.b1024.b64 [map], b',
    '`map` is in global memory, the instruction is for `.shared::cta`',
  ],
  ['tensormap.replace.tile.global_address.global.b1024.b64 [map+8], b', 'not an address within a tensor map'],
  [
    'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.acquire.gpu.sync.aligned [map], [draft], 128',
    'is not one of',
  ],
  [`${copy} [map], [draft], 64`, 'a tensor map has 128 bytes'],
  [`${copy} [map], [draft]`, '2 operands given'],
  [`${copy} [draft], [map], 128`, 'the instruction is for `.global`'],
  [`${copy} [map], [other], 128`, '`other` and `map` describe tensors of different sizes'],
  [`${copy} [map], [wider], 128`, '`wider` and `map` describe tensors of different sizes'],
  ['fence.proxy.tensormap::generic.release', 'is not one of `fence.proxy.tensormap::generic.release.cta`'],
  ['fence.proxy.tensormap', 'is not one of'],
  ['fence.proxy.tensormap::generic.release.gpu [map], 128', 'takes no operands'],
  ['fence.proxy.tensormap::generic.acquire.gpu', '0 operands given'],
  ['fence.proxy.tensormap::generic.acquire.gpu [map], 8', 'a tensor map has 128 bytes'],
  ['fence.proxy.tensormap::generic.acquire.gpu [a], 128', '`a` is not a tensor map'],
  ['ld.global.u64 r1, [map]', 'which only copies of tensors and `tensormap` instructions access'],
  [
    'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [draft, {0, 0}], [s]',
    'a copy reads its tensor map in global, constant or parameter memory',
  ],
])('%s: %s', (line, message) => {
  expect(() => program(line)).toThrow(message)
})

const hosted = (call: string) => () =>
  testIn(`.global .u32 a[8]; .global .u64 x; .global .tensormap map = tensor(a, {4}, {2}); .global .tensormap next = tensor(a, {4}, {2});
    .global .tensormap other = tensor(a, {8}, {2}); kernel k { d0.b0.t0 { ld.global.u32 r, [a]; } } host { ${call} k<<<1, 1>>>(); } check (true) as q;`)

test('the host copies tensor maps of one kind to each other', () => {
  expect(hosted('cudaMemcpyAsync(map, next, st);')).not.toThrow()
  expect(hosted('cudaMemcpyAsync(map, other, st);')).toThrow('`other` and `map` describe tensors of different sizes')
  expect(hosted('cudaMemcpyAsync(map, x, st);')).toThrow('the host copies tensor maps to tensor maps')
  expect(hosted('cudaMemcpyAsync(x, map, st);')).toThrow('the host copies tensor maps to tensor maps')
  expect(hosted('cudaMemsetAsync(map, 0, st);')).toThrow('the host copies tensor maps to tensor maps')
})

test('a tensor map has one name', () => {
  expect(() =>
    testIn(`.global .u32 a[8]; .global .tensormap map = tensor(a, {4}, {2}); .global map2 physically aliases map;
      d0.b0.t0 { ld.global.u32 r, [a]; } check (true) as q;`),
  ).toThrow('a tensor map has one name here')
})
