/** Explanations that take seconds each. */

import { must } from '../../source/must.js'
import { exampleNamed } from '../examples.js'
import { root, testsIn, textOf } from '../support.js'
import { expectExplanation } from './explained.js'

test.each([
  ['lock', 'algorithms/ticket-lock.test#2'],
  ['look-back', 'algorithms/look-back.test#2'],
])('%s', (file, name) => {
  const { program } = exampleNamed(name, 'ptx-7.5')
  return expectExplanation(file, { ...program, file: name })
})

test('a lock with one scope too small', () => {
  const text = textOf(root, 'examples/algorithms/spin-lock.test')
  const narrow = text.replace('atom.$0.gpu.cas', 'atom.$0.cta.cas')
  expect(narrow).not.toBe(text)
  return expectExplanation('lock+scope', must(testsIn(narrow, 'spin-lock+cas.cta.test')[0], 'a lock'))
})
