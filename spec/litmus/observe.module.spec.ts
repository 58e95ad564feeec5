import { observableName, observables } from '../../litmus/observe.js'
import { compiledTest, moduleOf } from './module/modules.js'

const module = moduleOf(`
.visible .entry put(.param .u64 to)
{
  .reg .b32 %r<2>; .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  mov.u32 %r1, 1;
  st.global.u32 [%rd1], %r1;
  ret;
}
`)
const observed = (host: string, asks = 'check (true) as any;'): readonly string[] =>
  observables(
    compiledTest(`module "put.ptx"; .global .u32 x[2]; .global .u32 y; host { put<<<1, 1>>>(x); ${host} } ${asks}`, {
      'put.ptx': module,
    }),
    [],
  ).map(observableName)

test('if no question is about compiled kernels, memory is observed, and the registers of the host', () => {
  expect(observed('cudaDeviceSynchronize(); ld r0, [y];')).toEqual(['0:r0', '[x[0]]', '[x[1]]', '[y]'])
})
test('if something is, only that', () => {
  expect(observed('cudaDeviceSynchronize();', 'assert (y == 0) as zero;')).toEqual(['[y]'])
})
