/** What a GPU gets to run: the program as it is, and without each piece. */

import { join } from 'node:path'
import { piecesOf } from '../../audit/pieces.js'
import { variantsOf } from '../../audit/variants.js'
import { testsNamed } from '../../cli/input/tests.js'
import type { Program } from '../../litmus/program.js'
import { defaultCosts } from '../../repair/prices.js'
import { must } from '../../source/must.js'
import { root, testIn } from '../support.js'

const textsOf = (program: Program) =>
  variantsOf(program, piecesOf(program, defaultCosts)).map(({ planned }) =>
    planned.kind === 'plan'
      ? { test: planned.test, text: planned.text, modules: planned.script?.modules.join() ?? '' }
      : { test: planned.test, text: '', modules: '' },
  )

const named = (name: string): Program =>
  must(testsNamed(join(root, 'examples/kernels', name)).tests[0], 'a test of the examples')

test('a fence is left out, and an access that cannot be is as weak as it can be', () => {
  const texts = textsOf(
    testIn('.global x; d0.b0.t0 { st [x], 1; fence.sc.gpu; st.release.sys [x], 2; } check ([x] == 2);'),
  )
  expect(texts.map(({ test }) => test)).toEqual(['spec', 'spec, piece 1', 'spec, piece 2'])
  expect(texts.map(({ text }) => /fence/.test(text))).toEqual([true, false, true])
  expect(texts.map(({ text }) => /release/.test(text))).toEqual([true, true, false])
})

test('compiled code is taken from its changed text', () => {
  const [asItIs, ...without] = textsOf(named('last-block.test'))
  const count = (text: string, word: string): number => text.split(word).length - 1
  expect(count(asItIs?.modules ?? '', 'membar.gl;')).toBe(2)
  expect(without.map(({ modules }) => count(modules, 'membar.gl;'))).toEqual([2, 1, 2, 1, 2, 2])
  expect(without.map(({ modules }) => count(modules, 'bar.sync'))).toEqual([1, 1, 1, 1, 0, 1])
  expect(without.map(({ text }) => /cudaDeviceSynchronize/.test(text))).toEqual([false, true, true, true, true, true])
})

test('a poll of an mbarrier succeeds at once, whatever the name of its result', () => {
  const without = textsOf(named('bulk-copy.test'))
  expect(without.filter(({ modules }) => /mov\.pred P_OUT, 1;/.test(modules))).toHaveLength(1)
  expect(without.filter(({ text }) => text === '')).toEqual([])
})
