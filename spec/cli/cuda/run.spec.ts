import { existsSync } from 'node:fs'
import { planIn } from '../../hardware/plans.js'
import { textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run, clear } = workplace()
afterEach(clear)

const mp = `.global x; .global y;
d0.b0.t0 { st.weak [x], $0; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; }
permit (r0 == 1 && r1 == $0) as seen;
$$
1
2
`
const texture = `.global x; .texref t virtually aliases x;
d0.b0.t0 {
  fence.proxy.texture;
  tld r0, [t];
}
check (r0 == 0) as q;
`
const trap = '.global x; d0.b0.t0 { trap; } check ([x] == 0) as q;'

const hashesIn = (source: string): readonly (string | undefined)[] =>
  [...source.matchAll(/^ {2}"[^"]*", "([0-9a-f]{16})",/gm)].map(([, hash]) => hash)

describe('ptx-litmus cuda', () => {
  test('writes one program for all tests, and says how many there are', async () => {
    write('mp.test', mp)
    const { status, stdout, stderr } = await run(['cuda', 'mp.test', '-o', 'a/b'])
    expect(stdout).toBe('a/b/litmus.cu: 2 tests\n')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const source = textOf(folder, 'a/b/litmus.cu')
    const one = (row: number) => planIn(mp.slice(0, mp.indexOf('$$')).replaceAll('$0', `${row}`)).hash
    expect(hashesIn(source)).toEqual([one(1), one(2)])
    expect(source).toContain('"mp.test#1", ')
    expect(source.match(/static const Test \*const tests\[\] = \{\n(.*\n)*?\};/)?.[0]).toBe(
      'static const Test *const tests[] = {\n  &test_0,\n  &test_1,\n};',
    )
    expect(source.endsWith('}\n')).toBe(true)
  })

  test('a row alone', async () => {
    write('mp.test', mp)
    expect((await run(['cuda', 'mp.test', '--row', '2', '-o', 'out'])).stdout).toBe('out/litmus.cu: 1 test\n')
    expect(textOf(folder, 'out/litmus.cu')).toContain('"mp.test#2", ')
  })

  test('a program that is there is replaced with --force', async () => {
    write('out/litmus.cu', 'old')
    write('mp.test', mp)
    expect((await run(['cuda', 'mp.test', '-o', 'out'])).status).toBe(2)
    expect((await run(['cuda', 'mp.test', '-o', 'out', '--force'])).status).toBe(0)
    expect(textOf(folder, 'out/litmus.cu')).not.toContain('old\n')
    expect(hashesIn(textOf(folder, 'out/litmus.cu'))).toHaveLength(2)
  })

  test('each test that is left out is named with its reason', async () => {
    for (const [name, text] of Object.entries({ 't/a.test': texture, 't/b.test': trap, 't/mp.test': mp }))
      write(name, text)
    const { status, stdout, stderr } = await run(['cuda', 't', '-o', 'out'])
    expect(stderr).toBe(
      [
        't/a.test: not runnable: no public assembler has `fence.proxy.texture` (t/a.test:3:3)\n',
        't/b.test: not runnable: a trap ends the whole grid with an error, and all instances with it (t/b.test:1:23)\n',
      ].join(''),
    )
    expect(stdout).toBe('out/litmus.cu: 2 tests\n')
    expect(status).toBe(0)
  })

  test('if none can run, nothing is written: status 2', async () => {
    write('a.test', texture)
    const { status, stdout, stderr } = await run(['cuda', 'a.test', '-o', 'out'])
    expect(stderr).toContain('a.test: not runnable: no public assembler has `fence.proxy.texture`')
    expect(stderr).toContain('\na.test: none of the tests can run on a GPU\n')
    expect(stdout).toBe('')
    expect(existsSync(`${folder}/out`)).toBe(false)
    expect(status).toBe(2)
  })

  test.each([
    ['a test that cannot be read', 'bad.test', 'bad.test:1:1: '],
    ['a test that is not there', 'none.test', 'none.test: no such file or folder\n'],
  ])('%s: nothing is written, not even for the others: status 2', async (_, name, message) => {
    write('bad.test', 'nonsense')
    write('mp.test', mp)
    const { status, stdout, stderr } = await run(['cuda', name, 'mp.test', '-o', 'out'])
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(existsSync(`${folder}/out`)).toBe(false)
    expect(status).toBe(2)
  })

  test.each([
    ['is a file', 'mp.test', 'mp.test: cannot be written: this is not a folder\n'],
    ['is below a file', 'mp.test/out', 'mp.test/out: cannot be written: there is no such folder\n'],
    ['has a folder in the place of the program', 'taken', 'taken/litmus.cu: cannot be written: this is a folder\n'],
  ])('a folder that %s: status 2', async (_, output, message) => {
    write('mp.test', mp)
    write('taken/litmus.cu/file', '')
    expect(await run(['cuda', 'mp.test', '-o', output])).toEqual({ status: 2, stdout: '', stderr: message })
    expect(textOf(folder, 'mp.test')).toBe(mp)
  })

  test('without a folder, the program is printed', async () => {
    write('mp.test', mp)
    const { status, stdout, stderr } = await run(['cuda', 'mp.test'])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    await run(['cuda', 'mp.test', '-o', 'out'])
    expect(stdout).toBe(textOf(folder, 'out/litmus.cu'))
  })

  test('a folder without a name: status 2', async () => {
    write('mp.test', mp)
    expect((await run(['cuda', 'mp.test', '-o', ''])).status).toBe(2)
  })
})
