import { defaultModel } from '../../axioms/models.js'
import { withFences } from '../../repair/fenced.js'
import { fix } from '../../repair/fix.js'
import type { Wanted } from '../../repair/judge.js'
import type { Goal } from '../../repair/result.js'
import { changeLines, repairInCuda } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

/** Two threads count. The one that counts last does `last`, which comes after both atomics only if they order it. */
const counters = (last: string, question: string) =>
  testIn(`.global x; .global count; .global out;
d0.b0.t0 {
  st [x], 1;
  atom.relaxed.gpu.add r0, [count], 1;
}
d0.b1.t0 {
  atom.acquire.gpu.add r0, [count], 1;
  bne r0, 1, END;
  ${last}
END:
}
${question}`)

const repairedIn = async (program: ReturnType<typeof testIn>, goal: Goal) => {
  const fixed = fix(program, await solver(), { model: defaultModel, goal, only: ['orders', 'scopes'] })
  if (fixed.kind !== 'repaired') throw new Error(JSON.stringify(fixed))
  const [change] = must(fixed.repairs[0], 'a repair').changes
  return must(change, 'a change')
}

const release = 'cuda::atomic_ref<int, cuda::thread_scope_device>(count).fetch_add(1, cuda::memory_order_release)'

test('a fence beside a relaxed access is named where it was judged to be enough', async () => {
  const program = counters('ld r1, [x];', 'assert (d0.b1.t0:r0 != 1 || d0.b1.t0:r1 == 1) as fresh;')
  const change = await repairedIn(program, { kind: 'claims', questions: program.questions })
  expect(changeLines(program, change).slice(1)).toEqual([
    `    in CUDA: ${release}`,
    '    or, which orders the access itself less: __threadfence(), then atomicAdd(&count, 1)',
  ])
})

test('it is not named where it was judged not to be enough', async () => {
  const program = counters('ld r1, [x];', 'assert (d0.b1.t0:r0 != 1 || d0.b1.t0:r1 == 1) as fresh;')
  const { mayBeFenced: _, ...change } = await repairedIn(program, { kind: 'claims', questions: program.questions })
  const judged = (as: Wanted) =>
    withFences(program, [change], () => as).flatMap((one) => changeLines(program, one).slice(1))
  expect(judged({ kind: 'unwanted' })).toEqual([`    in CUDA: ${release}`])
  expect(judged({ kind: 'good', within: undefined })).toHaveLength(2)
  const [edit] = change.edits
  expect(repairInCuda(program, must(edit, 'an edit'), true)).toHaveLength(2)
})
