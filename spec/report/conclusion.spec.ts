/**
 * Claims that cannot be decided, that hang, or that are undefined are never green, whatever the command and the
 * reporter.
 */

import { reportedOf } from '../../cli/check/cases.js'
import { reportAs } from '../../cli/reporters/reporters.js'
import { checkReport } from '../../report/check.js'
import { firstStatus } from '../../report/conclusion.js'
import { workplace } from '../cli/workplace.js'

const { folder, write, run } = workplace()

const host = 'd0.b0.t0'
const peer = 'd0.b1.t0'

/**
 * The texts of tests without a question, and whether their claims are undecided, hang, or reach undefined behaviour or
 * a trap.
 */
const tests = {
  'mixed sizes': `.global .u32 x; .global y; ${host} { st.weak.u16 [x], 1; st.relaxed.cta [y], 1; } ${peer} { ld.relaxed.gpu r0, [y]; ld.weak.u32 r1, [x]; }`,
  'within the bound no execution ends': `.global x; ${host} { ld.weak r0, [x]; L: add r0, r0, 1; blt r0, 3, L; }`,
  'too long a computation': `.global x; ${host} { ld.weak r0, [x]; ${'add r0, r0, r0; '.repeat(1001)} }`,
  'barriers in two orders': `.global x; ${host} { bar.sync 1; bar.sync 2; } d0.b0.t32 { bar.sync 2; bar.sync 1; }`,
  'a wait for what no thread writes': `.global x; ${host} { W: ld.relaxed.gpu r0, [x]; beq r0, 0, W; }`,
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

const head = '.version 8.0\n.target sm_90\n.address_size 64\n'

/** A kernel that branches on a floating-point value. */
const kernel = `${head}.visible .entry k(.param .u64 p) {
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

/** A kernel whose first 16 threads arrive at an mbarrier at which all wait. */
const arriving = `${head}.visible .entry k(.param .u64 p) {
  .reg .pred %p<4>; .reg .b32 %r<2>; .reg .b64 %rd<2>;
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra ready;
  mbarrier.init.shared.b64 [bar], 16;
ready:
  bar.sync 0;
  setp.ge.u32 %p2, %r1, 16;
  @%p2 bra wait;
  mbarrier.arrive.shared.b64 _, [bar];
wait:
  mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
  @!%p3 bra wait;
  @!%p1 st.global.u32 [%rd1], 7;
  ret;
}
`
const oneLane = ['arriving.ptx', '--launch', 'k<<<1,32,lanes 0>>>(x: u32)']
const storing = ['storing.ptx', '--launch', 'k<<<1,32,lanes 0>>>(x: u32)']
/** A claim about the distance of two objects that occurs in no layout that is tried. */
const distant = write(
  'distant.test',
  `.global .u32 x; .global .u32 y;
  ${host} { mov.u64 r1, &x; sub.u64 r2, r1, &y; setp.eq.u64 r3, r2, 0x1234500; st.weak [x], 1; }
  assert (r3 == 0) as q;`,
)
const looping = `.global x; ${host} { .reg r1 = 0; L: ld.relaxed.gpu r0, [x]; add r1, r1, 1; beq r0, 0, L; } ${peer} { st.relaxed.gpu [x], 1; } assert (r1 < 3) as q;`

/**
 * Kernels that end only if they overlap, in two streams and by a programmatic launch, or if both blocks are resident.
 */
const waits = 'W: ld.acquire.gpu r0, [x]; beq r0, 0, W;'
const kernels = (first: string, calls: string) =>
  `.global x; kernel k { ${first} } kernel l { ${host} { st.release.gpu [x], 1; } } host { ${calls} } check (true) as q;`
const overlapping = write(
  'overlapping.test',
  kernels(`${host} { ${waits} }`, 'k<<<1, 1, 0, s>>>(); l<<<1, 1, 0, t>>>();'),
)
const dependent = write(
  'dependent.test',
  kernels(`${host} { griddepcontrol.launch_dependents; ${waits} }`, 'k<<<1, 1>>>(); l<<<1, 1, programmatic>>>();'),
)
const resident = write(
  'resident.test',
  kernels(`${host} { st.release.gpu [x], 1; } ${peer} { ${waits} }`, 'k<<<2, 1>>>(); l<<<1, 1>>>();'),
)
/** Returns a test that never ends in some memory layouts. */
const layouts = (claim: string) =>
  `.global a; .global b; .global x; ${host} { setp.lt.u64 p, &a, &b; @p st.relaxed.gpu [x], 1; } ${peer} { L: ld.relaxed.gpu r0, [x]; bne r0, 1, L; } ${claim} (r0 == 1) as q;`

interface Row {
  readonly name: string
  readonly args: readonly string[]
  readonly status: 1 | 3
}

const rows: readonly Row[] = [
  ...(['assert', 'holds', 'permit', 'exists'] as const).flatMap((claim) => [
    ...undecided('mixed sizes', claim),
    ...undecided('within the bound no execution ends', claim),
    ...undecided('too long a computation', claim),
  ]),
  ...(['assert', 'holds', 'permit'] as const).flatMap((claim) => [
    ...broken('barriers in two orders', claim, '--hangs'),
    ...broken('a wait for what no thread writes', claim, '--hangs'),
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
  ...broken('a wait for what no thread writes', 'exists', '--hangs'),
  { name: 'a launch: assert', args: [...launched, '--assert', 'x == 0'], status: 3 },
  { name: 'a launch: permit', args: [...launched, '--permit', 'x == 0'], status: 3 },
  { name: 'threads left out that end a wait: assert', args: [...oneLane, '--assert', 'x == 7'], status: 3 },
  { name: 'the same: --hangs', args: ['--hangs', ...oneLane, '--assert', 'x == 7'], status: 3 },
  { name: 'threads left out: --strict', args: ['--strict', ...storing, '--assert', 'x == 1'], status: 3 },
  { name: 'threads left out: violated', args: ['--strict', ...storing, '--assert', 'x == 2'], status: 1 },
  { name: 'within the bound: --strict', args: ['--strict', write('looping.test', looping)], status: 3 },
  { name: 'a distance: --strict', args: ['--strict', distant], status: 3 },
  ...[overlapping, dependent, resident].map(
    (file): Row => ({
      name: `${file.slice(folder.length + 1)}: --strict`,
      args: ['--hangs', '--strict', file],
      status: 3,
    }),
  ),
  { name: 'kernels that need not overlap', args: ['--hangs', '--overlap', 'no', overlapping], status: 1 },
  { name: 'a dependent that may wait', args: ['--hangs', '--overlap', 'no', dependent], status: 1 },
  { name: 'a hang in some layouts: assert', args: [write('layouts-assert.test', layouts('assert'))], status: 1 },
  { name: 'a hang in some layouts: permit', args: [write('layouts-permit.test', layouts('permit'))], status: 3 },
  { name: 'the same: --hangs', args: ['--hangs', write('layouts-hang.test', layouts('permit'))], status: 1 },
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
  write('arriving.ptx', arriving)
  write(
    'storing.ptx',
    `${head}.visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 1; ret; }`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(40)
})

test.each(rows)('check and its reporters: $name', async ({ args, status }) => {
  const plain = await run(['check', ...args])
  expect([plain.status, plain.stdout]).toEqual([status, expect.stringMatching(status === 1 ? /^✗/ : /^\?/)])
  const quiet = await run(['check', '-q', '--json', ...args])
  expect(quiet.status).toBe(status)
  const report = checkReport.parse(JSON.parse(quiet.stdout))
  expect(report.exitStatus).toBe(status)
  const demands = { strict: args.includes('--strict'), mustEnd: args.includes('--hangs') }
  const reported = reportedOf(report, demands)
  expect(reportAs('junit', reported)).toMatch(status === 1 ? /<failure/ : /<error/)
  expect(reportAs('junit', reported)).not.toMatch(/<skipped/)
  expect(reportAs('tap', reported)).toMatch(/^not ok 1/m)
  expect(reportAs('github', reported)).toMatch(status === 1 ? /^::error/ : /^::warning/)
  const { runs } = JSON.parse(reportAs('sarif', reported))
  expect(runs).toMatchObject([{ results: [{ level: status === 1 ? 'error' : 'warning' }] }])
})

test.each([
  ...new Set(
    rows.flatMap(({ args: [file = '', ...more] }) => (more.length === 0 && file.endsWith('-holds.test') ? [file] : [])),
  ),
])('races, explain, witness and outcomes: %s', async (file) => {
  const row = rows.find(({ args }) => args.includes(file))
  const races = await run(['races', '--strict', file])
  expect([races.status, races.stdout]).toEqual([expect.not.stringMatching('0'), expect.not.stringMatching(/^✓/)])
  expect(races.status).not.toBe(0)
  if (row?.status !== 3) return
  for (const command of ['explain', 'witness', 'outcomes']) expect((await run([command, file])).status).toBe(3)
})

test('omitted threads are reported, in lines and in JSON, and are not an error without --strict', async () => {
  const { status, stdout } = await run(['check', ...storing, '--assert', 'x == 1'])
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^✓ .* holds for lane 0 of each warp .*, 1 only for some lanes;/s),
  ])
  expect(stdout).toContain('\n    lane 0 of each warp of k: 1 of 32 threads are simulated\n')
  const { questions } = checkReport.parse(
    JSON.parse((await run(['check', '--json', ...storing, '--assert', 'x == 1'])).stdout),
  )
  expect(questions).toMatchObject([{ partial: [{ kernel: 'k', lanes: 'lane 0', simulated: 1, threads: 32 }] }])
  const races = await run(['races', ...storing])
  expect([races.status, races.stdout]).toEqual([0, expect.stringMatching(/^· .* race-free for lane 0 of each warp\n/)])
  expect((await run(['races', '--strict', ...storing])).status).toBe(3)
  for (const command of ['outcomes', 'explain'])
    expect((await run([command, ...storing, '--assert', 'x == 1'])).stdout).toMatch(
      /lane 0 of each warp of k: 1 of 32/i,
    )
})

test('the layouts tried are reported, in lines and in JSON, and are not an error without --strict', async () => {
  const { status, stdout } = await run(['check', distant])
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^✓ .* holds in the 12 memory layouts tried .*, 1 only in the memory layouts tried;/s),
  ])
  expect(stdout).toMatch(
    /\n {4}what is computed at .*distant.test:2:30 depends on where memory lies; the 12 layouts tried are/,
  )
  const layouts = { tried: 12, place: expect.stringMatching(/distant.test:2:30$/) }
  const { count, questions } = checkReport.parse(JSON.parse((await run(['check', '--json', distant])).stdout))
  expect([count.inLayoutsTried, questions]).toMatchObject([1, [{ layouts, answer: 'holds', asExpected: true }]])
  const races = await run(['races', distant])
  expect([races.status, races.stdout]).toEqual([
    0,
    expect.stringMatching(/^· .* race-free in the 12 memory layouts tried\n/),
  ])
  expect((await run(['races', '--strict', distant])).status).toBe(3)
  expect((await run(['witness', distant])).stdout).toContain('holds in the 12 memory layouts tried: no consistent')
  for (const command of ['outcomes', 'explain', 'races']) {
    expect((await run([command, distant])).stdout).toMatch(/the 12 layouts tried are a sample/)
    expect(JSON.parse((await run([command, '--json', distant])).stdout)).toMatchObject(
      command === 'explain' ? { layouts } : { tests: [{ layouts }] },
    )
  }
})

test.each([
  [[0, 3, 1, 2, 130], 130],
  [[0, 3, 1, 2], 2],
  [[0, 3, 1], 1],
  [[0, 3], 3],
  [[0], 0],
  [[], 0],
] as const)('%i takes precedence among the statuses %j', (all, first) => {
  expect(firstStatus(all)).toBe(first)
})
