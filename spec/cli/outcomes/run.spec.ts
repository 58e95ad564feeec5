import * as z from 'zod'
import { outcomesReport } from '../../../report/outcomes.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

const sb = write(
  'sb.test',
  `.global x; .global y;
d0.b0.t0 { st.weak [x], 1; ld.weak r0, [y]; }
d0.b1.t0 { st.weak [y], 1; ld.weak r1, [x]; }
permit (r0 == 0 && not (r1 == 1)) as stale;
`,
)
const two = write(
  'two.test',
  `.global x;
d0.b0.t0 { st.weak [x], $0; ld.weak r0, [x]; }
assert (r0 == $0) as own;
check (r0 == 7 || [x] > 1) as other;
$$
1
2
`,
)

describe('ptx-litmus outcomes', () => {
  test("in herd7's form", async () => {
    const { status, stdout } = await run(['outcomes', sb])
    expect(stdout).toBe(`Test ${sb} Allowed
States 4
0:r0=0; 1:r1=0;
0:r0=0; 1:r1=1;
0:r0=1; 1:r1=0;
0:r0=1; 1:r1=1;
Ok
Witnesses
Positive: 1 Negative: 3
Condition exists (0:r0=0 /\\ ~(1:r1=1))
Observation ${sb} Sometimes 1 3
`)
    expect(status).toBe(0)
  })

  test('each row of a template, each question', async () => {
    const { stdout } = await run(['outcomes', two])
    expect(stdout).toBe(
      [1, 2]
        .map(
          (row) => `Test ${two}#${row} Required
States 1
0:r0=${row}; [x]=${row};
Ok
Witnesses
Positive: 1 Negative: 0
Condition forall (0:r0=${row})
Observation ${two}#${row}:own Always 1 0
${row === 2 ? 'Ok' : 'No'}
Witnesses
Positive: ${row - 1} Negative: ${2 - row}
Condition exists (0:r0=7 \\/ [x]>1)
Observation ${two}#${row}:other ${row === 2 ? 'Always 1 0' : 'Never 0 1'}
`,
        )
        .join('\n'),
    )
  })

  test('the limit is reported, nothing unknown is claimed, status 3', async () => {
    const { status, stdout } = await run(['outcomes', sb, '--limit', '1'])
    expect(stdout).toContain('States 1\n')
    expect(stdout).toContain('Not all states are listed: the limit of 1 was reached, and there are more; see --limit')
    expect(stdout).toMatch(/Observation \S+ Unknown /)
    expect(status).toBe(3)
  })

  test('--observe adds registers and locations', async () => {
    expect((await run(['outcomes', sb, '--observe', 'x,[ y ], P1 : r1'])).stdout).toContain(
      '0:r0=0; 1:r1=0; [x]=1; [y]=1;',
    )
  })

  test('--witnesses: an execution for each state, and as JSON one that replays', async () => {
    expect((await run(['outcomes', sb, '--witnesses'])).stdout.match(/^State 0:r0=[\s\S]*? finally: /gm)).toHaveLength(
      4,
    )
    const unused = write('unused.test', '.global x; .global z; d0.b0.t0 { ld r0, [x]; } check (r0 == 0) as q;')
    const { stdout } = await run(['outcomes', unused, '--observe', 'z', '--witnesses', '--json'])
    const report = outcomesReport.parse(JSON.parse(stdout))
    expect(report.tests[0]?.states[0]).toMatchObject({ values: { '0:r0': '0', '[z]': '0' } })
    expect(await run(['replay', '-'], JSON.stringify(report.tests[0]?.states[0]?.witness))).toMatchObject({ status: 0 })
  })

  test('--json is one document, which fits its schema', async () => {
    const report = outcomesReport.parse(JSON.parse((await run(['outcomes', `${two}#2`, '--json'])).stdout))
    expect(report).toMatchObject({
      model: 'ptx-9.4',
      tests: [
        {
          test: `${two}#2`,
          observed: ['0:r0', '[x]'],
          complete: true,
          states: [{ values: { '0:r0': '2', '[x]': '2' } }],
          questions: [
            { name: 'own', positive: 1, negative: 0, observation: 'Always' },
            { name: 'other', positive: 1, negative: 0, observation: 'Always' },
          ],
        },
      ],
      exitStatus: 0,
    })
    expect(JSON.parse((await run(['outcomes', '--schema'])).stdout)).toEqual(
      JSON.parse(JSON.stringify(z.toJSONSchema(outcomesReport))),
    )
  })

  test('brute force lists the same states', async () => {
    expect((await run(['outcomes', sb, '--solver', 'brute'])).stdout).toBe((await run(['outcomes', sb])).stdout)
  })

  test.each(['r0 == 8', 'not (r0 == 8)'])('no execution at all: a claim about %s is vacuous', async (claim) => {
    const path = write('vacuous.test', `.global x; d0.b0.t0 { ld r0, [x] == 7; } assert (${claim}) as q;`)
    expect((await run(['outcomes', path])).stdout).toMatch(
      /States 0\nNo execution both ends and meets[^\n]*\nNo\n[\s\S]* Never 0 0\n$/,
    )
  })

  test.each([
    ['no test', ['outcomes'], /outcomes: missing test: give a file/],
    [
      'an unknown register',
      ['outcomes', sb, '--observe', 'P0:r9'],
      /--observe:1:1: d0\.b0\.t0 does not write a register `r9`/,
    ],
    [
      'an unknown name',
      ['outcomes', sb, '--observe', 'x, r00'],
      /--observe:1:4: `r00` is not declared, and no thread writes such a register; did you mean `r0`\?/,
    ],
    ['an unknown location', ['outcomes', sb, '--observe', '[z]'], /--observe:1:1: `z` is not declared/],
    [
      'an unknown thread',
      ['outcomes', sb, '--observe', 'P7:r0'],
      /there is no thread `P7`; the threads are P0 \(d0\.b0\.t0\)/,
    ],
    ['no name', ['outcomes', sb, '--observe', '1+1'], /`1\+1` names neither a register nor a location/],
  ])('%s: status 2', async (_, args, message) => {
    const { status, stderr } = await run(args)
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })
})
