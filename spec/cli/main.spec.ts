import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../cli/commands.js'
import { checkReport } from '../../report/check.js'
import { root } from '../support.js'
import { workplace } from './workplace.js'

const { folder, write, run, runProcess } = workplace()

const seen = (claim: string) => `.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } ${claim} (r == 1) as seen;`

/** A call of each command, the status it ends with, and what is in the output. */
const calls: readonly (readonly [words: string, status: number, said: string])[] = [
  ['check seen.test', 0, '1 as expected'],
  ['explain seen.test', 0, 'seen.test · seen · ptx-9.4: allowed'],
  ['fix violated.test', 1, 'no repair'],
  ['weaken violated.test', 1, 'nothing to go by'],
  ['audit violated.test', 1, 'nothing to go by'],
  ['witness seen.test', 0, 'permit (r == 1) as seen'],
  ['replay witness.json', 0, 'consistent'],
  ['verify nowhere', 2, 'no such file or folder'],
  ['outcomes seen.test', 0, 'States 2'],
  ['run seen.test --nvcc nowhere', 2, '`nowhere` is not found'],
  ['cuda seen.test', 0, '#include <cuda.h>'],
  ['races seen.test', 1, 'A data race (ISA 8.7.1):'],
  ['convert --to herd seen.test', 0, 'PTX seen'],
  ['distinguish ptx-6.0 ptx-7.5 --instructions 1', 1, 'no difference between ptx-6.0 and ptx-7.5'],
  ['generate --model ptx-6.0 --instructions 1', 0, '0 minimal tests of up to 1 instruction'],
  ['merge part.json', 0, '1 as expected'],
  ['cycle PodWW Rfe PodRR Fre', 0, '// MP'],
  [`launch ${join(root, 'examples/kernels/spin-lock.ptx')}`, 0, '1 entry'],
  ['models', 0, 'ptx-7.5'],
  ['regress seen.test --each-axiom', 0, 'no test needs it'],
  ['playground nowhere.test', 2, 'no such file or folder'],
  ['smt seen.test', 0, '(check-sat'],
  // The client leaves before it has sent anything.
  ['lsp', 1, ''],
  ['mcp', 0, ''],
  ['completion', 0, '_ptx_litmus()'],
]

describe('each command is one of the package', () => {
  beforeAll(async () => {
    const test = write('seen.test', seen('permit'))
    write('violated.test', seen('assert'))
    write('witness.json', (await run(['witness', '--json', test])).stdout)
    write('part.json', (await run(['check', '--json', '--shard', '1/1', test])).stdout)
  })

  test('all are called', () =>
    expect(calls.map(([words]) => words.split(' ')[0])).toEqual(commands.map(({ name }) => name)))

  test.each(calls)('%s', (words, status, said) => {
    const ran = runProcess(words.split(' '))
    expect(ran.stdout + ran.stderr).toContain(said)
    expect(ran.status).toBe(status)
  })
})

describe('the process', () => {
  test('ends with status 1 if a claim does not hold', () => {
    expect(runProcess(['check', write('seen.test', seen('assert'))]).status).toBe(1)
  })

  test('reads standard input', () => {
    const { status, stdout } = runProcess(['check', '-'], seen('permit'))
    expect(status).toBe(0)
    expect(stdout).toContain('<stdin>')
  })

  test('writes all of a long document into a pipe', () => {
    const questions = Array.from({ length: 300 }, (_, i) => `check (r0 == ${i}) as q${i};`).join('\n')
    const long = write('long.test', `.global x; d0.b0.t0 { ld r0, [x]; } ${questions}`)
    const { stdout } = runProcess(['check', '--json', long])
    // A pipe holds 64 KiB.
    expect(stdout.length).toBeGreaterThan(2 ** 17)
    expect(checkReport.parse(JSON.parse(stdout)).questions).toHaveLength(300)
  })

  test('writes no colour into a pipe, and no progress', () => {
    const { stdout, stderr } = runProcess(['regress', write('seen.test', seen('permit')), '--each-axiom'])
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toBe('')
  })

  test.each(['--version', '-V'])('%s names the tool and the solvers', async (version) => {
    expect((await run([version])).stdout).toMatch(
      /^ptx-litmus \d+\.\d+\.\d+ \(CaDiCaL \d+\.\d+\.\d+(-\w+)?, z3-solver \d+\.\d+\.\d+, z3 \d+\.\d+\.\d+\.\d+\)\n$/,
    )
  })

  test('help COMMAND shows what COMMAND --help does', () => {
    expect(runProcess(['help', 'check'])).toEqual(runProcess(['check', '--help']))
    expect(runProcess(['help'])).toEqual(runProcess(['--help']))
  })

  test('--help shows commands, and of a command its options and examples', async () => {
    expect(runProcess(['--help']).stdout).toContain('ptx-litmus check <tests..>')
    expect((await run(['outcomes', '--help'])).stdout).toMatch(
      /^ {2}Ok, No +whether the condition holds as written, with its quantifier/m,
    )
    const { stdout } = await run(['check', '--help'])
    expect(stdout).toMatch(/--expect[\s\S]*--timeout[\s\S]*Examples:[\s\S]*Exit status:/)
  })
})

