import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateAction, validateWorkflow } from '@action-validator/core'
import { parse } from 'yaml'
import * as z from 'zod'
import { everything, odd } from './cli/reporters/everything.js'
import { workplace } from './cli/workplace.js'
import { root } from './support.js'

const place = workplace()
const { folder, write, clear, run } = place
beforeEach(clear)

const text = readFileSync(join(root, 'action.yml'), 'utf8')
const action = z
  .object({
    inputs: z.record(z.string(), z.object({ default: z.string() })),
    runs: z.object({
      steps: z.array(z.object({ name: z.string(), run: z.string().optional(), env: z.unknown().optional() })),
    }),
  })
  .parse(parse(text))

describe('by the schema of GitHub', () => {
  test('it is an action', () => expect(validateAction(text)).toEqual({ actionType: 'action', errors: [] }))

  test.each([
    ['using: composite', 'using: composition'],
    ['shell: bash', 'shel: bash'],
    ['description: Decides', 'describe: Decides'],
  ])('with %j as %j it is not an action', (right, wrong) => {
    expect(text).toContain(right)
    expect(validateAction(text.replace(right, wrong)).errors).not.toEqual([])
  })

  test('the example in docs is a workflow', () => {
    const docs = readFileSync(join(root, 'docs/commands.md'), 'utf8')
    const shown = [...docs.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = '']) => yaml)
    expect(shown).not.toEqual([])
    for (const yaml of shown) expect(validateWorkflow(yaml)).toEqual({ actionType: 'workflow', errors: [] })
  })
})

/** Runs the step that checks, as GitHub does, with the inputs. */
function check(inputs: Readonly<Record<string, string>>) {
  const given = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))
  const step = action.runs.steps.find(({ name }) => name === 'Check')
  expect(step?.env).toEqual({
    FOLDER: `\${{ steps.install.outputs.folder }}`,
    TESTS: `\${{ inputs.tests }}`,
    ARGUMENTS: `\${{ inputs.arguments }}`,
  })
  const { tests, arguments: more } = { ...given, ...inputs }
  const script = write('.runner/step.sh', step?.run ?? '')
  const output = write('.runner/output', '')
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      TESTS: tests,
      ARGUMENTS: more,
      FOLDER: root,
      RUNNER_TEMP: join(folder, '.runner'),
      GITHUB_OUTPUT: output,
    },
  })
  return { status, stdout, stderr, output: readFileSync(output, 'utf8') }
}

const kept = '.global x; d0.b0.t0 { ld r0, [x]; } assert (r0 == 0) as zero;'

test('an answer that is not as expected is annotated, and fails the step', () => {
  write('kept.test', kept)
  write(odd, kept.replace('== 0', '== 1'))
  const { status, stdout, stderr, output } = check({})
  expect([status, stderr, output]).toEqual([1, '', 'status=1\n'])
  expect(stdout).toMatch(
    /^::add-matcher::\S+\/notes\.json\n::stop-commands::(\S+)\n✓ {2}kept.*\n✗ {2}odd.*\n2 questions .*\nwhy: .*\n::\1::\n::error file=odd\/a%2Cb%3Ac#%25&<"'é\.test,line=1,col=37,title=.*\n::remove-matcher owner=ptx-litmus-notes::\n$/,
  )
})

test('commands in the text of a test are not run', () => {
  write('wrong.test', '\n::error::oops\n')
  const { status, stdout, stderr } = check({})
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^ {4}::error::oops$/m)])
  expect(stdout).toMatch(/^::stop-commands::(\S+)\n(?:.*\n)*::\1::\n::error file=wrong\.test,line=2/m)
})

test('tests and arguments are lines, and may have spaces', () => {
  write('my tests/a.test', kept)
  write('-b.test', kept)
  write('c.test', kept.replace('== 0', '== 1'))
  const { status, stdout } = check({ tests: 'my tests\n-b.test\n', arguments: '--reporter\ntap=my report.tap\n' })
  expect(status).toBe(0)
  expect(stdout).toContain('2 questions of 2 tests in 2 files: 2 as expected')
  expect(readFileSync(join(folder, 'my report.tap'), 'utf8')).toContain('\n1..2\n')
})

test('wrong usage fails the step', () => {
  expect(check({ arguments: '--nonsense' })).toMatchObject({
    status: 2,
    output: 'status=2\n',
    stderr: expect.stringContaining('unknown option --nonsense'),
  })
})

