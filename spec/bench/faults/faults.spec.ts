import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groups, planted } from '../../../bench/faults/fault.js'
import { faults } from '../../../bench/faults/faults.js'
import { groupBy } from '../../../source/group.js'
import { root, textOf } from '../../support.js'

describe.each(faults.map((fault) => [fault.name, fault] as const))('the fault %s', (_, fault) => {
  test('replaces a text that its file has once', () => {
    const source = textOf(root, fault.file)
    const faulty = planted(fault, source)
    expect(faulty).toBeDefined()
    expect(faulty).not.toBe(source)
  })
  test('has spec files', () => {
    expect(fault.specs.filter((spec) => !existsSync(join(root, spec)))).toEqual([])
  })
})

test('there are thirty faults or more, each with its own name, two or more of each group', () => {
  expect(faults.length).toBeGreaterThanOrEqual(30)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  const counts = groupBy(faults, ({ group }) => group)
  expect(groups.filter((group) => (counts.get(group)?.length ?? 0) < 2)).toEqual([])
})
