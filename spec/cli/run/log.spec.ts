import { logOf, readLog } from '../../../cli/run/log.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { workplace } from '../workplace.js'

const { folder, write } = workplace()

const log = {
  format: 1,
  device: 'a GPU',
  arch: 'sm_90',
  driver: '13.0',
  runtime: '13.0',
  date: '2026-11-23',
  seed: 1,
  stress: [],
  tests: [
    {
      test: 'mp',
      hash: '0123456789abcdef',
      times: 2,
      gaveUp: 0,
      missed: 0,
      seconds: 0.5,
      states: [{ count: 2, values: { '1:r0': '-1' } }],
    },
    { test: 'sb', hash: '0123456789abcdef', failed: 'it did not end' },
  ],
}
const text = JSON.stringify(log)

/** Returns the message on a text that is not a log. */
function errorOf(damaged: string): string {
  const read = logOf(damaged, 'a.json')
  return read.ok ? 'none' : read.diagnostics.map(formatDiagnostic).join('\n')
}

test('a log has its tests, and those that failed', () => {
  expect(logOf(text, 'a.json')).toEqual({ ok: true, value: log })
})

test('a file is read as it is', () => {
  expect(readLog(write('log.json', text))).toEqual({ ok: true, value: log })
})

test('a file that is not there is named', () => {
  const read = readLog(`${folder}/none.json`)
  expect(read.ok ? [] : read.diagnostics.map(formatDiagnostic)).toEqual([`${folder}/none.json: no such file or folder`])
})

test.each([
  ['nothing', ''],
  ['other text', 'there is no GPU that CUDA can use'],
  ['a log that is cut off', text.slice(0, -20)],
  ['two logs', `${text}${text}`],
])('%s is not JSON', (_, damaged) => {
  expect(errorOf(damaged)).toBe('a.json: this is not a log: it is not JSON, or it is incomplete')
})

// Each row has the text to replace in the log, its replacement, and the place that the error names.
test.each([
  ['another format', '"format":1', '"format":2', 'format: '],
  ['a negative count', '"count":2', '"count":-2', 'tests.0.states.0.count: '],
  ['a count that is no integer', '"count":2', '"count":1.5', 'tests.0.states.0.count: '],
  ['no count', '"count":2,', '', 'tests.0.states.0.count: '],
  ['a negative number of those that gave up', '"gaveUp":0', '"gaveUp":-1', 'tests.0.gaveUp: '],
  ['a hash that is too short', '"hash":"0123', '"hash":"123', 'tests.0.hash: '],
  ['a hash that is too long', '"hash":"0123', '"hash":"00123', 'tests.0.hash: '],
  ['a value that is a number', '"-1"', '-1', 'tests.0.states.0.values.1:r0: '],
  ['a value that is no number', '"-1"', '"0x1"', 'tests.0.states.0.values.1:r0: '],
  ['another date', '2026-11-23', 'yesterday', 'date: '],
  ['no device', '"device":"a GPU",', '', 'device: '],
  ['a test without states', '"states":[{"count":2,"values":{"1:r0":"-1"}}]', '"states":null', 'tests.0.states: '],
  ['a test that neither ran nor failed', ',"failed":"it did not end"', '', 'tests.1.failed: '],
])('%s: where it is', (_, from, to, place) => {
  expect(text).toContain(from)
  expect(errorOf(text.replace(from, to))).toMatch(new RegExp(`^a\\.json: this is not a log: ${place}\\S`))
})

test('JSON that is not an object', () => {
  expect(errorOf('[]')).toMatch(/^a\.json: this is not a log: Invalid input: expected object/)
})
