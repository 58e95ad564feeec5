import { piecesOf, wholePieces } from '../../../../encoder/events/memory/pieces.js'

const copy = {
  instruction: 'c',
  key: 'c',
  from: { location: 0, offset: 0 },
  to: [{ location: 1, offset: 4 }] as const,
  bytes: 16,
  read: 16,
  element: undefined,
}
const cell = (location: number, offset: number, bytes: number) => ({ location, offset, bytes })

test.each([
  ['bytes that nothing else accesses are left out', copy, [], []],
  ['an access of the source splits it', copy, [cell(0, 4, 4)], [[4, 4]]],
  ['and so does one of the destination', copy, [cell(1, 4, 4)], [[0, 4]]],
  [
    'accesses of both',
    copy,
    [cell(0, 4, 4), cell(1, 16, 8)],
    [
      [4, 4],
      [12, 4],
    ],
  ],
  ['where less is read, the source ends there', { ...copy, read: 8 }, [cell(0, 0, 16)], [[0, 8]]],
  [
    'elements are pieces',
    { ...copy, element: 8 },
    [cell(1, 4, 16)],
    [
      [0, 8],
      [8, 8],
    ],
  ],
])('%s', (_, extent, ranges, expected) => {
  expect((piecesOf([extent], ranges).get('c') ?? []).map(({ at, bytes }) => [at, bytes])).toEqual(expected)
})

test('a piece of one copy splits another', () => {
  const other = { ...copy, instruction: 'd', key: 'd', from: copy.to[0], to: [{ location: 2, offset: 0 }] as const }
  const pieces = piecesOf([copy, other], [cell(2, 8, 4)])
  expect(pieces.get('c')).toContainEqual({ at: 8, bytes: 4 })
})

test('extents of one instruction do not use the bytes that it copies', () => {
  const next = { ...copy, key: 'e', from: copy.to[0], to: [{ location: 2, offset: 0 }] as const }
  expect([...piecesOf([copy, next], []).values()].flat()).toEqual([])
})

test('all bytes in one piece, and those that become 0 in another', () => {
  expect(wholePieces([{ ...copy, read: 4 }]).get('c')).toEqual([
    { at: 0, bytes: 4 },
    { at: 4, bytes: 12 },
  ])
})
