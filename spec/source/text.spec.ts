import { position, span } from '../../source/text.js'

const at = (text: string, word: string) => {
  const start = text.indexOf(word)
  return span({ name: 'a.test', text }, start, start + word.length)
}

describe('places', () => {
  test('lines and columns count from 1', () => {
    expect(position(at('one\ntwo three\n', 'three'))).toEqual({
      file: 'a.test',
      line: 2,
      column: 5,
      lineText: 'two three',
    })
  })
  test('the start of a text that begins with an empty line', () => {
    expect(position(span({ name: 'a.test', text: '\nx' }, 0, 0))).toMatchObject({ line: 1, column: 1 })
  })
  test('a line that ends in CR LF', () => {
    expect(position(at('one\r\ntwo\r\n', 'two'))).toMatchObject({ line: 2, column: 1, lineText: 'two' })
  })
  test('a column counts characters, not code units', () => {
    expect(position(at('// 🦆 x', 'x'))).toMatchObject({ column: 6 })
  })
})
