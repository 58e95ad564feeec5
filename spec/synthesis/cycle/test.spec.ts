/** The table of docs/synthesis.md: the classic tests are those of its cycles. */

import { join } from 'node:path'
import { testName } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { cycleOf } from '../../../synthesis/cycle/find.js'
import { nameOf } from '../../../synthesis/cycle/name.js'
import { cycleText } from '../../../synthesis/cycle/print.js'
import { sketchOf } from '../../../synthesis/read.js'
import { filesBelow, root, testsIn, textOf } from '../../support.js'
import { cycleIn, keyOf } from '../support.js'

const folder = join(root, 'examples/classic')
const classic = new Map(
  filesBelow(folder, '.test').flatMap((file) =>
    testsIn(textOf(folder, file), file).map((program) => [testName(program), program] as const),
  ),
)

const rows = [
  ...textOf(root, 'docs/synthesis.md').matchAll(/^\| `(\S+\.test#\d+)` \| `([^`]+)` \| `([^`]+)` \|$/gm),
].map(([, row = '', cycle = '', name = '']) => ({ row, cycle, name }))
const coWR = Array.from({ length: 11 }, (_, i) => `CoWR.test#${i + 1}`)
const volatile = ['CoRR.test#13', 'CoRW1.test#4', 'CoWW.test#4']

test('the table has each row of each template that some cycle expresses', () => {
  expect(classic.size).toBe(184)
  expect([...rows.map(({ row }) => row), ...coWR, ...volatile].toSorted()).toEqual([...classic.keys()].toSorted())
})

test.each(rows)('$row is the test of $cycle, $name', ({ row, cycle, name }) => {
  const read = sketchOf(must(classic.get(row), 'a row'))
  if (read.kind !== 'sketch') throw new Error(read.why)
  expect(keyOf(cycleIn(cycle).test)).toBe(keyOf(read))
  expect(nameOf(read.labelled, read.outcome)).toBe(name)
  expect(cycleText(must(cycleOf(read.labelled, read.outcome), 'a cycle'))).toBe(cycle)
})

test.each(coWR)('%s is not a cycle', (row) => {
  const read = sketchOf(must(classic.get(row), 'a row'))
  if (read.kind !== 'sketch') throw new Error(read.why)
  expect(cycleOf(read.labelled, read.outcome)).toBeUndefined()
})

test.each(volatile)('%s has volatile accesses', (row) => {
  expect(sketchOf(must(classic.get(row), 'a row'))).toEqual({
    kind: 'beyond',
    why: 'it has an access that is volatile',
  })
})
