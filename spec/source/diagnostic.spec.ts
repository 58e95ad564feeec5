import { diagnostic, formatDiagnostic, inPlaceOrder } from '../../source/diagnostic.js'
import { span } from '../../source/text.js'

const at = (text: string, word: string, name = 'a.test') => {
  const start = text.indexOf(word)
  return span({ name, text }, start, start + word.length)
}

describe('diagnostics as text', () => {
  test('the line, and a caret under the place', () => {
    expect(formatDiagnostic(diagnostic('what', at('\tld r0;', 'r0')))).toBe('a.test:1:5: what\n     ld r0;\n        ^~')
  })
  test('a long line is cut around the place', () => {
    const text = formatDiagnostic(diagnostic('what', at(`${'a'.repeat(500)}!${'b'.repeat(500)}`, '!')))
    const [, line = '', caret = ''] = text.split('\n')
    expect(line.length).toBeLessThan(130)
    expect(line[caret.indexOf('^')]).toBe('!')
  })
})

test('errors come in the order of their places, text by text', () => {
  const [one, other] = [
    { name: 'a.test', text: 'a b c' },
    { name: 'b.test', text: 'a b c' },
  ]
  const reported = [span(other, 4, 5), span(one, 2, 3), span(other, 0, 1), 'c.test', span(one, 0, 1)]
  expect(inPlaceOrder(reported.map((place) => diagnostic('what', place))).map(({ place }) => place)).toEqual([
    span(other, 0, 1),
    span(other, 4, 5),
    span(one, 0, 1),
    span(one, 2, 3),
    'c.test',
  ])
})
