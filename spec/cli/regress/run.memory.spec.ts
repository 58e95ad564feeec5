import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regressReport } from '../../../report/regress.js'
import { herd } from '../../support.js'
import { halves, mixedSizes, offsetBy } from '../memory.js'
import { workplace } from '../workplace.js'

const { folder, write, clear, run } = workplace()
beforeEach(clear)

const recorded = () => readFileSync(join(folder, 'b.csv'), 'utf8').trimEnd().split('\n').slice(1)
const baseline = (...args: readonly string[]) => run(['regress', 'tests', '--baseline', 'b.csv', ...args])
const where =
  /^ {4}undefined behaviour is reachable\n {4}P1 at tests\/t\.litmus:9:4: .* accesses 4 bytes at a\+16, outside of a$/m

describe('--baseline', () => {
  test('has the verdict undefined, of claims as of questions', async () => {
    write('tests/a.litmus', offsetBy(16))
    write('tests/b.litmus', offsetBy(16, '~exists (P1:r3 == 9)'))
    write('tests/c.litmus', mixedSizes)
    expect(await baseline('--update')).toMatchObject({ status: 0 })
    expect(recorded()).toEqual([
      'tests/a.litmus,exists,ptx-9.4,undefined',
      'tests/b.litmus,~exists,ptx-9.4,undefined',
      'tests/c.litmus,exists,ptx-9.4,not covered',
    ])
    expect(await baseline()).toMatchObject({ status: 0 })
    expect(await run(['check', 'tests', '--expect', 'b.csv'])).toMatchObject({ status: 0 })
  })

  test('a change to it says where, and back', async () => {
    const claim = '~exists (P1:r3 == 9)'
    write('tests/t.litmus', offsetBy(12, claim))
    await baseline('--update')
    write('tests/t.litmus', offsetBy(16, claim))
    const { status, stdout } = await baseline('--explain')
    expect(stdout).toMatch(/^✗ {2}tests\/t\.litmus {2}~exists {2}ptx-9\.4 {2}holds → undefined$/m)
    expect(stdout).toMatch(where)
    expect(stdout).toMatch(/^ {4}ptx-9\.4 reaches undefined behaviour:\n {6}e/m)
    expect(status).toBe(1)
    const { changes } = regressReport.parse(JSON.parse((await baseline('--json')).stdout))
    expect(changes).toMatchObject([{ before: 'forbidden', after: 'undefined', undefined: [{ address: 'a+16' }] }])
    await baseline('--update')
    write('tests/t.litmus', offsetBy(12, claim))
    expect((await baseline()).stdout).toMatch(/undefined → holds$/m)
  })
})

describe('between models', () => {
  /** Only without Causality does P1 read the flag and not what was written before. */
  const stale = herd(
    'x = 0; y = 0; a[1] = {5};',
    [
      ['P0@cta 0,gpu 0', 'st.relaxed.gpu y, 1', 'st.release.gpu x, 1'],
      [
        'P1@cta 1,gpu 0',
        'ld.acquire.gpu.u32 r0, x',
        'ld.relaxed.gpu.u32 r1, y',
        'sub.u32 r2, r0, r1',
        'mul.u32 r2, r2, r0',
        'mul.wide.u32 r3, r2, 4',
        'add.u64 r4, r3, &a',
        'ld.weak.u32 r5, [r4]',
      ],
    ],
    '~exists (P1:r5 == 9)',
  )

  test('undefined under one of them differs, whatever the outcome', async () => {
    write('tests/t.litmus', stale)
    const { status, stdout } = await run(['regress', 'tests', '--without', 'Causality'])
    expect(stdout).toMatch(/^✗ {2}tests\/t\.litmus {2}~exists {2}ptx-9\.4 without Causality {2}holds → undefined$/m)
    expect(stdout).toMatch(/^ {4}undefined behaviour is reachable\n {4}P1 at tests\/t\.litmus:12:/m)
    expect(stdout).not.toContain('neither allows it')
    expect(status).toBe(1)
    const { stdout: each } = await run(['regress', 'tests', '--each-axiom'])
    expect(each).toMatch(/^Causality +1 +1$/m)
    expect((await run(['regress', 'tests', '--without', 'Atomicity'])).status).toBe(0)
  })

  test('an execution says which bytes come from which write, and the final value of each part of memory', async () => {
    write('tests/t.litmus', halves)
    write('b.csv', 'test,question,model,verdict\ntests/t.litmus,exists,ptx-9.4,forbidden\n')
    const { stdout } = await baseline('--explain')
    expect(stdout).toContain('R x = 30064771077, bytes 0-3 from e5, 4-7 from e2\n')
    expect(stdout).toContain('final: x = 5, x+4 = 7\n')
  })
})
