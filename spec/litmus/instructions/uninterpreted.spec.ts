import { testIn, verdictOf } from '../../support.js'

/**
 * Returns the verdict on a condition at the end of one thread, which always holds, never holds, or can do either;
 * `open` if that depends on a value that is not computed.
 */
async function ends(body: string, condition: string): Promise<'always' | 'never' | 'perhaps' | 'open'> {
  const text = (claim: string) =>
    `.global .u32 x; .global .u32 y; .global .u32 w[2]; d0.b0.t0 { ${body} } check (${claim}) as q;`
  const can = await verdictOf(text(condition))
  const cannot = await verdictOf(text(`not (${condition})`))
  if (can === 'allowed' && cannot === 'forbidden') return 'always'
  if (can === 'undecided' && cannot === 'undecided') return 'open'
  return can === 'allowed' ? 'perhaps' : 'never'
}

test.each([
  ['add.rn.f32 a, 1, 2; add.rn.f32 b, 1, 2;', 'a == b', 'always'],
  ['add.rn.f32 a, 1, 2; add.rn.f32 b, 1, 3;', 'a == b', 'open'],
  ['add.rn.f32 a, 1, 2; add.rz.f32 b, 1, 2;', 'a == b', 'open'],
  ['st [x], 2; ld r, [x]; sqrt.rn.f32 a, r; sqrt.rn.f32 b, 2;', 'a == b', 'always'],
  ['mov.u32 a, %clock; mov.u32 b, %clock;', 'a == b', 'perhaps'],
  ['testp.finite.f32 p, 1;', 'p == 0 || p == 1', 'always'],
  ['createpolicy.fractional.L2::evict_last.b64 a, 1;', 'a == 0', 'perhaps'],
  ['mov.u32 b, 1; movmatrix.sync.aligned.m8n8.trans.b16 a, b;', 'a == b', 'open'],
  ['cvt.rn.f32.s32 a, 1; neg.f32 b, a; neg.f32 c, b;', 'a == c', 'always'],
  ['cvt.rn.f32.s32 a, 1; abs.f32 b, a; setp.lt.f32 p, b, 0;', 'p == 0', 'always'],
  ['mov.f32 a, 0x3f800000; mov.f32 b, 0x80000000; copysign.f32 c, b, a;', 'c == 0xbf800000', 'always'],
  ['mov.f32 a, 0f3F800000; mov.f64 b, 0dBFF0000000000000;', 'a == 0x3f800000 && b == 0xbff0000000000000', 'always'],
  ['cvt.rn.satfinite.e4m3x2.f32 a, 1, 2; cvt.rn.satfinite.e4m3x2.f32 b, 1, 2;', 'a == b && a <= 0xffff', 'always'],
  ['cvt.rn.f16x2.e4m3x2 a, 1;', 'a <= 0xffff', 'open'],
  ['cvt.rna.tf32.f32 a, 1;', 'a <= 0xffff', 'open'],
  ['min.NaN.bf16x2 a, 1, 2; min.NaN.bf16x2 b, 1, 2;', 'a == b', 'always'],
  ['add.rn.f16x2 a, 1, 2; add.rn.bf16x2 b, 1, 2;', 'a == b', 'open'],
  ['add.rn.f32x2 a, 1, 2; add.rn.f32x2 b, 1, 2;', 'a == b', 'always'],
  ['fma.rn.f32x2 a, 1, 2, 3;', 'a <= 0xffffffff', 'open'],
  ['neg.f16x2 a, 0x00018000;', 'a == 0x80010000', 'always'],
  ['atom.add.f32 a, [x], 1; atom.add.f32 b, [x], 1;', 'a == 0', 'always'],
  ['atom.add.f32 a, [x], 1; ld b, [x]; atom.exch r, [y], 0; atom.add.f32 c, [y], 1; ld d, [y];', 'b == d', 'always'],
  ['st.u32 [x], 0x00030002; atom.add.noftz.f16x2 a, [x], 1;', 'a == 0x30002', 'always'],
  ['red.global.v2.f32.add [w], {1, 1}; ld.u32 a, [w]; ld.u32 b, [w+4];', 'a == b', 'always'],
] as const)('%s %s', async (body, condition, expected) => {
  expect(await ends(body, condition)).toBe(expected)
})

test('packed values are scalars in no order among themselves', () => {
  const { threads } = testIn(
    '.global .u32 x; d0.b0.t0 { mov a, 1; atom.add.noftz.f16x2 r, [x], a; } check ([x] == 0) as q;',
  )
  const atomics = (threads[0]?.instructions ?? []).flatMap((one) =>
    one.kind === 'atomic' ? [[one.type.width, one.address.offset, one.element, one.elements, one.function]] : [],
  )
  expect(atomics).toEqual([
    [16, 0n, 0, 2, 'atom.add.f16'],
    [16, 2n, 1, 2, 'atom.add.f16'],
  ])
})

test('movmatrix has one form', () => {
  expect(() => testIn('d0.b0.t0 { mov.u32 a, 1; movmatrix.sync.aligned.m8n8.b16 d, a; } check (d == 1) as q;')).toThrow(
    '`movmatrix.sync.aligned.m8n8.b16`: the forms are `movmatrix.sync.aligned.m8n8.trans.b16`',
  )
})
