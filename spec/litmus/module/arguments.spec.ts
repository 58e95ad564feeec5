import { errorsOf, leaves, moduleOf } from './modules.js'

const loading = (parameter: string, loads: string): string => `.visible .entry k(.param .u64 p, .param ${parameter}) {
  .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; ld.param.u64 %rd1, [p]; ${loads} }`
const store = (register: string): string => `st.global.u32 [%rd1], ${register};`

test.each([
  ['an integer', '.u32 a', '7', 'ld.param.u32 %r1, [a];', 7],
  ['a negative one', '.s32 a', '-1', 'ld.param.s32 %r1, [a];', 0xffffffff],
  ['a byte, with its sign', '.s8 a', '-2', 'ld.param.s8 %r1, [a];', 0xfffffffe],
  ['a floating-point number', '.f32 a', '1.5', 'ld.param.f32 %f1, [a]; mov.b32 %r1, %f1;', 0x3fc00000],
  ['its bits', '.f32 a', '0x3fc00000', 'ld.param.u32 %r1, [a];', 0x3fc00000],
  ['an array', '.u32 a[2]', '{3, 4}', 'ld.param.u32 %r1, [a+4];', 4],
  ['a structure', '.align 8 .b8 a[16]', '{0: 1, 8: 2, 12: 3}', 'ld.param.v2.u32 {%r2, %r1}, [a+8];', 3],
  ['its bytes that are not given', '.align 8 .b8 a[16]', '{0: 1}', 'ld.param.u32 %r1, [a+8];', 0],
  ['a part of a value', '.u64 a', '0x1122334455667788', 'ld.param.u16 %r1, [a+6];', 0x1122],
])('%s', async (_, parameter, given, loads, expected) => {
  expect(
    await leaves(loading(parameter, loads + store('%r1')), `k<<<1, 1>>>(out, ${given})`, `out[0] == ${expected}`),
  ).toBe(true)
})

test.each([
  ['an address', '.u64 a', '&out[2]'],
  ['an address with an offset', '.u64 a', 'out+8'],
  ['an address in a structure', '.align 8 .b8 a[16]', '{0: 1, 8: &out[2]}'],
])('%s', async (_, parameter, given) => {
  const at = parameter.includes('[') ? '[a+8]' : '[a]'
  const kernel = loading(parameter, `ld.param.u64 %rd2, ${at}; st.u32 [%rd2], 5;`)
  expect(await leaves(kernel, `k<<<1, 1>>>(out, ${given})`, 'out[2] == 5')).toBe(true)
})

test('the address of memory of the module', async () => {
  const kernel = `.global .u32 x[2]; ${loading('.u64 a', 'ld.param.u64 %rd2, [a]; st.u32 [%rd2], 5;')}`
  expect(await leaves(kernel, 'k<<<1, 1>>>(out, x+4)', 'x[1] == 5')).toBe(true)
})

test('the halves of an address', async () => {
  const halves = 'ld.param.v2.u32 {%r1, %r2}, [a]; mov.b64 %rd2, {%r1, %r2}; st.u32 [%rd2], 5;'
  expect(await leaves(loading('.u64 a', halves), 'k<<<1, 1>>>(out, &out[2])', 'out[2] == 5')).toBe(true)
})

test('the address of a parameter is that of memory that holds it', async () => {
  const indexed = `mov.b64 %rd2, a; cvta.param.u64 %rd3, %rd2; mov.u32 %r1, %ntid.x; mul.wide.u32 %rd4, %r1, 4; add.u64 %rd3, %rd3, %rd4;
    ld.u32 %r2, [%rd3]; ${store('%r2')}`
  expect(await leaves(loading('.u32 a[4]', indexed), 'k<<<1, 1>>>(out, {3, 4, 5, 6})', 'out[0] == 4')).toBe(true)
})

test('the address of a parameter may be taken in 32 bits', async () => {
  const short = `mov.b32 %r1, a; cvt.u64.u32 %rd2, %r1; cvta.param.u64 %rd3, %rd2; ld.u32 %r2, [%rd3+4]; ${store('%r2')}`
  expect(await leaves(loading('.u32 a[4]', short), 'k<<<1, 1>>>(out, {3, 4, 5, 6})', 'out[0] == 4')).toBe(true)
})