const index = z.int().positive().optional()
const matchers = (name: string) =>
  z
    .strictObject({
      problemMatcher: z.array(
        z.strictObject({
          owner: z.string().startsWith('ptx-litmus-'),
          severity: z.enum(['error', 'warning', 'notice']),
          pattern: z.tuple([
            z.strictObject({ regexp: z.string(), file: index, line: index, column: index, message: index }),
          ]),
        }),
      ),
    })
    .parse(JSON.parse(readFileSync(join(root, 'problem-matchers', name), 'utf8'))).problemMatcher

/** Returns the annotations that GitHub makes of lines. */
const matched = (name: string, lines: readonly string[]) =>
  lines.flatMap((line) =>
    matchers(name).flatMap(({ owner, severity, pattern: [{ regexp, ...groups }] }) => {
      const found = new RegExp(regexp, 'u').exec(line)
      const part = (at: number | undefined) => (at === undefined ? undefined : found?.[at])
      return found === null
        ? []
        : [
            [
              owner.slice('ptx-litmus-'.length),
              severity,
              part(groups.file),
              part(groups.line),
              part(groups.column),
              part(groups.message),
            ],
          ]
    }),
  )

test('problem matchers find the problems in the lines of a run with every kind of verdict', async () => {
  await everything(place)
  write('note.test', '.global x; d0.b0.t0 { ld r0, [x]; } check (not r0 == 0 && r0 == 1) as seen;')
  const { stdout, stderr } = await run(['check', '.'])
  const lines = `${stdout}${stderr}`.split('\n')
  const failure = (file: string, message: RegExp) => [
    'failures',
    'error',
    file,
    undefined,
    undefined,
    expect.stringMatching(message),
  ]
  expect(matched('answers.json', lines)).toEqual([
    failure('hangs.litmus', /^~exists +hangs +expected to end$/),
    ['undecided', 'warning', 'mixed.litmus', undefined, undefined, 'exists  not covered'],
    failure(odd, /^fresh +violated +expected holds$/),
    failure('rows.test', /^fresh +violated +expected holds$/),
    ['undecided', 'warning', 'undecided.litmus', undefined, undefined, '~exists  undecided'],
    failure('undefined.litmus', /^~exists +undefined behaviour is reachable +expected holds$/),
    failure('vacuous.test', /^q +holds \(vacuous\) +is vacuous$/),
    ['errors', 'error', 'unreadable.test', '2', '14', 'unknown instruction `jump`'],
  ])
  expect(matched('notes.json', lines)).toEqual([
    ['notes', 'warning', 'note.test', '1', '44', expect.stringMatching(/^`not` negates everything/)],
  ])
})

test('the package of the release of its version is installed', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  write('made/package.json', JSON.stringify({ name: 'ptx-litmus', version }))
  const release = join(folder, `server/owner/name/releases/download/v${version}`)
  mkdirSync(release, { recursive: true })
  spawnSync('npm', ['pack', '--pack-destination', release], { cwd: join(folder, 'made') })
  const step = action.runs.steps.find(({ name }) => name === 'Install ptx-litmus')
  expect(step?.env).toEqual({
    REPOSITORY: `\${{ github.action_repository }}`,
    SERVER: `\${{ github.server_url }}`,
  })
  const script = write('.runner/step.sh', step?.run ?? '')
  const output = write('.runner/output', '')
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      REPOSITORY: 'owner/name',
      SERVER: join(folder, 'server'),
      GITHUB_ACTION_PATH: root,
      RUNNER_TEMP: join(folder, '.runner'),
      GITHUB_OUTPUT: output,
    },
  })
  expect([status, stderr]).toEqual([0, ''])
  const installed = join(folder, '.runner/ptx-litmus/node_modules/ptx-litmus')
  expect(readFileSync(output, 'utf8')).toBe(`folder=${installed}\n`)
  expect(existsSync(join(installed, 'package.json'))).toBe(true)
})

test.each(readdirSync(join(root, '.github/workflows')))('.github/workflows/%s is a workflow', (file) => {
  const workflow = readFileSync(join(root, '.github/workflows', file), 'utf8')
  expect(validateWorkflow(workflow)).toEqual({ actionType: 'workflow', errors: [] })
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const run = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
  expect(run.filter((script) => !(script in scripts))).toEqual([])
})
