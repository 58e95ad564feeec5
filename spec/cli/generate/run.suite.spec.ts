import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SuiteDocument, suiteDocument } from '../../../report/suite.js'
import { onEach } from '../../extent.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run } = workplace()
const folder = join(root, 'suites/ptx-7.5')
const suite: SuiteDocument = suiteDocument.parse(JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8')))
const named = (tests: SuiteDocument['tests'], most: number) =>
  tests.filter(({ instructions }) => instructions <= most).map(({ name, axioms, text }) => ({ name, axioms, text }))

onEach(
  'the suite is what generate writes without dependencies, as far as its tests of',
  {
    all: [2, 3].map((most) => ({ name: `${most} instructions`, most })),
    sample: (all) => all.slice(0, 1),
  },
  async ({ most }) => {
    const words = ['--model', 'ptx-7.5', '--instructions', `${most}`, '--without', 'dependencies', '--json']
    const again = suiteDocument.parse(JSON.parse((await run(['generate', ...words])).stdout))
    expect(again.fingerprint).toBe(suite.fingerprint)
    expect(named(again.tests, most)).toEqual(named(suite.tests, most))
  },
)

test('each test of the suite is a file, and nothing else is; no two are equal up to symmetry', () => {
  const files = readdirSync(folder).filter((name) => name !== 'suite.json')
  expect(files.toSorted()).toEqual(suite.tests.map(({ name }) => `${name}.test`).toSorted())
  for (const { name, text } of suite.tests) expect(readFileSync(join(folder, `${name}.test`), 'utf8')).toBe(text)
  expect(new Set(suite.tests.map(({ canonical }) => canonical)).size).toBe(suite.tests.length)
})
