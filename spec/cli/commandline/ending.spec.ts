import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()
const test1 = () =>
  write('seen.test', '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } check (r == 1) as seen;')

describe('a file whose ending names another format than the one to write: status 2, and no file', () => {
  test.each([
    [
      ['witness', '-o', 'x.png'],
      '--output: no format has the extension .png; the formats are text (.txt), dot (.dot, .gv), svg (.svg), json (.json); choose one with --format',
    ],
    [['witness', '-o', 'x.picture'], '--output: no format has the extension .picture; the formats are text (.txt), '],
    [['witness', '-o', 'x.json', '-f', 'svg'], '--output: --format asks for svg, not for a .json'],
    [['witness', '-o', 'x.png', '-f', 'svg'], '--output: --format asks for svg, not for a .png'],
    [['witness', '-o', 'x.TXT', '-f', 'svg'], '--output: --format asks for svg, not for a .TXT'],
    [
      ['explain', '-o', 'x.pdf'],
      '--output: no format has the extension .pdf; the formats are text (.txt), svg (.svg), ',
    ],
    [
      ['explain', '-o', 'x.dot'],
      '--output: no format has the extension .dot; the formats are text (.txt), svg (.svg), ',
    ],
    [['explain', '-o', 'x.svg', '--json'], '--output: --json asks for json, not for a .svg'],
    [['explain', '--format', 'svg', '--json'], '--json: --format asks for svg'],
    [['convert', '-o', 'x.svg'], '--output: no format has the extension .svg; the formats are nvlitmus (.test), '],
    [['convert', '-o', 'x.litmus', '--to', 'nvlitmus'], '--output: --to asks for nvlitmus, not for a .litmus'],
  ])('%j', async ([command, ...options], message) => {
    const { status, stdout, stderr } = await run([command ?? '', test1(), ...options])
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(status).toBe(2)
    expect(existsSync(join(folder, options[1] ?? ''))).toBe(false)
  })
})

test.each(['cor.svg', 'out.txt', 'a.litmus'])('cycle writes no %s', async (file) => {
  const { status, stdout, stderr } = await run(['cycle', 'Rfe PosRR Fre', '-o', file])
  expect(stderr).toContain('--output: cycle writes a test, so the file ends in .test')
  expect([status, stdout, existsSync(join(folder, file))]).toEqual([2, '', false])
})

describe('the format follows from the ending', () => {
  test.each([
    [['witness'], 'x.SVG', /^<svg/],
    [['witness'], 'x.json', /^\{/],
    [['witness'], 'x.gv', /^digraph/],
    [['witness'], 'x.txt', /seen/],
    [['witness'], 'x', /seen/],
    [['witness', '-f', 'svg'], 'x.picture', /^<svg/],
    [['convert'], 'x.test', /^\.global x/],
    [['convert'], 'x.litmus', /^PTX/],
    [['convert'], 'x.txt', /^PTX/],
  ])('%j -o %s', async (words, file, beginning) => {
    const { status } = await run([...words, test1(), '-o', file])
    expect(status).toBe(0)
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(beginning)
  })
})
