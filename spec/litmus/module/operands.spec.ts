import { verdicts } from '../../support.js'
import { compiledTest, moduleOf } from './modules.js'

test('a vector of one element, as Triton writes it, is that element', async () => {
  const module =
    moduleOf(`.visible .entry copy(.param .u64 .ptr .global .align 16 from, .param .u64 .ptr .global .align 16 to)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.b64 %rd1, [from];
  ld.param.b64 %rd2, [to];
  // begin inline asm
  mov.u32 %r1, 0x0;
  ld.global.b32 { %r1 }, [ %rd1 + 0 ];
  // end inline asm
  add.s32 %r2, %r1, 1;
  st.global.b32 [ %rd2 + 0 ], { %r2 };
  ret;
}`)
  const program = compiledTest(
    `module "copy.ptx"; .global .u32 a = 41; .global .u32 b;
host { copy<<<1, 1>>>(a, b); cudaDeviceSynchronize(); }
assert (b == 42) as copied;`,
    { 'copy.ptx': module },
  )
  expect(await verdicts(program)).toEqual(['forbidden'])
})
