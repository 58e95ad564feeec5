import { countOrders, partialOrders } from '../../../encoder/relations/orders.js'

describe('partial orders', () => {
  test.each([0, 1, 2, 3, 4, 5])('on %d items are as many as counted', (items) => {
    const all = partialOrders(
      Array.from({ length: items }, (_, i) => i),
      [],
      [],
    )
    expect(all).toHaveLength(countOrders(items))
    expect(new Set(all.map((order) => JSON.stringify([...order].sort()))).size).toBe(all.length)
  })
  test('that contain the required pairs', () => {
    expect(
      partialOrders(
        [0, 1, 2],
        [
          [0, 1],
          [0, 2],
        ],
        [],
      ),
    ).toHaveLength(3)
  })
  const related = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const
  test('that relate what must be related, whichever way round it is given: the linear orders', () => {
    expect(partialOrders([0, 1, 2], [], related)).toHaveLength(6)
    expect(partialOrders([2, 1, 0], [], related)).toHaveLength(6)
  })
})
