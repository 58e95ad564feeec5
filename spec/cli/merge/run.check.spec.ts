import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckReport, checkReport } from '../../../report/check.js'
import { everything, odd } from '../reporters/everything.js'
import { workplace } from '../workplace.js'

const place = workplace()
const { folder, write, run } = place

const documentIn = (text: string): CheckReport => checkReport.parse(JSON.parse(text))
/** Removes times, which differ from run to run. */
const steady = ({ milliseconds: _, questions, ...report }: CheckReport) => ({
  ...report,
  questions: questions.map(({ milliseconds: _, ...one }) => one),
})

/** Checks in parts, and returns their files. */
async function parts(of: number, check: (...args: readonly string[]) => Promise<{ readonly stdout: string }>) {
  const paths: string[] = []
  for (let i = 1; i <= of; i++) {
    paths.push(`part${i}of${of}.json`)
    write(`part${i}of${of}.json`, (await check('--shard', `${i}/${of}`)).stdout)
  }
  return paths
}

const checkAll = async (...args: readonly string[]) => {
  const { report, status } = await everything(place, ...args)
  return { stdout: JSON.stringify(report), status }
}

describe('parts of a run of check', () => {
  test.each([1, 3, 12])('%d parts give the document of one run, but for times, and its status', async (of) => {
    const whole = await checkAll()
    const paths = await parts(of, checkAll)
    const { status, stdout, stderr } = await run(['merge', ...paths.toReversed(), '--json'])
    expect([status, stderr]).toEqual([whole.status, ''])
    expect(steady(documentIn(stdout))).toEqual(steady(documentIn(whole.stdout)))
    const questions = paths.map((path) => documentIn(readFileSync(join(folder, path), 'utf8')).questions.length)
    expect(questions.reduce((sum, one) => sum + one, 0)).toBe(documentIn(whole.stdout).questions.length)
    if (of > 1) expect(Math.max(...questions)).toBeLessThan(documentIn(whole.stdout).questions.length)
  })

  test('with tables, --strict, --hangs, --question and threads', async () => {
    await everything(place)
    const table = write(
      'expected.csv',
      'test,question,model,verdict\nkept.test,fresh,ptx-9.4,allowed\nvacuous.test,q,ptx-9.4,vacuous\nrows.test#9,fresh,ptx-9.4,allowed\n',
    )
    for (const args of [
      ['--expect', table],
      ['--strict', '--hangs'],
      ['--question', 'fresh'],
      ['--question', 'fresher'],
      ['--jobs', '2'],
    ]) {
      const check = (...more: readonly string[]) => run(['check', '.', '--json', ...args, ...more])
      const whole = await check()
      const merged = await run(['merge', ...(await parts(2, check)), '--json'])
      expect(merged.status).toBe(whole.status)
      expect(steady(documentIn(merged.stdout))).toEqual(steady(documentIn(whole.stdout)))
    }
  })

  test('as text: the lines of one run; errors to standard error', async () => {
    const paths = await parts(2, checkAll)
    const { stdout, stderr } = await run(['merge', ...paths])
    expect(stdout).toMatch(/^✓ {2}kept\.test {2}fresh {2}holds /)
    expect(stdout).toMatch(/\n11 questions of 10 tests in 10 files: 3 as expected, 5 not as expected, .*2 errors; /)
    expect(stderr).toMatch(/^missing\.test: no such file or folder\nunreadable\.test:2:14: /)
  })

  test('-o writes the document, and --reporter a report', async () => {
    const paths = await parts(2, checkAll)
    const { status } = await run(['merge', ...paths, '-o', 'whole.json', '--reporter', 'tap=whole.tap'])
    expect(status).toBe(2)
    expect(documentIn(readFileSync(join(folder, 'whole.json'), 'utf8')).questions).toHaveLength(11)
    expect(readFileSync(join(folder, 'whole.tap'), 'utf8')).toMatch(
      /^TAP version 14\n1\.\.13\nok 1 - kept\.test fresh\n/,
    )
  })
})

