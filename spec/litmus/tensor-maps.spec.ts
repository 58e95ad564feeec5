import { testIn } from '../support.js'

const declared = (map: string) => () =>
  testIn(`.global .u32 a[32]; .shared .u32 s[32]; .global .u8 bytes[32]; .global .s32 signed[32]; ${map}
    d0.b0.t0 { ld.global.u32 r, [a]; ld.shared.u32 q, [s]; } check (true) as q;`)

test('the tensor is a part of an array, the sizes of all and of a tile the innermost first', () => {
  const { locations } = declared('.global .tensormap m = tensor(a, {8, 4}, {4, 2});')()
  expect(locations.find(({ name }) => name === 'm')).toMatchObject({
    space: 'global',
    initial: [{ variable: 'a', offset: 0n }],
    tensor: { of: 'a', sizes: [8, 4], box: [4, 2] },
  })
})

test.each(['.param', '.const'])('one in %s is in constant memory: it is fixed for the launch', (space) => {
  const { variables } = declared(`${space} .tensormap m = tensor(a, {8}, {4});`)()
  expect(variables.find(({ name }) => name === 'm')?.space).toBe('const')
})

test('herd-style tests also declare tensor maps', () => {
  const { locations, variables } = testIn(
    `PTX maps
{ uint32_t a[32]; tensormap m = tensor(a, {8, 4}, {4, 2}); tensormap p @ param = tensor(a, {8}, {4}); }
P0@cta 0,gpu 0 ;
ld.u32 r0, a ;
exists (P0:r0 = 0)`,
  )
  expect(locations.map(({ tensor }) => tensor?.sizes)).toEqual([undefined, [8, 4], [8]])
  expect(variables.map(({ space }) => space)).toEqual(['global', 'global', 'const'])
})

test.each([
  ['.global .tensormap m;', 'a tensor map is declared with the tensor that it describes'],
  ['.global .tensormap m = 5;', 'a tensor map is declared with the tensor that it describes'],
  ['.global .u64 m = tensor(a, {8}, {4});', 'only a tensor map describes a tensor'],
  ['.global .tensormap m[2] = tensor(a, {8}, {4});', 'one by one'],
  [
    '.local .tensormap m = tensor(a, {8}, {4});',
    'a tensor map is in global, constant, parameter or shared memory; `m` is .local',
  ],
  ['.param .u32 m = 5;', 'this comes from a compiled kernel'],
  ['.global .tensormap m = tensor(b, {8}, {4});', '`b` is not declared'],
  ['.global .tensormap m = tensor(s, {8}, {4});', 'a tensor is in global memory'],
  [
    '.global .tensormap n = tensor(a, {8}, {4}); .global .tensormap m = tensor(n, {1}, {1});',
    'and not a tensor map, as `n` is',
  ],
  ['.global .tensormap m = tensor(a, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1});', 'at most 5 dimensions; this one has 6'],
  ['.global .tensormap m = tensor(a, {8, 4}, {4});', 'the tensor has 2 dimensions, its tiles have 1'],
  ['.global .tensormap m = tensor(a, {8, 0}, {4, 2});', '0 is not the size of a dimension'],
  ['.global .tensormap m = tensor(a, {8, 4}, {4, -1});', '-1 is not the size of a dimension'],
  ['.global .tensormap m = tensor(a, {8}, {257});', 'at most 256 elements in a dimension, not 257'],
  ['.global .tensormap m = tensor(a, {8, 5}, {4, 2});', 'the tensor has 40 elements, `a` has 32'],
])('%s: %s', (map, message) => {
  expect(declared(map)).toThrow(message)
})

const reducing = (of: string, operation: string) => () =>
  testIn(`.global .u8 bytes[32]; .global .s32 signed[32]; .global .u64 wide[8]; .shared .u32 s[32]; .global .tensormap m = tensor(${of}, {8}, {4});
    d0.b0.t0 { cp.reduce.async.bulk.tensor.1d.global.shared::cta.${operation}.tile.bulk_group [m, {0}], [s]; } check (true) as q;`)

test('elements are changed if they have a type for that', () => {
  expect(reducing('wide', 'min')).not.toThrow()
  expect(reducing('signed', 'max')).not.toThrow()
  expect(reducing('bytes', 'add')).toThrow('`.add` is for elements of 32 or 64 bits; those of `bytes` are `.u8`')
  expect(reducing('signed', 'inc')).toThrow('`.inc` is for elements of type `.u32`; those of `signed` are `.s32`')
})
