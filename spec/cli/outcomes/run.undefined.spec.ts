import { outcomesReport } from '../../../report/outcomes.js'
import { mixedSizes, offsetBy, publication } from '../memory.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

describe.each(['sat', 'z3', 'brute'])('ptx-litmus outcomes, by %s', (solver) => {
  const outcomes = (text: string, ...args: readonly string[]) =>
    run(['outcomes', '--solver', solver, ...args, write('t.litmus', text)])
  const reported = async (text: string) =>
    outcomesReport.parse(JSON.parse((await outcomes(text, '--json')).stdout)).tests

  test('says that undefined behaviour is reachable, and where; no claim is Ok then', async () => {
    const { status, stdout } = await outcomes(offsetBy(16, '~exists (P1:r3 == 9)'))
    expect(stdout).toMatch(
      /^States 1\n1:r3=5;\nUndefined behaviour is reachable\nP1 at .*t\.litmus:9:4: .* accesses 4 bytes at a\+16, outside of a\nNo$/m,
    )
    expect(status).toBe(0)
    expect((await outcomes(offsetBy(16, 'exists (P1:r3 == 5)'))).stdout).toMatch(/^Ok$/m)
    expect((await outcomes(offsetBy(12, '~exists (P1:r3 == 9)'))).stdout).toMatch(/^States 2\n1:r3=5;\n1:r3=8;\nOk$/m)
  })

  test('the name of a thread also begins with a small letter there', async () => {
    const text = '.global .u32 a[2]; d0.b0.t0 { mov.u64 p, a; ld.u32 r, [p+8]; } check (r == 0) as q;'
    const { stdout } = await run(['outcomes', '--solver', solver, write('t.test', text)])
    expect(stdout).toMatch(/^d0\.b0\.t0 at /m)
  })

  test('as JSON, an empty list where it is not', async () => {
    expect(await reported(offsetBy(16))).toMatchObject([{ undefined: [{ thread: 'P1', address: 'a+16' }] }])
    expect(await reported(offsetBy(12))).toMatchObject([{ undefined: [] }])
  })

  test('names the values that are addresses', async () => {
    const { stdout } = await outcomes(publication(), '--observe', 'p')
    expect(stdout).toContain('1:r0=&z; 1:r1=7; [p]=&x;\n')
    expect(stdout).toContain('Condition exists (1:r0=&x /\\ 1:r1=0)\n')
    const [test] = await reported(publication())
    expect(test?.states.map(({ values }) => values)).toContainEqual({ '1:r0': '&x', '1:r1': '0' })
  })

  test('does not cover a mixed-size race: status 3, with both places', async () => {
    const { status, stdout } = await outcomes(mixedSizes)
    expect(stdout).toMatch(
      /^Not all states are listed: ptx-9\.4 says nothing about .*t\.litmus:6:1 and .*t\.litmus:6:27$/m,
    )
    expect(stdout).not.toContain('ndefined')
    expect(status).toBe(3)
    expect(await reported(mixedSizes)).toMatchObject([{ undefined: null, complete: false }])
  })
})
