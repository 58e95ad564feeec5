import { chmodSync, existsSync } from 'node:fs'
import { runReport } from '../../../report/run.js'
import { planIn } from '../../hardware/plans.js'
import { textOf } from '../../support.js'
import { workplace } from '../workplace.js'
import { mp, texture } from './tests.js'

const { folder, write, run, clear } = workplace()
afterEach(clear)

const elsewhere =
  '`ptx-litmus cuda -o DIR` writes the program for another machine, and `run --log FILE` reads what it prints there'

/** Writes an executable script. */
function script(name: string, ...lines: readonly string[]): string {
  const path = write(name, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

/** Writes a compiler that keeps its arguments, and makes a program of these lines. */
const compilerOf = (...program: readonly string[]): string =>
  script(
    'fake-nvcc',
    `echo "$@" > ${folder}/compiled-with`,
    `for last in "$@"; do case "$last" in *.cu) cp "$last" ${folder}/given.cu;; esac; done`,
    `cp ${script('made', ...program)} "$last"`,
  )

const states = (r0: number, r1: number): string =>
  JSON.stringify({
    ...{ format: 1, device: 'a GPU', arch: 'sm_90', driver: '13.0', runtime: '13.0', date: '2026-11-23', seed: 1 },
    stress: [],
    tests: [
      {
        ...{ test: 'mp.test', hash: planIn(mp).hash, times: 4, gaveUp: 0, missed: 0, seconds: 0.1 },
        states: [{ count: 4, values: { '1:r0': `${r0}`, '1:r1': `${r1}` } }],
      },
    ],
  })
const prints = (log: string): readonly string[] => [`echo "$@" > ${folder}/ran-with`, `cat <<'END'`, log, 'END']

const running = async (nvcc: string, ...more: readonly string[]) =>
  run(['run', write('mp.test', mp), '--nvcc', nvcc, ...more])

describe('ptx-litmus run', () => {
  test('compiles the program of `cuda`, runs it, and judges its output', async () => {
    const { status, stdout, stderr } = await running(compilerOf(...prints(states(1, 1))))
    expect(stdout).toContain('        4 :> 1:r0=1; 1:r1=1; allowed\n')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    await run(['cuda', 'mp.test', '-o', 'program'])
    await run(['run', 'mp.test', '--nvcc', './fake-nvcc'])
    expect(textOf(folder, 'given.cu')).toBe(textOf(folder, 'program/litmus.cu'))
    expect(textOf(folder, 'compiled-with')).toMatch(/^-O2 -std=c\+\+17 -arch=sm_90a \S+\/litmus\.cu -o \S+\/litmus\n$/)
    expect(textOf(folder, 'ran-with')).toBe('--times 1000000 --seconds 30 --stress 16 --seed 1\n')
  })

  test('a forbidden state: status 1, also as JSON', async () => {
    const { status, stdout } = await running(compilerOf(...prints(states(1, 0))), '--json')
    expect(runReport.parse(JSON.parse(stdout))).toMatchObject({
      runs: [{ device: 'a GPU' }],
      tests: [{ status: 'ran', states: [{ count: 4, verdict: 'forbidden' }] }],
      exitStatus: 1,
    })
    expect(status).toBe(1)
  })

  test('the compiler and the program get the requested options', async () => {
    const given = ['--times', '50', '--seconds', '0.5', '--stress', '3', '--seed', '9', '--arch', 'sm_100a']
    await running(compilerOf(...prints(states(1, 1))), ...given)
    expect(textOf(folder, 'compiled-with')).toContain(' -arch=sm_100a ')
    expect(textOf(folder, 'ran-with')).toBe('--times 50 --seconds 0.5 --stress 3 --seed 9\n')
  })

  test('only tests that can run are in the program', async () => {
    const paths = [write('a.test', texture), write('mp.test', mp)]
    const { status, stdout } = await run(['run', ...paths, '--nvcc', compilerOf(...prints(states(1, 1)))])
    expect(textOf(folder, 'given.cu').match(/^static const Test test_/gm)).toHaveLength(1)
    expect(stdout).toContain('1 of 2 tests ran on a GPU (CUDA 13.0, 2026-11-23); 1 not runnable\n')
    expect(status).toBe(0)
  })

  test('if no test can run, nothing is compiled', async () => {
    const file = write('a.test', texture)
    const { status, stderr } = await run(['run', file, '--nvcc', compilerOf(...prints(states(1, 1)))])
    expect(stderr).toBe(`${file}: none of the tests can run on a GPU; \`ptx-litmus cuda\` says why\n`)
    expect(existsSync(`${folder}/compiled-with`)).toBe(false)
    expect(status).toBe(2)
  })

  test('without nvcc, it says that the program can run elsewhere', async () => {
    const { status, stdout, stderr } = await running('no-such-nvcc')
    expect(stderr).toMatch(/mp\.test: `no-such-nvcc` is not found: /)
    expect(stderr).toContain(`${elsewhere}; --nvcc names another compiler\n`)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })

  test.each<[what: string, nvcc: () => string, message: string]>([
    [
      'a compiler that fails',
      () => script('nvcc', 'echo "litmus.cu(1): error: no" >&2', 'exit 1'),
      '/nvcc` failed\n  note: litmus.cu(1): error: no\n',
    ],
    ['a compiler that cannot be run', () => write('nvcc', '#!/bin/sh\n'), '/nvcc` cannot be run: permission denied: '],
    ['a compiler that makes nothing', () => script('nvcc', 'exit 0'), '/nvcc` made is not found; '],
    [
      'no GPU',
      () => compilerOf('echo "there is no GPU that CUDA can use" >&2', 'exit 2'),
      `there is no GPU that CUDA can use; ${elsewhere}\n`,
    ],
    ['a program that says nothing', () => compilerOf('exit 1'), `the program failed; ${elsewhere}\n`],
    ['a program that a signal ends', () => compilerOf('kill -SEGV $$'), `the program failed; ${elsewhere}\n`],
    [
      'a program that prints half a log',
      () => compilerOf(...prints(states(1, 1).slice(0, 99))),
      'the log: this is not a log: it is not JSON, or it is incomplete\n',
    ],
  ])('%s: status 2, and a message that says what is missing', async (_, nvcc, message) => {
    const { status, stdout, stderr } = await running(nvcc())
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})
