import { readdirSync } from 'node:fs'
import { filesBelow, testsIn, textOf, verdictOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run, clear } = workplace()
afterEach(clear)

const mp = `// MP+rel+acq.gpu
// PodWW Rfe+rel+acq.gpu PodRR Fre
.global x;
.global y;

d0.b0.t0 {
  st.weak [x], 1;
  st.release.gpu [y], 1;
}

d0.b1.t0 {
  ld.acquire.gpu r0, [y];
  ld.weak r1, [x];
}

exists (r0 == 1 && r1 == 0) as outcome;
`

describe('ptx-litmus cycle', () => {
  test('prints the test of a cycle, in one word or several', async () => {
    expect(await run(['cycle', 'PodWW Rfe+rel+acq.gpu PodRR Fre'])).toEqual({ status: 0, stdout: mp, stderr: '' })
    expect(await run(['cycle', 'PodWW', 'Rfe+rel+acq.gpu', 'PodRR', 'Fre'])).toEqual({
      status: 0,
      stdout: mp,
      stderr: '',
    })
  })
  test('or writes it to a file', async () => {
    expect(await run(['cycle', 'PodWW Rfe+rel+acq.gpu PodRR Fre', '-o', 'a.test'])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
    expect(textOf(folder, 'a.test')).toBe(mp)
    expect(await verdictOf(mp)).toBe('forbidden')
  })
  test('the last write of a location stores the greatest value, as in diy', async () => {
    expect((await run(['cycle', 'PodWW Rfe PodRW Coe'])).stdout).toMatch(
      /st.weak \[x\], 2;[\s\S]*st.weak \[x\], 1;[\s\S]*\(r0 == 1 && \[x\] == 2\)/,
    )
  })
  test('--places', async () => {
    expect((await run(['cycle', 'PodWW Rfe PodRR Fre', '--places', 'cta'])).stdout).toContain(
      '// MP+cta\n// PodWW Rfe@d0.b0 PodRR Fre@d0.b0\n',
    )
    expect((await run(['cycle', 'PodWW Rfe PodRR Fre', '--places', 'sys'])).stdout).toContain('\nd1.b0.t0 {\n')
  })
  test('a text that is not a cycle is an error with its column: status 2', async () => {
    expect(await run(['cycle', 'PodWW Rfe PodRW Fre'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        '<cycle>:1:17: `Fre` begins at a read, but `PodRW` before it leads to a write\n    PodWW Rfe PodRW Fre\n                    ^~~\n',
    })
  })
  test.each([
    [[], /missing edges/],
    [['Rfe PosRR Fre', '--scope', 'gpu'], /--scope: it needs --variants/],
    [['Rfe PosRR Fre', '--places', 'here'], /--places: it must be one of cta, gpu, sys/],
    [['Rfe PosRR Fre', '-o', 'a.litmus'], /--output: /],
  ])('%j is wrong usage', async (args, message) => {
    const { status, stdout, stderr } = await run(['cycle', ...args])
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
  })
  test('a file that cannot be written: status 2', async () => {
    expect(await run(['cycle', 'Rfe PosRR Fre', '-o', 'none/a.test'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'none/a.test: cannot be written: there is no such folder\n',
    })
  })
})

describe('ptx-litmus cycle --variants', () => {
  test('writes a file for each test, under its name', async () => {
    const { status, stdout } = await run(['cycle', 'PosWW Coi', '--variants', '--scope', 'gpu', '-o', 'all/CoWW'])
    expect([status, stdout]).toEqual([0, 'all/CoWW: 27 tests\n'])
    const files = readdirSync(`${folder}/all/CoWW`)
    expect(files).toHaveLength(27)
    expect(files).toEqual(expect.arrayContaining(['CoWW.test', 'CoWW+rlx-fence.sc-rel.gpu.test']))
    for (const file of filesBelow(folder, '.test')) expect(testsIn(textOf(folder, file), file)).toHaveLength(1)
  })
  test('names can be names of files', async () => {
    await run(['cycle', 'Rfe+tex+weak PosRR Fre'])
    const { stdout } = await run(['cycle', 'PodWW Rfe Amo+rlx.gpu PodWR Fre+alias', '--variants', '-o', 'all'])
    const files = readdirSync(`${folder}/all`)
    expect(stdout).toBe(`all: ${files.length} tests\n`)
    expect(files.filter((file) => !/^[\w+.-]+$/.test(file))).toEqual([])
  })
  test('by default with the scopes cta, gpu and sys; variants that are the same for each are written once', async () => {
    const { stdout } = await run(['cycle', 'PosWW Coi', '--variants'])
    expect(stdout.split('\n')[0]).toBe('// 79 tests')
    expect(stdout.match(/^exists/gm)).toHaveLength(79)
    expect(new Set(stdout.match(/^\/\/ CoWW.*$/gm)).size).toBe(79)
  })
  test('tests that are the same up to symmetry are written once', async () => {
    const { stdout } = await run(['cycle', 'PodWR Fre+weak PodWR Fre+weak', '--variants', '--scope', 'gpu'])
    expect(stdout.split('\n')[0]).toBe('// 6 tests')
  })
  test('too many are an error', async () => {
    const { status, stderr } = await run(['cycle', 'Rfe PodRR Fre Rfe PodRR Fre', '--variants'])
    expect(stderr).toContain(
      'this has 19683 variants, and 10000 are written at most; add words for its events, or name fewer scopes\n',
    )
    expect(status).toBe(2)
    const one = await run(['cycle', 'PodWW Rfe PodRR Fre PodWR Fre', '--variants', '--scope', 'gpu'])
    expect(one.stderr).toContain('this has 19683 variants, and 10000 are written at most; add words for its events\n')
  })
  test('a folder that is a file: status 2', async () => {
    write('taken', '')
    expect(await run(['cycle', 'PosWW Coi', '--variants', '-o', 'taken'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'taken: cannot be written: this is not a folder\n',
    })
  })
})
