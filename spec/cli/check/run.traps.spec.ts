import { checkReport } from '../../../report/check.js'
import { regressReport } from '../../../report/regress.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Files are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

/** Returns a test whose reader traps if the flag is set and the data is missing. */
const trapping = (question: string, order = '.relaxed') => `.global x; .global f;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [f], 1; }
d0.b1.t0 {
  ld${order}.gpu r0, [f];
  bne r0, 1, done;
  ld.relaxed.gpu r1, [x];
  beq r1, 1, done;
  trap;
done:
}
${question}`

const where = 'd0.b1.t0 traps at t.test:8:3: trap'

describe.each(['sat', 'z3', 'brute'])('a test that reaches a trap, by %s', (solver) => {
  const check = (text: string, ...args: readonly string[]) =>
    run(['check', '--solver', solver, ...args, write('t.test', text)])

  test.each(['assert (x == 1) as q;', 'permit (x == 1) as q;'])('breaks %s', async (claim) => {
    const { status, stdout } = await check(trapping(claim))
    expect(stdout).toMatch(/^✗ {2}t\.test {2}q {2}a trap is reachable {2}/)
    expect(stdout).toContain(`\n    ${where}\n`)
    expect(stdout).toContain('0 as expected, 1 not as expected, 1 undefined;')
    expect(status).toBe(1)
  })

  test('also by `brkpt`', async () => {
    const { status, stdout } = await check(trapping('permit (x == 1) as q;').replace('trap;', 'brkpt;'))
    expect([status, stdout]).toEqual([1, expect.stringContaining('\n    d0.b1.t0 traps at t.test:8:3: brkpt\n')])
  })

  test('answers a question as before, and says so', async () => {
    const { status, stdout } = await check(trapping('check (x == 1) as q;'))
    expect(stdout).toMatch(/^· {2}t\.test {2}q {2}allowed, a trap is reachable {2}/)
    expect(status).toBe(0)
  })

  test('is not a hang: the thread waits for nothing', async () => {
    const { questions } = checkReport.parse(
      JSON.parse((await check(trapping('check (x == 1) as q;'), '--json')).stdout),
    )
    expect(questions).toMatchObject([
      {
        verdict: 'allowed',
        liveness: 'ends',
        undefined: [{ thread: 'd0.b1.t0', instruction: 'trap', place: expect.any(String), problem: 'trap' }],
      },
    ])
  })

  test('does not if the model orders the reads', async () => {
    const { status, stdout } = await check(trapping('assert (x == 1) as q;', '.acquire'))
    expect(stdout).toMatch(/^✓ {2}t\.test {2}q {2}holds {2}/)
    expect(stdout).not.toContain('trap')
    expect(status).toBe(0)
  })

  test('with undefined behaviour beside it, names both', async () => {
    const text = `.global a[2]; .global n;
d0.b0.t0 { st.relaxed.gpu [n], 2; }
d0.b1.t0 {
  ld.relaxed.gpu.u32 r0, [n];
  bne r0, 0, some;
  trap;
some:
  mul.wide.u32 r1, r0, 4; add.u64 r2, r1, &a; st [r2], 1;
}
check (a[0] == 1) as q;`
    const { stdout } = await check(text)
    expect(stdout).toContain('undefined behaviour and a trap are reachable')
    expect(stdout).toContain('d0.b1.t0 traps at t.test:6:3: trap\n')
    expect(stdout).toContain('accesses 4 bytes at a+8, outside of a\n')
  })
})

test('an execution that traps is shown, and replays', async () => {
  const file = write('t.test', trapping('assert (x == 1) as q;'))
  const { status, stdout } = await run(['witness', '--undefined', file])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^t\.test · trap · ptx-9\.4\n/)
  expect(stdout).toContain(`\n  ${where}\n  finally: `)
  const { stdout: json } = await runCommand(['witness', '--undefined', '--json', file])
  expect((await run(['replay', write('w.json', json)])).status).toBe(0)
})

test('the other commands report it with its own words', async () => {
  const file = write('t.test', trapping('assert (x == 1) as q;'))
  expect((await run(['outcomes', file])).stdout).toContain(`\nA trap is reachable\n${where}\nNo\n`)
  expect((await run(['explain', file])).stdout).toMatch(/^t\.test · q · ptx-9\.4: a trap is reachable\n/)
  const races = await run(['races', file])
  expect(races.stdout).toMatch(/^✗ {2}t\.test {2}race-free, a trap is reachable\n/)
  expect(races.status).toBe(1)
  const { stdout } = await run([
    'regress',
    '--without',
    'Causality',
    '--explain',
    write('u.test', trapping('assert (x == 1) as q;', '.acquire')),
  ])
  expect(stdout).toContain('a trap is reachable\n    d0.b1.t0 traps at u.test:8:3: trap\n')
  expect(stdout).toContain('without Causality reaches a trap:')
  const { stdout: json } = await run([
    'regress',
    '--without',
    'Causality',
    '--json',
    write('u.test', trapping('assert (x == 1) as q;', '.acquire')),
  ])
  expect(regressReport.parse(JSON.parse(json))).toMatchObject({
    changes: [{ after: 'undefined', undefined: [{ problem: 'trap' }] }],
  })
})

test.each([
  ['trap 1;', '1 operand given; the form is `trap`'],
  ['trap == 1;', 'returns no value'],
])('%s is refused', async (statement, why) => {
  const { status, stderr } = await run([
    'check',
    write('t.test', `.global x; d0.b0.t0 { ${statement} } check (x == 0) as q;`),
  ])
  expect(stderr).toContain(why)
  expect(status).toBe(2)
})
