/** Explanations that take seconds each. */

import { must } from '../../source/must.js'
import { exampleNamed, examples } from '../examples.js'
import { root, testsIn, textOf } from '../support.js'
import { expectExplanation } from './explained.js'

test.each([
  ['lock', 'algorithms/ticket-lock+relaxed-wait.litmus'],
  ['look-back', 'algorithms/look-back+no-fence.litmus'],
])('%s', (file, name) => {
  const { program } = exampleNamed(examples('ptx-7.5'), name)
  return expectExplanation(file, { ...program, file: name })
})

test('a lock with one scope too small', () => {
  const text = textOf(root, 'examples/algorithms/spin-lock.litmus')
  const narrow = text.replace('atom.acquire.gpu.cas r0, m, 0, 1 ;', 'atom.acquire.cta.cas r0, m, 0, 1 ;')
  expect(narrow).not.toBe(text)
  return expectExplanation('lock+scope', must(testsIn(narrow, 'spin-lock+cas.cta.litmus')[0], 'a lock'))
})
