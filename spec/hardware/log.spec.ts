import { join } from 'node:path'
import { hostText } from '../../hardware/harness-text.js'
import { hardwareLog } from '../../hardware/log.js'
import { root, textOf } from '../support.js'

const recorded = (name: string) => hardwareLog.parse(JSON.parse(textOf(join(root, 'spec/hardware/logs'), name)))

test.each(['as-written.json', 'fence-left-out.json'])('%s, which a GPU wrote, is a log', (name) => {
  const { tests, stress } = recorded(name)
  expect(tests).toHaveLength(2)
  expect(stress).toHaveLength(2)
  for (const one of tests)
    expect('failed' in one ? 0 : one.states.reduce((sum, { count }) => sum + count, 0)).toBe(
      'failed' in one ? one.failed : one.times - one.gaveUp,
    )
})

test('the program writes each of its names', () => {
  const log = recorded('as-written.json')
  const names = [log, ...log.stress.slice(0, 1), ...log.tests.slice(0, 1)].flatMap((one) => Object.keys(one))
  expect(names).toHaveLength(28)
  for (const name of [...names, 'count', 'values', 'failed', 'note']) expect(hostText).toContain(`\\"${name}\\": `)
})
