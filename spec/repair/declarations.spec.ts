import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { testNamed } from '../../cli/input/tests.js'
import { fix } from '../../repair/fix.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { workplace } from '../cli/workplace.js'
import { root, solver, textOf } from '../support.js'

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

describe('a macro gives fences their scope', () => {
  const { write, clear, run } = workplace()
  beforeEach(clear)
  const kept = (name: string): string => write(name, textOf(join(root, 'examples/launches'), name))

  test('by the definition in the file that is compiled, which no code comes from', async () => {
    const [first, second, ...others] = await repaired('launches/ring+gpu-fence')
    expect(first).toBe('widen the scope of `FENCE` to .sys, ring+gpu-fence.cu:2: 2 uses of it')
    expect(second).toBe('ring+gpu-fence.cu:2: #define FENCE __threadfence')
    expect(others.at(-1)).toBe('in CUDA: __threadfence_system')
  })

  test('by a definition with the parentheses, which keeps them', async () => {
    for (const name of ['ring+gpu-fence.ptx', 'ring.cu']) kept(name)
    const source = textOf(join(root, 'examples/launches'), 'ring+gpu-fence.cu')
    write('ring+gpu-fence.cu', source.replace('FENCE __threadfence', 'FENCE() __threadfence()'))
    const { stdout } = await run(['fix', kept('ring+gpu-fence.test'), '--question', 'incomplete'])
    expect(stdout).toContain('    ring+gpu-fence.cu:2: #define FENCE() __threadfence()\n')
    expect(stdout).toContain('    in CUDA: __threadfence_system()\n')
  })

  test('by a definition elsewhere, if only the default is at hand', async () => {
    for (const name of ['ring.cu', 'ring+gpu-fence.ptx']) kept(name)
    const { stdout } = await run(['fix', kept('ring+gpu-fence.test'), '--question', 'incomplete'])
    expect(stdout).toContain(
      'widen the scope of `FENCE` to .sys, where it is defined, if not by the default at ring.cu:3: 2 uses of it\n',
    )
  })

  test('by an option of the compiler', async () => {
    const compiled = kept('ring+gpu-fence.ptx')
    const compiler = write('compiler', `#!/bin/sh\nfor last; do :; done\ncp '${compiled}' "$last"\n`)
    chmodSync(compiler, 0o755)
    const launches = [
      '0](i0: int = 1, p0: int, f0: int = 1, p1: int, f1: int)',
      '1](i1: int = 10, p1, f1, p2: int, f2: int)',
    ]
    const { stdout } = await run([
      ...['fix', kept('ring.cu'), '--nvcc', compiler, '--nvcc-options', '-DFENCE=__threadfence'],
      ...launches.flatMap((one) => ['--launch', `pass_on<<<1, 1, device(${one.replace(']', ')>>>')}`]),
      ...['--assert', 'p2 == 11'],
    ])
    expect(stdout).toContain('in the option -DFENCE=__threadfence of the compiler: 2 uses of it\n')
  })
})
