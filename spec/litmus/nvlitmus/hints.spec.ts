import { conditionHint, launchHint } from '../../../litmus/nvlitmus/hints.js'

test('a launch without arguments learns what they look like', () => {
  expect(launchHint('k<<<1, 4>>>')).toBe(
    'the arguments are missing: `k<<<1, 4>>>(x: int[4], 5)` gives an object and a number, and `()` none',
  )
  expect(launchHint('k<<<1, 4>>>(x: int')).toBeUndefined()
})

test.each([
  ['l->next == 2', /fields have no names/],
  ['l.next == 2', /fields have no names/],
  ['l[2].next == 2', /fields have no names/],
  ['*out == 2', /the name of an object is what it holds/],
  ['x == 1 && *out == 2', /the name of an object is what it holds/],
  ['x == 1 + 1', /a condition compares values, and computes none/],
  ['x', /`x != 0` for `x`/],
])('%s', (text, hint) => expect(conditionHint(text)).toMatch(hint))

test('conditions of other forms have none', () => {
  for (const text of ['d0.b0.t0:r0 == ', 'x == -1 &&', 'x == 1 y', 'd1.b0.t0 == 1', 'k.d0.b0.t0:r1 =='])
    expect(conditionHint(text)).toBeUndefined()
})
