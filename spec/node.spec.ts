import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../source/must.js'
import { workplace } from './cli/workplace.js'
import { root, textOf } from './support.js'

const { folder, write } = workplace()

/** Uses the package by its name, as a dependent would. */
const program = `
  import { decide, defaultModel, formatDiagnostic, readTests, startSolver } from 'ptx-litmus'
  const text = '.global x; d0.b0.t0 { st [x], 1; ld r, [x]; } permit (r == 1) as now; assert (r == 1) as always;'
  const { tests, diagnostics } = readTests({ name: 'inline', text })
  const solver = await startSolver()
  const verdicts = tests.flatMap((test) => decide(test, solver, { model: defaultModel }).answers.map(({ verdict }) => verdict))
  const wrong = readTests({ name: 'wrong', text: 'x' }).diagnostics.map(formatDiagnostic)
  console.log(JSON.stringify({ diagnostics, verdicts, wrong }, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
  solver.close()
`

describe('the library under Node', () => {
  test('reads, decides, and gives plain data back', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      diagnostics: [],
      verdicts: [
        {
          kind: 'allowed',
          execution: {
            executed: [true, true, true],
            values: [0, 1, 1],
            rf: [[1, 2]],
            parts: [],
            co: [[0, 1]],
            sync_fence: [],
            unknowns: [],
            passed: [],
            arrived: [],
            final: [1],
          },
        },
        { kind: 'forbidden', vacuous: false },
      ],
      wrong: [expect.stringContaining('wrong:1:1: expected')],
    })
  })

  test('has types, with which the sample in docs/library.md compiles, also where all declarations are checked', () => {
    const sample = must(/^```ts\n(.*?)^```$/ms.exec(textOf(root, 'docs/library.md'))?.[1], 'the sample')
    write('sample.ts', sample)
    write('package.json', '{ "type": "module" }')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/ptx-litmus'))
    const options = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--types', '']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, 'sample.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
  })
})
