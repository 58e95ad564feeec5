/** The smaller groups of threads that the scope of an instruction is for. */

import { extentOf, launchesOf } from '../../audit/extent.js'
import { must } from '../../source/must.js'
import { testIn } from '../support.js'

/** What the first instruction of the first thread of the test is known for. */
const question = ' check (x == 0);'
const firstOf = (text: string) => {
  const program = testIn(`${text}${question}`)
  const thread = program.threads.findIndex(({ kind }) => kind === 'device')
  const instruction = must(program.threads[thread]?.instructions[0], 'an instruction')
  return extentOf(program, thread, instruction)?.is
}

test.each([
  ['fence.sc.gpu; } d0.b0.t1 { st [x], 1;', 'one block'],
  ['fence.sc.gpu; } d0.b1.t0 { st [x], 1;', undefined],
  ['fence.sc.sys; } d0.b1.t0 { st [x], 1;', 'one GPU'],
  ['fence.sc.sys; } d1.b0.t0 { st [x], 1;', undefined],
  ['fence.sc.cta; } d0.b0.t1 { st [x], 1;', undefined],
  ['bar.sync 0; } d0.b0.t1 { bar.sync 0;', undefined],
  ['bar.sync 0; } d0.b1.t0 { bar.sync 0;', 'blocks of one thread'],
  ['ld.volatile r0, [x]; } d0.b0.t1 { st [x], 1;', 'one block'],
  ['ld.relaxed.gpu r0, [x];', 'one thread'],
  ['ld r0, [x];', undefined],
])('%s', (text, expected) => {
  expect(firstOf(`.global x; d0.b0.t0 { ${text} }`)).toBe(expected)
})

test.each([
  ['d0.c0.b0.t0 { fence.sc.gpu; } d0.c0.b1.t0 { st [x], 1; }', 'one cluster'],
  ['d0.c0.b0.t0 { fence.sc.cluster; } d0.c1.b0.t0 { st [x], 1; }', 'clusters of one thread'],
  ['d0.c0.b0.t0 { fence.sc.cluster; } d0.c0.b0.t1 { st [x], 1; }', 'clusters of one block'],
  ['d0.c0.b0.t0 { fence.sc.cluster; } d0.c0.b1.t0 { st [x], 1; }', undefined],
])('%s', (text, expected) => {
  expect(firstOf(`.global x; ${text}`)).toBe(expected)
})

const launched = (after: string, sizes = '<<<1, 2>>>') => `.global x;
host { k${sizes}(); m<<<2, 1>>>(); cudaDeviceSynchronize(); ${after} }
kernel k { d0.b0.t0 { fence.sc.sys; st [x], 1; } d0.b0.t1 { } }
kernel m { d0.b0.t0 { } d0.b1.t0 { } }`

test('other kernels do not count, but a host that reads memory is outside of every GPU', () => {
  expect(firstOf(launched(''))).toBe('one block')
  expect(firstOf(launched('ld r0, [x];'))).toBeUndefined()
  expect(launchesOf(testIn(`${launched('')}${question}`))).toEqual([
    { kernel: 'k', blocks: 1, threads: 2 },
    { kernel: 'm', blocks: 2, threads: 1 },
  ])
})
