import { existsSync } from 'node:fs'
import { commands } from '../../../cli/commands.js'
import { groupBy } from '../../../source/group.js'
import { workplace } from '../workplace.js'

const loaded: ({ readonly name: string } & Awaited<ReturnType<(typeof commands)[number]['load']>>)[] = []
for (const { name, load } of commands) loaded.push({ name, ...(await load()) })
const options = loaded.flatMap(({ name, options }) =>
  Object.entries(options).map(([option, described]) => ({ command: name, option, ...described })),
)
const having = (option: string) => options.filter((one) => one.option === option).map(({ command }) => command)

describe('an option means one thing in all commands', () => {
  test('--all of witness is a flag; fix and distinguish take a number, as they have no limit of their own', () => {
    expect(options.filter(({ option }) => option === 'all').map(({ command, type }) => [command, type])).toEqual([
      ['fix', 'number'],
      ['witness', 'boolean'],
      ['distinguish', 'number'],
    ])
  })

  test('--without of regress takes axioms; distinguish and generate take features of tests', () => {
    const without = options.filter(({ option }) => option === 'without')
    expect(without.map(({ command, describe }) => [command, describe])).toEqual([
      ['distinguish', 'leave this out of tests'],
      ['generate', 'leave this out of tests'],
      ['regress', 'leave out this axiom of the model'],
    ])
    for (const { type, alias, repeatable } of without)
      expect({ type, alias, repeatable }).toEqual({ type: 'string', alias: undefined, repeatable: true })
  })

  const ofTheirOwn = ['all', 'without']
  const others = options.map(({ option }) => option).filter((option) => !ofTheirOwn.includes(option))
  test.each([...new Set(others)])('--%s', (name) => {
    const [first, ...others] = options.filter(({ option }) => option === name)
    const { type, alias, describe } = { alias: undefined, ...first }
    for (const other of others) expect({ alias: undefined, ...other }).toMatchObject({ type, alias, describe })
  })

  test.each(loaded.map(({ name }) => name))('%s describes each option in words of its own', (name) => {
    const described = options.filter(({ command }) => command === name).map(({ describe }) => describe)
    expect(described).toEqual([...new Set(described)])
  })

  test('a letter belongs to one option', () => {
    const lettered = options.flatMap(({ option, alias }) => (alias === undefined ? [] : [{ option, alias }]))
    for (const same of groupBy(lettered, ({ alias }) => alias).values()) expect(same).toEqual(same.map(() => same[0]))
  })

  test('--schema goes with --json', () => {
    expect(having('json')).toEqual([
      'check',
      'explain',
      'fix',
      'weaken',
      'audit',
      'witness',
      'verify',
      'outcomes',
      'run',
      'races',
      'distinguish',
      'generate',
      'merge',
      'regress',
    ])
    expect(having('schema')).toEqual(having('json'))
  })

  test('-q is --quiet, of the commands that judge many tests', () => {
    expect(having('quiet')).toEqual(['check', 'verify', 'races', 'regress'])
    expect(options.filter(({ alias }) => alias === 'q').map(({ option }) => option)).toEqual(
      having('quiet').map(() => 'quiet'),
    )
  })

  test('a command that reads tests takes --row and --undeclared', () => {
    const ofOthers = [
      'replay',
      'verify',
      'models',
      'launch',
      'cycle',
      'distinguish',
      'generate',
      'merge',
      'playground',
      'lsp',
      'mcp',
    ]
    const ofTests = commands.map(({ name }) => name).filter((name) => ![...ofOthers, 'completion'].includes(name))
    expect(having('row')).toEqual(ofTests)
    expect(having('undeclared')).toEqual(ofTests)
  })
})

const { folder, write, run } = workplace()
const racy = (name: string) =>
  write(
    name,
    `.global x;
d0.b0.t0 { st.weak [x], 1; }
d0.b1.t0 { ld.weak r0, [x]; }
check (r0 == $0) as seen;
$$
0
1
`,
  )

describe('--json', () => {
  test.each(['witness', 'explain'])('%s: it is --format json', async (command) => {
    const path = racy('racy.test')
    const one = [command, path, '--row', '2']
    const [short, long] = [await run([...one, '--json']), await run([...one, '--format', 'json'])]
    expect(JSON.parse(short.stdout)).toEqual(JSON.parse(long.stdout))
    expect(await run([...one, '--json', '--format', 'svg'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--json: --format asks for svg'),
    })
    expect(await run([...one, '--json', '-o', 'no.svg'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--output: --json asks for json, not for a .svg'),
    })
    expect(existsSync(`${folder}/no.svg`)).toBe(false)
  })
})

test.each(having('schema'))('%s --schema prints a JSON Schema', async (command) => {
  const { status, stdout } = await run([command, '--schema'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', properties: expect.any(Object) })
})

describe('--row', () => {
  test.each([
    [['check'], /seen/],
    [['races'], /racy\.test#2/],
    [['regress', '--each-axiom'], /1 question of 1 test in 1 file/],
    [['outcomes'], /Test .*racy\.test#2/],
    [['witness'], /racy\.test#2/],
    [['explain'], /racy\.test#2/],
    [['convert'], /P1:r0 == 1/],
    [['smt'], /racy\.test#2/],
  ])('%j: the same as file#row', async ([command = '', ...more], shown) => {
    const path = racy('racy.test')
    const asOption = await run([command, path, '--row', '2', ...more])
    const inPath = await run([command, `${path}#2`, ...more])
    const untimed = ({ stdout }: { readonly stdout: string }) => stdout.replace(/ +\d+\.\d+ (ms|s)/g, '')
    expect(asOption.stdout).toMatch(shown)
    expect([asOption.status, untimed(asOption)]).toEqual([inPath.status, untimed(inPath)])
    expect(await run([command, `${path}#2`, '--row', '1', ...more])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the path names row 2, but --row names row 1'),
    })
  })
})

describe('--quiet shows problems only', () => {
  test('races: race-free tests are left out', async () => {
    const free = write('free.test', '.global x; d0.b0.t0 { st [x], 1; } check ([x] == 1) as c;')
    expect(await run(['races', '-q', free])).toEqual({ status: 0, stdout: '', stderr: '' })
    expect((await run(['races', '-q', free, racy('racy.test')])).stdout).toMatch(/^✗ .*racy\.test#1 .*1 data race/)
  })

  test('regress: the total is left out, and of the axioms those that a test needs', async () => {
    const path = write(
      'coherent.test',
      '.global x; d0.b0.t0 { st.relaxed.gpu [x], 1; ld.relaxed.gpu r, [x]; } assert (r == 1) as own;',
    )
    expect(await run(['regress', '-q', path, '--against', 'ptx-6.0'])).toEqual({ status: 0, stdout: '', stderr: '' })
    const { stdout } = await run(['regress', '-q', path, '--each-axiom'])
    expect(stdout).toContain('no test needs it')
    expect(
      stdout
        .split('\n')
        .slice(1, -1)
        .filter((line) => !line.endsWith('no test needs it')),
    ).toEqual([])
  })
})
