import { namesInCuda } from '../../../litmus/instructions/cuda-names.js'
import { threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const instructionOf = (line: string) => {
  const test = testIn(`.global x[2]; d0.c0.b0.t0 { .reg r1 = 1; ${line}; } check (0 == 0) as q;`)
  return must(threadAt(test.threads, 0).instructions[0], 'the instruction')
}

const names = (line: string) => namesInCuda(instructionOf(line), 'test')

describe('a fence', () => {
  test.each([
    ['cta', '__threadfence_block()', 'cuda::thread_scope_block'],
    ['gpu', '__threadfence()', 'cuda::thread_scope_device'],
    ['sys', '__threadfence_system()', 'cuda::thread_scope_system'],
  ])('at .%s', (scope, strong, inCuda) => {
    expect(names(`fence.sc.${scope}`)).toEqual([strong])
    expect(names(`fence.acq_rel.${scope}`)).toEqual([
      `cuda::atomic_thread_fence(cuda::memory_order_acq_rel, ${inCuda})`,
      strong,
    ])
    expect(names(`fence.acquire.${scope}`)[0]).toBe(`cuda::atomic_thread_fence(cuda::memory_order_acquire, ${inCuda})`)
  })
  test('of a cluster is a function of the compiler', () => {
    expect(names('fence.sc.cluster')).toEqual([
      '__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER)',
    ])
  })
  test('of a proxy has a function if an assembler has it', () => {
    expect(names('fence.proxy.alias')).toEqual(['cuda::ptx::fence_proxy_alias()'])
    expect(names('fence.proxy.texture')).toEqual([])
  })
})

describe('an access', () => {
  const device = 'cuda::atomic_ref<int, cuda::thread_scope_device>(x)'
  test.each([
    ['ld.relaxed.gpu r0, [x]', [`${device}.load(cuda::memory_order_relaxed)`]],
    ['ld.acquire.gpu r0, [x]', [`${device}.load(cuda::memory_order_acquire)`, 'a volatile read, then __threadfence()']],
    [
      'st.release.gpu [x], 1',
      [`${device}.store(1, cuda::memory_order_release)`, '__threadfence(), then a volatile write'],
    ],
    ['ld.volatile r0, [x]', ['a volatile read']],
    ['st.volatile [x], 1', ['a volatile write']],
    ['ld.global.nc r0, [x]', ['__ldg(&x)']],
    ['ld.weak r0, [x]', []],
    ['ld.relaxed.gpu.u8 r0, [x]', []],
    ['ld.acquire.cluster r0, [x]', ['__nv_atomic_load_n(&x, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER)']],
    ['st.release.cluster [x], 1', ['__nv_atomic_store_n(&x, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER)']],
    [
      'ld.relaxed.cta r0, [x+4]',
      ['cuda::atomic_ref<int, cuda::thread_scope_block>(…).load(cuda::memory_order_relaxed)'],
    ],
  ])('%s', (line, expected) => expect(names(line)).toEqual(expected))
})

test.each([
  ['st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 1, [bar]', 'cuda::ptx::st_async(…, …, …)'],
  [
    'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [s], 1, [bar]',
    'cuda::ptx::red_async(cuda::ptx::op_add, …, …, …)',
  ],
  [
    'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.and.b32 [s], 1, [bar]',
    'cuda::ptx::red_async(cuda::ptx::op_and_op, …, …, …)',
  ],
])('%s', (line, expected) => {
  const test = testIn(`.shared .u32 s; .shared .b64 bar; d0.c0.b0.t0 { ${line}; } check (true) as q;`)
  expect(namesInCuda(must(threadAt(test.threads, 0).instructions[0], 'the instruction'), 'test')).toEqual([expected])
})

describe('operations of the lanes of a warp', () => {
  test.each([
    ['bar.warp.sync 0xffffffff', '__syncwarp()'],
    ['bar.warp.sync -1', '__syncwarp()'],
    ['bar.warp.sync r1', '__syncwarp(…)'],
    ['bar.warp.sync 3', '__syncwarp(…)'],
    ['shfl.sync.bfly.b32 r0, r1, 1, 0x1f, -1', '__shfl_xor_sync(…)'],
    ['shfl.sync.idx.b32 r0, r1, 1, 0x1f, -1', '__shfl_sync(…)'],
    ['vote.sync.ballot.b32 r0, r1, -1', '__ballot_sync(…)'],
    ['match.any.sync.b32 r0, r1, -1', '__match_any_sync(…)'],
    ['redux.sync.max.u32 r0, r1, -1', '__reduce_max_sync(…)'],
    ['activemask.b32 r0', '__activemask()'],
  ])('%s', (line, expected) => expect(names(line)).toEqual([expected]))
})

describe('an atomic', () => {
  const device = 'cuda::atomic_ref<int, cuda::thread_scope_device>(x)'
  test.each([
    ['atom.add r0, [x], 1', ['atomicAdd(&x, 1)']],
    ['red.relaxed.cta.add [x], r1', ['atomicAdd_block(&x, r1)']],
    ['atom.relaxed.sys.cas r0, [x], 0, 1', ['atomicCAS_system(&x, 0, 1)']],
    [
      'atom.acquire.gpu.exch r0, [x], 1',
      [`${device}.exchange(1, cuda::memory_order_acquire)`, 'atomicExch(&x, 1), then __threadfence()'],
    ],
    [
      'atom.acq_rel.gpu.cas r0, [x], 0, 1',
      [
        `${device}.compare_exchange_strong(expected, 1, cuda::memory_order_acq_rel)`,
        '__threadfence(), then atomicCAS(&x, 0, 1), then __threadfence()',
      ],
    ],
    // No method of `cuda::atomic_ref` wraps at a bound.
    ['atom.release.cta.inc r0, [x], 7', ['__threadfence_block(), then atomicInc_block(&x, 7)']],
    [
      'atom.acq_rel.cluster.add r0, [x], 1',
      ['__nv_atomic_fetch_add(&x, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_CLUSTER)'],
    ],
    ['atom.relaxed.gpu.mul r0, [x], 2', []],
  ])('%s', (line, expected) => expect(names(line)).toEqual(expected))

  test('of compiled code has no names of registers', () => {
    expect(namesInCuda(instructionOf('atom.acq_rel.gpu.cas r0, [x], 0, 1'), 'compiled')).toEqual([
      'cuda::atomic_ref<T, cuda::thread_scope_device>(…).compare_exchange_strong(…, cuda::memory_order_acq_rel)',
      '__threadfence(), then atomicCAS(…), then __threadfence()',
    ])
  })
})

test.each([
  ['bar.sync 0', ['__syncthreads()']],
  ['barrier.sync 0', ['cooperative_groups::this_thread_block().sync()']],
  ['bar.red.popc.u32 r0, 0, r1', ['__syncthreads_count(…)']],
  ['bar.sync 1', []],
  ['bar.sync 0, 64', []],
  ['barrier.cluster.arrive; barrier.cluster.wait', ['cooperative_groups::this_cluster().barrier_arrive()']],
])('the barrier %s', (line, expected) => expect(names(line)).toEqual(expected))
