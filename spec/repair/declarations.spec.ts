import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { testNamed } from '../../cli/input/tests.js'
import { fix } from '../../repair/fix.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { root, solver } from '../support.js'

/** Returns the cheapest repair that forbids all outcomes of an example, in words. */
async function repaired(name: string): Promise<readonly string[]> {
  const read = testNamed(join(root, `examples/${name}.test`), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error(JSON.stringify(read))
  const { value: program } = read
  const goal = { kind: 'claims', questions: program.questions } as const
  const found = fix(program, await solver(), { model: defaultModel, goal })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const { changes, cost } = must(found.repairs[0], 'a repair')
  expect(cost.changes).toBe(1)
  return changes.flatMap((one) => changeLines(program, one)).map((line) => line.trim())
}

test('an alias gives several accesses their scope: it is one change', async () => {
  expect(await repaired('kernels/mailbox+device-scope')).toEqual([
    'widen the scope of `flag_ref` to .sys, mailbox+device-scope.cu:10: 2 uses of it',
    'mailbox+device-scope.cu:10: using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;',
    expect.stringMatching(/^replace ld\.acquire\.gpu.* with ld\.acquire\.sys.*, mailbox\+device-scope\.cu:13 /),
    expect.stringMatching(/^replace st\.release\.gpu.* with st\.release\.sys.*, mailbox\+device-scope\.cu:16 /),
    'in CUDA: cuda::thread_scope_system',
  ])
})

test('a macro whose definition is elsewhere gives fences their scope', async () => {
  const [first, ...others] = await repaired('launches/ring+gpu-fence')
  expect(first).toBe(
    'widen the scope of `FENCE` to .sys, where it is defined, if not by the default at ring.cu:3: 2 uses of it',
  )
  expect(others.at(-1)).toBe('in CUDA: __threadfence_system()')
})
