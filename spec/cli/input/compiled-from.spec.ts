import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { withSources } from '../../../cli/input/compiled-from.js'
import { readSource } from '../../../cli/input/source.js'
import { racesReport } from '../../../report/explanation.js'
import { witness } from '../../../report/witness.js'
import { must } from '../../../source/must.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, clear, run } = workplace()
beforeEach(clear)

const module = (...files: readonly string[]): string =>
  [
    '.visible .entry k()\n{',
    ...files.map((_, i) => `  .loc ${i + 1} 1 1\n  ret;`),
    '}',
    ...files.map((file, i) => `.file ${i + 1} "${file}"`),
  ].join('\n')

const foundFor = (...files: readonly string[]): readonly (readonly [string, string])[] =>
  (withSources({ name: join(folder, 'out/k.ptx'), text: module(...files) }).sources ?? []).map(({ name, text }) => [
    name,
    text,
  ])

describe('the sources of a module', () => {
  test('are where the compiler says, from the folder of the module, or beside it', () => {
    write('out/beside.cu', 'beside')
    write('src/k.cu', 'relative')
    write('out/k.cu', 'not this one')
    const absolute = write('abs/k.cu', 'absolute')
    expect(foundFor('beside.cu', '../src/k.cu', absolute, '/none/at/all/beside.cu', 'C:\\src\\beside.cu')).toEqual([
      ['beside.cu', 'beside'],
      ['../src/k.cu', 'relative'],
      [absolute, 'absolute'],
      ['/none/at/all/beside.cu', 'beside'],
      ['C:\\src\\beside.cu', 'beside'],
    ])
  })

  test('are also the file with the name of the module, if it includes one of them', () => {
    write('out/common.cu', 'common')
    write('out/k.cu', '#define N 4\n#include "common.cu"\n')
    expect(foundFor('common.cu')).toEqual([
      ['common.cu', 'common'],
      ['k.cu', '#define N 4\n#include "common.cu"\n'],
    ])
    write('out/k.cu', 'another')
    expect(foundFor('common.cu')).toEqual([['common.cu', 'common']])
  })

  test('are left out if they cannot be read, or are not sources; the module is read anyway', () => {
    write('out/folder.cu/x', '')
    write('out/binary.cu', Uint8Array.of(0xff, 0xfe))
    write('out/large.cu', ' '.repeat(4 * 1024 * 1024 + 1))
    write('out/secret.txt', 'secret')
    execFileSync('mkfifo', [join(folder, 'out/pipe.cu')])
    expect(foundFor('gone.cu', 'folder.cu', 'binary.cu', 'large.cu', 'secret.txt', 'pipe.cu')).toEqual([])
  })

  test('are not read from pipes, which may never end', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(readSource(join(folder, 'pipe'), 'source').ok).toBe(false)
  })
})

const kernel = 'spin-lock+no-fence'
const textIn = (file: string): string => textOf(join(root, 'examples/kernels'), file)
const source = textIn(`${kernel}.cu`)

/** Returns a kernel of the examples, with this text as its source, or without one. */
const example = (name: string, text: string | undefined): string => {
  if (text !== undefined) write(`${name}.cu`, text)
  write(`${name}.ptx`, textIn(`${name}.ptx`))
  return write(`${name}.test`, textIn(`${name}.test`))
}

/** Returns the broken spin lock. */
const lock = (text: string | undefined): string => example(kernel, text)

/** A broken kernel whose explanation takes less time. */
const flag = 'flag+no-fence'

