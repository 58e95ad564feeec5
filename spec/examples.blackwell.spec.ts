import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { testName } from '../litmus/program.js'
import { workplace } from './cli/workplace.js'
import { exampleNamed } from './examples.js'
import { onEach } from './extent.js'
import { root, testsIn, textOf } from './support.js'

const folder = join(root, 'examples/blackwell')
const { run } = workplace()

interface Row {
  readonly kernel: string
  readonly launch: string
  readonly answer: string
  readonly strict: string
  readonly undefined: string
  readonly says: string
}

const rows: readonly Row[] = parse(textOf(folder, 'races.csv'), { columns: true })

/** The kernels and tests that `npm test` decides: mistakes of several kinds that take two seconds at most. */
const quick = [
  ...['lifetime', 'lifetime+growing', 'accumulators+other-shape', 'relaxed+no-after'],
  ...['pairs.test#4', 'completion.test#7', 'completion.test#10', 'warps.test#3', 'cancelled.test#2'],
]

onEach(
  'races',
  {
    all: rows.map((row) => ({ ...row, name: row.kernel })),
    sample: (all) => all.filter(({ name }) => quick.includes(name)),
    least: quick.length,
  },
  async ({ kernel, launch, answer, strict, undefined: reached, says }) => {
    const file = join(folder, launch === '' ? kernel : `${kernel}.ptx`)
    const { stdout } = await run(['races', file, ...(launch === '' ? [] : ['--launch', launch])])
    const [text = ''] = stdout.split('\n\n')
    const [line = ''] = text.split('\n').filter((one) => one.includes(`${basename(file)}  `))
    expect(line).toContain(answer)
    expect(line.includes('undefined behaviour is reachable')).toBe(reached !== '' || strict === 'undefined')
    expect(/ptx-9\.4-strict: (\w+)/.exec(line)?.[1] ?? '').toBe(strict)
    expect(text).toContain(says)
  },
)

test('the table has each compiled kernel, and the list in the README too', () => {
  const compiled = readdirSync(folder).flatMap((file) => (file.endsWith('.ptx') ? [file.slice(0, -4)] : []))
  const launched = rows.filter(({ launch }) => launch !== '')
  expect(launched.map(({ kernel }) => kernel).toSorted()).toEqual(compiled.toSorted())
  for (const name of compiled) expect(textOf(folder, 'README.md')).toContain(`\n| \`${name}\` |`)
})

test('the table has each test, and the list in the README each file', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.test'))
  const tests = files.flatMap((file) => testsIn(textOf(folder, file), file).map(testName))
  expect(
    rows
      .filter(({ launch }) => launch === '')
      .map(({ kernel }) => kernel)
      .toSorted(),
  ).toEqual(tests.toSorted())
  for (const file of files) expect(textOf(folder, 'README.md')).toContain(`\n| \`${file}\` |`)
})

test('a test that can reach undefined behaviour is undefined in the table of verdicts, too', () => {
  for (const { kernel, launch, strict, undefined: reached } of rows)
    if (launch === '')
      expect([kernel, exampleNamed(`blackwell/${kernel}`).verdicts]).toEqual([
        kernel,
        [reached !== '' || strict === 'undefined' ? 'undefined' : 'allowed'],
      ])
})
