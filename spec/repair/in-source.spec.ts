import type { Instruction } from '../../litmus/instruction.js'
import { editedLine, inWordsOf, pipelineWait } from '../../repair/in-source.js'
import { must } from '../../source/must.js'
import { testIn } from '../support.js'

const instruction = (text: string): Instruction =>
  must(
    testIn(`.global x; d0.b0.t0 { ${text} } check (x == 0) as q;`).threads[0]?.instructions[0],
    'an instruction of the text',
  )

test.each([
  [
    'ref.store(1, cuda::memory_order_relaxed);',
    'st.relaxed.gpu [x], 1;',
    'st.release.gpu [x], 1;',
    'ref.store(1, cuda::memory_order_release);',
  ],
  [
    'if (n.fetch_sub(1, cuda::std::memory_order_relaxed) == 1) {',
    'atom.relaxed.gpu.add r0, [x], 1;',
    'atom.acq_rel.gpu.add r0, [x], 1;',
    'if (n.fetch_sub(1, cuda::std::memory_order_acq_rel) == 1) {',
  ],
  [
    'return r.load(std::memory_order::relaxed);',
    'ld.relaxed.gpu r0, [x];',
    'ld.acquire.gpu r0, [x];',
    'return r.load(std::memory_order::acquire);',
  ],
  [
    'cuda::atomic_ref<int, cuda::thread_scope_block>(*p).store(1, cuda::memory_order_relaxed);',
    'st.relaxed.cta [x], 1;',
    'st.release.gpu [x], 1;',
    'cuda::atomic_ref<int, cuda::thread_scope_device>(*p).store(1, cuda::memory_order_release);',
  ],
  ['__threadfence_block();', 'fence.sc.cta;', 'fence.sc.gpu;', '__threadfence();'],
  ['__threadfence();', 'fence.sc.gpu;', 'fence.sc.sys;', '__threadfence_system();'],
  [
    'int t = atomicAdd_block(p, 1);',
    'atom.relaxed.cta.add r0, [x], 1;',
    'atom.relaxed.gpu.add r0, [x], 1;',
    'int t = atomicAdd(p, 1);',
  ],
  // The order of a failure stays.
  [
    '} while (!top.compare_exchange_weak(old, fresh, cuda::memory_order_relaxed, cuda::memory_order_relaxed));',
    'atom.relaxed.gpu.cas r0, [x], 0, 1;',
    'atom.release.gpu.cas r0, [x], 0, 1;',
    '} while (!top.compare_exchange_weak(old, fresh, cuda::memory_order_release, cuda::memory_order_relaxed));',
  ],
])('%s', (line, from, to, edited) => {
  expect(editedLine(line, instruction(from), instruction(to))).toBe(edited)
})

test.each([
  // The order is on another line, or a default.
  ['ref.store(1,', 'st.relaxed.gpu [x], 1;', 'st.release.gpu [x], 1;'],
  // Which of the two it is, is not known.
  [
    'a.store(b.load(cuda::memory_order_relaxed), cuda::memory_order_relaxed);',
    'st.relaxed.gpu [x], 1;',
    'st.release.gpu [x], 1;',
  ],
  // The line says something else than the instruction.
  ['ref.store(1, cuda::memory_order_seq_cst);', 'st.relaxed.gpu [x], 1;', 'st.release.gpu [x], 1;'],
  // The scope is that of a declaration elsewhere.
  ['ref.store(1, cuda::memory_order_relaxed);', 'st.relaxed.cta [x], 1;', 'st.release.gpu [x], 1;'],
  // CUDA has no name for the scope of a cluster.
  ['__threadfence_block();', 'fence.sc.cta;', 'fence.sc.cluster;'],
  ['*flag = 1;', 'st.volatile [x], 1;', 'st.release.gpu [x], 1;'],
  ['ref.store(1, cuda::memory_order_relaxed); // and much m…', 'st.relaxed.gpu [x], 1;', 'st.release.gpu [x], 1;'],
])('%s: not for %s', (line, from, to) => {
  expect(editedLine(line, instruction(from), instruction(to))).toBeUndefined()
})

test('a subtraction keeps its name, although PTX adds', () => {
  const names = [
    'cuda::atomic_ref<T, cuda::thread_scope_device>(…).fetch_add(…, …)',
    '__threadfence(), then atomicAdd(…)',
  ]
  expect(inWordsOf('if (n.fetch_sub(1) == 1)', names)[0]).toContain(').fetch_sub(')
  expect(inWordsOf('if (atomicSub(n, 1) == 1)', names)[1]).toBe('__threadfence(), then atomicSub(…)')
  expect(inWordsOf('x.fetch_sub(y.fetch_add(1))', names)).toEqual(names)
  expect(inWordsOf('n.fetch_add(1);', names)).toEqual(names)
})

test('a source with a cuda::pipeline waits as a consumer of it', () => {
  const wait = (name: string) => `cuda::pipeline_consumer_wait_prior<1>(${name})`
  expect(pipelineWait('auto pipe = cuda::make_pipeline();', 1n)).toBe(wait('pipe'))
  expect(pipelineWait('void f(cuda::pipeline<cuda::thread_scope_thread> &p) {', 1n)).toBe(wait('p'))
  expect(pipelineWait('g(cuda::make_pipeline());', 1n)).toBe(wait('…'))
  expect(pipelineWait('__pipeline_commit();', 1n)).toBeUndefined()
})
