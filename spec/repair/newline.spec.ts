import { newlineAt, withNewlinesOf } from '../../repair/newline.js'

test('a line that is inserted ends like the one before, or like the first', () => {
  const text = 'a\r\nb\nc'
  expect([0, 3, 5, 6].map((at) => newlineAt(text, at))).toEqual(['\r\n', '\r\n', '\n', '\n'])
  expect(newlineAt('no end', 6)).toBe('\n')
})

test('the ends of lines of another text', () => {
  expect(withNewlinesOf('a\nb\n', 'x\r\ny\r\n')).toBe('a\r\nb\r\n')
  expect(withNewlinesOf('a\r\nb\r\n', 'x\ny')).toBe('a\nb\n')
})
