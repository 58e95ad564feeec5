import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReport } from '../../../report/check.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()
const path = write('kept.test', '.global x; d0.b0.t0 { ld r0, [x]; } assert (r0 == 0) as zero;')

test('several reports go to files, and the usual lines stay', async () => {
  const files = ['a.xml', 'b.tap', 'c.sarif', 'd.txt'].map((name) => join(folder, name))
  const [a, b, c, d] = files
  const given = [`junit=${a}`, `tap=${b}`, `sarif=${c}`, `github=${d}`].flatMap((one) => ['--reporter', one])
  const { status, stdout, stderr } = await run(['check', path, ...given])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^✓ /)
  expect(files.map((file) => readFileSync(file, 'utf8').slice(0, 5))).toEqual(['<?xml', 'TAP v', '{\n  "', ''])
})

test('also with --json', async () => {
  const { stdout } = await run(['check', path, '--json', '--reporter', `tap=${join(folder, 'e.tap')}`])
  expect(checkReport.parse(JSON.parse(stdout)).questions).toMatchObject([{ place: `${path}:1:37` }])
  expect(readFileSync(join(folder, 'e.tap'), 'utf8')).toContain('ok 1 - ')
})

test('a report that cannot be written: status 2', async () => {
  const { status, stderr } = await run(['check', path, '--reporter', 'tap=/nowhere/report.tap'])
  expect(status).toBe(2)
  expect(stderr).toBe('/nowhere/report.tap: cannot be written: there is no such folder\n')
})

test.each([
  [['tap', 'junit'], 'two reports cannot be written to standard output; name a file for one: NAME=FILE'],
  [['tap=x', 'junit=x'], 'two reports cannot be written to x'],
  [['html'], '`html`: it must be one of junit, sarif, github, tap, followed by =FILE to write to a file'],
  [['tap='], '`tap=`: it must be one of junit, sarif, github, tap, followed by =FILE to write to a file'],
])('%j is misused: status 2', async (reporters, message) => {
  const { status, stderr } = await run(['check', path, ...reporters.flatMap((one) => ['--reporter', one])])
  expect(status).toBe(2)
  expect(stderr).toContain(`--reporter: ${message}\n`)
  expect(existsSync(join(folder, 'x'))).toBe(false)
})

test.each(['--json', '--jsonl'])('%s needs standard output for itself', async (json) => {
  const { status, stderr } = await run(['check', path, json, '--reporter', 'tap'])
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining(`--reporter: ${json} writes to standard output; name a file for the report: NAME=FILE`),
  ])
})