describe('the line of the source is shown with its text', () => {
  test('by explain: below the accesses that race, and below what changes', async () => {
    const { stdout, stderr } = await run(['explain', example(flag, textIn(`${flag}.cu`))])
    expect(stdout).toMatch(/\n {2}e\d+ {2}pass.*, flag\+no-fence\.cu:4 \(.*\n {6}flag\+no-fence\.cu:4: \*data = 42;\n/)
    expect(stdout).toMatch(/\n {2}replace st\.volatile.*\n {4}flag\+no-fence\.cu:5: \*flag = 1;\n/)
    expect(stderr).toBe('')
  })

  test('by witness: above the instructions, once; in pictures, in their boxes; in documents, which are replayed without it', async () => {
    const path = lock(source)
    const { stdout } = await run(['witness', path])
    expect(stdout).toMatch(
      /\| spin-lock\+no-fence\.cu:14: \*counter \+= 1;.*\n.*\| e13: ld\.global.*\n.*\| e14: st\.global/,
    )
    for (const format of ['svg', 'dot'])
      expect((await run(['witness', path, '--format', format])).stdout).toContain('.cu:14: *counter += 1;')
    const json = (await run(['witness', path, '--json'])).stdout
    const { threads, test } = witness.parse(JSON.parse(json))
    const load = threads[2]?.instructions.find(({ text }) => text.startsWith('ld.global'))
    expect(load?.source).toEqual({ file: `${kernel}.cu`, line: 14, text: '*counter += 1;' })
    expect(test.modules).toMatchObject([{ sources: [{ file: `${kernel}.cu`, text: source }] }])
    clear()
    expect((await run(['replay', write('w.json', json)])).status).toBe(0)
  })

  test('by races', async () => {
    const path = lock(source)
    expect((await run(['races', path])).stdout).toContain('      spin-lock+no-fence.cu:14: *counter += 1;\n')
    const [report] = racesReport.parse(JSON.parse((await run(['races', path, '--json'])).stdout)).tests
    const written = must(report?.witness, 'an execution').threads[2]?.instructions.map((one) => one.source?.text)
    expect(written).toContain('*counter += 1;')
  })

  test('also in a module that the command line launches', async () => {
    lock(source)
    const launched = [`${kernel}.ptx`, '--launch', 'spin<<<2, 1>>>(l: u32, n: u32, 1)', '--permit', 'n == 1']
    const json = (await run(['witness', ...launched, '--json'])).stdout
    expect(witness.parse(JSON.parse(json)).test.sources).toEqual([{ file: `${kernel}.cu`, text: source }])
    clear()
    expect((await run(['replay', write('w.json', json)])).status).toBe(0)
  })

  test('of a source that is compiled for the answer, and the command that does it is reported', async () => {
    lock(source)
    const compiler = write('compiler', `#!/bin/sh\nfor last; do :; done\ncp 'beside/${kernel}.ptx' "$last"\n`)
    chmodSync(compiler, 0o755)
    const launched = ['--nvcc', compiler, '--launch', 'spin<<<2, 1>>>(l: u32, n: u32, 1)', '--permit', 'n == 1']
    const { stdout, stderr } = await run(['witness', `${kernel}.cu`, ...launched])
    expect(stdout).toContain('| spin-lock+no-fence.cu:14: *counter += 1;')
    expect(stderr).toMatch(
      /^spin-lock\+no-fence\.ptx: note: compiled by `.*compiler -arch=.* spin-lock\+no-fence\.cu`\n$/,
    )
  })

  test('the place where undefined behaviour is reached', async () => {
    const { stdout } = await run(['check', join(root, 'examples/kernels/block-sum+divergent.test')])
    expect(stdout).toMatch(
      / at block-sum\+divergent\.cu:10 \(block-sum\+divergent\.ptx:68\): bar\.sync 0: .*\n +block-sum\+divergent\.cu:10: __syncthreads\(\);\n/,
    )
  })

  test('the place where a thread waits for ever', async () => {
    lock(source)
    const launched = [`${kernel}.ptx`, '--launch', 'spin<<<2, 1>>>(l: u32 = 1, n: u32, 1)', '--permit', 'n == 1']
    const { stdout } = await run(['check', '--hangs', ...launched])
    expect(stdout).toMatch(
      /waits for ever in loop .*, spin-lock\+no-fence\.cu:3, called at spin-lock\+no-fence\.cu:13 \(spin-lock\+no-fence\.ptx:38\), for/,
    )
    expect(stdout).toContain(
      '\n      spin-lock+no-fence.cu:3: while (atomicCAS(lock, 0, 1) != 0) {\n      spin-lock+no-fence.cu:13: acquire(lock);\n',
    )
  })
})

describe('without the source', () => {
  test('lines are named by their numbers, and nothing is remarked', async () => {
    const { stdout, stderr } = await run(['races', lock(undefined)])
    expect(stdout).toContain(', spin-lock+no-fence.cu:14 (spin-lock+no-fence.ptx:50): ld.global')
    expect(stdout).not.toContain('counter += 1')
    expect(stderr).toBe('')
  })
})

describe('a source that has changed since', () => {
  test.each([
    ['check', kernel],
    ['explain', flag],
    ['witness', kernel],
    ['races', kernel],
    ['outcomes', kernel],
    ['smt', kernel],
  ])('%s says so once, and quotes no line of it', async (command, name) => {
    const { stdout, stderr } = await run([command, example(name, `// A line is new.\n\n${textIn(`${name}.cu`)}`)])
    expect(stdout).not.toMatch(/counter \+= 1|\*data = 42/)
    expect(stderr.match(/has changed since/g)).toHaveLength(1)
    expect(stderr.replaceAll(name, 'K')).toMatch(
      /K\.ptx:\d+:\d+: note: `K\.cu` has changed since it was compiled to this: line \d+ has no code; its lines are shown by their numbers only\n/,
    )
  })
})
