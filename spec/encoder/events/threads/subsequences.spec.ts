import fc from 'fast-check'
import { thinnedOut } from '../../../../encoder/events/threads/subsequences.js'
import { always } from '../../../extent.js'

const length = 4

/** Returns the subsequences of a word that have at most as many letters. */
function subsequencesOf(word: readonly string[]): ReadonlySet<string> {
  const all = new Set([''])
  for (const letter of word) for (const one of [...all]) if (one.length < length) all.add(one + letter)
  return all
}

always('what remains has the same subsequences, and with any letter less it has fewer', { runs: 500, seed: 48 }, () =>
  fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 }), (word) => {
    const left = thinnedOut(word, length).map((i) => word[i] ?? '')
    expect(subsequencesOf(left)).toEqual(subsequencesOf(word))
    const shorter = left.map((_, i) => subsequencesOf(left.filter((_, k) => k !== i)).size)
    expect(shorter.every((size) => size < subsequencesOf(left).size)).toBe(true)
  }),
)

test.each([
  ['aaaaaaaa', 'aaaa'],
  ['aaaaaaba', 'aaaba'],
  ['aaaaaabbbbbb', 'aaaabbbb'],
  ['abcabcabcabcabcabc', 'abcabcabcabc'],
])('of %s, %s remains', (word, left) =>
  expect(
    thinnedOut([...word], length)
      .map((i) => word[i])
      .join(''),
  ).toBe(left),
)

test('long sequences with many kinds of items take no time', () => {
  const items = Array.from({ length: 100_000 }, (_, i) => `${i}`)
  expect(thinnedOut([...items, ...items], length)).toHaveLength(200_000)
})
