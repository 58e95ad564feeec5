import { sentenceOf } from '../../../web/page/sentence.js'

test.each([
  ['// The lock without fences: relaxed atomics exclude each other.\nmodule "a.ptx";', 'The lock without fences'],
  ['// One sentence\n// in two lines. Another.\n.global x;', 'One sentence in two lines.'],
  ['PTX name\n(* herd *)\n', ''],
  ['.global x; // no\n', ''],
])('a test is described by the first sentence of its comment: %j', (text, said) => {
  expect(sentenceOf(text)).toBe(said)
})
