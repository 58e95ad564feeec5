import { racesReport } from '../../../report/explanation.js'
import { commit, fence, multiply, wait, warpgroup } from '../../axioms/ptx-9.4.wgmma.js'
import { moduleOf } from '../../litmus/module/modules.js'
import { herd } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()
const [p0, p1] = ['P0@cta 0,gpu 0', 'P1@cta 0,gpu 0'] as const
const twoThreads = (first: readonly string[], second: readonly string[], filter = '') =>
  herd(
    'x = 0; y = 0;',
    [
      [p0, ...first],
      [p1, ...second],
    ],
    `${filter} exists (x == 1)`,
  )
const counting = (filter = '') =>
  twoThreads(
    ['st.weak x, 1'],
    ['st.weak y, 1', 'ld.weak r0, y', 'sub r0, r0, 1', 'L:', 'add r0, r0, 1', 'blt r0, 3, L'],
    filter,
  )

/** P1 counts, unless it reads a 3 at once. */
const endingOrNot = twoThreads(['st.relaxed.cta x, 3'], ['ld.relaxed.cta r0, x', 'L:', 'add r0, r0, 1', 'blt r0, 3, L'])

describe('races', () => {
  test.each([
    ['a race: status 1', twoThreads(['st.weak x, 1'], ['st.weak x, 2']), /^✗ .* 1 data race in one execution/, 1],
    ['none: status 0', twoThreads(['st.weak x, 1'], ['st.weak y, 1']), /^✓ .* race-free\n/, 0],
    [
      'none within the bound, where nothing ends: status 3',
      counting(),
      /^\? .* race-free within bound 2, but no execution ends within it; loops cut at the bound: P1 L, /,
      3,
    ],
    [
      'no execution to look at within the bound: status 3',
      counting('filter (P1:r0 == 3)'),
      /^\? .* undecided: no execution that ends within bound 2 \(loop P1 L, .*\) meets the demands of the test; --bound/,
      3,
    ],
    [
      'no execution to look at: status 1',
      twoThreads(['st.weak x, 1'], ['st.weak y, 1'], 'filter (x == 7)'),
      /^✗ .* vacuous: no execution meets the demands of the test, so none was examined/,
      1,
    ],
    [
      'none in a deadlock: status 1',
      twoThreads(['bar.cta.sync 0', 'bar.cta.sync 1'], ['bar.cta.sync 1', 'bar.cta.sync 0']),
      /^✗ .* race-free, but no execution ends/,
      1,
    ],
    ['none within the bound, where some end: said', endingOrNot, /^· .* race-free within bound 2; loops cut/, 0],
  ])('%s', async (_, text, line, expected) => {
    const { status, stdout } = await run(['races', write('t.litmus', text)])
    expect(stdout).toMatch(line)
    expect(status).toBe(expected)
  })
  test.each([
    ['none', twoThreads(['st.weak x, 1'], ['st.weak y, 1']), /^✓ .* race-free\n/, 0],
    ['none within the bound', endingOrNot, /^\? .* race-free within bound 2; loops cut/, 3],
    ['none within the bound, where nothing ends', counting(), /^\? .* race-free within bound 2, but no execution/, 3],
    [
      'none in a deadlock',
      twoThreads(['bar.cta.sync 0', 'bar.cta.sync 1'], ['bar.cta.sync 1', 'bar.cta.sync 0']),
      /^✗ .* race-free, but no execution ends/,
      1,
    ],
  ])('--strict: %s', async (_, text, line, expected) => {
    const { status, stdout } = await run(['races', '--strict', '-q', write('t.litmus', text)])
    if (expected !== 0) expect(stdout).toMatch(line)
    else expect(stdout).toBe('')
    expect(status).toBe(expected)
  })
  test('the strict form of the model has a race', async () => {
    // Only thread 0 waits for the operation of its warpgroup, and then writes to the matrix.
    const path = write(
      't.test',
      warpgroup(`${fence} ${multiply()} ${commit} ${wait()}`, { last: 'st.shared.u32 [tile], 1;' }),
    )
    const { stdout, status } = await run(['races', path])
    expect(stdout).toMatch(/^✓ .* race-free {2}ptx-9.4-strict: racy\n/)
    expect(status).toBe(0)
    const strict = await run(['races', '--json', path])
    expect(racesReport.parse(JSON.parse(strict.stdout)).tests).toMatchObject([
      { verdict: 'race-free', strict: { model: 'ptx-9.4-strict', verdict: 'racy' } },
    ])
    const itself = await run(['races', '--model', 'ptx-9.4-strict', '--json', path])
    expect(racesReport.parse(JSON.parse(itself.stdout)).tests[0]).toMatchObject({
      verdict: 'racy',
      races: [{ alike: 2 }],
    })
  })
  test('--json has the same results', async () => {
    const paths = [counting(), twoThreads([], [], 'filter (x == 7)')].map((text, i) => write(`${i}.litmus`, text))
    const { status, stdout } = await run(['races', '--json', ...paths])
    expect(racesReport.parse(JSON.parse(stdout)).tests).toMatchObject([
      { verdict: 'race-free', ends: false, within: { bound: 2 } },
      { verdict: 'vacuous' },
    ])
    expect(status).toBe(1)
  })
})

