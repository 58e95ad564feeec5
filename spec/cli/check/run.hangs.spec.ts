import { checkReport } from '../../../report/check.js'
import { herd } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Runs the command on files that are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

const threads = (first: readonly string[], second: readonly string[]) => [
  ['P0@cta 0,gpu 0', ...first],
  ['P1@cta 0,gpu 0', ...second],
]
const [one, two] = ['bar.cta.sync 1', 'bar.cta.sync 2']
const crossed = (question: string) => herd('x = 0;', threads([one, two], [two, one]), question)

/** P1 goes on at once, or once P0 has stored a 1; P0 stores another value last. */
const overwritten = herd(
  'x = 0;',
  threads(['st.relaxed.cta x, 1', 'st.relaxed.cta x, 2'], ['WAIT:', 'ld.relaxed.cta r0, x', 'bne r0, 1, WAIT']),
  '~exists (P1:r0 == 3)',
)

describe('a test that never ends', () => {
  test.each(['~exists (x == 1)', 'forall (x == 0)'])('breaks the claim %s', async (claim) => {
    const file = write('crossed.litmus', crossed(claim))
    const { status, stdout } = await run(['check', file])
    expect(stdout).toMatch(/^✗ {2}crossed\.litmus {2}\S+ +hangs +expected to end /)
    expect(stdout).toContain(
      'no execution ends; in one P0 waits for ever at bar.cta.sync 1, crossed.litmus:6:1, for P1; P1 waits for ever at bar.cta.sync 2, crossed.litmus:6:18, for P0',
    )
    expect(stdout).toContain('1 can hang')
    expect(status).toBe(1)
  })

  test('reaches no outcome', async () => {
    const file = write('crossed-exists.litmus', crossed('exists (x == 1)'))
    const { stdout, status } = await run(['check', file])
    expect(stdout).toMatch(/exists {2}forbidden \(vacuous\), hangs /)
    expect(status).toBe(0)
  })
})

describe('a test that can hang', () => {
  const file = write('overwritten.litmus', overwritten)

  test('is reported, and keeps its claims', async () => {
    const { status, stdout } = await run(['check', file])
    expect(stdout).toMatch(/^✓ {2}overwritten\.litmus {2}~exists {2}holds, can hang +as expected /)
    expect(stdout).toContain(
      'in one execution P1 waits for ever in loop WAIT, overwritten.litmus:6:23, for a value of x other than 2',
    )
    expect(status).toBe(0)
  })

  test('a promise of residency or overlap without --hangs gets a note', async () => {
    const promises = ['--resident', '2', '--overlap', 'yes']
    const { stderr } = await run(['check', file, ...promises])
    const idle = 'without --hangs, a test that can hang is as expected, whatever is promised here'
    expect(stderr).toContain(`--resident: note: ${idle}`)
    expect(stderr).toContain(`--overlap: note: ${idle}`)
    expect((await run(['check', file, '--hangs', ...promises])).stderr).toBe('')
    expect((await run(['check', file, '--quiet', ...promises])).stderr).toBe('')
  })

  test('--hangs makes that an error', async () => {
    const { status, stdout } = await run(['check', '--hangs', file])
    expect(stdout).toMatch(/^✗ {2}overwritten\.litmus {2}~exists {2}holds, can hang +expected to end /)
    expect(status).toBe(1)
    const ends = write('ends.litmus', herd('x = 0;', threads([one], [one]), '~exists (x == 1)'))
    expect((await run(['check', '--hangs', ends])).status).toBe(0)
  })

  test('is vacuous, not one that should end, if its filter leaves none of those that do', async () => {
    const filtered = overwritten.replace('~exists', 'filter (P1:r0 == 2)\n~exists')
    const { stdout, status } = await run(['check', write('filtered.litmus', filtered)])
    expect(stdout).toMatch(/~exists {2}holds \(vacuous\), can hang +is vacuous /)
    expect(status).toBe(1)
  })

  test('as JSON, with who waits for what', async () => {
    const { stdout } = await run(['check', '--json', '--hangs', file])
    const { questions, count } = checkReport.parse(JSON.parse(stdout))
    expect(questions).toMatchObject([
      {
        verdict: 'forbidden',
        answer: 'holds',
        liveness: 'can hang',
        asExpected: false,
        hang: [
          {
            thread: 'P1',
            kind: 'loop',
            at: 'WAIT',
            place: 'overwritten.litmus:6:23',
            for: 'a value of x other than 2',
          },
        ],
      },
    ])
    expect(count).toMatchObject({ broken: 1, hanging: 1 })
  })
})

