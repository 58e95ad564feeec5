import { racesReport } from '../../../report/explanation.js'
import { herd } from '../../support.js'
import { mixedSizes, offsetBy, publication } from '../memory.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()
const races = (text: string, ...args: readonly string[]) => run(['races', ...args, write('t.litmus', text)])
const reported = async (text: string) => racesReport.parse(JSON.parse((await races(text, '--json')).stdout)).tests

describe('ptx-litmus races', () => {
  test('lists where undefined behaviour is reachable: status 1', async () => {
    const { status, stdout } = await races(offsetBy(16))
    expect(stdout).toMatch(
      /^✗ .* race-free, undefined behaviour is reachable\n {4}P1 at .*t\.litmus:9:4: .* accesses 4 bytes at a\+16, outside of a\n$/,
    )
    expect(status).toBe(1)
    expect((await races(offsetBy(16), '--quiet')).stdout).toBe(stdout)
    expect(await reported(offsetBy(16))).toMatchObject([{ verdict: 'race-free', undefined: [{ address: 'a+16' }] }])
    expect(await races(offsetBy(12))).toMatchObject({ status: 0, stdout: expect.not.stringContaining('undefined') })
    expect(await reported(offsetBy(12))).toMatchObject([{ undefined: [] }])
  })

  test('names a mixed-size race', async () => {
    const { status, stdout } = await races(mixedSizes)
    expect(stdout).toContain(`A mixed-size data race (ISA 8.7.2):
  e2  P0, line 6: st.relaxed.gpu.u64 x, 1   W x = 1
`)
    expect(stdout).toContain('  not morally strong: they overlap partially\n')
    expect(status).toBe(1)
    expect(await reported(mixedSizes)).toMatchObject([
      { verdict: 'racy', races: [{ events: [2, 3], lacks: [{ kind: 'size', events: [] }] }] },
    ])
  })

  test('finds races of memory that is reached through pointers, by name', async () => {
    const { stdout } = await races(publication())
    expect(stdout).toMatch(
      /^A data race \(ISA 8\.7\.1\):\n {2}e3 {2}P0, line 6: st\.weak x, 1 {3}W x = 1\n {2}e6 .*R x = /m,
    )
  })

  const inval = 'mbarrier.inval.shared.b64 [m];'
  const arrive = 'mbarrier.arrive.shared.b64 _, [m];'
  const mbarrier = (...threads: readonly string[]) =>
    `.shared .b64 m;\n${threads.map((lines, i) => `d0.b0.t${i} { ${i === 0 ? 'mbarrier.init.shared.b64 [m], 9;' : ''} bar.sync 0; ${lines} }`).join('\n')}\n`
  test.each([
    ['by its own thread', mbarrier(`${inval} ${arrive}`), 'the thread has executed', ''],
    [
      'by another',
      mbarrier(arrive, inval),
      'nothing orders this before',
      ', of d0.b0.t1; within a warp, `__syncwarp()` does',
    ],
    [
      'by another, after a third operation on it',
      mbarrier(`${arrive} ${arrive}`, inval),
      'nothing orders this before',
      ', of d0.b0.t1; within a warp, `__syncwarp()` does',
    ],
  ])('names what ends an mbarrier %s', async (_, text, words, by) => {
    const { status, stdout } = await run(['races', write('m.test', text)])
    expect(stdout).toMatch(/^ {4}d0\.b0\.t0 at /m)
    expect(stdout).toContain(`: the mbarrier may be invalid already: ${words} \`mbarrier.inval.shared.b64 [m]\`, `)
    expect(stdout).toContain(`${by}\n`)
    expect(stdout).not.toContain('initialised yet')
    expect(status).toBe(1)
    const json = await run(['races', '--json', write('m.test', text)])
    const [report] = racesReport.parse(JSON.parse(json.stdout)).tests
    expect(report?.undefined).toContainEqual(
      expect.objectContaining({ endedBy: expect.objectContaining({ instruction: 'mbarrier.inval.shared.b64 [m]' }) }),
    )
  })
  test('says of an mbarrier that was never valid that it may not be initialised', async () => {
    const { stdout } = await run(['races', write('m.test', `.shared .b64 m;\nd0.b0.t0 { ${arrive} ${inval} }\n`)])
    expect(stdout).toContain(': the mbarrier may not be initialised yet\n')
  })
  test('says what is undefined before which loops the bound cuts', async () => {
    const text = `.shared .b64 m; .global x;\nd0.b0.t0 { ${arrive} L: atom.relaxed.gpu.add r0, [x], 1; bne r0, 5, L; }\n`
    const { stdout } = await run(['races', write('m.test', text)])
    expect(stdout).toMatch(
      /^✗ .* undefined behaviour is reachable; race-free within bound 2, .*; loops cut at the bound: d0\.b0\.t0 L, /,
    )
  })
  test('takes `bar.warp.sync` as order before the end of an mbarrier', async () => {
    const { stdout } = await run([
      'races',
      write('m.test', mbarrier(`${arrive} bar.warp.sync 3;`, `bar.warp.sync 3; ${inval}`)),
    ])
    expect(stdout).toMatch(/^✓ .* race-free\n$/)
  })

  test('names the elements of arrays', async () => {
    const text = herd(
      'a[4] = {0};',
      [
        ['P0@cta 0,gpu 0', 'st.weak a[1], 1'],
        ['P1@cta 1,gpu 0', 'mov.u64 r0, &a[1]', 'st.weak.u32 [r0], 2'],
      ],
      'exists (a[1] == 1)',
    )
    expect((await races(text)).stdout).toMatch(/ W a\[1\] = 1\n.* W a\[1\] = 2\n/)
  })
})
