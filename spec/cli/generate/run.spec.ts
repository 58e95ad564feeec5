import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ptx60 } from '../../../axioms/models.js'
import { suiteDocument } from '../../../report/suite.js'
import { must } from '../../../source/must.js'
import { classes, sketches } from '../../../synthesis/sketches.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run, clear } = workplace()
afterEach(clear)

/** A search that takes a second. */
const small = ['generate', '--model', 'ptx-7.5', '--without', 'proxies', '--jobs', '1']
const two = [...small, '--instructions', '2']

const suiteOf = (text: string) => suiteDocument.parse(JSON.parse(text))
let known: string | undefined

/** Puts a complete suite into its folder. */
async function complete(): Promise<void> {
  known ??= (await run([...two, '--json'])).stdout
  write('suite/suite.json', known)
}

const written = () => suiteOf(textOf(folder, 'suite/suite.json'))

const names = `CoRW1                              by several axioms
CoWR0                              by several axioms
CoWW                               Coherence
Ax_Wx.0.x1+amo.rlx+rlx.cta+cta     Coherence, Atomicity
Ax_Wx.0.x1+amo.rlx+rlx.gpu         Coherence, Atomicity
Ax_Ax.0.0+amo.rlx+amo.rlx.cta+cta  Coherence, Atomicity
Ax_Ax.0.0+amo.rlx+amo.rlx.gpu      Coherence, Atomicity
`

const counts = `7 minimal tests of up to 2 instructions that ptx-7.5 forbids
with scopes cta, gpu; no proxies; atomics; fences; dependencies; final values; at most 4 threads and 3 locations
by size: 7 of 2
by axiom: 2 by several axioms; 1 Coherence; 4 Coherence, Atomicity
`

describe('ptx-litmus generate', () => {
  test('prints the names of the tests, and how many there are', async () => {
    expect(await run(two)).toEqual({ status: 0, stdout: names + counts, stderr: '' })
  })
  test('-o writes them with a suite, and check confirms them', async () => {
    expect(await run([...two, '-o', 'suite'])).toEqual({ status: 0, stdout: `${counts}written to suite\n`, stderr: '' })
    const { tests, complete, searched } = written()
    const files = readdirSync(join(folder, 'suite')).filter((file) => file.endsWith('.test'))
    expect(files.toSorted()).toEqual(tests.map(({ name }) => `${name}.test`).toSorted())
    for (const { name, text } of tests) expect(textOf(folder, 'suite', `${name}.test`)).toBe(text)
    expect([complete, searched > 0, tests.length]).toEqual([true, true, 7])
    const { status, stdout } = await run(['check', '--model', 'ptx-7.5', ...files.map((file) => `suite/${file}`)])
    expect([status, stdout.match(/ {2}holds/g)?.length]).toEqual([0, 7])
  })
  test('--json prints the suite', async () => {
    const { tests, axiom } = suiteOf((await run([...two, '--json', '--axiom', 'Atomicity'])).stdout)
    expect(axiom).toBe('Atomicity')
    expect(tests.map(({ axioms }) => axioms)).toEqual(Array(4).fill(['Coherence', 'Atomicity']))
  })
  test('the number of threads makes no difference', async () => {
    const [one, three] = [await run(two), await run([...two.slice(0, -4), '--instructions', '2', '--jobs', '3'])]
    expect(three).toEqual(one)
  })
  test('the parts of a search have the tests of the whole, each once', async () => {
    const whole = suiteOf((await run([...two, '--json'])).stdout).tests
    const parts = []
    for (const part of ['1/2', '2/2'])
      parts.push(suiteOf((await run([...two, '--json', '--shard', part])).stdout).tests)
    const order = (tests: typeof whole) => tests.toSorted((a, b) => a.sketch - b.sketch)
    expect(order(parts.flat())).toEqual(order(whole))
  })
})

