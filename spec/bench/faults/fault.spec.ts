import { planted } from '../../../bench/faults/fault.js'

const fault = { text: 'a + b', replacement: 'a - b' }

test('a fault is planted at the place of its text', () => {
  expect(planted(fault, 'f(a + b)\n')).toBe('f(a - b)\n')
  expect(planted({ text: 'x\ny', replacement: '$&' }, 'x\ny\nz')).toBe('$&\nz')
})

test('but not if its text is missing, or occurs twice', () => {
  expect(planted(fault, 'f(b + a)')).toBeUndefined()
  expect(planted(fault, 'f(a + b, a + b)')).toBeUndefined()
})
