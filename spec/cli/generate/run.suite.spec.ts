import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SuiteDocument, suiteDocument } from '../../../report/suite.js'
import { onEach } from '../../extent.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, run, write } = workplace()
const suites = join(root, 'suites/ptx-7.5')
const suite: SuiteDocument = suiteDocument.parse(JSON.parse(readFileSync(join(suites, 'suite.json'), 'utf8')))
const words = (most: number) => ['--model', 'ptx-7.5', '--instructions', `${most}`, '--without', 'dependencies']
const named = (tests: SuiteDocument['tests'], most: number) =>
  tests.filter(({ instructions }) => instructions <= most).map(({ name, axioms, text }) => ({ name, axioms, text }))

onEach(
  'the suite is what generate writes without dependencies, as far as its tests of',
  {
    all: [2, 3].map((most) => ({ name: `${most} instructions`, most })),
    sample: (all) => all.slice(0, 1),
    least: 1,
  },
  async ({ most }) => {
    const again = suiteDocument.parse(JSON.parse((await run(['generate', ...words(most), '--json'])).stdout))
    expect(again.fingerprint).toBe(suite.fingerprint)
    expect(named(again.tests, most)).toEqual(named(suite.tests, most))
  },
)

test('generate writes each test of the suite to a file; no two are equal up to symmetry', async () => {
  const before = readFileSync(join(suites, 'suite.json'), 'utf8')
  write('suite/suite.json', before)
  await run(['generate', ...words(4), '-o', 'suite'])
  const files = readdirSync(join(folder, 'suite')).filter((name) => name !== 'suite.json')
  expect(files.toSorted()).toEqual(suite.tests.map(({ name }) => `${name}.test`).toSorted())
  for (const { name, text } of suite.tests) expect(textOf(folder, `suite/${name}.test`)).toBe(text)
  expect(textOf(folder, 'suite/suite.json')).toBe(before)
  expect(new Set(suite.tests.map(({ canonical }) => canonical)).size).toBe(suite.tests.length)
})
