import { testIn } from '../../support.js'

const instructions = (body: string) =>
  testIn(`.global .u32 a[8]; d0.b0.t0 { .reg .u64 p = 0; ${body} } check (0 == 0) as q;`).threads[0]?.instructions ?? []

/**
 * Returns lines such as `load r0 +4 1/2`: the kind of each scalar, its offset in bytes, and its index among the
 * elements.
 */
const scalars = (body: string) =>
  instructions(body).map((one) => {
    if (one.kind !== 'load' && one.kind !== 'store') return one.kind
    const value =
      one.kind === 'load'
        ? one.destination
        : one.value.kind === 'integer'
          ? `${one.value.value}`
          : 'name' in one.value
            ? one.value.name
            : ''
    const { order, type, address, element, elements } = one
    return `${one.kind}.${order} ${value} u${type.width} +${address.offset} ${element}/${elements}`
  })

describe('vectors', () => {
  test('are scalars, one after the other', () => {
    expect(scalars('ld.relaxed.gpu.v2.u32 {r0, r1}, [a+8];')).toEqual([
      'load.relaxed r0 u32 +8 0/2',
      'load.relaxed r1 u32 +12 1/2',
    ])
    expect(scalars('st.v4.b16 [a], {p, 2, 0x3, p};')).toEqual([
      'store.weak p u16 +0 0/4',
      'store.weak 2 u16 +2 1/4',
      'store.weak 3 u16 +4 2/4',
      'store.weak p u16 +6 3/4',
    ])
    expect(scalars('ld.v8.b32 {r0, r1, r2, r3, r4, r5, r6, r7}, [a];')).toHaveLength(8)
    expect(scalars('ld.global.nc.v2.u64 {r0, r1}, [a+16]; st.volatile.v2.u8 [p+2], {1, 2};')).toHaveLength(4)
  })
  test('have a sink for discarded elements', () => {
    expect(scalars('ld.v2.u32 {_, r1}, [a];')).toEqual(['load.weak _ u32 +0 0/2', 'load.weak r1 u32 +4 1/2'])
    const text = (register: string) =>
      `.global .u32 a[2]; d0.b0.t0 { ld.v2.u32 {_, r1}, [a]; } check (${register} == 0) as q;`
    expect(() => testIn(text('P0:_'))).toThrow('d0.b0.t0 does not write a register `_`')
    expect(testIn(text('P0:r1')).questions).toHaveLength(1)
  })
  test('read their address once: the write to its register comes last', () =>
    expect(scalars('ld.v2.u64 {p, r1}, [p];')).toEqual(['load.weak r1 u64 +8 1/2', 'load.weak p u64 +0 0/2']))
  test('are guarded as a whole', () =>
    expect(scalars('@!p ld.v2.u32 {r0, r1}, [a];')).toEqual([
      'branch',
      'load.weak r0 u32 +0 0/2',
      'load.weak r1 u32 +4 1/2',
      'label',
    ]))
  test('store addresses and the numbers of threads', () =>
    expect(scalars('st.v2.u64 [p], {&a, %tid.x};')).toEqual(['store.weak a u64 +0 0/2', 'store.weak 0 u64 +8 1/2']))
})
