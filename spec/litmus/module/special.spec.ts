import { compiledTest, leaves, moduleOf } from './modules.js'

const storing = (register: string, index = '%tid.x'): string => `.visible .entry k(.param .u64 p) {
  .reg .b32 %r<5>; .reg .b64 %rd<5>; ld.param.u64 %rd1, [p]; mov.u32 %r1, ${register}; mov.u32 %r2, ${index};
  mul.wide.u32 %rd2, %r2, 4; add.u64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r1; }`

test.each([
  ['%tid.x', '%tid.x', 'k<<<1, 4>>>(out)', '{0, 1, 2, 3, 0, 0, 0, 0}'],
  ['%ctaid.x', '%ctaid.x', 'k<<<3, 1>>>(out)', '{0, 1, 2, 0, 0, 0, 0, 0}'],
  ['%ntid.x', '%tid.x', 'k<<<1, 3>>>(out)', '{3, 3, 3, 0, 0, 0, 0, 0}'],
  ['%nctaid.x', '%ctaid.x', 'k<<<2, 1>>>(out)', '{2, 2, 0, 0, 0, 0, 0, 0}'],
  ['%tid.y', '%laneid', 'k<<<1, (2, 2)>>>(out)', '{0, 0, 1, 1, 0, 0, 0, 0}'],
  ['%ctaid.z', '%ctaid.z', 'k<<<(1, 1, 2), 1>>>(out)', '{0, 1, 0, 0, 0, 0, 0, 0}'],
  ['%clusterid.x', '%ctaid.x', 'k<<<4, 1, cluster(2)>>>(out)', '{0, 0, 1, 1, 0, 0, 0, 0}'],
  ['%cluster_ctarank', '%ctaid.x', 'k<<<4, 1, cluster(2)>>>(out)', '{0, 1, 0, 1, 0, 0, 0, 0}'],
  ['%cluster_nctarank', '%ctaid.x', 'k<<<2, 1, cluster(2)>>>(out)', '{2, 2, 0, 0, 0, 0, 0, 0}'],
  ['%lanemask_lt', '%tid.x', 'k<<<1, 3>>>(out)', '{0, 1, 3, 0, 0, 0, 0, 0}'],
  ['%lanemask_ge', '%tid.x', 'k<<<1, 2>>>(out)', '{0xffffffff, 0xfffffffe, 0, 0, 0, 0, 0, 0}'],
  ['%dynamic_smem_size', '%tid.x', 'k<<<1, 1, 64>>>(out)', '{64, 0, 0, 0, 0, 0, 0, 0}'],
])('%s', async (register, index, call, values) => {
  expect(await leaves(storing(register, index), call, `out == ${values}`)).toBe(true)
})

test('two reads of a clock are two values that nothing is known about', async () => {
  const kernel = `.visible .entry k(.param .u64 p) { .reg .b32 %r<5>; .reg .b64 %rd<5>; ld.param.u64 %rd1, [p];
    mov.u32 %r1, %clock; mov.u32 %r2, %clock; sub.u32 %r3, %r2, %r1; st.global.u32 [%rd1], %r3; }`
  expect(await leaves(kernel, 'k<<<1, 1>>>(out)', 'out[0] == 0')).toBe(false)
})

test('the number of a warp is that of a slot of the hardware', async () => {
  expect(await leaves(storing('%warpid', '0'), 'k<<<1, 1>>>(out)', 'out[0] == 0')).toBe(false)
})

test('a kernel without a cooperative launch has no workspace', async () => {
  expect(await leaves(storing('%envreg2', '0'), 'k<<<1, 1>>>(out)', 'out[0] == 0')).toBe(true)
})

test('a cooperative launch passes the address of a workspace that holds 0, in two halves', async () => {
  const kernel = `.visible .entry k(.param .u64 p) { .reg .b32 %r<5>; .reg .b64 %rd<9>; ld.param.u64 %rd1, [p];
    mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; cvt.u64.u32 %rd2, %r1; cvt.u64.u32 %rd3, %r2; shl.b64 %rd2, %rd2, 32; or.b64 %rd2, %rd2, %rd3;
    atom.add.gpu.u32 %r3, [%rd2+4], 1; add.u32 %r3, %r3, 5; st.global.u32 [%rd1], %r3; }`
  expect(await leaves(kernel, 'k<<<1, 1, cooperative>>>(out)', 'out[0] == 5')).toBe(true)
})

test('lanes 0 simulates the first thread of each warp', () => {
  const { threads } = compiledTest(
    'module "k.ptx"; .global .u32 out[99]; host { k<<<2, 64, lanes 0>>>(out); } check (0 == 0) as q;',
    { 'k.ptx': moduleOf(storing('%laneid')) },
  )
  expect(threads.map(({ name }) => name)).toEqual(['host', 'k.d0.b0.t0', 'k.d0.b0.t32', 'k.d0.b1.t0', 'k.d0.b1.t32'])
})
