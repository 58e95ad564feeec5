import { checkReport } from '../../report/check.js'
import { workplace } from './workplace.js'

const { write, runProcess } = workplace()

const seen = (claim: string) => `.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } ${claim} (r == 1) as seen;`

describe('the process', () => {
  test.each([
    ['0 where claims hold', 'permit', 0],
    ['1 where one does not', 'assert', 1],
  ])('ends with status %s', (_, claim, status) => {
    expect(runProcess(['check', write('seen.test', seen(claim))]).status).toBe(status)
  })

  test('reads standard input', () => {
    const { status, stdout } = runProcess(['check', '-'], seen('permit'))
    expect(status).toBe(0)
    expect(stdout).toContain('<stdin>')
  })

  test('writes all of a long document into a pipe', () => {
    const questions = Array.from({ length: 1500 }, (_, i) => `check (r0 == ${i}) as q${i};`).join('\n')
    const long = write('long.test', `.global x; d0.b0.t0 { ld r0, [x]; } ${questions}`)
    const { stdout } = runProcess(['check', '--json', long])
    expect(checkReport.parse(JSON.parse(stdout)).questions).toHaveLength(1500)
  })

  test('writes no colour into a pipe, and no progress', () => {
    const { stdout, stderr } = runProcess(['regress', write('seen.test', seen('permit')), '--each-axiom'])
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toBe('')
  })

  test('--version names the tool, the package and z3', () => {
    expect(runProcess(['--version']).stdout).toMatch(
      /^ptx-litmus \d+\.\d+\.\d+ \(z3-solver \d+\.\d+\.\d+, z3 \d+\.\d+\.\d+\.\d+\)\n$/,
    )
  })

  test('--help shows commands, and of a command its options and examples', () => {
    expect(runProcess(['--help']).stdout).toContain('ptx-litmus check <paths..>')
    const { stdout } = runProcess(['check', '--help'])
    expect(stdout).toMatch(/--expect[\s\S]*--timeout[\s\S]*Examples:[\s\S]*Exit status:/)
  })
})
