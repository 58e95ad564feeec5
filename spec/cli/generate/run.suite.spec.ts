import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SuiteDocument, suiteDocument } from '../../../report/suite.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run } = workplace()
const folder = join(root, 'suites/ptx-7.5')
const suite: SuiteDocument = suiteDocument.parse(JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8')))
const named = (tests: SuiteDocument['tests']) =>
  tests.filter(({ instructions }) => instructions <= 3).map(({ name, axioms, text }) => ({ name, axioms, text }))

test('the suite is what generate writes without dependencies, as far as its tests of 3 instructions', async () => {
  const { stdout } = await run([
    'generate',
    '--model',
    'ptx-7.5',
    '--instructions',
    '3',
    '--without',
    'dependencies',
    '--json',
  ])
  const again = suiteDocument.parse(JSON.parse(stdout))
  expect(again.fingerprint).toBe(suite.fingerprint)
  expect(named(again.tests)).toEqual(named(suite.tests))
}, 300_000)

test('each test of the suite is a file, and nothing else is; no two are equal up to symmetry', () => {
  const files = readdirSync(folder).filter((name) => name !== 'suite.json')
  expect(files.toSorted()).toEqual(suite.tests.map(({ name }) => `${name}.test`).toSorted())
  for (const { name, text } of suite.tests) expect(readFileSync(join(folder, `${name}.test`), 'utf8')).toBe(text)
  expect(new Set(suite.tests.map(({ canonical }) => canonical)).size).toBe(suite.tests.length)
})
