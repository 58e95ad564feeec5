import { verdicts } from '../../support.js'
import { compiledTest, errorsOf, moduleOf } from '../module/modules.js'

/**
 * Returns the final value of `x` in a kernel with these lines, which leave 32 bits in `%r0` and a predicate in `%p0`:
 * `10 * r0 + p0`.
 */
const endingWith = (lines: string): readonly [string, Readonly<Record<string, string>>] => [
  'module "k.ptx"; .global .u32 x; host { k<<<1, 1>>>(x); cudaDeviceSynchronize(); } check (x == 51) as a; check (x == 71) as b; check (x == 70) as c;',
  {
    'k.ptx': moduleOf(`.visible .entry k(.param .u64 x) {
  .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b64 %d;
  ld.param.u64 %d, [x]; mov.b32 %r0, 5; setp.eq.s32 %p1, 0, 0; setp.ne.s32 %p2, 0, 0; mov.pred %p0, %p1;
  ${lines}
  mul.lo.s32 %r0, %r0, 10; @%p0 add.s32 %r0, %r0, 1; st.global.u32 [%d], %r0;
}
`),
  },
]

test.each([
  ['and', 'lop3.and.b32 %r0|%p0, 7, 7, 0, 0xc0, %p1;', ['forbidden', 'allowed', 'forbidden']],
  ['and of a false predicate', 'lop3.and.b32 %r0|%p0, 7, 7, 0, 0xc0, %p2;', ['forbidden', 'forbidden', 'allowed']],
  ['or', 'lop3.or.b32 _|%p0, 0, 0, 0, 0xc0, %p1;', ['allowed', 'forbidden', 'forbidden']],
  ['a predicate that is not kept', 'lop3.and.b32 %r0|_, 7, 7, 0, 0xc0, %p2;', ['forbidden', 'allowed', 'forbidden']],
])('lop3 with a predicate: %s', async (_, lines, expected) => {
  expect(await verdicts(compiledTest(...endingWith(lines)))).toEqual(expected)
})

test('lop3 with a predicate needs two destinations', async () => {
  const [text, modules] = endingWith('lop3.and.b32 %r0, 7, 7, 0, 0xc0, %p1;')
  expect(await verdicts(compiledTest(text, modules))).toEqual(['not covered', 'not covered', 'not covered'])
  expect(errorsOf(text, modules)).toBe('')
})
