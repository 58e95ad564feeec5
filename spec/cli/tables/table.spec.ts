import { readBaseline } from '../../../cli/tables/baseline.js'
import { readExpectations, unmatched } from '../../../cli/tables/expectations.js'
import { formatPlace } from '../../../source/diagnostic.js'
import { testIn } from '../../support.js'

const table = (row: (line: number) => string, rows: number) => ({
  name: 't.csv',
  text: `test,question,model,verdict\n${Array.from({ length: rows }, (_, i) => row(i + 2)).join('\n')}\n`,
})
const reported = (result: ReturnType<typeof readBaseline> | ReturnType<typeof readExpectations>) =>
  result.ok ? [] : result.diagnostics.map(({ place, message }) => `${formatPlace(place)}: ${message}`)

test('if everything in a table is wrong, the first hundred errors are reported, and how many more there are', () => {
  const wrong = table((line) => `a.test,q${line},ptx-7.5,perhaps`, 1000)
  for (const errors of [reported(readBaseline(wrong)), reported(readExpectations(wrong, 'ptx-7.5'))]) {
    expect(errors).toHaveLength(101)
    expect(errors[0]).toMatch(/^t\.csv:2:1: `perhaps` is not a verdict/)
    expect(errors[99]).toMatch(/^t\.csv:101:1: /)
    expect(errors[100]).toBe('t.csv:102:1: 900 more errors follow from here on')
  }
})

test('rows that no test meets are reported in the same way', () => {
  const read = readExpectations(
    table((line) => `spec,q${line},ptx-7.5,allowed`, 102),
    'ptx-7.5',
  )
  if (!read.ok) throw new Error('a table is needed')
  const test = testIn('.global x; d0.b0.t0 { ld r, [x]; } check (r == 0) as q;')
  const errors = unmatched(read.value, [test])
  expect(errors.map(({ message }) => message).slice(-3)).toEqual([
    '`spec` has no question `q100`',
    '`spec` has no question `q101`',
    '2 more errors follow from here on',
  ])
})

describe('a table that would take too much memory', () => {
  test.each([
    ['a million columns', `${','.repeat(1_000_000)}\n1\n`, /^t\.csv:1:1: the first line has 1000000 characters/],
    [
      'more than half a million rows',
      `test,question,model,verdict\n${'a,b,c,allowed\n'.repeat(500_001)}`,
      /^t\.csv: the table has more than 500000 rows$/,
    ],
  ])('%s', (_, text, message) => {
    expect(reported(readBaseline({ name: 't.csv', text }))).toEqual([expect.stringMatching(message)])
  })

  test('nothing is kept of other columns, whatever they are called', () => {
    const text = '__proto__,test,constructor,question,model,verdict\n1,a.test,2,q,ptx-7.5,allowed\n'
    const read = readBaseline({ name: 't.csv', text })
    expect(read.ok && [...read.value.values()]).toEqual([
      { test: 'a.test', question: 'q', model: 'ptx-7.5', verdict: 'allowed' },
    ])
  })
})
