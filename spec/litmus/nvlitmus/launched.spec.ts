import type { Launching } from '../../../litmus/origin.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'

const text = `.version 8.0
.target sm_90
.address_size 64
.global .u32 total, unused;
.visible .entry put(.param .u64 to, .param .u32 value) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [to];
  ld.param.u32 %r1, [value];
  st.global.u32 [%rd1], %r1;
  st.global.u32 [total], %r1;
  ret;
}
`
const source = (name: string) => (text: string) => ({ name, text })
const read = (launches: readonly string[], asked: Partial<Record<'assert' | 'permit' | 'check', string>> = {}) => {
  const launching: Launching = {
    launches: launches.map(source('--launch')),
    asked: (['assert', 'permit', 'check'] as const).flatMap((question) => {
      const text = asked[question]
      return text === undefined ? [] : [{ question, source: { name: `--${question}`, text } }]
    }),
  }
  return readTests({ name: 'put.ptx', text }, { launching })
}
const programOf = (...given: Parameters<typeof read>) => {
  const { tests, diagnostics } = read(...given)
  if (tests[0] === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return tests[0]
}
const errors = (...given: Parameters<typeof read>) =>
  read(...given)
    .diagnostics.map(formatDiagnostic)
    .join('\n')

test('arguments with a type are objects of that name, passed by address; other arguments are passed as they are', () => {
  const { locations, threads } = programOf(['put<<<1, 1>>>(x: s64[3] = {1, -2}, 5);'])
  expect(locations.map(({ name, space, type, length, initial }) => ({ name, space, type, length, initial }))).toEqual([
    { name: 'x', space: 'global', type: { width: 64, signed: true }, length: 3, initial: [1n, 2n ** 64n - 2n, 0n] },
    { name: 'total', space: 'global', type: { width: 32, signed: false }, length: undefined, initial: [0n] },
  ])
  const [, compiled] = threads
  expect(compiled?.registers.map(({ value }) => (value.kind === 'integer' ? value.value : value.name))).toEqual([
    'x',
    5n,
  ])
})

test('a tensor map with a type is one in global memory, and declares the tensor that it describes', () => {
  const { locations, threads } = programOf(['put<<<1, 1>>>(m: tensormap = tensor(x: u32[8], {8}, {4}), 5)'])
  expect(locations.map(({ name, space, tensor }) => ({ name, space, tensor }))).toEqual([
    { name: 'x', space: 'global', tensor: undefined },
    { name: 'm', space: 'global', tensor: { of: 'x', sizes: [8], box: [4] } },
    { name: 'total', space: 'global', tensor: undefined },
  ])
  expect(threads[1]?.registers.map(({ value }) => (value.kind === 'address' ? value.name : value.value))).toEqual([
    'm',
    5n,
  ])
  expect(errors(['put<<<1, 1>>>(m: u32 = tensor(x: u32[8], {8}, {4}), 5)'])).toContain(
    'only a tensor map describes a tensor',
  )
})

test('launches run one after the other, and share the names that they declare; then the host waits for all', () => {
  const { threads, host } = programOf(['put<<<2, 1>>>(x: u32, 5)', 'put<<<1, 2>>>(x, 6)', 'put<<<1, 1>>>(total, 7)'])
  expect(threads.map(({ kind }) => kind)).toEqual(['host', ...Array(5).fill('device')])
  expect(host?.tasks.map(({ after }) => after)).toEqual([[], [0], [1]])
  expect(host?.waits.map(({ tasks }) => tasks)).toEqual([[2]])
})

test('questions are called by their texts, or as they say', () => {
  const asked = { assert: ' x  == 5 ', permit: 'x == {5} && total == 5 as both', check: '{1} == x' }
  const { questions } = programOf(['put<<<2, 1>>>(x: u32[1], 5)'], { ...asked, assert: 'x != {5}' })
  expect(questions.map(({ kind, name }) => [kind, name])).toEqual([
    ['assert', 'x != {5}'],
    ['permit', 'both'],
    ['check', '{1} == x'],
  ])
  expect(programOf(['put<<<2, 1>>>(x: u32, 5)'], { assert: asked.assert }).questions[0]?.name).toBe('x == 5')
})

test.each([
  ['(1, 2), 1', 2],
  ['dim3(1, 2), dim3(1, 1, 3)', 6],
  ['2, 64, lanes 0', 4],
  ['1, warpSize', 32],
  ['2, 2 * warpSize - 60', 8],
  ['(100 + 31) / 32, dim3(1 + 1)', 8],
  ['(1), (2 + 1) * (1 + 1)', 6],
])('put<<<%s>>> has %d threads', (sizes, count) => {
  const { threads } = programOf([`put<<<${sizes}>>>(x: u32, 5)`])
  expect(threads.filter(({ kind }) => kind === 'device')).toHaveLength(count)
})

test('names that only the module declares can be passed', () => {
  const { locations } = programOf(['put<<<1, 1>>>(unused, 5)'])
  expect(locations.map(({ name }) => name).toSorted()).toEqual(['total', 'unused'])
})

test('nothing need be asked', () => expect(programOf(['put<<<1, 1>>>(x: u32, 5)']).questions).toEqual([]))

test('floating-point objects are their bits', () => {
  const { locations } = programOf(['put<<<1, 1>>>(x: f16[2], 5)'])
  expect(locations[0]).toMatchObject({ type: { width: 16, signed: false }, length: 2 })
})

describe('an object may have a type of CUDA C++', () => {
  test.each([
    ['int', 32, true],
    ['unsigned', 32, false],
    ['const unsigned int', 32, false],
    ['int unsigned', 32, false],
    ['volatile int*', 32, true],
    ['char', 8, true],
    ['unsigned char', 8, false],
    ['short int', 16, true],
    ['long', 64, true],
    ['unsigned long long int', 64, false],
    ['uint8_t', 8, false],
    ['int64_t', 64, true],
    ['size_t', 64, false],
    ['bool', 8, false],
    ['float', 32, false],
    ['double*', 64, false],
    ['__half', 16, false],
    ['u16 *', 16, false],
    ['std::uint64_t', 64, false],
    ['const cuda::std::int8_t*', 8, true],
  ] as const)('%s', (type, width, signed) => {
    const { locations } = programOf([`put<<<1, 1>>>(x: ${type}[2], 5)`])
    expect(locations[0]).toMatchObject({ name: 'x', length: 2, type: { width, signed } })
  })

  test.each([
    ['int *x', 32, undefined],
    ['const unsigned long long* __restrict__ x', 64, undefined],
    ['std::uint8_t x[2] = {1, 2}', 8, 2],
    ['int *x = 3', 32, undefined],
  ] as const)('and be declared as a parameter is, %s', (declared, width, length) => {
    const { locations } = programOf([`put<<<1, 1>>>(${declared}, 5)`])
    expect(locations[0]).toMatchObject({ name: 'x', type: { width } })
    expect(locations[0]?.length).toBe(length)
  })
})

test('a launch that is not cooperative is remarked on if the kernel synchronises its grid', () => {
  const grid = `.version 8.0
.target sm_90
.address_size 64
.visible .entry meet() {
  .reg .b32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r1, %envreg2;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra $end;
  trap;
$end:
  ret;
}
`
  const remarksOn = (launch: string): readonly string[] => {
    const launching = { launches: [source('--launch')(launch)], asked: [] }
    return readTests({ name: 'meet.ptx', text: grid }, { launching }).remarks.map(({ message }) => message)
  }
  expect(remarksOn('meet<<<2, 1>>>()')).toEqual([
    '`meet` synchronises its grid, which traps unless the launch is cooperative, as in `meet<<<2, 32, cooperative>>>(…)`',
  ])
  expect(remarksOn('meet<<<2, 1, cooperative>>>()')).toEqual([])
})

describe('errors', () => {
  test.each([
    ['a division by 0', ['put<<<1, 32 / 0>>>(x: int, 5)'], '--launch:1:10: this divides by 0'],
    [
      'a parameter that is no pointer',
      ['put<<<1, 1>>>(int *x, unsigned value)'],
      '--launch:1:23: a parameter that is no pointer gets its value here; an object of this type is `value: unsigned`',
    ],
    [
      'no launch',
      ['put(x: u32, 5)'],
      '--launch:1:1: expected a launch such as `kernel<<<2, 32>>>(x: int[4], 5)`, found `put`',
    ],
    [
      'an end too early',
      ['put<<<1, 1>>>(x: u32'],
      '--launch:1:21: expected `)`, `,`, `=` or `[`, found the end of the launch',
    ],
    [
      'something after the launch',
      ['put<<<1, 1>>>(x: u32, 5); 6'],
      '--launch:1:27: expected the end of the launch, found `6`',
    ],
    [
      'a value with the name of its parameter',
      ['put<<<1, 1>>>(x: int, n: 5)'],
      '--launch:1:23: an argument that is no pointer is its value alone: `5` instead of `n: 5`',
    ],
    ['no type', ['put<<<1, 1>>>(x:, 5)'], '--launch:1:17: expected a type such as int, found `,`'],
    ['a vector of C', ['put<<<1, 1>>>(x: float4, 5)'], '--launch:1:18: unknown type `float4`'],
    [
      'initial values of a floating-point type',
      ['put<<<1, 1>>>(x: float[2] = {1, 2}, 5)'],
      '--launch:1:18: initial values of `float` would be its bits; declare it as `u32`, with the bits',
    ],
    ['words that make no type', ['put<<<1, 1>>>(x: int int, 5)'], '--launch:1:18: unknown type `int int`'],
    ['no such type', ['put<<<1, 1>>>(x: u31, 5)'], '--launch:1:18: unknown type `u31`'],
    ['nothing declares it', ['put<<<1, 1>>>(y, 5)'], 'an argument with a type is declared: `y: int`'],
    ['a type without a name', ['put<<<1, 1>>>(float, 5)'], 'an object has a name and a type: `x: float`'],
    ['a name twice', ['put<<<1, 1>>>(x: u32, 5)', 'put<<<1, 1>>>(x: u32, 5)'], '--launch:1:15: `x` is declared twice'],
    [
      'a name of the module',
      ['put<<<1, 1>>>(total: u32, 5)'],
      '--launch:1:15: the module has `total` itself; leave out its type',
    ],
    [
      'too many initial values',
      ['put<<<1, 1>>>(x: u32[1] = {1, 2}, 5)'],
      '--launch:1:31: 2 initial values for the 1 element of `x`',
    ],
    [
      'no braces',
      ['put<<<1, 1>>>(x: u32[2] = 1, 5)'],
      '`x` is an array, whose initial values are in braces: `{1}` (the others are 0)',
    ],
    [
      'an address where there is no room',
      ['put<<<1, 1>>>(x: u32, y: u32)'],
      '--launch:1:23: an address has 64 bits, this has 32: `value` is .u32',
    ],
  ])('%s', (_, launches, message) => expect(errors(launches)).toContain(message))

  test('a condition that ends too early', () =>
    expect(errors(['put<<<1, 1>>>(x: u32, 5)'], { assert: 'x ==' })).toMatch(
      /^--assert:1:5: expected .* found the end of the condition$/m,
    ))
  test('undeclared names', () =>
    expect(errors(['put<<<1, 1>>>(xs: u32, 5)'], { check: 'xt == 1' })).toContain('did you mean `xs`?'))
  test('types are for the command line', () => {
    const { diagnostics } = readTests(
      { name: 'k.test', text: 'module "put.ptx"; host { put<<<1, 1>>>(x: u32, 5); }' },
      { load: () => ({ ok: true, source: { name: 'put.ptx', text } }) },
    )
    expect(diagnostics[0]?.message).toBe('a type is for the command line; declare the memory, and give its name here')
  })
})
