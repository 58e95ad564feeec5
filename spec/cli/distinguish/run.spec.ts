import { existsSync, readdirSync } from 'node:fs'
import { printModel } from '../../../axioms/algebra/cat/print.js'
import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { ptx75 } from '../../../axioms/models.js'
import { differencesDocument } from '../../../report/differences.js'
import { workplace } from '../workplace.js'

const { folder, write, run, clear } = workplace()
afterEach(clear)

const small = ['--instructions', '2', '--jobs', '1']
const distinguish = (...args: readonly string[]) => run(['distinguish', ...args, ...small])

const smallest = `// CoRW1+alias-data-weak: nvlitmus allows the outcome, ptx-7.5 forbids it.
.global x;
.global x_alias physically aliases x;

d0.b0.t0 {
  ld.weak r0, [x];
  xor r101, r0, r0; add r101, r101, 1; st.weak [x_alias], r101;
}

exists (r0 == 1) as outcome;
`

/** A model that forbids nothing: it differs from another model in everything that the other forbids. */
const nothing = 'acyclic rf as Nothing\n'

describe('ptx-litmus distinguish', () => {
  test('prints the smallest test, why one model forbids it, and how the other allows it', async () => {
    const { status, stdout, stderr } = await distinguish('ptx-7.5', 'nvlitmus')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.startsWith(`${smallest}\nptx-7.5 forbids it:\n  No-Thin-Air (ISA 8.10.4):\n`)).toBe(true)
    expect(stdout).toContain('\nnvlitmus allows it:\n  e1  d0.b0.t0, line 6: ld.weak r0, [x]   R x = 1\n')
  })

  test('says if an execution has a race', async () => {
    const { stdout } = await distinguish('ptx-7.5', 'nvlitmus', '--without', 'dependencies')
    expect(stdout.startsWith('// CoRW1+acq-alias.rel.cta: ptx-7.5 allows the outcome, nvlitmus forbids it.\n')).toBe(
      true,
    )
    expect(stdout).toContain('\nnvlitmus forbids it:\n  Causality (ISA 8.10.6):\n')
    expect(stdout).toContain('\nptx-7.5 allows it:\n  e1  d0.b0.t0, line 6: ld.acquire.cta r0, [x]   R x = 1\n')
    expect(stdout).toContain('\n  A mixed-proxy race within one thread (ISA 8.7.1):\n')
  })

  test('the lines that it names are those of the test', async () => {
    const { stdout } = await distinguish('ptx-7.5', 'nvlitmus')
    const lines = stdout.split('\n')
    const named = [...stdout.matchAll(/line (\d+): ([^;\n]*?\])/g)]
    expect(named.length).toBeGreaterThan(3)
    for (const [, line, instruction] of named) expect(lines[Number(line) - 1]).toContain(instruction)
  })

  test('the order of the models does not matter, but for their names', async () => {
    const [one, other] = [await distinguish('ptx-7.5', 'nvlitmus'), await distinguish('nvlitmus', 'ptx-7.5')]
    expect(other).toEqual(one)
  })

  test('a model and itself: status 1, with the bound and what was used', async () => {
    expect(await distinguish('ptx-7.5', 'ptx-7.5')).toEqual({
      status: 1,
      stdout:
        'no difference between ptx-7.5 and ptx-7.5 up to 2 instructions\nwith scopes cta, gpu; alias, texture, surface, ' +
        'constant, read-only; atomics; fences; dependencies; final values; at most 4 threads and 3 locations\n',
      stderr: '',
    })
  })

  test('--without leaves out words that could tell them apart; --with adds unusual ones', async () => {
    const { status, stdout } = await distinguish(
      ...['ptx-7.5', 'nvlitmus', '--without', 'proxies', '--with', 'sys', '--threads', '1', '--locations', '1'],
    )
    expect(stdout).toBe(
      'no difference between ptx-7.5 and nvlitmus up to 2 instructions\nwith scopes cta, gpu, sys; no proxies; fences; ' +
        'dependencies; several GPUs; at most 1 thread and 1 location\n',
    )
    expect(status).toBe(1)
  })

  test('--all: the wanted number of tests, the smallest first, all different', async () => {
    write('nothing.cat', nothing)
    const tests = async (all: string) => {
      const args = ['nothing.cat', 'ptx-7.5', '--without', 'proxies', '--without', 'atomics', '--all', all, '--json']
      return differencesDocument.parse(JSON.parse((await distinguish(...args)).stdout)).tests
    }
    const four = await tests('4')
    expect(four.map(({ title }) => title)).toEqual(['CoRW1', 'CoRW1+data', 'CoWR0', 'CoWW'])
    expect(four.map(({ allowedBy, forbiddenBy }) => [allowedBy, forbiddenBy])).toEqual(
      four.map(() => ['nothing.cat', 'ptx-7.5']),
    )
    expect(await tests('2')).toEqual(four.slice(0, 2))
    expect(await tests('1000')).toEqual(four)
  })

  test('of tests of one size, those with fewer atomics come first', async () => {
    write('edited.cat', printModel(withoutAxiom(ptx75, 'Atomicity')))
    const { stdout } = await distinguish('ptx-7.5', 'edited.cat', '--without', 'proxies', '--all', '4')
    const titles = [...stdout.matchAll(/^\/\/ ([^:]+):/gm)].map(([, title]) => title)
    expect(titles.map((title) => title?.replace(/[.+].*/, ''))).toEqual(['Ax_Wx', 'Ax_Wx', 'Ax_Ax', 'Ax_Ax'])
  })

  test('fewer tests than --all asks for: it says that there are no more', async () => {
    write('nothing.cat', nothing)
    const args = ['nothing.cat', 'ptx-7.5', '--without', 'proxies', '--without', 'atomics', '--all']
    const { status, stdout } = await distinguish(...args, '9')
    expect(status).toBe(0)
    expect(stdout.split('\n').slice(-4)).toEqual([
      '',
      '4 tests, not 9: the search is complete, and there are no others up to 2 instructions',
      'with scopes cta, gpu; no proxies; fences; dependencies; final values; at most 4 threads and 3 locations',
      '',
    ])
    expect((await distinguish(...args, '4')).stdout).not.toContain('the search is complete')
  })

  test('--json fits its schema; what was searched is all', async () => {
    const { status, stdout } = await distinguish('ptx-7.5', 'nvlitmus', '--json')
    const document = differencesDocument.parse(JSON.parse(stdout))
    expect(document).toMatchObject({
      models: ['ptx-7.5', 'nvlitmus'],
      instructions: 2,
      vocabulary: { scopes: ['cta', 'gpu'], atomics: false },
      result: 'different',
      searched: { instructions: 2, threads: 1 },
      tests: [{ instructions: 2, threads: 1, allowedBy: 'nvlitmus', forbiddenBy: 'ptx-7.5', text: smallest }],
      exitStatus: 0,
    })
    expect(status).toBe(0)
    const same = await distinguish('ptx-7.5', 'ptx-7.5', '--without', 'proxies', '--json')
    expect(differencesDocument.parse(JSON.parse(same.stdout))).toMatchObject({
      result: 'no difference',
      searched: { instructions: 2, threads: 2 },
      tests: [],
      exitStatus: 1,
    })
  })

  test('the end of the time: status 3, and nothing is said about what was not searched', async () => {
    const { status, stdout } = await distinguish('ptx-7.5', 'nvlitmus', '--seconds', '0.001')
    expect(stdout).toBe('no difference between ptx-7.5 and nvlitmus so far; nothing was searched to the end\n')
    expect(status).toBe(3)
  })
})

