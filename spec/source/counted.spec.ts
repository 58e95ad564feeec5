import { counted } from '../../source/counted.js'

test.each<[number | bigint, string]>([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1n, '1 byte'],
  [2, '2 bytes'],
])('%p is counted as %s', (count, text) => {
  expect(counted(count, 'byte')).toBe(text)
})
