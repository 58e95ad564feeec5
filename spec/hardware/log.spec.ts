import { join } from 'node:path'
import { hostText } from '../../hardware/harness/text.js'
import { hardwareLog, inAll, type Ran } from '../../hardware/log.js'
import { root, textOf } from '../support.js'

const recorded = (name: string) => hardwareLog.parse(JSON.parse(textOf(join(root, 'spec/hardware/logs'), name)))

test.each(['as-written.json', 'fence-left-out.json'])('%s, which a GPU wrote, is a log', (name) => {
  const { tests, stress } = recorded(name)
  expect(tests).toHaveLength(2)
  expect(stress).toHaveLength(2)
  const runs = tests.flatMap((one) => ('states' in one ? [one] : []))
  expect(runs.map(({ states }) => states.reduce((sum, { count }) => sum + count, 0))).toEqual(
    runs.map(({ times, gaveUp }) => times - gaveUp),
  )
  expect(runs).toHaveLength(2)
})

test('the program writes each of its names', () => {
  const log = recorded('as-written.json')
  const names = [log, ...log.stress.slice(0, 1), ...log.tests.slice(0, 1)].flatMap((one) => Object.keys(one))
  expect(names).toHaveLength(28)
  for (const name of [...names, 'count', 'values', 'note']) expect(hostText).toContain(`\\"${name}\\": `)
  for (const kind of ['failed', 'notRunnable']) expect(hostText).toMatch(new RegExp(`entry_of\\(\\S+, "${kind}", `))
})

describe('several runs of a test', () => {
  const ran = (states: Ran['states'], more: Partial<Ran> = {}): Ran => ({
    ...{ test: 't', hash: '0123456789abcdef', times: 10, gaveUp: 1, missed: 2, seconds: 0.5, states },
    ...more,
  })

  test('are one with the counts of all: a state counts as the same in whatever order its values are', () => {
    const [a, b] = [
      ran([
        { count: 3, values: { x: '1', y: '0' } },
        { count: 4, values: { x: '0', y: '0' } },
      ]),
      ran([
        { count: 5, values: { y: '0', x: '1' } },
        { count: 6, values: { x: '0', y: '1' } },
      ]),
    ]
    expect(inAll([a, b])).toEqual(
      ran(
        [
          { count: 8, values: { x: '1', y: '0' } },
          { count: 4, values: { x: '0', y: '0' } },
          { count: 6, values: { x: '0', y: '1' } },
        ],
        { times: 20, gaveUp: 2, missed: 4, seconds: 1 },
      ),
    )
  })

  test('keep the content of each, once', () => {
    const noted = ['a', undefined, 'b', 'a'].map((note) => ran([], note === undefined ? {} : { note }))
    expect(inAll(noted)?.note).toBe('a; b')
  })

  test('are undefined if there are none, and a single one is unchanged', () => {
    expect(inAll([])).toBeUndefined()
    expect(inAll([ran([])])).toEqual(ran([]))
  })
})
