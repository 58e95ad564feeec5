import { shellWord } from '../../source/shell-word.js'

test.each([
  ['a/b.test#2', 'a/b.test#2'],
  ['#b', "'#b'"],
  ['', "''"],
  ["it's", "'it'\\''s'"],
  ['$(touch x)', "'$(touch x)'"],
])('%j is written for a shell as %s', (word, written) => expect(shellWord(word)).toBe(written))
