import { footprintsOf } from '../../../../encoder/events/tensor-memory/products.js'
import { must } from '../../../../source/must.js'
import { testIn } from '../../../support.js'

interface Described {
  readonly m: number
  readonly n: number
  readonly bits?: readonly number[]
}

/** Returns the footprints of a product for a shape, with other bits of the instruction descriptor, or why it has none. */
function footprints(words: string, { m, n, bits = [] }: Described, mask = ''): ReturnType<typeof footprintsOf> {
  const isScaled = words.includes('::mx')
  const metadata = words.includes('.sp') ? '[t+60], ' : ''
  const line = `tcgen05.mma${words} [t], a, a, ${metadata}i, ${isScaled ? '[t+8], [t+16], ' : ''}${mask}p;`
  const text = `d0.b0.t0 { mov.u32 t, 0; mov.u64 a, 0; mov.u32 i, 0; setp.eq.u32 p, 0, 0; ${line} } check (true) as q;`
  const one = must(
    testIn(text).threads[0]?.instructions.find(({ kind }) => kind === 'tcgen05'),
    'the product',
  )
  if (one.kind !== 'tcgen05' || one.does.action !== 'mma') throw new Error('no product')
  const shape = (BigInt(n >> 3) << 17n) | (isScaled ? BigInt(m >> 7) << 27n : BigInt(m >> 4) << 24n)
  return footprintsOf(
    one.does,
    one.group ?? 1,
    bits.reduce((all, bit) => all | (1n << BigInt(bit)), shape),
  )
}

const f16 = '.cta_group::1.kind::f16'
const mxf8 = '.cta_group::1.kind::mxf8f6f4.block_scale'

describe('shapes', () => {
  test.each<readonly [string, Described]>([
    [f16, { m: 64, n: 8 }],
    [f16, { m: 128, n: 256 }],
    ['.cta_group::2.kind::tf32', { m: 256, n: 16 }],
    ['.cta_group::1.kind::i8', { m: 128, n: 24 }],
    ['.cta_group::1.kind::i8', { m: 128, n: 48 }],
    ['.cta_group::2.kind::i8', { m: 128, n: 32 }],
    ['.cta_group::1.kind::f8f6f4', { m: 128, n: 16, bits: [16] }],
    [`.ws${f16}`, { m: 32, n: 256 }],
    [`.ws.sp${f16}`, { m: 32, n: 128, bits: [2] }],
    [mxf8, { m: 128, n: 8 }],
    ['.sp.cta_group::2.kind::mxf4.block_scale', { m: 256, n: 16, bits: [2] }],
  ])('%s %o', (words, described) => {
    expect(footprints(words, described)).toMatchObject({
      shape: expect.stringMatching(`^${described.m}x${described.n}`),
    })
  })
  test.each<readonly [string, Described]>([
    [f16, { m: 32, n: 8 }],
    ['.cta_group::2.kind::tf32', { m: 256, n: 24 }],
    ['.cta_group::2.kind::tf32', { m: 64, n: 16 }],
    ['.cta_group::1.kind::i8', { m: 128, n: 40 }],
    ['.cta_group::2.kind::i8', { m: 128, n: 48 }],
    ['.cta_group::1.kind::f8f6f4', { m: 128, n: 24, bits: [16] }],
    [`.ws${f16}`, { m: 32, n: 16 }],
    [`.ws.sp${f16}`, { m: 32, n: 256, bits: [2] }],
    ['.sp.cta_group::2.kind::mxf4.block_scale', { m: 128, n: 16, bits: [2] }],
  ])('no product %s %o', (words, described) => {
    expect(footprints(words, described)).toMatch('which is no shape for it')
  })
})

test.each<readonly [string, Described, string]>([
  ['.cta_group::1.kind::f8f6f4', { m: 128, n: 64, bits: [29] }, 'a depth that is not modelled'],
  ['.ws.cta_group::1.kind::f8f6f4', { m: 128, n: 64, bits: [29] }, 'a depth that is not modelled'],
  [mxf8, { m: 128, n: 64, bits: [31] }, 'a depth that is not modelled'],
  [mxf8, { m: 128, n: 64, bits: [26] }, 'scale factors in 128 lanes'],
  [f16, { m: 128, n: 64, bits: [2] }, 'says that the first factor is sparse'],
  [`.sp${f16}`, { m: 128, n: 64 }, 'says that the first factor is dense'],
  ['.cta_group::1.kind::mxf4.block_scale', { m: 128, n: 64, bits: [15] }, 'transposes a matrix'],
])('%s %o: %s', (words, described, why) => {
  expect(footprints(words, described)).toMatch(why)
})

test.each<readonly [string, Described, number, number]>([
  [mxf8, { m: 128, n: 128 }, 4, 4],
  [mxf8, { m: 128, n: 40 }, 4, 2],
  ['.cta_group::2.kind::mxf8f6f4', { m: 256, n: 128 }, 4, 2],
  ['.cta_group::2.kind::mxf8f6f4', { m: 128, n: 128 }, 2, 2],
])('columns of scale factors that must be there: %s %o', (words, described, first, second) => {
  expect(footprints(words, described)).toMatchObject({ scaleA: { certain: first }, scaleB: { certain: second } })
})

test('lanes of the accumulator that may be left out count, and the answer says so', () => {
  expect(footprints(f16, { m: 128, n: 16 })).toMatchObject({ exact: true })
  expect(footprints(f16, { m: 128, n: 16 }, '{i, i, i, i}, ')).toMatchObject({ exact: false })
})