/** Runs a line of bash in which `$run` is the command. */
const shell = (line: string) => {
  const run = `${process.execPath} ${join(root, 'dist/ptx-litmus.js')}`
  return spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8', env: { ...process.env, run } })
}

const fullDisk = '/dev/full'

describe('a full disk', () => {
  test.each([['check'], ['convert'], ['--help']])('%s > /dev/full: status 2, and a message that says so', (command) => {
    const full = openSync(fullDisk, 'w')
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'dist/ptx-litmus.js'), command, write('seen.test', seen('permit'))],
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    )
    closeSync(full)
    expect(stderr).toContain('ptx-litmus: standard output: cannot be written: no space left on the device\n')
    expect(status).toBe(2)
  })

  test.each([['witness'], ['smt'], ['explain'], ['convert']])(
    '%s -o /dev/full: status 2, and the file',
    async (command) => {
      const { status, stderr } = await run([command, write('seen.test', seen('permit')), '-o', fullDisk])
      expect(stderr).toContain('/dev/full: cannot be written: no space left on the device\n')
      expect(status).toBe(2)
    },
  )

  test('errors that cannot be reported: still status 2', () => {
    expect(shell(`$run check ${write('seen.test', seen('permit'))} 2> /dev/full`).status).toBe(0)
    expect(shell('$run check nowhere.test 2> /dev/full').status).toBe(2)
  })
})

test('a reader that has seen enough ends it without a word, and not with the status of success', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `check (r0 == ${i}) as q${i};`).join('\n')
  const long = write('long.test', `.global x; d0.b0.t0 { ld r0, [x]; } ${many}`)
  const { status, stdout, stderr } = shell(`set -o pipefail; $run convert --to nvlitmus ${long} | head -n 1`)
  expect(stdout).not.toBe('')
  expect(stderr).toBe('')
  expect(status).toBe(141)
})

describe('pipes, devices and the like', () => {
  test.each([
    ['a file as /dev/stdin', '$run check /dev/stdin < seen.test'],
    ['process substitution', '$run check <(cat seen.test)'],
    ['a slow pipe', '(sleep 0.3; cat seen.test) | $run check -'],
    ['a pipe by its name', 'rm -f pipe; mkfifo pipe; cat seen.test > pipe & $run check pipe'],
  ])('%s is read', (_, line) => {
    write('seen.test', seen('permit'))
    const { status, stdout } = shell(line)
    expect(stdout).toContain('1 as expected')
    expect(status).toBe(0)
  })

  test('rows of standard input are named as those of files', () => {
    write('rows.test', `${seen('permit').replace('== 1', '== $0')}\n$$\n0\n1\n`)
    const { stdout } = shell('$run check "<stdin>#2" < rows.test')
    expect(stdout).toContain('<stdin>#2')
    expect(stdout).toContain('1 question of 1 test in 1 file')
  })

  test('what does not end is given up as soon as it is too large, without the memory for it', () => {
    const { status, stderr } = shell('ulimit -v 16000000; $run check - < /dev/zero')
    expect(stderr).toBe('<stdin>: this is larger than 4 MiB, the limit for a file of tests\n')
    expect(status).toBe(2)
  })

  test.each([
    ['a baseline', 'regress seen.test --baseline /dev/zero --update'],
    ['a table', 'check seen.test --expect /dev/zero'],
    ['a witness', 'replay /dev/zero'],
    ['a test', 'check /dev/zero'],
    ['a test', 'witness /dev/zero'],
    ['a link to a device as a model', 'check seen.test --model endless.cat'],
  ])('%s is not a device: %s', async (_, line) => {
    write('seen.test', seen('permit'))
    rmSync(join(folder, 'endless.cat'), { force: true })
    symlinkSync('/dev/zero', join(folder, 'endless.cat'))
    const { status, stderr } = await run(line.split(' '))
    expect(stderr).toMatch(/(\/dev\/zero|endless\.cat): this is a device;/)
    expect(status).toBe(2)
  })

  test('a baseline that is a pipe is read, but not rewritten', () => {
    write('seen.test', seen('permit'))
    const compared = (options: string) => shell(`$run regress seen.test --baseline <(cat b.csv) ${options}`)
    write('b.csv', 'test,question,model,verdict\nseen.test,seen,ptx-9.4,forbidden\n')
    expect(compared('').stderr).toBe('')
    const { status, stderr } = compared('--update')
    expect(stderr).toMatch(/: this is a pipe; only a file can be rewritten\n.*: not updated because of errors\n$/)
    expect(status).toBe(2)
  })

  test('a pipe in a folder does not block the command', () => {
    write('tests/seen.test', seen('permit'))
    const { status, stdout } = shell('mkfifo tests/pipe.litmus; $run check tests')
    expect(stdout).toContain('1 question of 1 test in 1 file')
    expect(status).toBe(0)
  })
})
