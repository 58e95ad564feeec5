import { hostileNumber, hostileText } from '../../fuzz/hostile.js'
import { numbers } from '../../fuzz/mutants.js'

const text = 'st.weak [x], 1; (r0 == 2 && [y] == 30)'
function* drawn(seed: number, count: number): Generator<string> {
  const below = numbers(seed)
  for (let i = 0; i < count; i++) yield hostileText(text, below)
}

test('the same seed gives the same texts', () => {
  expect([...drawn(3, 20)]).toEqual([...drawn(3, 20)])
})

test('among them is all that is extreme', () => {
  const extremes = new Map([
    ['2^32', /\b4294967296\b/],
    ['2^64', /\b18446744073709551616\b/],
    ['a name of JavaScript', /__proto__/],
    ['a name of a million letters', /a{1000000}/],
    ['ten thousand parentheses', /\({10000}/],
    ['ten thousand brackets', /\[{10000}/],
    ['ten thousand objects of JSON', /(\{"a":){10000}/],
    ['ten thousand comments of cat', /(\(\*){10000}/],
  ])
  for (const one of drawn(1, 3000)) {
    for (const [name, pattern] of extremes) if (pattern.test(one)) extremes.delete(name)
    if (extremes.size === 0) break
  }
  expect([...extremes.keys()]).toEqual([])
})

test('a text in which nothing can be replaced stays as it is', () => {
  const below = numbers(1)
  expect(Array.from({ length: 20 }, () => hostileText('', below)).join('')).toBe('')
})

test('numbers for the command line are large, negative, or none', () => {
  const below = numbers(1)
  const all = new Set(Array.from({ length: 500 }, () => hostileNumber(below)))
  for (const one of ['18446744073709551616', '-4294967296', 'NaN', '']) expect(all).toContain(one)
})
