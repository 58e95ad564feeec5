import type { HardwareLog, Ran as RanTest } from '../../../hardware/log.js'
import { runReport } from '../../../report/run.js'
import { planIn } from '../../hardware/plans.js'
import { textOf } from '../../support.js'
import { workplace } from '../workplace.js'
import { mp, texture } from './tests.js'

const { write, run, clear } = workplace()
afterEach(clear)

type State = readonly [r0: number, r1: number, count: number]

/** Returns the results of a GPU for a test with two registers. */
const ran = (states: readonly State[], more: Partial<RanTest> = {}): RanTest => ({
  test: 'mp.test',
  hash: planIn(mp).hash,
  times: states.reduce((sum, [, , count]) => sum + count, 0),
  gaveUp: 0,
  missed: 0,
  seconds: 0.5,
  states: states.map(([r0, r1, count]) => ({ count, values: { '1:r0': `${r0}`, '1:r1': `${r1}` } })),
  ...more,
})

const logged = (tests: HardwareLog['tests']): string =>
  write(
    'log.json',
    JSON.stringify({
      ...{ format: 1, device: 'a GPU', arch: 'sm_90', driver: '13.0', runtime: '12.8', date: '2026-11-23', seed: 7 },
      stress: [],
      tests,
    } satisfies HardwareLog),
  )

const running = async (text: string, tests: HardwareLog['tests'], ...more: readonly string[]) =>
  run(['run', write('mp.test', text), '--log', logged(tests), ...more])

const allowed: readonly State[] = [
  [0, 0, 5],
  [1, 1, 20],
]
const stale: State = [1, 0, 3]

