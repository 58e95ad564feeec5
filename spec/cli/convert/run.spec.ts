import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run, write, folder } = workplace()
const example = (name: string) => join(root, 'examples', name)

describe('ptx-litmus convert', () => {
  test('to the other format, where it means the same', async () => {
    const { status, stdout } = await run(['convert', `${example('paper/figure-9-MP.test')}#1`, '--question', 'stale'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^PTX stale\n\{\n/)
    expect((await run(['check', write('MP.litmus', stdout)])).stdout).toMatch(/stale +holds +as expected/)
  })
  test('into a file', async () => {
    const file = join(folder, 'tidy.litmus')
    expect(await run(['convert', `${example('algorithms/flag.test')}#1`, '--to', 'herd', '-o', file])).toMatchObject({
      status: 0,
      stdout: '',
    })
    expect(readFileSync(file, 'utf8')).toMatch(/^PTX exists\n/)
  })
  test('a claim that is lost is reported', async () => {
    const permit = write('permit.test', '.global x; d0.b0.t0 { ld r, [x]; } permit (r == 0) as q;')
    expect((await run(['convert', permit, '--to', 'herd'])).stderr).toMatch(/note: a permit claims/)
  })
  test.each([
    [
      'what other tools of the format do not read',
      [`${example('algorithms/flag.test')}#1`, '--to', 'nvlitmus'],
      /flag\.test:10:1: the nvlitmus format of other tools has no labels/,
    ],
    [
      'a compiled kernel',
      [example('kernels/spin-lock.test')],
      /spin-lock\.ptx:15:10: this kernel is compiled, and its threads cannot be written as those of a test/,
    ],
    [
      'two registers with a bar between, which ends a cell',
      [`${example('warps/leader.test')}#2`],
      /leader\.test:8:3: a herd-style test cannot write two registers with `\|` between/,
    ],
    ['several tests', [example('paper/figure-9-MP.test')], /there are 6 tests here/],
    [
      'an unknown question',
      [`${example('paper/figure-9-MP.test')}#1`, '--question', 'state'],
      /no question `state`; did you mean `stale`/,
    ],
    ['no test', [], /convert: missing test: give a file, file#row, or -/],
  ])('%s: status 2', async (_, args, message) => {
    const { status, stderr } = await run(['convert', ...args])
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
  })
})
