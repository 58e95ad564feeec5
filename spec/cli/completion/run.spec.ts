import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelNames } from '../../../cli/commandline/options.js'
import { commands } from '../../../cli/commands.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

/** Runs lines of bash. */
function bash(...lines: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', lines.join('\n')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

const script = async () => {
  const { status, stdout, stderr } = await run(['completion'])
  expect([status, stderr]).toEqual([0, ''])
  return write('completion.sh', stdout)
}

/** Returns what bash offers for the last of the words, which it has split. If it is nothing, bash offers files. */
const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
  const quoted = ['ptx-litmus', ...words].map((word) => `'${word}'`).join(' ')
  return bash(
    `. '${await script()}'`,
    `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}`,
    '_ptx_litmus',
    `[[ -z \${COMPREPLY[*]} ]] || printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
    .split('\n')
    .slice(0, -1)
}

test('every folder of a command is offered, and help', async () => {
  const folders = readdirSync(join(root, 'cli'), { recursive: true, encoding: 'utf8' })
    .flatMap((path) => /^(\w+)\/command\.ts$/.exec(path)?.slice(1) ?? [])
    .filter((name) => name !== 'commandline')
  expect((await offered('')).toSorted()).toEqual([...folders, 'help'].toSorted())
  expect(await offered('ch')).toEqual(['check'])
  expect(await offered('help', 're')).toEqual(['replay', 'regress'])
  expect(await offered('--')).toEqual(['--help', '--version'])
})

test.each(commands)('$name: its options', async ({ name, load }) => {
  const options = Object.keys((await load()).options).filter((option) => option.length > 1)
  expect(await offered(name, '--')).toEqual([...options.map((option) => `--${option}`), '--help'])
})

test('the values of options, some of which have one letter', async () => {
  expect(await offered('check', '--model', '')).toEqual(modelNames)
  expect(await offered('check', 'a.test', '--solver', 'b')).toEqual(['brute'])
  expect(await offered('witness', 'a.test', '-f', 's')).toEqual(['svg'])
  expect(await offered('check', '--reporter', '')).toEqual(['junit', 'sarif', 'github', 'tap'])
  expect(await offered('fix', '--only', 'proxy')).toEqual(['proxy-fences'])
})

test('--option=value, which bash takes for three words, and zsh for one', async () => {
  expect(await offered('check', '--solver', '=')).toEqual(['sat', 'z3', 'brute'])
  expect(await offered('check', '--solver', '=', 'b')).toEqual(['brute'])
  expect(await offered('check', '--solver=b')).toEqual(['--solver=brute'])
  expect(await offered('--model', '=', 'ptx-6.0', 'check', '--ver')).toEqual(['--verbose'])
})

test('words that are not files', async () => {
  expect(await offered('models', 's')).toEqual(['show'])
  expect(await offered('models', 'diff', 'ptx-6')).toEqual(['ptx-6.0'])
  expect(await offered('distinguish', 'ptx-7.5', 'nv')).toEqual(['nvlitmus'])
})

test.each([
  [['check', '']],
  [['check', 'my te']],
  [['check', '--quiet', 'x']],
  [['check', '--expect', '']],
  [['check', '--model', './']],
  [['check', '--reporter', 'junit', '=', 're']],
  [['nonsense', '']],
])('%j: files', async (words) => {
  expect(await offered(...words)).toEqual([])
})

test('bash knows the function, and to offer files', async () => {
  expect(bash(`. '${await script()}'`, 'complete -p ptx-litmus')).toBe(
    'complete -o bashdefault -o default -F _ptx_litmus ptx-litmus\n',
  )
})

test('no word of the script means something to a shell', async () => {
  const { stdout } = await run(['completion'])
  const lists = [...stdout.matchAll(/ offered='(.*)' ;;$/gm)].map(([, list = '']) => list)
  expect(lists.length).toBeGreaterThan(commands.length)
  for (const list of lists) expect(list).toMatch(/^[\w .-]+$/)
})

test('it takes one shell: status 2', async () => {
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it must be one of bash, zsh, fish'),
  })
  expect(await run(['completion', 'bash', 'zsh'])).toMatchObject({ status: 2 })
  expect(await run(['completion', 'zsh'])).toEqual(await run(['completion']))
})

describe('for fish', () => {
  const fishLines = async () => (await run(['completion', 'fish'])).stdout.trimEnd().split('\n')

  test('each line completes something: every command, and every option with its values', async () => {
    const lines = await fishLines()
    const named = (name: string) => lines.filter((line) => line.includes(`__fish_seen_subcommand_from ${name}'`))
    for (const line of lines.slice(1)) expect(line).toMatch(/^complete -c ptx-litmus /)
    for (const { name, load } of commands) {
      expect(lines.some((line) => line.includes(` -a ${name} -d `))).toBe(true)
      for (const option of Object.keys((await load()).options))
        expect([name, option, named(name).some((line) => line.includes(` ${dash(option)} `))]).toEqual([
          name,
          option,
          true,
        ])
    }
    expect(named('check').find((line) => line.includes(' -l solver '))).toContain("-x -a 'sat z3 brute'")
    expect(named('check').find((line) => line.includes(' -l verbose '))).not.toContain(' -r')
  })
  const dash = (option: string): string => `${option.length === 1 ? '-s' : '-l'} ${option}`

  const fish = spawnSync('sh', ['-c', 'fish --version']).status === 0
  ;(fish ? test : test.skip)('fish offers them (skipped where there is no fish)', async () => {
    const path = write('ptx-litmus.fish', (await run(['completion', 'fish'])).stdout)
    const offers = (words: string): readonly string[] => {
      const line = `source '${path}'; complete -C 'ptx-litmus ${words}'`
      const { stdout, stderr } = spawnSync('sh', ['-c', 'exec fish --no-config -c "$0"', line], { encoding: 'utf8' })
      expect(stderr).toBe('')
      return stdout
        .trimEnd()
        .split('\n')
        .map((one) => one.split('\t')[0] ?? '')
    }
    expect(offers('ch')).toEqual(['check'])
    expect(offers('check --solver ').toSorted()).toEqual(['brute', 'sat', 'z3'])
    expect(offers('check --encod')).toEqual(['--encoding'])
    expect(offers('models s')).toContain('show')
  })
})
