import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commands as all } from '../../../cli/commands.js'
import { forgetReads } from '../../../cli/input/files-read.js'
import { writeAll, writeTo } from '../../../cli/input/outputs.js'
import { readSource } from '../../../cli/input/source.js'
import { textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const mp = `.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.weak [f], 1; }
d0.b1.t0 { ld.weak r, [f]; ld.weak s, [x]; }
assert (not (r == 1 && s == 0)) as fresh;
`

describe('a file is replaced whole or not at all', () => {
  test('through another file beside it, which does not remain; its mode stays', () => {
    const path = write('mode/report.xml', 'before')
    chmodSync(path, 0o640)
    expect(writeTo(path, 'after', false).ok).toBe(true)
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['after', 0o640])
    expect(readdirSync(join(folder, 'mode'))).toEqual(['report.xml'])
  })

  test('an output that cannot be written leaves nothing', () => {
    const path = write('there/is/file', 'before')
    expect(writeTo(join(folder, 'nowhere', 'file'), 'after', true)).toMatchObject({ ok: false })
    expect(writeTo(join(path, '..'), 'after', true)).toMatchObject({ ok: false })
    expect(readdirSync(join(folder, 'there/is'))).toEqual(['file'])
  })

  test('another name of it is unchanged, and a link leads to the new file', () => {
    const path = write('link/report.xml', 'before')
    linkSync(path, join(folder, 'link/other.xml'))
    symlinkSync('report.xml', join(folder, 'link/to.xml'))
    expect(writeTo(join(folder, 'link/to.xml'), 'after', false).ok).toBe(true)
    expect(
      ['report.xml', 'other.xml', 'to.xml'].map((name) => readFileSync(join(folder, 'link', name), 'utf8')),
    ).toEqual(['after', 'before', 'after'])
  })

  test('a device is written to', () => {
    expect(writeTo('/dev/null', 'text', false)).toEqual({ ok: true, value: undefined })
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })
})

describe('no input is replaced', () => {
  test.each(['a.test', 'a.litmus', 'a.ptx', 'a.cu', 'a.cat', 'a.csv', 'A.TEST'])('by its name: %s', (name) => {
    const path = write(name, 'before')
    expect(writeTo(path, 'after', false)).toMatchObject({
      diagnostics: [{ place: path, message: 'not written: it already exists; --force replaces it' }],
    })
    expect(readFileSync(path, 'utf8')).toBe('before')
    expect(writeTo(path, 'before', false).ok).toBe(true)
    expect(writeTo(path, 'after', true).ok).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('after')
    expect(writeTo(join(folder, `new-${name}`), 'after', false).ok).toBe(true)
  })

  test('which this run reads, under whatever name', () => {
    const path = write('read.json', 'before')
    symlinkSync('read.json', join(folder, 'alias.json'))
    expect(readSource(path, 'witness').ok).toBe(true)
    for (const name of [path, join(folder, 'alias.json')])
      expect(writeTo(name, 'after', false)).toMatchObject({
        diagnostics: [{ message: 'not written: this run reads it; --force replaces it' }],
      })
    forgetReads()
    expect(writeTo(path, 'after', false).ok).toBe(true)
  })

  test('if one of several files is refused, none is written', () => {
    const [one, two] = [join(folder, 'one.test'), write('two.test', 'before')]
    const files = [one, two].map((path) => ({ path, text: 'after' }))
    expect(writeAll(files, false).ok).toBe(false)
    expect(readdirSync(folder)).not.toContain('one.test')
    expect(writeAll(files, true).ok).toBe(true)
  })
})

/** Each command that writes, with an existing file. */
const commands: readonly (readonly [args: string, file: string])[] = [
  ['check mp.test --reporter junit=mp.test', 'mp.test'],
  ['check mp.test --reporter sarif=other.csv', 'other.csv'],
  ['check k.ptx --launch k<<<1,1>>>() --assert true --reporter tap=other.csv', 'other.csv'],
  ['convert mp.test --to herd -o other.litmus', 'other.litmus'],
  ['cuda mp.test -o made', 'made/litmus.cu'],
  ['cycle PodWW Rfe PodRR Fre -o other.test', 'other.test'],
  ['cycle PodWW Rfe PodRR Fre --variants --scope gpu -o made', 'made/MP.test'],
  ['distinguish nvlitmus ptx-7.5 --instructions 2 --jobs 1 -o made', 'made/CoRW1+alias-data-weak.test'],
  ['fix mp.test -o mp.test', 'mp.test'],
  ['launch k.ptx -o other.test', 'other.test'],
  ['merge part.json -o part.json', 'part.json'],
  ['merge part.json --reporter junit=other.cu', 'other.cu'],
  ['smt mp.test -o other.test', 'other.test'],
  ['weaken fixed.test -o other.test', 'other.test'],
]

test.each(commands)('%s', async (line, file) => {
  write('mp.test', mp)
  write('fixed.test', mp.replaceAll('st.weak', 'st.release.gpu').replaceAll('ld.weak', 'ld.acquire.gpu'))
  write('k.ptx', '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n')
  write('part.json', (await run(['check', 'mp.test', '--shard', '1/1', '--json'])).stdout)
  if (!['mp.test', 'part.json'].includes(file)) write(file, 'mine')
  const before = textOf(folder, file)
  const args = line.split(' ')
  const refused = await run(args)
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining(`${file}: not written: `) })
  expect(textOf(folder, file)).toBe(before)
  expect((await run([...args, '--force'])).stderr).not.toContain('not written')
  expect(textOf(folder, file)).not.toBe(before)
})

test('every command that writes files takes --force', async () => {
  const writing = await Promise.all(
    all.map(async ({ name, load }) => {
      const { options } = await load()
      return ['output', 'reporter'].some((one) => one in options) ? [[name, 'force' in options]] : []
    }),
  )
  expect(writing.flat().filter(([, takes]) => takes !== true)).toEqual([])
  expect(writing.flat()).toHaveLength(15)
})
