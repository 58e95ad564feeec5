import { distinct, identifier } from '../../hardware/names.js'

test.each([
  ['x', 'x'],
  ['r0', 'r0'],
  ['d0.b1:data', 'd0_b1_data'],
  ['guard 12', 'guard_12'],
  ['0x', 'n0x'],
  ['add', 'add_'],
  ['for', 'for_'],
  ['budget', 'budget_'],
])('%s becomes %s', (name, expected) => {
  expect(identifier(name)).toBe(expected)
})

test('names that would become the same get names that differ', () => {
  expect([...distinct(['a.b', 'a_b', 'a b', 'a.b']).values()]).toEqual(['a_b', 'a_b_1', 'a_b_2'])
})