test.each([
  ['t.test', '.global x;\nd0.b0.t0 { st [x], 1; }\nd0.b1.t0 { ld r0, [x]; }\n'],
  [
    't.litmus',
    twoThreads(['st.weak x, 1'], ['ld.weak r0, x'])
      .split('\n')
      .filter((line) => !line.includes('exists'))
      .join('\n'),
  ],
])('a test needs no question, since races are one: %s', async (name, text) => {
  const { status, stdout } = await run(['races', write(name, text)])
  expect(stdout).toMatch(/^✗ .* 1 data race in one execution/)
  expect(status).toBe(1)
})

test('a launch that is undecided has the same launch with fewer lanes as a hint', async () => {
  const kernel = `.visible .entry k(.param .u64 x)
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  ld.global.u32 %r1, [%rd1];
  st.global.u32 [%rd1], %r1;
  ret;
}`
  const racing = ['races', write('k.ptx', moduleOf(kernel)), '--launch', 'k<<<1, 32>>>(x: int)', '--timeout', '0.001']
  const { status, stderr } = await run(racing)
  expect(stderr).toContain("hint: --launch 'k<<<1, 32, lanes 0, 1, 31>>>(x: int)' is faster")
  expect(status).toBe(3)
  expect((await run([...racing, '--quiet'])).stderr).toBe('')
})

test('a plain store that resets a count does not race by the letter of the ISA, as the answer says', async () => {
  const path = write(
    'half.test',
    `.global count;
d0.b0.t0 { fence.sc.gpu; atom.relaxed.gpu.add r0, [count], 1; }
d0.b1.t0 { atom.relaxed.gpu.add r0, [count], 1; fence.sc.gpu; bne r0, 1, END; st [count], 0; END: }
`,
  )
  const { stdout, status } = await run(['races', path])
  expect(stdout).toMatch(/^✓ .* race-free\n {4}assumes that an atomic is one operation, .* \(ISA 8\.10\.6\): /)
  expect(status).toBe(0)
  const report = racesReport.parse(JSON.parse((await run(['races', '--json', path])).stdout))
  expect(report.tests[0]).toMatchObject({ races: [], assumptions: [{ section: '8.10.6' }] })
})

test('the CUDA C++ of what is shown is said once for equal instructions', async () => {
  const vote = 'vote.sync.any.pred %p1, %p1, -1;'
  const rounds = [16, 8, 4].map((d) => `shfl.sync.down.b32 %r1, %r1, ${d}, 31, -1;`)
  write(
    'k.ptx',
    moduleOf(
      [
        '.visible .entry k(.param .u64 p) {',
        '.reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .pred %p<2>;',
        `ld.param.u64 %rd1, [p]; ${vote} mov.u32 %r2, %tid.x; setp.ne.u32 %p1, %r2, 0;`,
        ...rounds,
        '@%p1 bra WRITE; ld.global.u32 %r3, [%rd1]; bra END; WRITE: st.global.u32 [%rd1], %r1; END: ret; }',
      ].join('\n'),
    ),
  )
  const args = ['races', 'k.ptx', '--launch', 'k<<<1, 32>>>(x: u32)']
  expect((await run(args)).stdout).toContain(
    '\n  the two threads are lanes of one warp, which are not in step; a shuffle or a vote orders no memory, ',
  )
  const shuffles = '  shfl.sync.down.b32 is __shfl_down_sync(…)\n'
  expect((await run(args)).stdout).toContain(`\nIn CUDA:\n${shuffles}\n`)
  expect((await run([...args, '--whole'])).stdout).toContain(
    `\nIn CUDA:\n  vote.sync.any.pred is __any_sync(…)\n${shuffles}\n`,
  )
})
