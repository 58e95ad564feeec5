import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { printFlat, printModel } from '../../../axioms/algebra/cat/print.js'
import { defaultModel, models, ptx60 } from '../../../axioms/models.js'
import { largest } from '../../../source/largest.js'
import { expectGolden } from '../../golden.js'
import { filesBelow, root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const edits = filesBelow(join(root, 'examples/models'), '.cat')

describe('ptx-litmus models', () => {
  test('lists them, a line each', async () => {
    const { status, stdout } = await run(['models'])
    const width = largest(models.map(({ name }) => name.length))
    expect(stdout.split('\n')).toEqual([...models.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`), ''])
    expect(status).toBe(0)
  })
  test('shows one as cat', async () => {
    expect(await run(['models', 'show', 'ptx-6.0'])).toMatchObject({
      status: 0,
      stdout: printModel(ptx60),
    })
  })
  test('shows one in one piece, which read back decides like it', async () => {
    const shown = await run(['models', 'show', 'ptx-9.4', '--flat'])
    expect(shown).toMatchObject({ status: 0, stdout: printFlat(defaultModel) })
    write('flat.cat', shown.stdout)
    expect((await run(['models', 'show', 'flat.cat', '--flat'])).stdout).toBe(shown.stdout)
    const example = join(root, 'examples/async/load.test')
    const { stdout } = await run(['regress', example, '--against', 'flat.cat'])
    expect(stdout).toMatch(/: \d+ equal; /)
  })
  test.each([
    ['without show', ['models', '--flat']],
    ['with diff', ['models', 'diff', 'ptx-7.5', 'ptx-6.0', '--flat']],
  ])('in one piece %s: status 2', async (_, args) => {
    const { status, stderr } = await run(args)
    expect(stderr).toContain('--flat: it is only for `models show NAME`')
    expect(status).toBe(2)
  })
  test('with a legend for the comments, if there are any', async () => {
    const { stdout } = await run(['models', 'show', 'ptx-7.5'])
    const [legend = ''] = /^\(\* What comments of these forms mean\. [\s\S]*?\*\)$/m.exec(stdout) ?? []
    expect(stdout.indexOf(legend)).toBe(stdout.indexOf('\n\n') + 2)
    const forms = [...stdout.replace(legend, '').matchAll(/^\(\* (.*) \*\)$/gm)].flatMap(([, clauses = '']) =>
      clauses.split('; ').map((clause) => clause.replace(/( \d.*|( by [\w-]+| in a circle)?: .*)$/, '')),
    )
    expect(forms.length).toBeGreaterThan(20)
    for (const form of new Set(forms)) if (form !== 'ISA') expect(legend).toMatch(new RegExp(`^ {3}${form}\\b`, 'm'))
    expect(legend).not.toContain('last resort')
    write('bare.cat', 'acyclic po as q')
    expect((await run(['models', 'show', 'bare.cat'])).stdout).not.toContain('(*')
  })
  test('a model shown and read back does not differ', async () => {
    write('mine.cat', (await run(['models', 'show', 'ptx-7.5'])).stdout)
    expect(await run(['models', 'diff', 'ptx-7.5', 'mine.cat'])).toMatchObject({
      status: 0,
      stdout: 'the models have the same definitions and axioms\n',
    })
  })
  test('shows tests that only one of them covers', async () => {
    const { status, stdout } = await run(['models', 'diff', 'ptx-6.0', 'ptx-7.5'])
    expect(stdout).toMatch(
      /^not covered proxies\n- proxies\nnot covered aliases\n- aliases\nnot covered kernels and streams\n- kernels and streams\ndefinition ms\n- let ms = .*\n\+ let ms = /,
    )
    expect(status).toBe(1)
  })

  test('the edits among the examples are what they say', async () => {
    expect(edits.length).toBeGreaterThan(3)
    const reported: string[] = []
    for (const file of edits) {
      const { stdout } = await run(['models', 'diff', 'ptx-7.5', join(root, 'examples/models', file)])
      reported.push(`${file}\n${stdout}`)
    }
    expectGolden(join(root, 'examples/models/differences.txt'), reported.join('\n'))
  })

  test('a model that the user may not mean: a note on standard error, and the model is read', async () => {
    write('mine.cat', 'let po = rf\nempty po as q')
    write('free.cat', 'let mine = po')
    expect(await run(['models', 'show', 'mine.cat'])).toMatchObject({
      status: 0,
      stderr: `mine.cat:1:5: note: \`po\` is a built-in name; from here on it means this definition\n    let po = rf\n        ^~\n`,
    })
    const note = 'free.cat: note: the model has no axiom, so it allows every candidate execution\n'
    const mp = write('mp.test', '.global x; d0.b0.t0 { st [x], 1; ld r0, [x]; } check (r0 == 0) as stale;')
    for (const command of ['check', 'witness', 'explain', 'outcomes', 'races', 'smt'])
      expect([command, (await run([command, mp, '--model', 'free.cat'])).stderr]).toEqual([command, note])
    expect(await run(['regress', mp, '--against', 'free.cat'])).toMatchObject({ stderr: note, status: 1 })
    expect(await run(['models', 'diff', 'free.cat', 'free.cat'])).toMatchObject({ stderr: note + note, status: 0 })
  })

  test.each([
    ['another word', ['models', 'shw', 'ptx-7.5'], /use `models`, `models show NAME`, or `models diff A B`/],
    ['one model to compare', ['models', 'diff', 'ptx-7.5'], /use `models`/],
    ['an unknown model', ['models', 'show', 'ptx-7.6'], /it must be one of .*; did you mean `ptx-7\.5`\?/],
    ['a file that is not there', ['models', 'show', 'gone.cat'], /gone\.cat: no such file or folder/],
  ])('%s: status 2', async (_, args, message) => {
    const { status, stderr } = await run(args)
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })
})

describe('--model FILE.cat', () => {
  const test1 = '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } check (r == 1) as seen;'

  test('decides under it', async () => {
    write('seen.test', test1)
    write('lib/more.cat', 'let seen = rf')
    write('never.cat', '"nothing is ever seen" include "lib/more.cat" empty seen & (W \\ IW) * R as Never')
    expect((await run(['check', 'seen.test'])).stdout).toMatch(/seen {2}allowed/)
    expect((await run(['check', 'seen.test', '--model', 'never.cat'])).stdout).toMatch(/seen {2}forbidden/)
  })
  test('in a table is called as on the command line', async () => {
    write('t.csv', 'test,question,model,verdict\nseen.test,seen,never.cat,forbidden\nseen.test,seen,ptx-7.5,allowed\n')
    expect(await run(['check', 'seen.test', '--model', 'never.cat', '--expect', 't.csv'])).toMatchObject({ status: 0 })
  })
  test('that cannot be read: status 2, with its place, and nothing decided', async () => {
    write('bad.cat', 'acyclic po | rff as A')
    const { status, stdout, stderr } = await run(['check', 'seen.test', '--model', 'bad.cat'])
    expect(stderr).toContain('bad.cat:1:14: `rff` is not defined; did you mean `rf`?')
    expect(stdout).toMatch(/^0 questions of 0 tests in 1 file: 1 error/)
    expect(status).toBe(2)
  })
  test('includes the files of the built-in models, whose extension points it sets before', async () => {
    const extended = (steps: string) =>
      `let more-steps = ${steps} let more-preserved = 0 include "ptx-common.cat" include "ptx-axioms.cat"`
    write('same.cat', extended('0'))
    write('more.cat', extended('rf'))
    write(
      'mp.test',
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; } d0.b1.t0 { ld r, [y]; ld s, [x]; } check (r == 1 && s == 0) as stale;',
    )
    expect(await run(['models', 'diff', 'ptx-7.5', 'same.cat'])).toMatchObject({ status: 0 })
    expect((await run(['check', 'mp.test', '--model', 'same.cat'])).stdout).toMatch(/stale {2}allowed/)
    expect((await run(['check', 'mp.test', '--model', 'more.cat'])).stdout).toMatch(/stale {2}forbidden/)
  })
  test('includes a file of its own folder before a built-in one of that name', async () => {
    write('own/main.cat', 'include "ptx-common.cat" empty mine as A')
    write('own/ptx-common.cat', 'let mine = 0')
    expect((await run(['models', 'show', 'own/main.cat'])).stdout).toContain('empty mine as A')
  })
  test('names a built-in file in errors', async () => {
    write('early.cat', 'include "ptx-common.cat"')
    const { status, stderr } = await run(['models', 'show', 'early.cat'])
    expect(stderr).toMatch(/^<ptx-base-causality\.cat>:\d+:\d+: `more-steps` is not defined/)
    expect(status).toBe(2)
  })
  test('includes nothing that a link leads to outside its folder', async () => {
    write('secret.cat', 'let a = po')
    write('sub/main.cat', 'include "link.cat"')
    symlinkSync(join(folder, 'secret.cat'), join(folder, 'sub/link.cat'))
    const { status, stderr } = await run(['models', 'show', 'sub/main.cat'])
    expect(stderr).toContain('`link.cat` cannot be included: a symbolic link leads out of its folder')
    expect(status).toBe(2)
  })
})