describe('ptx-litmus run --log', () => {
  test('in the form of herd7: the most frequent state first, states never seen, the questions', async () => {
    const { status, stdout, stderr } = await running(mp, [ran(allowed)])
    expect(
      stdout.replace(/^Test .*mp\.test$/m, 'Test mp.test').replace(/Observation \S+/, 'Observation mp.test'),
    ).toBe(`Test mp.test
Histogram (2 states)
       20 :> 1:r0=1; 1:r1=1; allowed
        5 :> 1:r0=0; 1:r1=0; allowed
Observation mp.test Never 0 25
Not seen of 3 allowed: 1:r0=0; 1:r1=1;
Ran 25 times

1 of 1 tests ran on a GPU (CUDA 13.0, 2026-11-23)
No state was seen that ptx-9.4 forbids
`)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('a forbidden state is named and counted, status 1', async () => {
    const { status, stdout } = await running(mp, [ran([...allowed, stale])])
    expect(stdout).toContain('\n        3 :> 1:r0=1; 1:r1=0; **forbidden by the model**\n')
    expect(stdout).toMatch(/^Observation \S+ Sometimes 3 25$/m)
    expect(stdout).toMatch(/^States that ptx-9\.4 forbids were seen in \S+mp\.test$/m)
    expect(status).toBe(1)
  })

  test('--json has the same, and fits its schema', async () => {
    const { status, stdout } = await running(mp, [ran([...allowed, stale], { gaveUp: 2, missed: 1 })], '--json')
    expect(runReport.parse(JSON.parse(stdout))).toMatchObject({
      ...{ model: 'ptx-9.4', exitStatus: 1, errors: [] },
      runs: [
        { device: 'a GPU', arch: 'sm_90', driver: '13.0', runtime: '12.8', date: '2026-11-23', seed: 7, settings: 0 },
      ],
      tests: [
        {
          ...{ status: 'ran', times: 28, gaveUp: 2, missed: 1, filtered: 0, allowed: 3 },
          states: [
            { values: { '1:r0': '1', '1:r1': '1' }, count: 20, verdict: 'allowed' },
            { values: { '1:r0': '0', '1:r1': '0' }, count: 5, verdict: 'allowed' },
            { values: { '1:r0': '1', '1:r1': '0' }, count: 3, verdict: 'forbidden' },
          ],
          unseen: [{ '1:r0': '0', '1:r1': '1' }],
          questions: [{ name: 'stale', kind: 'assert', positive: 3, negative: 25, allowed: false }],
        },
      ],
    })
    expect(status).toBe(1)
  })

  test('another model may allow it', async () => {
    const { status, stdout } = await running(
      mp,
      [ran([stale])],
      ...['--model', write('all.cat', '(* every candidate execution is allowed *)\nacyclic 0 as nothing\n')],
    )
    expect(stdout).toContain(':> 1:r0=1; 1:r1=0; allowed\n')
    expect(status).toBe(0)
  })

  test('the log identifies a test by its text, whatever its file was called', async () => {
    const other = ran([stale], { test: 'elsewhere/other.test' })
    expect((await running(mp, [other])).status).toBe(1)
    expect((await running(mp.replace('weak [x], 1', 'weak [x], 2'), [other])).stdout).toMatch(/\nNot in the log\n/)
  })

  test('among tests with the same text, the name decides', async () => {
    const file = write('mp.test', mp)
    const log = logged([ran([stale], { test: 'first.test' }), ran(allowed, { test: file })])
    expect((await run(['run', file, '--log', log])).status).toBe(0)
  })

  test('counts of several logs are added', async () => {
    const file = write('mp.test', mp)
    const first = write('first.json', textOf(logged([ran(allowed)])))
    const second = logged([ran([[1, 1, 7], stale])])
    const { status, stdout } = await run(['run', file, '--log', first, '--log', second])
    expect(stdout).toContain('Histogram (3 states)\n       27 :> 1:r0=1; 1:r1=1; allowed\n        5 :> ')
    expect(stdout).toContain('        3 :> 1:r0=1; 1:r1=0; **forbidden by the model**\n')
    expect(stdout).toContain('Ran 35 times\n')
    expect(status).toBe(1)
  })

  test('a test that the machine could not run: the message of the program', async () => {
    const other = mp.replaceAll('gpu', 'sys')
    const paths = [write('mp.test', mp), write('other.test', other)]
    const log = logged([
      { test: 'mp.test', hash: planIn(mp).hash, notRunnable: 'it names two GPUs' },
      ran(allowed, { hash: planIn(other).hash, note: 'run alone' }),
    ])
    const { status, stdout } = await run(['run', ...paths, '--log', log])
    expect(stdout).toMatch(/mp\.test\nNot runnable: it names two GPUs /)
    expect(stdout).toContain('\nNote: run alone\n')
    expect(stdout).toContain('1 of 2 tests ran on a GPU (CUDA 13.0, 2026-11-23); 1 not runnable\n')
    expect(status).toBe(0)
  })

  test('a text with other instructions is another test', async () => {
    const { status, stdout, stderr } = await running(mp.replace('release', 'relaxed'), [ran([stale])])
    expect(stdout).toContain('0 of 1 tests ran')
    expect(stderr).toMatch(/mp\.test: none of the tests ran$/m)
    expect(status).toBe(2)
  })

  test('the counts of gave up, missed and filtered in the log', async () => {
    const filtered = `PTX t
{ x = 0; y = 0; }
 P0@cta 0,gpu 0   | P1@cta 1,gpu 0        ;
 st.weak x, 1     | ld.acquire.gpu r0, y  ;
 st.release.gpu y, 1 | ld.weak r1, x      ;
filter (P1:r0 == 1)
exists (P1:r1 == 0)
`
    const states = ran(allowed, { hash: planIn(filtered).hash, gaveUp: 2, missed: 1 })
    const { status, stdout } = await run(['run', write('t.litmus', filtered), '--log', logged([states])])
    expect(stdout).toContain('Histogram (1 states)\n       20 :> 1:r0=1; 1:r1=1; allowed\n')
    expect(stdout).toContain('All 1 states that the model allows were seen\n')
    expect(stdout).toContain(
      'Ran 25 times, 2 gave up in a loop, 1 did not read the values that the test demands, 5 left out by the filter\n',
    )
    expect(stdout).toMatch(/^Observation \S+ Never 0 20$/m)
    expect(status).toBe(0)
  })

  test('a test that failed: status 3, with the message of the program', async () => {
    const failed = { test: 'mp.test', hash: planIn(mp).hash, failed: 'it did not end' }
    const other = mp.replaceAll('gpu', 'sys')
    const paths = [write('mp.test', mp), write('other.test', other)]
    const log = logged([failed, ran(allowed, { hash: planIn(other).hash })])
    const { status, stdout } = await run(['run', ...paths, '--log', log])
    expect(stdout).toMatch(/mp\.test\nFailed: it did not end /)
    expect(stdout).toContain('1 of 2 tests ran on a GPU (CUDA 13.0, 2026-11-23); 1 failed\n')
    expect(status).toBe(3)
  })

  test('states whose verdict is unknown: status 3', async () => {
    const loop = `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { mov.u32 r1, 0; AGAIN: add.u32 r1, r1, 1; ld.relaxed.gpu r0, [x]; beq r0, 0, AGAIN; }
check (r0 == 1 && r1 == 5) as q;
`
    const states = ran([[1, 5, 9]], { hash: planIn(loop).hash })
    const { status, stdout } = await running(loop, [states])
    expect(stdout).toContain(':> 1:r0=1; 1:r1=5; not known to the model\n')
    expect(stdout).toMatch(/^Note: more states may be reached beyond bound 2: /m)
    expect(stdout).not.toMatch(/^(Not seen|All )/m)
    expect(status).toBe(3)
    expect((await running(loop, [states], '--bound', '5')).status).toBe(0)
  })

  test('a test that no GPU runs has its reason, and does not hide the other tests', async () => {
    const paths = [write('a.test', texture), write('mp.test', mp)]
    const { status, stdout } = await run(['run', ...paths, '--log', logged([ran(allowed)])])
    expect(stdout).toMatch(
      /a\.test\nNot runnable: no public assembler has `fence\.proxy\.texture` \(\S+a\.test:1:\d+\)\n/,
    )
    expect(stdout).toContain('1 of 2 tests ran on a GPU (CUDA 13.0, 2026-11-23); 1 not runnable\n')
    expect(status).toBe(0)
  })

  test('none of the tests ran: status 2', async () => {
    const { status, stderr } = await running(texture, [ran(allowed)])
    expect(stderr).toMatch(/mp\.test: none of the tests ran$/m)
    expect(status).toBe(2)
  })

  test('a test that cannot be read: status 2, and the others are judged', async () => {
    const paths = [write('bad.test', 'nonsense'), write('mp.test', mp)]
    const { status, stdout, stderr } = await run(['run', ...paths, '--log', logged([ran(allowed)])])
    expect(stderr).toMatch(/bad\.test:1:1: /)
    expect(stdout).toContain('Ran 25 times')
    expect(status).toBe(2)
  })

  test.each([
    ['is cut off', (text: string) => text.slice(0, 100), 'it is not JSON, or it is incomplete'],
    ['has a negative count', (text: string) => text.replace('"count":5', '"count":-5'), 'tests.0.states.0.count: '],
  ])('a log that %s: status 2, with its name and the place', async (_, damage, message) => {
    const log = logged([ran(allowed)])
    write('log.json', damage(textOf(log)))
    const { status, stdout, stderr } = await run(['run', write('mp.test', mp), '--log', log])
    expect(stderr).toContain(`${log}: this is not a log: ${message}`)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})
