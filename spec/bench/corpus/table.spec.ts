import { corpusTable, launchesIn, processorSeconds, rowOf } from '../../../bench/corpus/table.js'

const launch = { file: 'a/b.ptx', launch: '_Z4gemmPf<<<1, 128, lanes 0>>>(p: f32)' }
const printed = (test: object): string =>
  JSON.stringify({
    model: 'm',
    tests: [{ test: 'b.ptx', races: [], undefined: [], ...test }],
    errors: [],
    exitStatus: 0,
  })
const row = (test: object) => rowOf(launch, { stdout: printed(test), stderr: '', seconds: 1.25 })

test('a list has a file and a launch on each line', () => {
  expect(launchesIn('# comment\na/b.ptx _Z4gemmPf<<<1, 128, lanes 0>>>(p: f32)\n\n')).toEqual([launch])
})

test.each([
  ['race-free', { verdict: 'race-free', ends: true }, 'race-free', true],
  ['a kernel that waits for ever', { verdict: 'race-free', ends: false }, 'race-free, no execution ends', false],
  ['a bound', { verdict: 'race-free', ends: true, within: { bound: 2, loops: [] } }, 'race-free, within bound 2', true],
  ['a race', { verdict: 'racy' }, 'racy', true],
  ['no answer', { verdict: 'undecided', reason: 'too large' }, 'undecided', false],
])('%s', (_, test, answer, isDecided) => {
  expect(row(test)).toMatchObject({ kernel: 'gemm', configuration: '1, 128, lanes 0', answer, isDecided })
})

test.each([
  ['bash', 'note: 1m2s\n0m0.010s 0m0.002s\n1m4.250s 0m1.500s\n', 65.75],
  ['dash', '0m0.000000s 0m0.000000s\n0m7.250000s 0m0.500000s\n', 7.75],
  ['nothing', '', 0],
])('the processor time of what a shell ran, as %s prints it', (_, text, seconds) => {
  expect(processorSeconds(text)).toBe(seconds)
})

test('without an output, no answer came in time', () => {
  expect(rowOf(launch, { stdout: '', stderr: '', seconds: 90 })).toMatchObject({ why: 'no answer in time' })
})

test('the table counts what is decided', () => {
  expect(corpusTable([row({ verdict: 'racy' }), row({ verdict: 'undecided', reason: 'too large\nagain' })])).toBe(
    [
      '2 kernels, 1 decided.',
      '',
      '| file | kernel | launch | answer | s | the race, the misuse, or what blocks |',
      '| --- | --- | --- | --- | ---: | --- |',
      '| a/b.ptx | `gemm` | `1, 128, lanes 0` | racy | 1.3 |  |',
      '| a/b.ptx | `gemm` | `1, 128, lanes 0` | undecided | 1.3 | too large |',
    ].join('\n'),
  )
})
