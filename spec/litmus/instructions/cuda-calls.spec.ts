import { join } from 'node:path'
import type { Instruction } from '../../../litmus/instruction.js'
import { printInstruction } from '../../../litmus/instructions/print.js'
import { threadAt } from '../../../litmus/program.js'
import { expectGolden } from '../../golden.js'
import { herd, root, testIn } from '../../support.js'
import { readCudaStatement, spellings } from './cuda-spellings.js'

const printed = (instructions: readonly Instruction[]): string =>
  instructions.map((one) => printInstruction(one, 'nvlitmus', (name) => name === 'x')).join('; ')

test('each spelling is the PTX of the table', () => {
  const rows = spellings.flatMap(([type, statements]) => [
    `// ${type}`,
    ...statements.map((one) => `${one}  =  ${printed(readCudaStatement(one, type))}`),
  ])
  expectGolden(join(root, 'spec/litmus/instructions/cuda-calls.txt'), `${rows.join('\n')}\n`)
})

/** Removes the default type. */
const plain = (text: string): string => text.replaceAll('.s32', '')

const read = (statement: string, memory = '.global x[2];'): string => {
  const test = testIn(`${memory} d0.b0..1.t0 { .reg .u64 p = x; ${statement} } check (0 == 0) as q;`)
  return plain(printed(threadAt(test.threads, 1).instructions))
}

describe('memory is named as in kernels, or as in PTX', () => {
  const first = 'atom.relaxed.gpu.add _, [x], 1'
  test.each([
    ['atomicAdd(&x, 1);', first],
    ['atomicAdd(x, 1);', first],
    ['atomicAdd([x], 1);', first],
    ['atomicAdd(&x[1], 1);', 'atom.relaxed.gpu.add _, [x+4], 1'],
    ['atomicAdd([x+4], 1);', 'atom.relaxed.gpu.add _, [x+4], 1'],
    ['atomicAdd(p, 1);', 'atom.relaxed.gpu.add _, [x], 1'],
    ['atomicAdd([p+4], 1);', 'atom.relaxed.gpu.add _, [x+4], 1'],
    ['cuda::atomic_ref<int>(*x).fetch_add(1, cuda::memory_order_relaxed);', 'atom.relaxed.sys.add _, [x], 1'],
    ['cuda::atomic_ref<int>(x[1]).fetch_add(1, cuda::memory_order_relaxed);', 'atom.relaxed.sys.add _, [x+4], 1'],
    ['cuda::atomic_ref<int>(*p).fetch_add(1, memory_order_relaxed);', 'atom.relaxed.sys.add _, [x], 1'],
    ['cuda::atomic_ref<int>([x]).fetch_add(1, memory_order_relaxed);', 'atom.relaxed.sys.add _, [x], 1'],
  ])('%s', (statement, ptx) => expect(read(statement)).toBe(ptx))
})

describe('the type is that of the memory', () => {
  test.each([
    ['.global .u32 x[2];', 'atom.relaxed.gpu.max.u32 _, [x], 1'],
    ['.global .s32 x[2];', 'atom.relaxed.gpu.max _, [x], 1'],
    ['.global .u64 x[2];', 'atom.relaxed.gpu.max.u64 _, [x], 1'],
    ['.global .u64 y[2]; .global x physically aliases y;', 'atom.relaxed.gpu.max.u64 _, [x], 1'],
  ])('%s', (memory, ptx) => expect(read('atomicMax(&x, 1);', memory)).toBe(ptx))
})

test('a number of the thread is a value', () => {
  expect(read('atomicExch(&x, %ctaid.x); @p atomicExch(&x, %ctaid.x);')).toBe(
    'atom.relaxed.gpu.exch _, [x], 1; beq p, 0, guard_1; atom.relaxed.gpu.exch _, [x], 1; guard_1:',
  )
})

test('a register that is made has a name that the file does not have', () => {
  expect(read('r0 = atomicSub(&x, 1); r0_negated = atomicAdd(&x, 1); atomicSub(&x, r0);')).toContain(
    'neg r0_negated_, r0; atom.relaxed.gpu.add _, [x], r0_negated_',
  )
})

test('herd-style cells have the same calls', () => {
  const cells = [
    'r0 = atomicAdd(&x, 1)',
    '__threadfence()',
    'cuda::atomic_ref<int, cuda::thread_scope_device> one(x)',
    'L: one.store(2, cuda::memory_order_release)',
    'cuda::atomic_ref<int, cuda::thread_scope_device>(*r9).store(3, cuda::memory_order_relaxed)',
  ]
  const test = testIn(herd('x = 0; P0:r9 = x;', [['P0@cta 0,gpu 0', ...cells]], 'exists (P0:r0 == 0)'))
  expect(plain(printed(threadAt(test.threads, 0).instructions))).toBe(
    'atom.relaxed.gpu.add r0, [x], 1; fence.sc.gpu; L:; st.release.gpu [x], 2; st.relaxed.gpu [x], 3',
  )
})
