import { inOrder } from '../../../cli/threads/in-order.js'

test('each is reported once all before it are reported, and those after a gap at the end', () => {
  const reported: string[] = []
  const { hear, flush } = inOrder<{ readonly name: string }>((index, { name }) => reported.push(`${index}${name}`))
  hear(1, { name: 'b' })
  expect(reported).toEqual([])
  hear(0, { name: 'a' })
  expect(reported).toEqual(['0a', '1b'])
  hear(4, { name: 'e' })
  hear(3, { name: 'd' })
  expect(reported).toEqual(['0a', '1b'])
  flush()
  expect(reported).toEqual(['0a', '1b', '3d', '4e'])
  flush()
  expect(reported).toHaveLength(4)
})