describe('a suite is continued from the tests that were found', () => {
  const three = [...small, '--without', 'atomics', '--instructions', '3', '-o', 'suite']

  /** Returns the ends of chunks: they have 256 sketches, all of one class. */
  const ends = (): readonly number[] => {
    const { vocabulary } = written()
    let count = 0
    return classes(3, vocabulary).flatMap((one) => {
      const all = [...sketches(one, vocabulary)].length
      const own = Array.from({ length: Math.ceil(all / 256) }, (_, i) => count + Math.min(all, 256 * (i + 1)))
      count += all
      return own
    })
  }

  test('after a run that was killed anywhere between two writes: nothing is lost, nothing is there twice', async () => {
    await run(three)
    const whole = written()
    expect(must(ends().at(-1), 'an end')).toBe(whole.searched)
    expect(ends().length).toBeGreaterThan(2)
    // Also within a chunk: another version may have had other chunks.
    for (const searched of [...ends().slice(-2, -1), whole.searched - 7]) {
      const tests = whole.tests.filter(({ sketch }) => sketch < searched)
      write('suite/suite.json', JSON.stringify({ ...whole, tests, searched, complete: false }))
      // The files of later tests already exist, and so does a suite that was not completely written.
      write('suite/suite.json.part', '{"format": "ptx')
      expect((await run(three)).status).toBe(0)
      expect(written()).toEqual(whole)
    }
    expect(readdirSync(join(folder, 'suite')).filter((file) => file.endsWith('.test'))).toHaveLength(whole.tests.length)
  })

  test('a complete suite is shown, and not searched again', async () => {
    await complete()
    // A search would find these again.
    const { tests, ...suite } = written()
    write('suite/suite.json', `${JSON.stringify({ ...suite, tests: [] }, undefined, 2)}\n`)
    const before = textOf(folder, 'suite/suite.json')
    expect((await run([...two, '-o', 'suite'])).status).toBe(0)
    expect(tests).toHaveLength(7)
    expect(JSON.parse(textOf(folder, 'suite/suite.json'))).toEqual(JSON.parse(before))
  })

  test('--seconds: status 3, and the suite is not complete', async () => {
    const { status, stdout, stderr } = await run([...three.slice(0, -2), '--seconds', '0.001', '-o', 'suite'])
    expect([status, stderr]).toEqual([3, 'time is up; the same command resumes from here\n'])
    expect(stdout).toContain('; the search is not complete')
    expect(written().complete).toBe(false)
  })

  test('Ctrl-C: status 130, and the tests found so far are kept', async () => {
    const args = [...small, '--instructions', '5', '-o', 'suite']
    const child = spawn(process.execPath, [join(root, 'dist/ptx-litmus.js'), ...args], { cwd: folder })
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString()
    })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    // The tests that a run has found are written after some seconds.
    while (child.exitCode === null && !existsSync(join(folder, 'suite/suite.json')))
      await new Promise((resolve) => setTimeout(resolve, 100))
    const { searched } = written()
    child.kill('SIGINT')
    expect([await ended, stderr]).toEqual([130, 'interrupted; the same command resumes from here\n'])
    const suite = written()
    expect([suite.complete, suite.searched >= searched, searched > 0]).toEqual([false, true, true])
    const again = await run([...args, '--seconds', '0.001'])
    expect(again.status).toBe(3)
    expect(written()).toEqual(suite)
  })
})

test('a test whose file is missing is written again; the other files are unchanged', async () => {
  await complete()
  expect(await run([...two, '-o', 'suite'])).toMatchObject({ status: 0 })
  const text = textOf(folder, 'suite/CoWW.test')
  rmSync(join(folder, 'suite/CoWW.test'))
  write('suite/CoRW1.test', 'mine')
  expect(await run([...two, '-o', 'suite'])).toMatchObject({ status: 0 })
  expect([textOf(folder, 'suite/CoWW.test'), textOf(folder, 'suite/CoRW1.test')]).toEqual([text, 'mine'])
})

