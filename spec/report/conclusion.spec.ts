/** Claims that cannot be decided, that hang, or that are undefined: none of them is green, whatever the command and the reporter. */

import { reportAs } from '../../cli/check/reporters/reporters.js'
import { checkReport } from '../../report/check.js'
import { firstStatus } from '../../report/conclusion.js'
import { workplace } from '../cli/workplace.js'

const { write, run } = workplace()

const host = 'd0.b0.t0'
const peer = 'd0.b1.t0'

/** The texts of tests without a question, and whether their claims are undecided, hang, or reach undefined behaviour or a trap. */
const tests = {
  'mixed sizes': `.global .u32 x; .global y; ${host} { st.weak.u16 [x], 1; st.relaxed.cta [y], 1; } ${peer} { ld.relaxed.gpu r0, [y]; ld.weak.u32 r1, [x]; }`,
  'within the bound no execution ends': `.global x; ${host} { ld.weak r0, [x]; L: add r0, r0, 1; blt r0, 3, L; }`,
  'too many writes': `.global x; ${host} { ${'st.weak [x], 1; '.repeat(201)} }`,
  'barriers in two orders': `.global x; ${host} { bar.sync 1; bar.sync 2; } d0.b0.t32 { bar.sync 2; bar.sync 1; }`,
  'a wait for what nobody writes': `.global x; ${host} { W: ld.relaxed.gpu r0, [x]; beq r0, 0, W; }`,
  'a wait that may miss a value': `.global x; ${host} { st.relaxed.gpu [x], 1; st.relaxed.gpu [x], 2; } ${peer} { W: ld.relaxed.gpu r0, [x]; bne r0, 1, W; }`,
  'a hang beside undefined behaviour': `.global x; .global y; ${host} { st.relaxed.gpu [y], 1; W: ld.relaxed.gpu r0, [x]; beq r0, 0, W; } ${peer} { ld.relaxed.gpu r3, [y]; beq r3, 0, END; mov.u64 r1, &x; add.u64 r1, r1, 4096; ld.relaxed.gpu r2, [r1]; END: }`,
  'an access outside of memory': `.global x; ${host} { mov.u64 r1, &x; ld.weak r0, [r1+64]; }`,
  'an access that is not aligned': `.global .u64 x; ${host} { mov.u64 r1, &x; ld.weak.u32 r0, [r1+2]; }`,
  'a trap': `.global x; ${host} { trap; }`,
  'an mbarrier that is not initialised': `.global x; .shared .b64 bar; ${host} { mbarrier.arrive.shared.b64 _, [bar]; }`,
  'a barrier of 33 threads': `.global x; ${host} { mov.u32 r1, 33; bar.sync 0, r1; }`,
} as const

type Test = keyof typeof tests

const claims = {
  assert: 'assert (x == 7) as q;',
  holds: 'assert (not (x == 7)) as q;',
  permit: 'permit (x == 0) as q;',
  exists: 'check (x == 7) as q;',
} as const

