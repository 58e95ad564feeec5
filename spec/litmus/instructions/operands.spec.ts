import { testsIn, verdicts } from '../../support.js'
import { compiledTest, moduleOf } from '../module/modules.js'

test('of a constant that is too wide for its instruction, a module keeps the low bits, as the assembler does', async () => {
  const module = moduleOf(`.visible .entry k(.param .u64 x) {
  .reg .b16 %h; .reg .b32 %r<2>; .reg .b64 %d;
  ld.param.u64 %d, [x];
  st.global.u8 [%d], 0x1ff; mov.u16 %h, 0x1fff0; add.u32 %r0, 0x123456789, -1; atom.global.add.u32 %r1, [%d+12], 0x300000001;
  st.global.u16 [%d+4], %h; st.global.u32 [%d+8], %r0;
}
`)
  const test = `module "k.ptx"; .global .u32 x[4]; host { k<<<1, 1>>>(x); cudaDeviceSynchronize(); }
check (x[0] == 255 && x[1] == 0xfff0 && x[2] == 0x23456788 && x[3] == 1) as low;`
  expect(await verdicts(compiledTest(test, { 'k.ptx': module }))).toEqual(['allowed'])
})

test('in a test, it is an error', () => {
  expect(() => testsIn('.global .u8 x;\nd0.b0.t0 { st.weak.u8 [x], 511; }\ncheck (x == 1) as a;')).toThrow(
    '511 is not a value of 8 bits, the width of this instruction',
  )
})
