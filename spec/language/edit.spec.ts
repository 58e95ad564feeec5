import { changeOf, edited } from '../../language/edit.js'

test.each([
  ['abc', 'abc', []],
  ['abc', 'axc', [{ start: 1, end: 2, text: 'x' }]],
  ['aa', 'aaa', [{ start: 2, end: 2, text: 'a' }]],
  ['aaa', 'a', [{ start: 1, end: 3, text: '' }]],
  ['', 'a', [{ start: 0, end: 0, text: 'a' }]],
])('from %j to %j', (before, after, change) => {
  expect(changeOf(before, after)).toEqual(change)
})

test('a word takes the place of others', () => {
  expect(
    edited(
      'a b a',
      [
        { start: 0, end: 1 },
        { start: 4, end: 5 },
      ],
      'long',
    ),
  ).toBe('long b long')
})
