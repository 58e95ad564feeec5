import { join } from 'node:path'
import { largest } from '../../source/largest.js'
import { filesBelow, root, textOf } from '../support.js'

test('the largest of many numbers', () => {
  expect(largest([3, 7, 5])).toBe(7)
  expect(largest([3], 5)).toBe(5)
  expect(largest([])).toBe(0)
  expect(largest(Array.from({ length: 1_000_000 }, (_, i) => i))).toBe(999_999)
})

const rooms = ['axioms', 'certificate', 'cli', 'encoder', 'explain', 'litmus', 'report', 'source', 'witness']
const files = rooms.flatMap((room) => filesBelow(join(root, room), '.ts').map((file) => `${room}/${file}`))

/**
 * A list that grows with the input must not be passed as arguments: tens of thousands of arguments end in an exception.
 */
test.each(files)('%s spreads no list into the arguments of a call that takes any number', (file) => {
  const code = textOf(root, file).replace(/\/\*.*?\*\//gs, '')
  expect(code.match(/\b(?:Math\.max|Math\.min|fail|push|unshift)\(\s*(?:[^(){}[\]]*,\s*)?\.\.\..*/g) ?? []).toEqual([])
})
