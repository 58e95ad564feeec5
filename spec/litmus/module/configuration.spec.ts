import { compiledTest, errorsOf, moduleOf } from './modules.js'

const kernel =
  moduleOf(`.visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; }
.visible .entry bound(.param .u64 p) .maxntid 64, 2, 1 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; }
.visible .entry fixed(.param .u64 p) .reqntid 32 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; }
.visible .entry tile(.param .u64 p) .reqntid 32, 8 .reqnctapercluster 4, 2 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; }
.visible .entry pair(.param .u64 p) .explicitcluster .reqnctapercluster 2, 1, 1 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; }
.visible .entry _Z4spinPi(.param .u64 p) { ret; }`)

const launching = (call: string): string => `module "k.ptx"; .global .u32 x; host { ${call}; } check (x == 1) as q;`
const error = (call: string): string => errorsOf(launching(call), { 'k.ptx': kernel })

test.each([
  [
    'a grid of more than a million threads',
    'k<<<1000, 1024>>>(x)',
    'this launch of `k` has 1024000 threads, and each is simulated: at most 1000000 are; `lanes 0` simulates one thread of each warp',
  ],
  [
    'as many CTAs, one lane of each warp',
    'k<<<600000, 64, lanes 0>>>(x)',
    '1200000 threads, and each is simulated: at most 1000000 are',
  ],
  ['more threads than a CTA has', 'k<<<1, (32, 64)>>>(x)', 'a CTA has at most 1024 threads, not 2048'],
  ['no threads', 'k<<<1, 0>>>(x)', 'expected a number of threads, 1 or more, in at most three dimensions'],
  ['four dimensions', 'k<<<(1, 1, 1, 1), 1>>>(x)', 'expected a number of CTAs, 1 or more, in at most three dimensions'],
  ['no block', 'k<<<1>>>(x)', 'expected a number of threads: a launch is `k<<<grid, block, bytes, stream>>>(…)`'],
  ['a name for the bytes', 'k<<<1, 1, s>>>(x)', 'expected a number of bytes of dynamic shared memory'],
  [
    'more shared memory than a device has',
    'k<<<1, 1, 232449>>>(x)',
    'no device gives a CTA 232449 bytes of shared memory: the most is 232448, and such a launch fails',
  ],
  ['five sizes', 'k<<<1, 1, 0, s, 3>>>(x)', 'a launch is `k<<<grid, block, bytes, stream>>>(…)`'],
  ['an option twice', 'k<<<1, 1, cooperative, cooperative>>>(x)', '`cooperative` occurs twice'],
  ['a lane that no warp has', 'k<<<1, 64, lanes 32>>>(x)', 'a warp has the lanes 0 to 31'],
  ['no whole cluster', 'k<<<3, 1, cluster(2)>>>(x)', '3 CTAs are not a whole number of clusters of 2'],
  ['other clusters than compiled', 'pair<<<4, 1, cluster(4)>>>(x)', '`pair` is compiled for clusters of 2 CTAs'],
  ['more threads than compiled', 'bound<<<1, 256>>>(x)', '`bound` is compiled for CTAs of at most 128 threads'],
  ['other threads than compiled', 'fixed<<<1, 64>>>(x)', '`fixed` is compiled for CTAs of 32 threads'],
])('%s', (_, call, message) => expect(error(call)).toContain(message))

test('clusters are those that the entry was compiled for', () => {
  const { threads } = compiledTest(launching('pair<<<4, 1>>>(x)'), { 'k.ptx': kernel })
  expect(threads.slice(1).map(({ name }) => name)).toEqual([
    'pair.d0.c0.b0.t0',
    'pair.d0.c0.b1.t0',
    'pair.d0.c1.b0.t0',
    'pair.d0.c1.b1.t0',
  ])
})

test('an entry of C++ is launched by its name', () => {
  expect(compiledTest(launching('spin<<<1, 1>>>(x)'), { 'k.ptx': kernel }).threads.map(({ name }) => name)).toEqual([
    'host',
    'spin.d0.b0.t0',
  ])
})

test('two launches of an entry are two kernels', () => {
  const { threads, host } = compiledTest(launching('k<<<1, 1>>>(x); k<<<1, 1>>>(x)'), { 'k.ptx': kernel })
  expect(threads.map(({ name }) => name)).toEqual(['host', 'k.d0.b0.t0', 'k_2.d0.b0.t0'])
  expect(host?.tasks.map(({ work }) => work.name)).toEqual(['k', 'k_2'])
})

test('an entry that two modules have', () => {
  const two = 'module "k.ptx"; module "l.ptx"; .global .u32 x; host { k<<<1, 1>>>(x); } check (x == 1) as q;'
  expect(errorsOf(two, { 'k.ptx': kernel, 'l.ptx': kernel })).toContain('two modules have an entry `k`')
})

test('all blocks of a cooperative launch are resident', () => {
  const promised = (options: string): unknown => {
    const { host } = compiledTest(launching(`k<<<4, 1${options}>>>(x)`), { 'k.ptx': kernel })
    return host?.tasks.map(({ work }) => (work.kind === 'kernel' ? work.resident : undefined))
  }
  expect(promised(', cooperative')).toEqual([4])
  expect(promised(', resident(2)')).toEqual([2])
  expect(promised('')).toEqual([undefined])
})