describe('documents that cannot be merged: status 2, with the name of the file', () => {
  const changed = (path: string, change: object) =>
    write(path, JSON.stringify({ ...documentIn(readFileSync(join(folder, 'part2of2.json'), 'utf8')), ...change }))
  beforeAll(() => parts(2, checkAll))

  test.each([
    ['a part is missing', ['part1of2.json'], 'part1of2.json: of its 2 parts, these are missing: 2\n'],
    [
      'a part is given twice',
      ['part1of2.json', 'part2of2.json', 'part1of2.json'],
      'part1of2.json: it is part 1 of 2, as part1of2.json is\n',
    ],
    ['no part', ['whole.json'], 'whole.json: this is a whole run, not a part of one; --shard makes parts\n'],
    [
      'a suite',
      ['part1of2.json', 'suite.json'],
      'suite.json: this is a suite, but part1of2.json is a document of check\n',
    ],
    ['no document', ['no.json'], 'no.json: this is neither a document of check nor a suite of ptx-litmus\n'],
    [
      'a broken one',
      ['broken.json'],
      expect.stringMatching(/^broken\.json: this is not a document of check: versions: /),
    ],
  ])('%s', async (_, words, stderr) => {
    changed('whole.json', { shard: undefined })
    write('no.json', '{"errors": []}')
    write('broken.json', '{"questions": [], "count": {}}')
    await run(['generate', '--instructions', '2', '-o', folder])
    expect(await run(['merge', ...words])).toEqual({ status: 2, stdout: '', stderr })
  })

  test.each([
    ['of another model', { model: 'ptx-7.5' }, 'it is of another run: its model is not the same as in part1of2.json'],
    ['that was interrupted', { exitStatus: 130 }, 'it was interrupted'],
  ])('a part %s', async (_, change, message) => {
    changed('other.json', change)
    expect((await run(['merge', 'part1of2.json', 'other.json'])).stderr).toBe(`other.json: ${message}\n`)
  })

  test('a part of other tests', async () => {
    write('other.json', (await run(['check', 'kept.test', '--json', '--shard', '2/2'])).stdout)
    expect((await run(['merge', 'part1of2.json', 'other.json'])).stderr).toBe(
      'other.json: it is of another run: its tests, tables or options are not the same as in part1of2.json\n',
    )
  })

  test('a question that is answered twice, or by no part', async () => {
    const { shard, questions, errors, ...rest } = documentIn(readFileSync(join(folder, 'part2of2.json'), 'utf8'))
    const first = documentIn(readFileSync(join(folder, 'part1of2.json'), 'utf8'))
    write('first.json', JSON.stringify({ ...first, errors: [] }))
    const written = (indices: readonly number[], kept: CheckReport['questions']) =>
      write('other.json', JSON.stringify({ ...rest, errors: [], questions: kept, shard: { ...shard, indices } }))
    written([0, ...(shard?.indices.slice(1) ?? [])], questions)
    expect((await run(['merge', 'first.json', 'other.json'])).stderr).toBe(
      `first.json: ${odd} fresh is answered twice\n`,
    )
    written(shard?.indices.slice(1) ?? [], questions.slice(1))
    expect((await run(['merge', 'first.json', 'other.json'])).stderr).toBe(
      'first.json: only 10 of 11 questions have an answer\n',
    )
    written([], questions)
    expect((await run(['merge', 'first.json', 'other.json'])).stderr).toMatch(
      /shard\.indices: expected one for each question/,
    )
  })
})

test.each(['0/2', '3/2', '1', '1/0', 'a/b'])('--shard %s is misused', async (shard) => {
  expect((await run(['check', 'kept.test', '--shard', shard])).stderr).toMatch(
    /--shard: (expected i\/n, as in 1\/4|there is no such part)/,
  )
})