/** A kernel that branches by a floating-point value. */
const kernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %p<2>; .reg .f32 %f<3>; .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  ld.global.f32 %f1, [%rd1];
  add.rn.f32 %f2, %f1, %f1;
  setp.gt.f32 %p1, %f2, 0f3F800000;
  @%p1 st.global.f32 [%rd1], %f1;
  ret;
}
`
const launched = ['k.ptx', '--launch', 'k<<<1,1>>>(x: u32)']

interface Row {
  readonly name: string
  readonly args: readonly string[]
  readonly status: 1 | 3
}

const rows: readonly Row[] = [
  ...(['assert', 'holds', 'permit', 'exists'] as const).flatMap((claim) => [
    ...undecided('mixed sizes', claim),
    ...undecided('within the bound no execution ends', claim),
    ...undecided('too many writes', claim),
  ]),
  ...(['assert', 'holds', 'permit'] as const).flatMap((claim) => [
    ...broken('barriers in two orders', claim, '--hangs'),
    ...broken('a wait for what nobody writes', claim, '--hangs'),
    ...broken('a wait that may miss a value', claim, '--hangs'),
    ...broken('a hang beside undefined behaviour', claim, '--hangs'),
    ...broken('a hang beside undefined behaviour', claim),
    ...broken('an access outside of memory', claim),
    ...broken('an access that is not aligned', claim),
    ...broken('a trap', claim),
    ...broken('an mbarrier that is not initialised', claim),
    ...broken('a barrier of 33 threads', claim),
  ]),
  ...broken('a hang beside undefined behaviour', 'exists', '--hangs'),
  ...broken('a wait for what nobody writes', 'exists', '--hangs'),
  { name: 'a launch: assert', args: [...launched, '--assert', 'x == 0'], status: 3 },
  { name: 'a launch: permit', args: [...launched, '--permit', 'x == 0'], status: 3 },
  { name: 'a launch: exists', args: [...launched, '--exists', 'x == 0'], status: 3 },
]

function undecided(test: Test, claim: keyof typeof claims): readonly Row[] {
  return [{ name: `${test}: ${claim}`, args: [fileOf(test, claim)], status: 3 }]
}

function broken(test: Test, claim: keyof typeof claims, ...options: readonly string[]): readonly Row[] {
  return [{ name: `${test}: ${[claim, ...options].join(' ')}`, args: [...options, fileOf(test, claim)], status: 1 }]
}

function fileOf(test: Test, claim: keyof typeof claims): string {
  return write(`${test.replaceAll(' ', '-')}-${claim}.test`, `${tests[test]}\n${claims[claim]}\n`)
}

test('there are 40 rows', () => {
  write('k.ptx', kernel)
  expect(rows.length).toBeGreaterThanOrEqual(40)
})

test.each(rows)('check and its reporters: $name', async ({ args, status }) => {
  const plain = await run(['check', ...args])
  expect([plain.status, plain.stdout]).toEqual([status, expect.stringMatching(status === 1 ? /^✗/ : /^\?/)])
  const quiet = await run(['check', '-q', '--json', ...args])
  expect(quiet.status).toBe(status)
  const report = checkReport.parse(JSON.parse(quiet.stdout))
  expect(report.exitStatus).toBe(status)
  const demands = { strict: false, mustEnd: args.includes('--hangs') }
  expect(reportAs('junit', report, demands)).toMatch(status === 1 ? /<failure/ : /<error/)
  expect(reportAs('junit', report, demands)).not.toMatch(/<skipped/)
  expect(reportAs('tap', report, demands)).toMatch(/^not ok 1/m)
  expect(reportAs('github', report, demands)).toMatch(status === 1 ? /^::error/ : /^::warning/)
  const { runs } = JSON.parse(reportAs('sarif', report, demands))
  expect(runs).toMatchObject([{ results: [{ level: status === 1 ? 'error' : 'warning' }] }])
})

test.each([...new Set(rows.flatMap(({ args }) => args.filter((arg) => arg.endsWith('-holds.test'))))])(
  'races, explain, witness and outcomes: %s',
  async (file) => {
    const row = rows.find(({ args }) => args.includes(file))
    const races = await run(['races', '--strict', file])
    expect([races.status, races.stdout]).toEqual([expect.not.stringMatching('0'), expect.not.stringMatching(/^✓/)])
    expect(races.status).not.toBe(0)
    if (row?.status !== 3) return
    for (const command of ['explain', 'witness', 'outcomes']) expect((await run([command, file])).status).toBe(3)
  },
)

test.each([
  [[0, 3, 1, 2, 130], 130],
  [[0, 3, 1, 2], 2],
  [[0, 3, 1], 1],
  [[0, 3], 3],
  [[0], 0],
  [[], 0],
] as const)('of the statuses %j, %i takes precedence', (all, first) => {
  expect(firstStatus(all)).toBe(first)
})
