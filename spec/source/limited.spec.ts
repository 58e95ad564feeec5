import { exceed, limited, nestedTooDeeply } from '../../source/limited.js'

const sum = (all: readonly number[], most: number): number =>
  all.reduce((whole, one) => (whole + one > most ? exceed(`more than ${most}`) : whole + one), 0)

test('a value within its limits is built', () => {
  expect(limited(() => sum([1, 2, 3], 6))).toEqual({ built: 6 })
})

test('a limit that is reached deep inside is a value at the edge', () => {
  expect(limited(() => sum([1, 2, 3], 5))).toEqual({ tooLarge: 'more than 5' })
})

test('a limit is that of the innermost edge', () => {
  expect(limited(() => limited(() => sum([1, 2, 3], 5)))).toEqual({ built: { tooLarge: 'more than 5' } })
})

test('a recursion for which the stack does not suffice also exceeds the limit', () => {
  const depth = (n: number): number => 1 + depth(n + 1)
  expect(limited(() => depth(0))).toEqual({ tooLarge: nestedTooDeeply })
})

test('another error is thrown on', () => {
  const broken = (): never => {
    throw new Error('broken')
  }
  expect(() => limited(broken)).toThrow('broken')
})
