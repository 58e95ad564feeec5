/** The reporter of a soak: prints a line for each test with what it drew, and how to repeat a failure. */

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const soak = JSON.parse(process.env['SOAK'])

/** Returns what the tests of a file have reported. */
const reportsOf = (file) =>
  (existsSync(soak.report) ? readFileSync(soak.report, 'utf8').trim().split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ testPath }) => testPath === file)

const escaped = (name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export default class {
  failed = 0
  passed = 0

  onTestFileResult(test, { testResults, testExecError }) {
    const file = relative('.', test.path)
    const reports = new Map(reportsOf(test.path).map((report) => [report.currentTestName, report]))
    if (testExecError !== undefined) this.fail(file, '', testExecError.message ?? String(testExecError))
    for (const { fullName, status, failureMessages } of testResults) {
      if (status !== 'passed' && status !== 'failed') continue
      const name = fullName.replace(/ \(random\)$/, '')
      const { seconds = 0, counts = {} } = reports.get(fullName) ?? {}
      const drawn = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
      const mark = status === 'passed' ? '✓' : '✗'
      console.log(`${mark} ${file.slice(5, -8)} › ${name}: ${drawn.join(', ') || 'nothing'} in ${seconds.toFixed(1)} s`)
      if (status === 'passed') this.passed++
      else this.fail(file, name, failureMessages.join('\n'))
    }
  }

  fail(file, name, message) {
    this.failed++
    const chosen = name === '' ? '' : ` -t '${escaped(name).replaceAll("'", "'\\''")}'`
    const seconds = Math.max(600, Math.ceil(2 * soak.seconds))
    console.log(
      `${message}\n\nTo repeat it: npm run soak -- --seed ${soak.seed} --seconds ${seconds} ${file}${chosen}\n`,
    )
  }

  // Makes jest fail if no test drew anything.
  getLastError() {
    return this.passed + this.failed === 0 ? new Error('no test that draws is meant') : undefined
  }

  onRunComplete() {
    if (this.passed + this.failed === 0) console.log('no test that draws is meant')
    console.log(`${this.passed} passed, ${this.failed} failed`)
  }
}
