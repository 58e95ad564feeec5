import fc from 'fast-check'
import { defaultModel } from '../../axioms/models.js'
import { compareInterpreted } from '../../fuzz/interpreted.js'
import { randomKernels } from '../../fuzz/kernels/generate.js'
import { must } from '../../source/must.js'
import { draws } from '../extent.js'
import { solver } from '../support.js'

const runs = draws(300, 15)

test(`${runs} random kernels of one thread end as the interpreter says`, async () => {
  const { kernels, counterexample } = compareInterpreted(defaultModel, await solver(), randomKernels, runs, 20_221)
  expect(counterexample).toBeUndefined()
  expect(kernels).toBe(runs)
}, 900_000)

/** The report on a kernel that does this before it ends. */
async function reportOn(line: string): Promise<string | undefined> {
  const [{ text, launch }] = [must(fc.sample(randomKernels, { numRuns: 1, seed: 5 })[0], 'a kernel')]
  const changed = { text: text.replace('DONE:', `  ${line}\nDONE:`), launch }
  return compareInterpreted(defaultModel, await solver(), fc.constant(changed), 1, 1).counterexample
}

test('what the interpreter refuses is reported', async () => {
  expect(await reportOn('st.global.u32 [%out+112], 1;')).toContain('nothing is at')
})

test('a harmless line is not', async () => {
  expect(await reportOn('membar.gl;')).toBeUndefined()
})
