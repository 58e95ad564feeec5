import { join } from 'node:path'
import { expectGolden } from '../../golden.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()
const spin = textOf(root, 'examples/kernels/spin-lock.ptx')
const launch = 'spin<<<2, 1>>>(lock: u32, counter: u32, 1)'
const launched = (...args: readonly string[]) => ['spin.ptx', '--launch', launch, ...args]

beforeAll(() => {
  write('spin.ptx', spin)
  write('empty.ptx', '')
  write('truncated.ptx', spin.slice(0, spin.indexOf('atom')))
  write('newer.ptx', spin.replace(/\.version .*/, '.version 12.0'))
  write('older.ptx', spin.replace(/\.version .*/, '.version 5.0'))
  write('functions.ptx', '.version 8.0\n.target sm_90\n.address_size 64\n.func f() { ret; }\n')
  write('cuda.txt', '__global__ void spin(int *lock) { }')
  write(
    'global.ptx',
    '.version 8.0\n.target sm_90\n.address_size 64\n.global .u32 total;\n.entry put(.param .u64 p) { st.global.u32 [total], 1; }\n',
  )
  write('spin.cubin', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]))
  write('spin.fatbin', new Uint8Array([0x50, 0xed, 0x55, 0xba, 1, 0, 16]))
  write('tests/mp.test', '.global x; d0.b0.t0 { st [x], 1; } check (x == 1) as q;')
})

describe('a compiled kernel on the command line', () => {
  test('check: an assertion that holds is as expected, one that can fail is not', async () => {
    expect((await run(['check', ...launched('--assert', 'counter == 2')])).status).toBe(0)
    const { status, stdout } = await run(['check', ...launched('--assert', 'counter == 2', '--assert', 'counter < 2')])
    expect(stdout).toMatch(/^✓ +spin\.ptx +counter == 2 +holds .*\n✗ +spin\.ptx +counter < 2 +violated /)
    expect(status).toBe(1)
  })
  test('check: --permit and --exists ask for one end', async () => {
    const { status, stdout } = await run([
      'check',
      ...launched('--permit', 'lock == 0 as open', '--exists', 'lock == 1'),
    ])
    expect(stdout).toMatch(/^✓ +spin\.ptx +open +allowed .*\n· +spin\.ptx +lock == 1 +forbidden /)
    expect(status).toBe(0)
  })
  test('races, witness, explain, outcomes and smt take the same options', async () => {
    write('word.ptx', textOf(root, 'examples/kernels/word.ptx'))
    const given = ['word.ptx', '--launch', 'pass<<<2, 1>>>(cell: u64, got: u32)']
    const asked = [...given, '--exists', 'got == 42']
    expect(await run(['races', ...given])).toMatchObject({ status: 0, stdout: expect.stringMatching(/race-free/) })
    const racy = await run(['races', 'global.ptx', '--launch', 'put<<<2, 1>>>(p: u32)'])
    expect(racy).toMatchObject({ status: 1, stdout: expect.stringMatching(/^✗ +global\.ptx +1 data race/) })
    for (const command of ['witness', 'explain'])
      expect((await run([command, ...asked])).stdout).toContain('word.ptx · got == 42')
    expect((await run(['outcomes', ...asked])).stdout).toContain('\n[got]=42;\n')
    expect((await run(['outcomes', ...given])).stdout).toMatch(
      /^Test word\.ptx\nStates 1\n\[cell\]=\d+; \[got\]=42;\n$/,
    )
    expect((await run(['smt', ...asked])).stdout).toContain('got == 42')
    expect((await run(['witness', ...given, '--undefined'])).status).toBe(1)
  })
  test('standard input may also be a module', async () => {
    const { status } = await run(['check', '-', '--launch', launch, '--assert', 'counter == 2'], spin)
    expect(status).toBe(0)
  })
  test('folders have tests only', async () => {
    write('both/spin.ptx', spin)
    write('both/mp.test', '.global x; d0.b0.t0 { st [x], 1; } check (x == 1) as q;')
    const { status, stdout } = await run(['check', 'both'])
    expect(stdout).toContain('1 question of 1 test in 1 file')
    expect(status).toBe(0)
  })
})

