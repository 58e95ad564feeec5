import { join } from 'node:path'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()
const spin = textOf(root, 'examples/kernels/spin-lock.ptx')
const two = `.version 8.0
.target sm_90
.address_size 64
.visible .entry _Z4swapPi(.param .u64 _Z4swapPi_param_0) .reqntid 32 { ret; }
.visible .entry _ZN3ops4swapEif(.param .u32 n, .param .f32 x, .param .align 8 .b8 s[24]) { ret; }
.visible .entry fill(.param .f64 c) { ret; }
`

test('it lists the entries, their parameters with types and bytes, and launches', async () => {
  const { status, stdout } = await run(['launch', write('two.ptx', two)])
  expect(stdout).toBe(`${join(folder, 'two.ptx')}: 3 entries

_Z4swapPi
  param_0  .u64  8 bytes
  --launch '_Z4swapPi<<<2, 32>>>(p0: u32)'

_ZN3ops4swapEif
  n  .u32     4 bytes
  x  .f32     4 bytes
  s  .b8[24]  24 bytes
  --launch '_ZN3ops4swapEif<<<2, 1>>>(1, 1.0, {0: 0})'

fill
  c  .f64  8 bytes
  --launch 'fill<<<2, 1>>>(1.0)'
`)
  expect(status).toBe(0)
})

test('it writes a test that can be read, with the path of the module from there', async () => {
  write('kernels/spin.ptx', spin)
  write('tests/none', '')
  expect(await run(['launch', 'kernels/spin.ptx', '-o', 'tests/spin.test'])).toMatchObject({ status: 0, stdout: '' })
  const printed = await run(['launch', 'kernels/spin.ptx', 'spin'])
  expect(textOf(folder, 'tests/spin.test')).toBe(printed.stdout.replace('"kernels/', '"../kernels/'))
  expect(printed.stdout).toContain('\nmodule "kernels/spin.ptx";\n')
  const { status, stdout } = await run(['check', 'tests/spin.test'])
  expect(stdout).toMatch(/^· +tests\/spin\.test +q +(allowed|forbidden)/)
  expect(status).toBe(0)
})

test.each([
  [
    'an entry that is not there',
    ['launch', 'two.ptx', 'fil'],
    'two.ptx: there is no entry `fil`; did you mean `fill`?',
  ],
  [
    'a name that two have',
    ['launch', 'two.ptx', 'swap'],
    'two.ptx: `swap` is ambiguous: there are `_Z4swapPi` and `_ZN3ops4swapEif`',
  ],
  [
    'no entry, where there are several',
    ['launch', 'two.ptx', '-o', 'x.test'],
    'two.ptx: name one of the entries, _Z4swapPi, _ZN3ops4swapEif, fill',
  ],
  ['no module', ['launch'], 'ptx-litmus: launch: missing module: give a file of PTX'],
  [
    'another ending',
    ['launch', 'two.ptx', 'fill', '-o', 'x.litmus'],
    'ptx-litmus: --output: it writes a test, a file that ends in .test',
  ],
  ['no such file', ['launch', 'tow.ptx'], 'tow.ptx: no such file or folder'],
  ['no PTX', ['launch', 'no.ptx'], 'no.ptx:1:1: a module of PTX begins with `.version`'],
])('%s: status 2', async (_, args, message) => {
  write('two.ptx', two)
  write('no.ptx', 'PTX')
  const { status, stderr, stdout } = await run(args)
  expect(stderr).toContain(message)
  expect([status, stdout]).toEqual([2, ''])
})

test('an entry may be named as in C++', async () => {
  write('two.ptx', two.replace('_ZN3ops4swapEif', '_ZN3ops5pourEif'))
  expect((await run(['launch', 'two.ptx', 'swap'])).stdout).toContain('  swap<<<2, 32>>>(p0);')
})

test('parameters have the names of the source beside the module', async () => {
  write('spin.cu', textOf(root, 'examples/kernels/spin-lock.cu'))
  write('spin.ptx', spin.replaceAll('spin-lock.cu', 'spin.cu'))
  const { stdout } = await run(['launch', 'spin.ptx'])
  expect(stdout).toMatch(/\n {2}lock +\.u64 .*\n {2}counter +\.u64 .*\n {2}rounds +\.u32 /)
  expect(stdout).toContain("--launch 'spin<<<2, 1>>>(lock: unsigned, counter: unsigned, 1)'\n")
})
