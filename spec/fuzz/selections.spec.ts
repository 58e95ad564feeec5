import { cheaper } from '../../fuzz/selections.js'

const one = (sum: number) => ({ changes: 1, sum })

const places = [
  { costs: [undefined, one(2), one(5)], isOther: false, isMove: false },
  { costs: [undefined, one(3)], isOther: true, isMove: false },
  { costs: [undefined, one(1)], isOther: true, isMove: false },
  { costs: [undefined, one(9)], isOther: true, isMove: false },
]

/** Returns the sets as text, `0:2 1:1` for the second change of the first place and the first of the second. */
const found = (changes: number, sum: number, most = 100) => {
  const sets = cheaper(places, { changes, sum }, most)
  return sets === 'too many' ? sets : sets.map((set) => set.map(({ slot, level }) => `${slot}:${level}`).join(' '))
}

test('of one change, those with a lower sum', () => {
  expect(found(1, 3)).toEqual(['0:1', '2:1'])
})

test('of fewer changes, all', () => {
  expect(found(2, 0).toString()).toBe('0:1,0:2,1:1,2:1,3:1')
})

test('of as many changes, those with a lower sum', () => {
  expect(found(2, 6)).toEqual(['0:1', '0:1 1:1', '0:1 2:1', '0:2', '1:1', '1:1 2:1', '2:1', '3:1'])
})

test('at most two that may take order away', () => {
  const three = [...found(4, 0)].filter((set) => set.split(' ').length === 3)
  expect(three).toEqual(['0:1 1:1 2:1', '0:1 1:1 3:1', '0:1 2:1 3:1', '0:2 1:1 2:1', '0:2 1:1 3:1', '0:2 2:1 3:1'])
})

test('no other with a move', () => {
  const [first, ...others] = places
  const moving = [first, { costs: [undefined, one(1)], isOther: true, isMove: true }, ...others].flatMap(
    (all) => all ?? [],
  )
  const sets = cheaper(moving, { changes: 3, sum: 0 }, 100)
  const withMove = sets === 'too many' ? [] : sets.filter((set) => set.some(({ slot }) => slot === 1))
  expect(withMove.map((set) => set.map(({ slot }) => slot))).toEqual([[0, 1], [0, 1], [1]])
})

test('none of no change', () => {
  expect(found(0, 0)).toEqual([])
})

test('too many', () => {
  expect(found(2, 0, 5)).not.toBe('too many')
  expect(found(2, 0, 4)).toBe('too many')
})

test('two changes of a set count as two', () => {
  const two = [{ costs: [undefined, { changes: 2, sum: 4 }], isOther: true, isMove: false }, ...places.slice(0, 1)]
  const sets = (changes: number, sum: number) => cheaper(two, { changes, sum }, 100)
  expect(sets(2, 4)).toEqual([[{ slot: 1, level: 1 }], [{ slot: 1, level: 2 }]])
  expect(sets(2, 5)).toHaveLength(3)
  expect(sets(3, 7)).toHaveLength(4)
})
