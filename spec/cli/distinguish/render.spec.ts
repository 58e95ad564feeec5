import { renderDifferences } from '../../../cli/distinguish/render.js'
import type { DifferencesDocument } from '../../../report/differences.js'

const document: DifferencesDocument = {
  models: ['a', 'b.cat'],
  instructions: 4,
  vocabulary: {
    scopes: ['cta', 'gpu'],
    paths: [],
    atomics: false,
    fences: false,
    oneSided: false,
    proxyOrders: false,
    dependencies: 'none',
    finalValues: false,
    severalCtas: true,
    severalGpus: false,
    threads: 4,
    locations: 3,
  },
  result: 'not searched to the end',
  searched: null,
  tests: [],
  milliseconds: 1,
  exitStatus: 3,
}
const cut = { isCut: true, wanted: 1, paths: [] }

test.each([
  [null, 4, 'nothing was searched to the end'],
  [{ instructions: 1, threads: 1 }, 4, 'searched: all tests of up to 1 instruction'],
  [{ instructions: 2, threads: 1 }, 4, 'searched: all tests of up to 1 instruction, and those of 2 with 1 thread'],
  [{ instructions: 2, threads: 2 }, 4, 'searched: all tests of up to 2 instructions'],
  [
    { instructions: 4, threads: 3 },
    4,
    'searched: all tests of up to 3 instructions, and those of 4 with up to 3 threads',
  ],
  [{ instructions: 4, threads: 2 }, 2, 'searched: all tests of up to 4 instructions'],
])('how far a search is: %j of at most %d threads', (searched, threads, text) => {
  const vocabulary = { ...document.vocabulary, threads }
  expect(renderDifferences({ ...document, vocabulary, searched }, cut)).toBe(
    `no difference between a and b.cat so far; ${text}`,
  )
})

test('a search that was cut and found a test says that there may be smaller ones', () => {
  const test = { title: 'T', instructions: 3, threads: 1, allowedBy: 'a', forbiddenBy: 'b.cat', text: 'T\n' }
  const found = {
    ...document,
    searched: { instructions: 2, threads: 1 },
    tests: [{ ...test, forbidden: ['why'], allowed: ['how'] }],
  }
  const lines = renderDifferences(found, cut).split('\n')
  expect(lines.at(-1)).toBe(
    'the search was cut short, and there may be smaller ones; ' +
      'searched: all tests of up to 1 instruction, and those of 2 with 1 thread',
  )
})