describe('an error names the place, and the correct form', () => {
  test.each([
    ['without a launch', ['check', 'spin.ptx']],
    ['without a question', ['check', ...launched()]],
    ['question without a launch', ['check', 'spin.ptx', '--assert', 'counter == 2']],
    ['without a file', ['races', '--launch', launch]],
    ['two files', ['races', 'spin.ptx', 'empty.ptx', '--launch', launch]],
    ['no such file', ['races', 'spin.pxt', '--launch', launch]],
    ['launch of a test', ['races', 'tests/mp.test', '--launch', launch]],
    ['launch of a folder', ['races', 'tests', '--launch', launch]],
    ['entry that is not there', ['races', 'spin.ptx', '--launch', 'spn<<<2, 1>>>(lock: u32, counter: u32, 1)']],
    ['too few arguments', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: u32, 1)']],
    ['address for an integer', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: u32, 1, counter: u32)']],
    [
      'integer that does not fit',
      ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: u32, counter: u32, 0x100000000)'],
    ],
    ['argument without a type', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: u32, counter, 1)']],
    ['type of C', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: int4, counter: u32, 1)']],
    ['template with its arguments', ['races', 'spin.ptx', '--launch', 'spin<int><<<2, 1>>>(n: u32, 1)']],
    ['name used twice', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(n: u32, n: u32, 1)']],
    ['name used in two launches', ['races', ...launched('--launch', 'spin<<<1, 1>>>(lock, counter: u32, 1)')]],
    ['no launch', ['races', 'spin.ptx', '--launch', 'spin(lock: u32, counter: u32, 1)']],
    ['launch cut off', ['races', 'spin.ptx', '--launch', 'spin<<<2, 1>>>(lock: u32,']],
    ['no sizes', ['races', 'spin.ptx', '--launch', 'spin<<<>>>(lock: u32, counter: u32, 1)']],
    ['no threads', ['races', 'spin.ptx', '--launch', 'spin<<<2, 0>>>(lock: u32, counter: u32, 1)']],
    [
      'grid of 10000000 threads',
      ['races', 'spin.ptx', '--launch', 'spin<<<10000, 1000>>>(lock: u32, counter: u32, 1)'],
    ],
    ['CTA of 2000 threads', ['races', 'spin.ptx', '--launch', 'spin<<<1, 2000>>>(lock: u32, counter: u32, 1)']],
    ['CUDA source', ['races', 'cuda.txt', '--launch', launch]],
    ['name of the module', ['races', 'global.ptx', '--launch', 'put<<<1, 1>>>(total: u32)']],
    ['empty launch', ['races', 'spin.ptx', '--launch', '']],
    ['condition cut off', ['check', ...launched('--assert', 'counter ==')]],
    ['condition on another name', ['check', ...launched('--assert', 'count == 2')]],
    ['condition asked twice', ['check', ...launched('--assert', 'counter == 2', '--permit', 'counter == 2')]],
    ['truncated module', ['races', 'truncated.ptx', '--launch', launch]],
    ['empty module', ['races', 'empty.ptx', '--launch', launch]],
    ['version to come', ['races', 'newer.ptx', '--launch', launch]],
    ['version long past', ['races', 'older.ptx', '--launch', launch]],
    ['module without entries', ['races', 'functions.ptx', '--launch', launch]],
    ['module without entries and launch', ['races', 'functions.ptx']],
    ['cubin', ['races', 'spin.cubin', '--launch', launch]],
    ['fat binary', ['races', 'spin.fatbin', '--launch', launch]],
  ])('%s', async (name, args) => {
    const { status, stdout, stderr } = await run(args)
    expect(status).toBe(2)
    expect(stdout.replace(/^0 questions of 0 tests in \d files?: 1 error; .*\n$/, '')).toBe('')
    const words = args.map((word) => (/^[\w./-]+$/.test(word) ? word : `'${word}'`)).join(' ')
    const golden = join(root, 'spec/cli/input/launches', `${name.replaceAll(' ', '-')}.txt`)
    expectGolden(golden, `$ ptx-litmus ${words}\n${stderr}`)
  })
})
