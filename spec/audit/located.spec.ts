/** Where pieces are written. */

import { join } from 'node:path'
import { locatedAt } from '../../audit/located.js'
import { piecesOf } from '../../audit/pieces.js'
import { testsNamed } from '../../cli/input/tests.js'
import type { Program } from '../../litmus/program.js'
import { threadAt } from '../../litmus/program.js'
import { defaultCosts } from '../../repair/prices.js'
import { must } from '../../source/must.js'
import { root, testIn, testsIn } from '../support.js'

const located = (program: Program) =>
  piecesOf(program, defaultCosts).map(({ thread, at }) => {
    const { source, start, end } = locatedAt(must(threadAt(program.threads, thread).instructions[at], 'a piece').span)
    return `${source.name}:${start.line}:${start.column}-${end.line}:${end.column}`
  })

test('in a test, the statement', () => {
  expect(located(testIn('.global x;\nd0.b0.t0 {\n  fence.sc.gpu; }\ncheck ([x] == 0);'))).toEqual(['spec:3:3-3:16'])
})

test('in a template, its statement', () => {
  const text = '.global x;\nd0.b0.t0 {\n  $0; }\ncheck ([x] == 0);\n$$\nfence.sc.gpu\nfence.acq_rel.gpu\n'
  expect(testsIn(text).map(located)).toEqual([['spec:3:3-3:6'], ['spec:3:3-3:6']])
})

test('in compiled code, the line of the source, or of the call of a library', () => {
  const kernel = (name: string) =>
    must(testsNamed(join(root, 'examples/kernels', name)).tests[0], 'a test of the examples')
  expect(located(kernel('last-block.test')).slice(1)).toEqual([
    'last-block.cu:6:5-6:21',
    'last-block.cu:7:5-7:67',
    'last-block.cu:8:5-8:21',
    'last-block.cu:10:3-10:19',
    'last-block.cu:13:7-13:31',
  ])
  expect(located(kernel('bulk-copy.test')).filter((one) => !/^bulk-copy\.cu:|\.test:/.test(one))).toEqual([])
})