describe('a tensor map', () => {
  const tile = (at: string): string => `.visible .entry k(.param .align 64 .b8 a[128]) {
    .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 128 .u32 s[4]; .shared .u64 bar;
    mov.b64 %rd1, a; cvta.param.u64 %rd2, %rd1; mov.u32 %r1, bar; mov.u32 %r2, s; mov.u32 %r3, 1;
    mbarrier.init.shared.b64 [%r1], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r1], 16;
    cp.async.bulk.tensor.${at}.mbarrier::complete_tx::bytes [%r2], TILE, [%r1];
    W: mbarrier.try_wait.shared.b64 %p1, [%r1], %rd3; @!%p1 bra W;
    ld.shared.u32 %r4, [%r2+4]; st.global.u32 [out], %r4; }`
  const kernel = (dimensions: string, place: string): string =>
    `.extern .global .u32 out[8]; ${tile(`${dimensions}.shared::cta.global.tile`).replace('TILE', place)}`
  const declared = '.global .u32 x[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};'

  test('gives the values of its tiles', async () => {
    const two = kernel('2d', '[%rd2, {%r3, 2}]')
    expect(await leaves(two, 'k<<<1, 1>>>(tensor(x, {4, 4}, {4, 1}))', 'out[0] == 10', declared)).toBe(true)
    const one = kernel('1d', '[%rd2, {%r3}]')
    expect(await leaves(one, 'k<<<1, 1>>>(tensor(x, {16}, {4}))', 'out[0] == 2', declared)).toBe(true)
  })
  test('is a field of a structure', async () => {
    const field = (given: string, offset = 128): Promise<boolean> =>
      leaves(
        kernel('1d', '[%rd4, {%r3}]')
          .replace('a[128]', 'a[384]')
          .replace('%r3, 1;', `%r3, 1; add.u64 %rd4, %rd2, ${offset};`),
        `k<<<1, 1>>>(${given})`,
        'out[0] == 2',
        declared,
      )
    expect(await field('{128: tensor(x, {16}, {4})}')).toBe(true)
    expect(await field('{0: 7, 128: tensor(x, {16}, {4}), 256: tensor(x, {8}, {2})}')).toBe(true)
    await expect(field('{128: tensor(x, {16}, {4})}', 136)).rejects.toThrow('not covered')
    await expect(field('{128: tensor(x, {16}, {4})}', 256)).rejects.toThrow('not covered')
  })
  test('leaves the other fields of its structure as they are', async () => {
    const loads = (at: number): Promise<boolean> =>
      leaves(
        loading('.b8 a[256]', `mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2; ld.u32 %r1, [%rd2+${at}]; ${store('%r1')}`),
        'k<<<1, 1>>>(out, {0: tensor(x, {16}, {4}), 128: 2})',
        'out[0] == 2',
        declared,
      )
    expect(await loads(128)).toBe(true)
    await expect(loads(64)).rejects.toThrow('not covered')
    const parameter = loading('.b8 a[256]', `ld.param.u32 %r1, [a+8]; ${store('%r1')}`)
    const call = 'k<<<1, 1>>>(out, {0: tensor(x, {16}, {4}), 128: 2})'
    await expect(leaves(parameter, call, 'out[0] == 0', declared)).rejects.toThrow('not covered')
  })
  test('is in global memory, where kernels change it', async () => {
    const replacing = (fences: string): Promise<boolean> =>
      leaves(
        kernel('1d', '[%rd2, {%r3}]')
          .replace('.align 64 .b8 a[128]', '.u64 a, .param .u64 b')
          .replace(
            'mov.b64 %rd1, a; cvta.param.u64 %rd2, %rd1;',
            `ld.param.u64 %rd2, [a]; ld.param.u64 %rd4, [b]; tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd4; ${fences}`,
          ),
        'k<<<1, 1>>>(map, y)',
        'out[0] == 9',
        `${declared} .global .u32 y[16] = {7, 8, 9}; .global .tensormap map = tensor(x, {16}, {4});`,
      )
    const release = 'fence.proxy.tensormap::generic.release.cta;'
    expect(await replacing(`${release} fence.proxy.tensormap::generic.acquire.cta [%rd2], 128;`)).toBe(true)
    expect(await replacing(release)).toBe(false)
  })
  test('has as many dimensions as the copies by it', async () => {
    const call = 'k<<<1, 1>>>(tensor(x, {16}, {4}))'
    await expect(leaves(kernel('2d', '[%rd2, {%r3, 2}]'), call, 'out[0] == 2', declared)).rejects.toThrow('not covered')
  })
  test('describes no more than the array has', () => {
    const text =
      'module "k.ptx"; .global .u32 out[8]; .global .u32 x; host { k<<<1, 1>>>(tensor(x, {2}, {1})); } check (x == 0) as q;'
    const errors = errorsOf(text, { 'k.ptx': moduleOf(kernel('1d', '[%rd2, {%r3}]')) })
    expect(errors).toContain('the tensor has 2 elements, `x` has 1')
  })
  test('has no bytes that a kernel reads', async () => {
    const kernel = loading('.b8 a[128]', `ld.param.u32 %r1, [a]; ${store('%r1')}`)
    const call = 'k<<<1, 1>>>(out, tensor(x, {16}, {4}))'
    await expect(leaves(kernel, call, 'out[0] == 0', declared)).rejects.toThrow('not covered')
  })
})