describe('models that cannot be searched: status 2', () => {
  const rec = 'let rec r = rf | (co; r; co)\nacyclic r as A\n'
  test.each<[readonly string[], string]>([
    [
      ['--model', 'ptx-6.0', '--axiom', 'Coherense'],
      '--axiom: ptx-6.0 has no axiom Coherense; did you mean `Coherence`? Its axioms are AXIOMS\n',
    ],
    [['--model', 'ptx-6.0', '--axiom', 'foo'], '--axiom: ptx-6.0 has no axiom foo; its axioms are AXIOMS\n'],
    [['--model', 'ptx-6.0', '--with', 'alias'], '--with: ptx-6.0 does not cover alias\n'],
    [['--model', 'rec.cat'], 'rec.cat: it has recursive definitions, which the search does not support\n'],
    [['-o', 'rec.cat'], 'rec.cat: cannot be written: this is not a folder\n'],
  ])('%j', async (args, stderr) => {
    write('rec.cat', rec)
    const axioms = ptx60.axioms.map(({ name }) => name).join(', ')
    expect(await run(['generate', '--instructions', '2', ...args])).toEqual({
      status: 2,
      stdout: '',
      stderr: stderr.replace('AXIOMS', axioms),
    })
  })
  test.each<[readonly string[], RegExp]>([
    [['--shard', '5/4'], /--shard: there is no such part/],
    [['--shard', '0/4'], /--shard: expected i\/n, as in 1\/4/],
    [['a.test'], /it takes no tests/],
    [['--with', 'sys', '--without', 'sys'], /--with: sys is also in --without/],
    [['--without', 'cta', '--without', 'gpu'], /--without: it needs a scope/],
    [['--instructions', '9'], /--instructions: it must be at most 8/],
    [['--with', 'everything'], /--with: /],
  ])('%j is wrong usage', async (args, message) => {
    const { status, stdout, stderr } = await run(['generate', ...args])
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
  })
  test.each<[readonly string[], string]>([
    [['--model', 'ptx-6.0'], 'it is another suite: its model is not the same'],
    [['--instructions', '3'], 'it is another suite: its number of instructions is not the same'],
    [['--without', 'atomics'], 'it is another suite: its vocabulary is not the same'],
    [['--axiom', 'Atomicity'], 'it is another suite: its axiom is not the same'],
    [['--shard', '1/2'], 'it is another part of the suite'],
  ])('%j in the folder of another suite', async (args, why) => {
    await complete()
    const before = textOf(folder, 'suite/suite.json')
    const given =
      args[0] === '--model' || args[0] === '--instructions' ? ['--model', 'ptx-7.5', '--instructions', '2'] : []
    const base = two.filter((word) => given.length === 0 || word !== args[0])
    const rest = given.length === 0 ? base : base.filter((word) => word !== (args[0] === '--model' ? 'ptx-7.5' : '2'))
    expect(await run([...rest, ...args, '-o', 'suite'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `suite: ${why}; give another folder\n`,
    })
    expect(textOf(folder, 'suite/suite.json')).toBe(before)
  })
  test('another text of a model of the same name', async () => {
    write('mine.cat', 'acyclic po | rf as A\n')
    const args = [
      'generate',
      '--model',
      'mine.cat',
      '--instructions',
      '2',
      '--without',
      'proxies',
      '--jobs',
      '1',
      '-o',
      'suite',
    ]
    expect((await run(args)).status).toBe(0)
    write('mine.cat', 'acyclic po | co as A\n')
    expect((await run(args)).stderr).toContain('it is another suite: the text of its model is not the same')
  })
  test.each([
    ['{"format":', /^suite\/suite\.json:2:1: this is not JSON/],
    ['{"format": "other"}', /^suite\/suite\.json: this is not a suite of ptx-litmus/],
    ['{"format": "ptx-litmus suite", "version": 2}', /^suite\/suite\.json: this version of the format is unknown/],
  ])('a folder without a valid suite: %s', async (text, message) => {
    write('suite/suite.json', `${text}\n`)
    const { status, stdout, stderr } = await run([...two, '-o', 'suite'])
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
    expect(textOf(folder, 'suite/suite.json')).toBe(`${text}\n`)
  })
  test('no name of a test leads out of the folder', async () => {
    await complete()
    const suite = written()
    const tests = suite.tests.map((one) => ({ ...one, name: '../out' }))
    write('suite/suite.json', JSON.stringify({ ...suite, tests, complete: false, searched: 0 }))
    const { status, stderr } = await run([...two, '-o', 'suite'])
    expect([status, stderr]).toEqual([2, expect.stringContaining('expected a name of a file')])
    expect(existsSync(join(folder, 'out.test'))).toBe(false)
  })
})
