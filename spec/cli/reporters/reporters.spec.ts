import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectGolden } from '../../golden.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, run } = workplace()
const here = join(root, 'spec/cli/reporters/kernels')
cpSync(here, folder, { recursive: true })

/** The kernels of `mistakes.cu`, each with its launch and a claim, and how `check` ends. */
const mistakes = [
  ['violated', 'pass<<<2,1>>>(data: int, flag: int, out: int)', 'out == 42', 1],
  ['hangs', 'meet<<<2,1>>>(ready: int[2])', 'ready[1] == 1', 1],
  ['undefined', 'beyond<<<1,1>>>(cells: int, last: int)', 'last == 0', 1],
  ['not-covered', 'halves<<<2,1>>>(word: unsigned)', 'word == 2', 3],
] as const

/** Returns a report without what differs from run to run. */
const steady = (text: string): string =>
  text
    .replace(/(time="|duration_ms: )[\d.]+/g, '$1…')
    .replace(/("(?:version|semanticVersion|ptx-litmus|z3-solver|z3|cadical|node)": )"[^"]*"/g, '$1"…"')
    .replace(/(name="(?:ptx-litmus|z3-solver|z3|cadical|node)" value=)"[^"]*"/g, '$1"…"')

describe.each(['github', 'sarif', 'junit', 'tap'])('%s names the line of the source and the reason', (reporter) => {
  test.each(mistakes)('%s', async (name, launch, claim, status) => {
    const given = ['mistakes.ptx', '--launch', launch, '--reporter']
    const checked = await run(['check', '--assert', claim, '--hangs', ...given, reporter])
    expect(checked.status).toBe(status)
    const raced = await run(['races', ...given, reporter])
    expectGolden(join(here, `${name}.${reporter}.txt`), steady(`${checked.stdout}\n${raced.stdout}`))
  })
})

test('a race is a failure on the line of one access, and names the other', async () => {
  const [[, launch]] = mistakes
  const { stdout } = await run(['races', 'mistakes.ptx', '--launch', launch, '--reporter', 'github'])
  const lines = readFileSync(join(here, 'mistakes.cu'), 'utf8').split('\n')
  expect(lines[7]).toContain('*out = *data;')
  expect(lines[2]).toContain('*data = 42;')
  expect(stdout).toMatch(/^::error file=mistakes\.cu,line=8,.*%0Amistakes\.cu:3: races with `\*out = \*data;` of /)
})
