import { rangesOfRows, rangesOfTile, type TileRange } from '../../../../encoder/events/asynchronous/tensors.js'

const range = (at: number, bytes: number, tensorOffset?: number): TileRange => ({ at, bytes, tensorOffset })

test.each([
  ['a tile of one dimension is one range', [8], [4], [2], [range(0, 16, 8)]],
  ['what is in front of the tensor is outside', [8], [4], [-1], [range(0, 4), range(4, 12, 0)]],
  ['what is after the tensor is outside', [8], [4], [6], [range(0, 8, 24), range(8, 8)]],
  ['a tile may be larger than the tensor', [2], [4], [-1], [range(0, 4), range(4, 8, 0), range(12, 4)]],
  ['a tile may be outside altogether', [8], [4], [8], [range(0, 16)]],
  ['so may one that ends in front of the tensor', [8], [4], [-9], [range(0, 16)]],
  ['rows of a tile are apart in the tensor', [4, 3], [2, 2], [1, 1], [range(0, 8, 20), range(8, 8, 36)]],
  ['whole rows follow each other', [4, 3], [4, 2], [0, 1], [range(0, 32, 16)]],
  ['a row that the tensor does not have is outside', [4, 3], [2, 2], [1, 2], [range(0, 8, 36), range(8, 8)]],
  ['as is one with a negative number', [4, 3], [2, 2], [1, -1], [range(0, 8), range(8, 8, 4)]],
  [
    'each row ends with the tensor',
    [4, 3],
    [2, 2],
    [3, 0],
    [range(0, 4, 12), range(4, 4), range(8, 4, 28), range(12, 4)],
  ],
  [
    'three dimensions',
    [2, 2, 2],
    [1, 2, 2],
    [1, 0, 0],
    [range(0, 4, 4), range(4, 4, 12), range(8, 4, 20), range(12, 4, 28)],
  ],
  ['of three dimensions the last may be outside', [2, 2, 2], [2, 2, 2], [0, 0, 1], [range(0, 16, 16), range(16, 16)]],
])('%s', (_, sizes, box, coordinates, expected) => {
  expect(rangesOfTile({ sizes, box }, coordinates, 4)).toEqual(expected)
})

test('a range that is outside of the tensor does not hide that the next one begins where the last one ended', () => {
  // Rows of one element: between two of them an element is outside.
  expect(rangesOfTile({ sizes: [1, 2], box: [2, 2] }, [0, 0], 4)).toEqual([
    range(0, 4, 0),
    range(4, 4),
    range(8, 4, 4),
    range(12, 4),
  ])
})

test.each([
  [
    'rows follow each other in the tile alone',
    [0, 3, 0, 2, 1],
    [range(0, 8, 48), range(8, 8, 0), range(16, 8, 32), range(24, 8, 16)],
  ],
  ['a row may be copied several times', [0, 0, 0, 0, 0], Array.from({ length: 4 }, (_, i) => range(8 * i, 8, 0))],
  [
    'a row that the tensor does not have is outside, and the others are not',
    [2, 0, -1, 4, 1],
    [range(0, 8, 8), range(8, 16), range(24, 8, 24)],
  ],
  [
    'each row ends with the tensor',
    [3, 0, 1, 2, 3],
    [0, 1, 2, 3].flatMap((i) => [range(8 * i, 4, 16 * i + 12), range(8 * i + 4, 4)]),
  ],
])('four rows of a tensor: %s', (_, coordinates, expected) => {
  expect(rangesOfRows({ sizes: [4, 4], box: [2, 1] }, coordinates, 4)).toEqual(expected)
})
