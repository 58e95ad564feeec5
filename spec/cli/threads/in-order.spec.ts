import { inOrder } from '../../../cli/threads/in-order.js'

test('each is told once all before it are told, and those behind a gap at the end', () => {
  const told: string[] = []
  const { hear, flush } = inOrder<{ readonly name: string }>((index, { name }) => told.push(`${index}${name}`))
  hear(1, { name: 'b' })
  expect(told).toEqual([])
  hear(0, { name: 'a' })
  expect(told).toEqual(['0a', '1b'])
  hear(4, { name: 'e' })
  hear(3, { name: 'd' })
  expect(told).toEqual(['0a', '1b'])
  flush()
  expect(told).toEqual(['0a', '1b', '3d', '4e'])
  flush()
  expect(told).toHaveLength(4)
})