describe('a test that ends within the bound', () => {
  const counts = ['L:', 'add r1, r1, 1', 'ld.relaxed.cta r0, x', 'bne r0, 1, L']
  const text = herd('x = 0;', threads(['st.relaxed.cta x, 1', 'st.relaxed.cta x, 2'], counts), 'exists (P1:r0 == 1)')
  const file = write('counts.litmus', text)

  test('is reported, since later rounds may never end', async () => {
    const { status, stdout } = await run(['check', '--hangs', file])
    expect(stdout).toMatch(/^· {2}counts\.litmus {2}exists {2}allowed, no hang within bound 2 /)
    expect(status).toBe(0)
  })

  test('as JSON', async () => {
    const { stdout } = await run(['check', '--json', file])
    const { questions } = checkReport.parse(JSON.parse(stdout))
    expect(questions).toMatchObject([
      { verdict: 'allowed', liveness: 'ends', endsWithin: { bound: 2, loops: [expect.stringContaining('P1 L, ')] } },
    ])
  })
})

describe('a test that ends only if kernels overlap', () => {
  const file = write(
    'overlap.test',
    `.global flag;
kernel first { d0.b0.t0 { W: ld.acquire.gpu r0, [flag]; beq r0, 0, W; } }
kernel second { d0.b0.t0 { st.release.gpu [flag], 1; } }
host { first<<<1, 1, 0, s>>>(); second<<<1, 1, 0, t>>>(); }
assert (first.d0.b0.t0:r0 == 1) as seen;`,
  )

  test('says so if it must end, and is not enough with --strict', async () => {
    const { status, stdout } = await run(['check', '--hangs', file])
    expect(stdout).toMatch(/^✓ {2}overlap\.test {2}seen {2}holds, ends if first and second overlap {2}as expected /)
    expect(stdout).toContain('1 only if kernels overlap')
    expect(status).toBe(0)
    expect(await run(['check', '--hangs', '--strict', file])).toMatchObject({ status: 3 })
    expect(await run(['check', '--strict', file])).toMatchObject({ status: 0 })
    const { count, questions } = checkReport.parse(JSON.parse((await run(['check', '--hangs', '--json', file])).stdout))
    expect(count).toMatchObject({ ifOverlapping: 1, ifResident: 0 })
    expect(questions).toMatchObject([{ liveness: 'ends', endsIfOverlapping: ['first', 'second'] }])
  })

  test('ends with --overlap yes, and hangs with --overlap no', async () => {
    expect(await run(['check', '--hangs', '--strict', '--overlap', 'yes', file])).toMatchObject({ status: 0 })
    const { status, stdout } = await run(['check', '--hangs', '--overlap', 'no', file])
    expect(stdout).toContain(
      'first.d0.b0.t0 waits for ever in loop W, overlap.test:2:27, for a value of flag other than 0; second.d0.b0.t0 waits for ever at second<<<1, 1, 0, t>>>(), overlap.test:4:33, for a place on the GPU',
    )
    expect(status).toBe(1)
  })

  test('also depends on it with witness --hang', async () => {
    const named = (...options: readonly string[]) => run(['witness', '--hang', ...options, file])
    expect(await named()).toMatchObject({
      status: 1,
      stdout: 'overlap.test · hang · ptx-9.4: no execution hangs if kernels overlap\n',
    })
    expect((await named('--overlap', 'yes')).stdout).toMatch(/no execution hangs\n$/)
    const { status, stdout } = await named('--overlap', 'no')
    expect(stdout).toContain('second.d0.b0.t0 waits for ever at second<<<1, 1, 0, t>>>()')
    expect(status).toBe(0)
    expect(await run(['witness', '--overlap', 'no', file])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--overlap: it needs --hang'),
    })
  })
})

test('a test that can hang in one memory layout is not as expected if it must end, even if its verdict depends on the layout', async () => {
  const file = write(
    'layouts.test',
    `.global a; .global b; .global f;
d0.b0.t0 { setp.lt.u64 p, &a, &b; @p st.relaxed.gpu [f], 1; }
d0.b1.t0 { L: ld.relaxed.gpu r, [f]; bne r, 1, L; }
permit (r == 1) as goes_on;`,
  )
  const { status, stdout } = await run(['check', '--hangs', file])
  expect(stdout).toMatch(/^✗ {2}layouts\.test {2}goes_on {2}not covered, can hang {2}expected to end /)
  expect(status).toBe(1)
  expect(await run(['check', file])).toMatchObject({ status: 3 })
})
