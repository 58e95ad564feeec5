import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { testIn, verdicts } from '../../support.js'

/** Returns a test with these questions whose thread reads what it wrote. */
const nvlitmus = (asked: string) => `.global x; .global y; d0.b0.t0 { st [x], 1; ld r0, [x]; ld r1, [y]; }\n${asked}\n`
const herd = (asked: string) => `PTX t
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 ;
 st.weak x, 1 ;
 ld.weak r0, x ;
 ld.weak r1, y ;
${asked}
`

const errors = (text: string): readonly string[] =>
  readTests({ name: 'spec', text }).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0] ?? '')

describe.each([
  ['nvlitmus', nvlitmus],
  ['herd', herd],
])('what a %s test asks', (_, text) => {
  test.each([
    ['!', ''],
    ['~ ', ''],
    ['r0 == 1 && (r1 == 0 || (', '))'],
  ])('a condition is nested 300 levels deep at most: %s', (before, after) => {
    const nested = (times: number) => text(`exists (${before.repeat(times)}r0 == 1${after.repeat(times)})`)
    const half = after === '' ? 300 : 150
    expect(errors(nested(half))).toEqual([])
    expect(errors(nested(half + 1))).toEqual([
      expect.stringContaining('this condition is nested more than 300 levels deep'),
    ])
    // The stack ends somewhere in between; the place depends on what V8 has optimised.
    for (let times = 500; times < 20_000; times += 500)
      expect(errors(nested(times))).toEqual([expect.stringMatching(/: (this condition is )?nested /)])
  })
  test('in the words of either format', async () => {
    const program = testIn(
      text(`permit (r0 == 1 && [x] = 1) as p;
assert (P0:r0 == 1 /\\ 0:r1 = 0) as a;
check (r0 != 1 || x == 2) as c;
exists (r0 = 1)
forall (d0.b0.t0:r0 = 1 /\\ !(r1 == 1))
~exists (~r0 = 1 \\/ y == 1);
exists (false) as never`),
    )
    expect(program.questions.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'permit p',
      'assert a',
      'check c',
      'check exists',
      'assert forall',
      'assert ~exists',
      'check never',
    ])
    expect(await verdicts(program)).toEqual([
      'allowed',
      'forbidden',
      'forbidden',
      'allowed',
      'forbidden',
      'forbidden',
      'forbidden',
    ])
  })

  test('a question without a name is called by its condition', () => {
    const program = testIn(text('assert (r0 == 1 &&  // yes\n  r1 == 0);\ncheck (r0 == 1);'))
    expect(program.questions.map(({ name }) => name)).toEqual(['r0 == 1 && r1 == 0', 'r0 == 1'])
    expect(errors(text('assert (r0 == 1);\nassert (r0  ==  1);'))).toEqual([
      expect.stringContaining('a second question named `r0 == 1`'),
    ])
  })

  test('with a filter, and a list of values to show', async () => {
    const program = testIn(text('filter (r0 = 2)\nlocations [x; r1; 0:r0]\nexists (r0 = 1)'))
    expect(program.observed.map(({ kind }) => kind)).toEqual(['memory', 'register', 'register'])
    expect(await verdicts(program)).toEqual(['forbidden'])
  })

  test('at most one filter, one list, and one question of each name', () => {
    const first = text('').split('\n').length
    expect(errors(text('exists (r0 = 1)\nexists (r0 = 0)\nfilter (r0 = 1)\nfilter (r0 = 1)'))).toEqual([
      `spec:${first}:1: a second \`exists\` without a name; write \`exists (…) as NAME\``,
      `spec:${first + 2}:1: a second filter; a test has one`,
    ])
    expect(errors(text('exists (r0 = 1) as q\ncheck (r0 == 0) as q;'))).toEqual([
      `spec:${first}:23: a second question named \`q\``.replace(':23', ':20'),
    ])
    expect(errors(text('locations [x] locations [y] exists (r0 = 1)'))).toEqual([
      expect.stringContaining('a second list of locations; a test has one'),
    ])
  })

  test('a mistake in a condition is reported at its place', () => {
    const line = text('').split('\n').length - 1
    expect(errors(text('exists (r0 = 1 & r1 = 0)'))).toEqual([
      expect.stringMatching(`^spec:${line}:16: expected .*found \`&\``),
    ])
    expect(errors(text('exists (r0 = 1 /\\ (r1 = ))'))).toEqual([expect.stringMatching(`^spec:${line}:25: `)])
    expect(errors(text('exists ((r0 = 1)'))).toEqual([`spec:${line}:8: this parenthesis is not closed`])
  })

  test('a bare name is memory, or the register of the one thread that has it', () => {
    expect(errors(text('exists (r9 = 1)'))).toEqual([
      expect.stringContaining('`r9` is not declared, and no thread writes such a register'),
    ])
  })
})

test('how far `not` reaches is as in each format', async () => {
  // `not (r0 == 0 || r0 == 1)`, and `(not r0 == 0) \/ r0 == 1`
  expect(await verdicts(testIn(nvlitmus('check (not r0 == 0 || r0 == 1) as q;')))).toEqual(['forbidden'])
  expect(await verdicts(testIn(herd('exists (not r0 == 0 || r0 == 1)')))).toEqual(['allowed'])
})
