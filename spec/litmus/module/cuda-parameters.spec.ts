import { cudaHeadText, cudaParametersOf } from '../../../litmus/module/cuda-parameters.js'
import { entriesOf, readModule } from '../../../litmus/module/read.js'
import { notLaunched, sampleLaunch, sampleTest } from '../../../litmus/module/sample.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { must } from '../../../source/must.js'
import { moduleOf } from './modules.js'

/** The entry `k` of a module whose first parameter is accessed as 32 bits and whose second is a number. */
function entryWith(...cuda: readonly string[]) {
  const text = moduleOf(`.visible .entry _Z1kPii(.param .u64 _Z1kPii_param_0, .param .u32 _Z1kPii_param_1) {
.reg .b32 %r<2>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [_Z1kPii_param_0]; ld.global.u32 %r1, [%rd1+4]; ret; }
.global .u32 taken;
`)
  const source = { name: 'k.ptx', text, sources: cuda.map((text, i) => ({ name: `${i}.cu`, text })) }
  const read = readModule(source)
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'))
  const entry = must(entriesOf(read.value)[0], 'an entry')
  return { entry, source, launch: sampleLaunch(entry, read.value), test: sampleTest(entry, read.value, 'k.ptx') }
}

const numbered = 'k<<<2, 1>>>(p0: u32[2], 1)'

test('a sample has the names of the source, and its types where they are as wide', () => {
  const { entry, source, launch, test } = entryWith('__global__ void k(const int *data, int n) {}')
  expect(launch).toBe('k<<<2, 1>>>(data: int[2], 1)')
  expect(test).toContain('.global .u32 data[2];')
  expect(cudaHeadText('k', entry, source)).toBe('k(int *data, int n)')
  expect(notLaunched(source).map(formatDiagnostic).join('\n')).toMatch(
    /needs a launch, such as --launch 'k<<<2, 1>>>\(data: int\[2\], 1\)'(?:.|\n)*note: k\(int \*data, int n\)/,
  )
  expect(entryWith('struct L { int a, b; }; __global__ void k(L *l, int n) {}').launch).toBe(
    'k<<<2, 1>>>(l: u32[2], 1)',
  )
  expect(entryWith('__global__ void k(double *x, int n) {}').launch).toBe('k<<<2, 1>>>(x: u32[2], 1)')
})

test('names are taken from no source that may be another one', () => {
  expect(entryWith().launch).toBe(numbered)
  expect(entryWith('__global__ void k(int *x) {}').launch).toBe(numbered)
  expect(entryWith('__global__ void k(int *x, N) {}').launch).toBe(numbered)
  const { entry, source, launch } = entryWith('__global__ void k(int *x, int n);', '__global__ void k(long *y, int n);')
  expect(launch).toBe(numbered)
  expect(cudaParametersOf(entry, source)).toBeUndefined()
})

test('a name that a launch could not have is numbered', () => {
  expect(entryWith('__global__ void k(int *taken, int n) {}').launch).toBe('k<<<2, 1>>>(p0: int[2], 1)')
  expect(entryWith('__global__ void k(int *tensor, int n) {}').launch).toBe('k<<<2, 1>>>(p0: int[2], 1)')
})
