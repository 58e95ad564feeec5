import { readTests } from '../../litmus/read.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { herd, testIn } from '../support.js'
import { placeless } from './placeless.js'

const asked = 'check (0 == 0) as q;'
const test1 = (declarations: string, body = '') => testIn(`${declarations} d0.b0.t0 { ${body} } ${asked}`)
const herd1 = (initial: string, cells: readonly string[] = ['fence.sc.cta']) =>
  testIn(herd(initial, [['P0@cta 0,gpu 0', ...cells]], 'exists (true)'))

/** The width and sign of an element, the length, and the initial values. */
const objects = ({ locations }: ReturnType<typeof testIn>) =>
  locations.map(({ name, type, length, initial }) => [
    `${name} ${type.signed ? 's' : 'u'}${type.width}${length === undefined ? '' : `[${length}]`}`,
    ...initial.map((one) => (typeof one !== 'object' ? Number(one) : `&${one.variable}+${one.offset}`)),
  ])

describe('arrays', () => {
  test('have the initial values of the list, then 0', () =>
    expect(
      objects(
        test1('.global .u32 a[2] = {1, 2}; .global b[3] = {-1}; .shared .u64 slot[3]; .global .u8 c[] = {1, 2};'),
      ),
    ).toEqual([
      ['a u32[2]', 1, 2],
      ['b s32[3]', 0xffffffff, 0, 0],
      ['slot u64[3]', 0, 0, 0],
      ['c u8[2]', 1, 2],
    ]))
  test('in herd-style tests', () =>
    expect(
      objects(
        herd1('ring[4] = {0, 0, 0, 0}; a[2]; uint8_t b[2] = {1}; s[2] @ shared = {3}; int16_t h; uint64_t w = 7;'),
      ),
    ).toEqual([
      ['ring s32[4]', 0, 0, 0, 0],
      ['a s32[2]', 0, 0],
      ['b u8[2]', 1, 0],
      ['s s32[2]', 3, 0],
      ['h s16', 0],
      ['w u64', 7],
    ]))
  test('of one element are not scalars', () =>
    expect(objects(test1('.global a[1] = {5}; .global x = 5;'))).toEqual([
      ['a s32[1]', 5],
      ['x s32', 5],
    ]))
})

describe('addresses as initial values', () => {
  test('by name, by &, by generic(), of elements and of bytes', () =>
    expect(
      objects(
        test1(
          '.global x; .global .u32 a[4]; .global .u64 p = &x; .global .u64 q = x; .global .u64 r[4] = {generic(a+4), &a[2], a, 9}; .global s = generic(a) + 8;',
        ),
      ).slice(2),
    ).toEqual([
      ['p u64', '&x+0'],
      ['q u64', '&x+0'],
      ['r u64[4]', '&a+4', '&a+8', '&a+0', 9],
      ['s u64', '&a+8'],
    ]))
  test('in herd-style tests', () =>
    expect(objects(herd1('x = 0; a[2]; p = &x; q = x; r[2] = {&a[1], 0}; t = a+4;')).slice(2)).toEqual([
      ['p u64', '&x+0'],
      ['q u64', '&x+0'],
      ['r u64[2]', '&a+4', 0],
      ['t u64', '&a+4'],
    ]))
  test('of shared memory are of the own instance', () => {
    const { locations } = testIn(
      `.shared s; .shared .u64 p = &s; .global .u64 g = &s; d0.b0.t0 { ld r0, [p]; } d0.b1.t0 { ld r0, [p]; } ${asked}`,
    )
    expect(placeless(locations.map(({ name, initial }) => [name, initial]))).toEqual([
      ['d0.b0:s', ['0']],
      ['d0.b1:s', ['0']],
      ['d0.b0:p', [{ variable: 'd0.b0:s', offset: '0' }]],
      ['d0.b1:p', [{ variable: 'd0.b1:s', offset: '0' }]],
      ['g', [{ variable: 'd0.b0:s', offset: '0' }]],
    ])
  })
  test('with --undeclared they declare the name', () => {
    const text = herd('p = &x;', [['P0@cta 0,gpu 0', 'ld.weak r0, p']], 'exists (P0:r0 == &x)')
    expect(readTests({ name: 'spec', text }, { undeclared: true }).diagnostics.map(formatDiagnostic)).toEqual([])
    expect(readTests({ name: 'spec', text }).diagnostics).not.toEqual([])
  })
})

describe('an object without a type', () => {
  test.each([
    ['is as wide as its widest access by name', 'st.u8 [x], 1; st.u64 [x], 2; ld.u16 r0, [x];', 'u64'],
    ['has 32 bits if no access names a type', 'st [x], 1; ld r0, [x];', 's32'],
    ['has the width of the accesses that name one', 'st.u8 [x], 1; ld r0, [x];', 'u8'],
    ['has 32 bits if nothing accesses it', '', 's32'],
    ['has the sign of the first access', 'ld.u32 r0, [x]; ld.s32 r1, [x];', 'u32'],
    ['is not as wide as an access by an address', 'mov.u64 r0, x; st.u64 [r0], 1;', 's32'],
    ['is as wide as a store of an address by name', 'st [x], &x;', 'u64'],
  ])('%s', (_, body, type) => expect(objects(test1('.global x;', body))).toEqual([[`x ${type}`, 0]]))
  test('has the type that an alias of it declares', () =>
    expect(objects(test1('.global x; .global .u16 y physically aliases x;'))).toEqual([['x u16', 0]]))
})

describe('an access without a type', () => {
  const accesses = (declarations: string, body: string) =>
    test1(declarations, body).threads.flatMap(({ instructions }) =>
      instructions.flatMap((one) =>
        'address' in one ? [`${one.type.signed ? 's' : 'u'}${one.type.width}${one.untyped ? ' untyped' : ''}`] : [],
      ),
    )
  test('has the width of an element of the memory that it names', () =>
    expect(
      accesses(
        '.global .u64 p; .global .s8 b; .global .u32 w; .global u;',
        'ld r0, [p]; st [p], 1; atom.add r1, [p], 1; ld r2, [b]; ld r3, [w]; ld r4, [u];',
      ),
    ).toEqual(['u64 untyped', 'u64 untyped', 'u64 untyped', 's8 untyped', 's32', 's32']))
  test('has 32 bits by an address in a register', () =>
    expect(accesses('.global .u64 p;', 'mov.u64 r0, p; ld r1, [r0];')).toEqual(['s32']))
  test('is wide enough for the address that it stores', () =>
    expect(accesses('.global p;', 'mov.u64 r0, p; st [r0], &p; ld r1, [p];')).toEqual(['u64', 's32']))
})

test('the host copies elements one after the other, and sets each', () => {
  const { threads } = testIn(`.global .u32 a[4]; .global .u64 b[2]; .global .u16 c[2];
    host { cudaMemcpyAsync(a, b); cudaMemsetAsync(c, 1); cudaDeviceSynchronize(); } ${asked}`)
  const bytes = threads
    .slice(1)
    .map(({ instructions }) =>
      instructions.flatMap((one) =>
        'address' in one && one.address.kind === 'name'
          ? [`${one.kind} ${one.address.name}+${one.address.offset} u${one.type.width}`]
          : [],
      ),
    )
  expect(bytes).toEqual([
    [0, 4, 8, 12].flatMap((offset) => [`load b+${offset} u32`, `store a+${offset} u32`]),
    ['store c+0 u16', 'store c+2 u16'],
  ])
})
