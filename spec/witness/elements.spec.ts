import { elementsIn } from '../../witness/elements.js'

const memory = [5, 42, 7, 8].map((value, i) => ({ location: `out[${i}]`, value: String(value) }))

test.each([
  ['those that differ from the list, at most two', 'assert (out == {5, 1, 2, 3})', ['out[1]', 'out[2]']],
  [
    'the first if none differs, whatever the way to write a number',
    'permit (out == {5, 0x2a, 7, 8})',
    ['out[0]', 'out[1]'],
  ],
  ['those of each array', 'assert (a == 1 && out != {5, 42, 7, 9} || in == {1})', ['out[3]']],
  ['none of an array that is not compared as a whole', 'assert (out[2] == 1)', []],
])('%s', (_, claim, expected) => {
  expect([...elementsIn(claim, memory)]).toEqual(expected)
})
