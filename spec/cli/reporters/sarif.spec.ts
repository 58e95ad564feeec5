import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { reportedOf } from '../../../cli/check/cases.js'
import { sarif } from '../../../cli/reporters/sarif.js'
import { workplace } from '../workplace.js'
import { everything, odd } from './everything.js'

const place = workplace()
const schema: object = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
)
// The schema has a pattern that is not valid in Unicode mode.
const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
const isSarif = ajv.compile(schema)

test('a run with every kind of verdict is SARIF 2.1.0 by its schema', async () => {
  const { status } = await everything(place, '--reporter', 'sarif=report.sarif')
  const log = JSON.parse(readFileSync(join(place.folder, 'report.sarif'), 'utf8'))
  isSarif(log)
  expect(isSarif.errors).toBeNull()
  const [run] = log.runs
  expect(run.invocations).toEqual([{ executionSuccessful: false, exitCode: status }])
  for (const { ruleId, ruleIndex, level } of run.results) {
    const rule = run.tool.driver.rules[ruleIndex]
    expect([rule.id, rule.defaultConfiguration.level]).toEqual([ruleId, level])
  }
  const found = run.results.map((one: { ruleId: string; locations: readonly object[] }) => [
    one.ruleId,
    one.locations[0],
  ])
  const at = (file: string, startLine?: number, startColumn?: number) => ({
    physicalLocation: {
      artifactLocation: { uri: file },
      ...(startLine === undefined ? {} : { region: { startLine, startColumn } }),
    },
  })
  const uri = "odd/a%2Cb%3Ac%23%25%26%3C%22'%C3%A9.test"
  expect(existsSync(join(place.folder, decodeURIComponent(uri)))).toBe(true)
  expect(decodeURIComponent(uri)).toBe(odd)
  expect(found).toMatchObject([
    ['not-as-expected', at(uri, 4, 36)],
    ['not-as-expected', at('rows.test', 4, 36)],
    ['not-as-expected', at('vacuous.test', 1, 42)],
    ['undecided', at('undecided.litmus', 8, 1)],
    ['as-expected-but-qualified', at('within.test', 1, 130)],
    ['not-as-expected', at('hangs.litmus', 6, 1)],
    ['not-as-expected', at('undefined.litmus', 9, 4)],
    ['not-covered', at('mixed.litmus', 6, 1)],
    ['error', at('missing.test')],
    ['error', at('unreadable.test', 2, 14)],
  ])
  const hang = run.results[5].relatedLocations
  expect(hang).toMatchObject([
    { id: 0, message: { text: 'P1 waits for ever here' }, physicalLocation: { region: { startLine: 6 } } },
    { id: 1, message: { text: 'the claim' }, physicalLocation: { region: { startLine: 8 } } },
  ])
})

test('the schema refuses another log', () => {
  expect(isSarif({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false)
})

test('standard input and conditions of options are not files; absolute paths are URIs', async () => {
  const { report } = await everything(place)
  const [question] = report.questions
  if (question === undefined) throw new Error('a question is needed')
  const uris = (test: string, where: string) => {
    const one = { ...question, test, place: where, asExpected: false }
    const log = JSON.parse(
      sarif(reportedOf({ ...report, questions: [one], errors: [] }, { strict: false, mustEnd: false })),
    )
    expect(isSarif(log)).toBe(true)
    return log.runs[0].results[0].locations[0].physicalLocation?.artifactLocation.uri
  }
  expect(uris('<stdin>', '<stdin>:1:1')).toBeUndefined()
  expect(uris('k.ptx', '--assert:1:1')).toBe('k.ptx')
  expect(uris('a\nb.test', 'a\ufffdb.test:1:1')).toBe('a%0Ab.test')
  expect(uris('/a b/k.ptx', '/a b/k.ptx:1:1')).toBe('file:///a%20b/k.ptx')
})
