import { join } from 'node:path'
import { kernelText } from '../../hardware/kernel-text.js'
import { sourceOf } from '../../hardware/source.js'
import { expectGolden } from '../golden.js'
import { root } from '../support.js'
import { planIn } from './plans.js'

/** Tests whose generated text was reviewed: each shows a different feature. */
const looked: readonly (readonly [name: string, text: string])[] = [
  [
    'plain',
    '.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; } permit (r0 == 1 && r1 == 1) as q;',
  ],
  [
    'paths',
    '.global x; .global z physically aliases x; .texref t virtually aliases z; .global y; .constref c virtually aliases y; d0.b0.t0 { st [x], 1; fence.proxy.alias; ld r0, [z]; tld r1, [t]; ld.global.nc r2, [x]; st [y], 2; ldc r3, [c]; } check (r0 == 0 || r1 == 0 || r2 == 0 || r3 == 0) as q;',
  ],
  [
    'loop',
    '.global flag; .global .u64 wide = 7; d0.b0.t0 { st.release.gpu [flag], 1; } d0.b1.t0 { AGAIN: ld.acquire.gpu r0, [flag] == 1; beq r0, 0, AGAIN; ld.u64 r1, [wide]; } check (r1 == 7 && [flag] == 1) as q;',
  ],
  [
    'shared',
    '.shared .u32 value[2] = {1, 2}; .global y; d0.b0.t0 { st.shared [value[1]], 3; ld r0, [y]; } d0.b0.t1 { ld.shared r1, [value[1]]; st [y], 1; } check (r1 == 2 && [value[1]] == 3) as q;',
  ],
  [
    'cluster',
    '.shared data; d0.c0.b0.t0 { st.shared::cluster [d0.c0.b1:data], 42; barrier.cluster.arrive; barrier.cluster.wait; } d0.c0.b1.t0 { barrier.cluster.arrive; barrier.cluster.wait; ld.shared r0, [data]; } check (r0 == 42) as q;',
  ],
  [
    'gpus',
    '.global x; d1.b0.t0 { ld.relaxed.sys r0, [x]; } d0.b0.t0 { st.relaxed.sys [x], 1; } d1.b1.t0 { ld.relaxed.sys r1, [x]; } check (r0 == 1 && r1 == 0) as q;',
  ],
  [
    'warp',
    '.global x; d0.b0.t0..1 { mov.u32 me, %laneid; setp.eq.u32 p, me, 0; vote.sync.ballot.b32 all, p, 0x3; @p st [x], all; } check ([x] == 1) as q;',
  ],
  [
    'host',
    '.global x = 1; .global y; kernel k { d0.b0.t0 { ld r0, [x]; st [y], r0; } } host { st [x], 5; k<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s); ld.acquire.sys r1, [y]; } check (r0 == 5 && r1 == 5) as q;',
  ],
]

test.each(looked)('%s', (name, text) => {
  expectGolden(join(root, 'spec/hardware/golden', `${name}.cu`), kernelText(planIn(text), 0))
})

test('a program has a table of its tests between the parts of the harness', () => {
  const plans = looked.map(([, text]) => planIn(text))
  const source = sourceOf(plans)
  expect(source.indexOf('struct Test {')).toBeLessThan(source.indexOf('static __global__ void run_0('))
  expect(source.indexOf('static const Test test_6 = {')).toBeLessThan(source.indexOf('static int run_all('))
  expect(source).toContain(plans.map((_, i) => `  &test_${i},\n`).join(''))
})

test('it names functions of the runtime alone: those of the driver come by their names', () => {
  const called = [...sourceOf([]).matchAll(/(?<![.\w"])cu[A-Z]\w+(?=\()/g)].map(([name]) => name)
  expect(called).toEqual([])
  expect(sourceOf([])).toContain('DRIVER(cuMemMap)(')
})
