import type { Instruction } from '../../../litmus/instruction.js'
import { namesInCuda } from '../../../litmus/instructions/cuda-names.js'
import { threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { compiledByNvcc, shapes, testWithNvcc } from '../../nvcc.js'
import { testIn } from '../../support.js'

const scopes = ['cta', 'cluster', 'gpu', 'sys']
const operations = ['add', 'min', 'max', 'and', 'or', 'xor', 'exch']
const lines = [
  ...scopes.flatMap((scope) => [
    ...['sc', 'acq_rel'].map((order) => `fence.${order}.${scope}`),
    ...['relaxed', 'acquire'].map((order) => `ld.${order}.${scope} r0, [x]`),
    ...['relaxed', 'release'].map((order) => `st.${order}.${scope} [x], 1`),
    ...['relaxed', 'acquire', 'release', 'acq_rel'].flatMap((order) =>
      operations.map((operation) => `atom.${order}.${scope}.${operation} r0, [x], 1`),
    ),
  ]),
  ...['cta', 'gpu', 'sys'].flatMap((scope) => [
    ...['relaxed', 'acquire', 'release', 'acq_rel'].map((order) => `atom.${order}.${scope}.cas r0, [x], 0, 1`),
    ...['inc', 'dec'].map((operation) => `atom.relaxed.${scope}.${operation}.u32 r0, [x], 1`),
  ]),
  ...['fence.proxy.alias', 'ld.global.nc r0, [x]', 'bar.sync 0', 'barrier.sync 0'],
]

const instructionOf = (line: string): Instruction => {
  const test = testIn(`.global x; d0.c0.b0.t0 { ${line}; } check (0 == 0) as q;`)
  return must(threadAt(test.threads, 0).instructions[0], 'the instruction')
}

const nameOf = (one: Instruction): string => must(namesInCuda(one, 'test')[0], 'a name')

/** Returns the call as a statement. CUDA has `atomicInc` and `atomicDec` only for unsigned integers. */
function callOf(one: Instruction): string {
  const name = nameOf(one)
  return name.startsWith('__ldg') ? `*out = ${name};` : `${name.replace(/(?<=atomic(Inc|Dec)\w*\()/, '(unsigned *)')};`
}

testWithNvcc('nvcc makes each instruction of the function that is named first', () => {
  const instructions = lines.map(instructionOf)
  const made = compiledByNvcc(instructions.map(callOf))
  expect(made.map((one) => one.filter((shape) => shape !== 'st.weak.undefined 32'))).toEqual(
    instructions.map((one) => shapes([one])),
  )
})

testWithNvcc('nvcc makes the barrier of a cluster of the functions that are named', () => {
  const barriers = ['barrier.cluster.arrive', 'barrier.cluster.arrive.relaxed'].map((arrive) => {
    const test = testIn(`d0.c0.b0.t0 { ${arrive}; barrier.cluster.wait; } check (0 == 0) as q;`)
    return threadAt(test.threads, 0).instructions
  })
  expect(compiledByNvcc(barriers.map((both) => both.map(callOf).join(' ')))).toEqual(barriers.map(shapes))
})
