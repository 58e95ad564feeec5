import { checkReport } from '../../../report/check.js'
import { mixedSizes, nullPointer, offsetBy, publication } from '../memory.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Files are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

const outside = 'P1 at t.litmus:9:4: ld.weak.u32 r3, [r2] accesses 4 bytes at a+16, outside of a'

describe.each(['sat', 'z3', 'brute'])('a test that reaches undefined behaviour, by %s', (solver) => {
  const check = (text: string, ...args: readonly string[]) =>
    run(['check', '--solver', solver, ...args, write('t.litmus', text)])

  test.each(['~exists (P1:r3 == 9)', '~exists (P1:r3 == 5)', 'forall (P1:r3 == 5)'])(
    'breaks the claim %s: status 1, and where',
    async (claim) => {
      const { status, stdout } = await check(offsetBy(16, claim))
      expect(stdout).toMatch(/^✗ {2}t\.litmus {2}\S+ {2}undefined behaviour is reachable {2}expected holds /)
      expect(stdout).toContain(`\n    ${outside}\n`)
      expect(stdout).toContain('0 as expected, 1 not as expected, 1 undefined;')
      expect(status).toBe(1)
    },
  )

  test('also breaks a permit', async () => {
    const text = `.global x; .global a[4];
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu.u32 r0, [x]; mul.wide.u32 r1, r0, 16; add.u64 r2, r1, &a; ld.weak.u32 r3, [r2]; }
permit (r3 == 0) as q;`
    const { status, stdout } = await run(['check', '--solver', solver, write('t.test', text)])
    expect(stdout).toMatch(/^✗ {2}t\.test {2}q {2}undefined behaviour is reachable {2}expected allowed /)
    expect(status).toBe(1)
  })

  test('answers a question as before, and says so: status 0', async () => {
    const { status, stdout } = await check(offsetBy(16))
    expect(stdout).toMatch(/^· {2}t\.litmus {2}exists {2}allowed, undefined behaviour is reachable /)
    expect(stdout).toContain('1 without expectation, 1 undefined;')
    expect(status).toBe(0)
  })

  test.each([
    [16, 'a+16, outside of a'],
    [14, 'a+14, outside of a'],
    [6, 'a+6, not aligned to their size'],
    [-4, 'a-4, outside of a'],
  ])('names what is accessed, %d bytes after the start', async (by, what) => {
    // `mul.wide.u32` multiplies by an unsigned number.
    const text = by < 0 ? offsetBy(-by).replace('add.u64 r2, r1, &a', 'sub.u64 r2, &a, r1') : offsetBy(by)
    expect((await check(text)).stdout).toContain(`accesses 4 bytes at ${what}\n`)
  })

  test.each([
    ['ld.v2.u32 {r1, r2}, [r0];', 'a+4', '8 bytes at a+4, not aligned to their size'],
    ['ld.v4.u32 {r1, r2, r3, r4}, [r0];', 'a+16', '16 bytes at a+16, outside of a'],
    ['st.u32 [r0], 1;', 'c+4', '4 bytes at c+4, which is constant memory and read only'],
  ])('says what is wrong with %s', async (access, where, what) => {
    const text = `.global .u32 a[6]; .const .u32 c[2]; d0.b0.t0 { mov.u64 r0, ${where}; ${access} } check (a[0] == 0) as q;`
    const { stdout } = await run(['check', '--solver', solver, write('t.test', text)])
    expect(stdout).toContain(`accesses ${what}\n`)
  })

  test('names no memory if none is near', async () => {
    expect((await check(nullPointer)).stdout).toContain('accesses 4 bytes at 0x0, where there is no memory\n')
  })

  test('as JSON', async () => {
    const { stdout } = await check(offsetBy(16, '~exists (P1:r3 == 9)'), '--json')
    const { questions, count } = checkReport.parse(JSON.parse(stdout))
    expect(questions).toMatchObject([
      {
        verdict: 'forbidden',
        answer: 'undefined',
        asExpected: false,
        undefined: [
          {
            thread: 'P1',
            instruction: 'ld.weak.u32 r3, [r2]',
            problem: 'outside',
            address: 'a+16',
            object: 'a',
            bytes: 4,
          },
        ],
      },
    ])
    expect(count).toMatchObject({ broken: 1, undefined: 1, undecided: 0 })
  })

  test('is one that a table may expect, of a claim as of a question', async () => {
    const table = (question: string, verdict: string) =>
      write('t.csv', `test,question,model,verdict\nt.litmus,${question},ptx-9.4,${verdict}\n`)
    const claim = offsetBy(16, '~exists (P1:r3 == 9)')
    expect(await check(claim, '--expect', table('~exists', 'undefined'))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^✓/),
    })
    expect(await check(claim, '--expect', table('~exists', 'forbidden'))).toMatchObject({ status: 1 })
    expect(await check(offsetBy(16), '--expect', table('exists', 'undefined'))).toMatchObject({ status: 0 })
    expect(await check(offsetBy(16), '--expect', table('exists', 'allowed'))).toMatchObject({ status: 1 })
    expect(await check(offsetBy(12), '--expect', table('exists', 'undefined'))).toMatchObject({ status: 1 })
  })
})

test('a test that reaches none has an empty list, and says nothing', async () => {
  const file = write('t.litmus', offsetBy(12, '~exists (P1:r3 == 9)'))
  const { status, stdout } = await run(['check', file])
  expect(stdout).toMatch(/^✓ {2}t\.litmus {2}~exists {2}holds /)
  expect(stdout.split('\n')).toHaveLength(3)
  expect(status).toBe(0)
  const { questions, count } = checkReport.parse(JSON.parse((await run(['check', '--json', file])).stdout))
  expect(questions).toMatchObject([{ undefined: [] }])
  expect(count.undefined).toBe(0)
})

test('a pointer that is followed, and shown as a pointer', async () => {
  const file = write('p.litmus', publication('~exists (P1:r0 == &x /\\ P1:r1 == 7)'))
  expect((await run(['check', file])).status).toBe(0)
})

test.each(['sat', 'z3', 'brute'])(
  'a mixed-size race is not covered, with both places; nothing else is said about it: %s',
  async (solver) => {
    const file = write('m.litmus', mixedSizes)
    const { status, stdout } = await run(['check', '--solver', solver, file])
    expect(stdout).toMatch(/^\? {2}m\.litmus {2}exists {2}not covered /)
    expect(stdout).toContain(
      'ptx-9.4 says nothing about accesses of different sizes that race (ISA 8.7.2): m.litmus:6:1 and m.litmus:6:27\n',
    )
    expect(status).toBe(3)
    const report = checkReport.parse(JSON.parse((await run(['check', '--json', '--solver', solver, file])).stdout))
    expect(report.questions).toMatchObject([{ verdict: 'not covered', undefined: null, liveness: null }])
  },
)

test('a copy by registers may also leave the memory that these address', async () => {
  const text = `.shared .u32 s[4]; .global .u32 g;
d0.b0.t0 { mov.u64 a, &g; cp.async.ca.shared.global [s], [a], 16; cp.async.wait_all; }
check (s[0] == 0) as q;`
  const { stdout } = await run(['check', write('t.test', text)])
  expect(stdout).toContain('cp.async.ca.shared.global [s], [a], 16 accesses 16 bytes at g, outside of g')
})