describe('ptx-litmus distinguish -o', () => {
  test('writes a file for each test, which check decides so under both models', async () => {
    write('nothing.cat', nothing)
    const { status, stdout } = await distinguish('nothing.cat', 'ptx-7.5', '--all', '4', '-o', 'all/tests')
    expect(status).toBe(0)
    const files = readdirSync(`${folder}/all/tests`)
    expect(files).toHaveLength(4)
    for (const file of files) expect(stdout).toContain(`all/tests/${file}\nptx-7.5 forbids it:\n`)
    for (const [model, answer] of [
      ['nothing.cat', 'allowed'],
      ['ptx-7.5', 'forbidden'],
    ] as const) {
      const { stdout } = await run(['check', 'all/tests', '--model', model])
      expect([...stdout.matchAll(/ outcome +(\w+)/g)].map(([, word]) => word)).toEqual(files.map(() => answer))
    }
  })

  test('a folder that is a file: status 2', async () => {
    write('taken', '')
    expect(await distinguish('ptx-7.5', 'nvlitmus', '-o', 'taken')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'taken: cannot be written: this is not a folder\n',
    })
  })
})

describe('wrong usage of ptx-litmus distinguish: status 2', () => {
  test.each([
    ['one model', ['ptx-7.5'], /^ptx-litmus: distinguish: it needs two models\n/],
    ['three models', ['ptx-7.5', 'ptx-6.0', 'nvlitmus'], /distinguish: it compares two models\n/],
    [
      'an unknown first model',
      ['foo', 'ptx-7.5'],
      /distinguish: the first model, foo: it must be one of ptx-9\.4, .*, or a file/,
    ],
    [
      'an unknown model',
      ['ptx-7.5', 'ptx-8'],
      /distinguish: the second model, ptx-8: it must be one of ptx-9\.4, .*, or a file that ends in \.cat/,
    ],
    [
      'what a model does not cover',
      ['ptx-7.5', 'nvlitmus', '--with', 'atomics', '--with', 'sys'],
      /^--with: nvlitmus does not cover atomics\n$/,
    ],
    ['no such file', ['ptx-7.5', 'none.cat'], /^none\.cat: no such file or folder\n$/],
    ['an unknown word', ['ptx-7.5', 'nvlitmus', '--with', 'magic'], /--with: it must be one of cta, gpu, sys, alias/],
    [
      'a word that is wanted and is not',
      ['ptx-7.5', 'nvlitmus', '--with', 'sys', '--without', 'sys'],
      /--with: sys is also in --without/,
    ],
    ['no scope', ['ptx-7.5', 'nvlitmus', '--without', 'cta', '--without', 'gpu'], /--without: it needs a scope/],
    ['no tests', ['ptx-7.5', 'nvlitmus', '--all', '0'], /--all: it must be at least 1/],
  ])('%s', async (_, args, message) => {
    const { status, stdout, stderr } = await distinguish(...args)
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
  })

  test.each([
    ['first', ['own.cat', 'ptx-7.5']],
    ['second', ['ptx-7.5', 'own.cat']],
  ])('a model with a recursion that is not a closure, as the %s', async (_, models) => {
    write('own.cat', 'let rec r = rf | (po ; r ; co)\nacyclic r as Own\n')
    expect(await distinguish(...models, '-o', 'out')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'own.cat: it has recursive definitions, which the search does not support\n',
    })
    expect(existsSync(`${folder}/out`)).toBe(false)
  })

  test('a recursion that is a closure is not a difference', async () => {
    write('own.cat', 'let rec r = rf | (r ; r)\nacyclic r as Own\n')
    expect(await distinguish('ptx-7.5', 'own.cat')).toMatchObject({ status: 0, stderr: '' })
  })
})
