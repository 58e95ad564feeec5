import { bySection, lastSection, laterSection } from '../../../../axioms/algebra/cat/sections.js'
import { define, union } from '../../../../axioms/algebra/terms.js'
import { co, fr, po, rf } from '../../../../axioms/algebra/vocabulary.js'

test('sections are in the order of the manual', () => {
  const sections = ['8.10', '8.9.2', '', '8.9.10', '8.9', '8.4']
  expect(sections.toSorted(bySection)).toEqual(['', '8.4', '8.9', '8.9.2', '8.9.10', '8.10'])
  expect(laterSection('8.9.2', '8.10')).toBe('8.10')
  expect(laterSection('8.9.2', '')).toBe('8.9.2')
})

describe('the last section', () => {
  const strong = define('strong', '8.9.4', po)
  test('is that of a definition', () => {
    expect(lastSection(strong)).toBe('8.9.4')
  })
  test('is that of a definition that it uses, if that is later', () => {
    expect(lastSection(define('early', '8.4', union(rf, strong)))).toBe('8.9.4')
    expect(lastSection(define('late', '8.10', union(rf, strong)))).toBe('8.10')
  })
  test('does not count names that every model finds', () => {
    expect(lastSection(define('early', '8.4', union(fr, co)))).toBe('8.4')
  })
})
