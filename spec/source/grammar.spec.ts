import { nestedIn } from '../../source/grammar.js'
import { position } from '../../source/text.js'

const placeIn = (text: string): string => {
  const { place } = nestedIn({ name: 'a.test', text })
  if (typeof place === 'string') return place
  const { line, column } = position(place)
  return `${line}:${column}`
}

test('nesting that is too deep is an error where it begins', () => {
  expect(placeIn(`a (b) {\n  c ${'('.repeat(100)} d`)).toBe('2:20')
  expect(placeIn(`/* ${'('.repeat(200)} */ a\n  ${'('.repeat(30)}${')'.repeat(30)} ${'('.repeat(20)}`)).toBe('2:19')
})

test('also of operators before one operand', () => {
  expect(placeIn(`a (b)\nc { ${'not '.repeat(50)} d }`)).toBe('2:5')
  expect(placeIn(`a\n ${'~'.repeat(50)}d`)).toBe('2:2')
})
