import fc from 'fast-check'
import { defaultModel } from '../../axioms/models.js'
import { compareInterpreted } from '../../fuzz/interpreted.js'
import { randomKernels } from '../../fuzz/kernels/generate.js'
import { must } from '../../source/must.js'
import { mostCandidates, randomly } from '../extent.js'
import { solver } from '../support.js'

const few = { runs: 2, seed: 20_221, least: { kernels: 2 } }

randomly('kernels of one thread end as the interpreter says', few, async (draw) => ({
  ...compareInterpreted(defaultModel, await solver(), randomKernels, draw),
}))

const once = { runs: 1, seed: 1, mostCandidates, mostSets: 0 }

/** Returns the report on a kernel that executes these lines before it ends. */
async function reportOn(line: string): Promise<string | undefined> {
  const [{ text, launch }] = [must(fc.sample(randomKernels, { numRuns: 1, seed: 5 })[0], 'a kernel')]
  const changed = { text: text.replace('DONE:', `  ${line}\nDONE:`), launch }
  return compareInterpreted(defaultModel, await solver(), fc.constant(changed), once).counterexample
}

test('kernels that the interpreter refuses are reported', async () => {
  expect(await reportOn('st.global.u32 [%out+112], 1;')).toContain('nothing is at')
})

test('a harmless line is not', async () => {
  expect(await reportOn('membar.gl;')).toBeUndefined()
})
