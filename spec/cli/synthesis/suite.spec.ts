import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { models } from '../../../axioms/models.js'
import { continued, fingerprintOf, isOther, namedTests, readSuite, writeSuite } from '../../../cli/synthesis/suite.js'
import type { SuiteDocument, SuiteTest } from '../../../report/suite.js'
import { textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, clear } = workplace()
afterEach(clear)

const testOf = (title: string, sketch: number): SuiteTest => ({
  title,
  name: title,
  canonical: `${title} ${sketch}`,
  instructions: 2,
  threads: 1,
  axioms: ['Coherence'],
  sketch,
  text: `// ${title} ${sketch}\n`,
})

const suite: SuiteDocument = {
  format: 'ptx-litmus suite',
  version: 1,
  model: 'ptx-7.5',
  fingerprint: '0123',
  instructions: 2,
  vocabulary: {
    scopes: ['cta', 'gpu'],
    paths: [],
    atomics: true,
    fences: true,
    oneSided: false,
    proxyOrders: false,
    dependencies: 'none',
    finalValues: true,
    severalCtas: true,
    severalGpus: false,
    threads: 4,
    locations: 3,
  },
  axiom: null,
  shard: { number: 1, of: 1 },
  searched: 7,
  complete: false,
  tests: namedTests([testOf('CoWW', 1), testOf('CoRR', 2), testOf('CoWW', 3)]),
}

test('each test has a unique name: a title that occurs again gets a number appended', () => {
  const named = namedTests([testOf('A', 1), testOf('B', 2), testOf('A', 3), testOf('A', 4)])
  expect(named.map(({ name }) => name)).toEqual(['A', 'B', 'A-2', 'A-3'])
  expect(namedTests(named)).toEqual(named)
})

test('models have fingerprints of their own', () => {
  const prints = models.map(fingerprintOf)
  expect(new Set(prints).size).toBe(models.length)
  expect(models.map(fingerprintOf)).toEqual(prints)
})

test('written tests are read again; known tests are not written a second time', () => {
  const path = join(folder, 'a/suite')
  expect(writeSuite(path, suite, { storedTests: 2, force: false })).toEqual({ ok: true, value: undefined })
  expect(readdirSync(path).toSorted()).toEqual(['CoWW-2.test', 'suite.json'])
  expect(textOf(path, 'CoWW-2.test')).toBe('// CoWW 3\n')
  expect(readSuite(join(path, 'suite.json'))).toEqual({ ok: true, value: suite })
})

test('a test that is there and is another one is not replaced, unless the user says so', () => {
  const path = join(folder, 'kept')
  writeSuite(path, suite, { storedTests: 0, force: false })
  writeFileSync(join(path, 'CoWW-2.test'), '// mine')
  expect(writeSuite(path, suite, { storedTests: 0, force: false })).toMatchObject({ ok: false })
  expect(textOf(path, 'CoWW-2.test')).toBe('// mine')
  expect(writeSuite(path, suite, { storedTests: 0, force: true }).ok).toBe(true)
  expect(textOf(path, 'CoWW-2.test')).toBe('// CoWW 3\n')
})

describe('a folder is gone on from', () => {
  const fresh = { ...suite, searched: 0, tests: [] }

  test('if it has this suite; if it has none, from the start', () => {
    expect(continued(fresh, join(folder, 'none'))).toEqual({ ok: true, value: fresh })
    writeSuite(join(folder, 'own'), suite, { storedTests: 0, force: false })
    expect(continued(fresh, join(folder, 'own'))).toEqual({ ok: true, value: suite })
  })

  test.each([
    [{ model: 'ptx-6.0' }, 'it is another suite: its model is not the same'],
    [{ shard: { number: 1, of: 2 } }, 'it is another part of the suite'],
  ])('not if it has another: %j', (change, message) => {
    const path = join(folder, 'other')
    writeSuite(path, { ...suite, ...change }, { storedTests: 0, force: false })
    expect(continued(fresh, path)).toEqual({
      ok: false,
      diagnostics: [expect.objectContaining({ message: `${message}; give another folder` })],
    })
  })
})

test('a suite is another one if anything differs on which its tests depend', () => {
  expect(isOther(suite, { ...suite, searched: 0, complete: true, tests: [], shard: { number: 2, of: 3 } })).toBe(
    undefined,
  )
  for (const [change, what] of [
    [{ model: 'ptx-6.0' }, 'its model'],
    [{ fingerprint: '' }, 'the text of its model'],
    [{ instructions: 3 }, 'its number of instructions'],
    [{ vocabulary: { ...suite.vocabulary, fences: false } }, 'its vocabulary'],
    [{ axiom: 'Coherence' }, 'its axiom'],
  ] as const)
    expect(isOther(suite, { ...suite, ...change })).toBe(`it is another suite: ${what} is not the same`)
})

test.each([
  [{ version: 2 }, 'this version of the format is unknown'],
  [{ format: 'suite' }, 'this is not a suite of ptx-litmus'],
  [{ searched: -1 }, /^this is not a suite: searched: /],
  [{ tests: [{ ...testOf('A', 1), name: '../A' }] }, 'this is not a suite: tests.0.name: expected a name of a file'],
  [{ tests: [{ ...testOf('.A', 1), name: 'A' }] }, 'this is not a suite: tests.0.title: expected a name of a file'],
  [{ more: true }, /^this is not a suite: .*"more"/],
])('not a suite: %j', (change, message) => {
  const read = readSuite(write('suite.json', JSON.stringify({ ...suite, ...change })))
  const expected = typeof message === 'string' ? message : expect.stringMatching(message)
  expect(read).toMatchObject({ ok: false, diagnostics: [{ message: expected }] })
})