describe('isspacep.param', () => {
  const asked = 'ld.param.u64 %rd2, [a]; isspacep.param %p1, %rd2; selp.u32 %r1, 5, 6, %p1; st.global.u32 [%rd1], %r1;'
  const kernel = (before: string): string => loading('.u64 a', `.reg .pred %p<2>; ${before} ${asked}`)
  test('is false in a kernel that takes no address of a parameter', async () => {
    expect(await leaves(kernel(''), 'k<<<1, 1>>>(out, out)', 'out[0] == 6')).toBe(true)
  })
  test('is refused in one that does', async () => {
    const taken = kernel('mov.b64 %rd3, a; cvta.param.u64 %rd3, %rd3;')
    await expect(leaves(taken, 'k<<<1, 1>>>(out, out)', 'out[0] == 6')).rejects.toThrow('not covered')
  })
})

describe('errors', () => {
  const error = (parameter: string, given: string): string =>
    errorsOf(`module "k.ptx"; .global .u32 x; host { k<<<1, 1>>>(0, ${given}); } check (x == 0) as q;`, {
      'k.ptx': moduleOf(loading(parameter, 'ld.param.u64 %rd2, [p];')),
    })
  test.each([
    ['a value that does not fit', '.u8 a', '300', '300 is not a value of 8 bits: `a` is .u8'],
    ['an address in 32 bits', '.u32 a', 'x', 'an address has 64 bits, this has 32: `a` is .u32'],
    [
      'one value for a structure',
      '.b8 a[16]',
      '3',
      'a structure is given by its bytes, as in `{0: x, 8: 3}`: `a` is .b8[16]',
    ],
    [
      'memory for what may be a tensor map',
      '.b8 a[128]',
      'x',
      'a structure is given by its bytes, as in `{0: x, 8: 3}`, a tensor map as `tensor(x, {8, 4}, {4, 2})`: `a` is .b8[128]',
    ],
    ['too many elements', '.u32 a[2]', '{1, 2, 3}', '3 elements of 4 bytes are more than 8: `a` is .u32[2]'],
    ['a byte beyond a structure', '.b8 a[4]', '{4: 1}', 'byte 4 is not one of its 4, or is given twice: `a` is .b8[4]'],
    ['a byte twice', '.b8 a[4]', '{0: 1, 0: 2}', 'byte 0 is not one of its 4, or is given twice: `a` is .b8[4]'],
    ['memory that is not declared', '.u64 a', 'y', '`y` is not declared'],
    ['a tensor map of another size', '.b8 a[64]', 'tensor(x, {1}, {1})', 'a tensor map has 128 bytes: `a` is .b8[64]'],
    [
      'a tensor map in a structure that is too small',
      '.b8 a[192]',
      '{128: tensor(x, {1}, {1})}',
      'a tensor map has 128 bytes, this has 64: `a` is .b8[192]',
    ],
    [
      'a tensor map before another field',
      '.b8 a[256]',
      '{0: tensor(x, {1}, {1}), 120: 1}',
      'a tensor map has 128 bytes, this has 120: `a` is .b8[256]',
    ],
    [
      'a tensor map at any byte',
      '.b8 a[256]',
      '{8: tensor(x, {1}, {1})}',
      'byte 8 is not a multiple of 64, as the place of a tensor map is: `a` is .b8[256]',
    ],
    ['a tensor that is not declared', '.b8 a[128]', 'tensor(y, {1}, {1})', '`y` is not declared'],
  ])('%s', (_, parameter, given, message) => expect(error(parameter, given)).toContain(message))
})
