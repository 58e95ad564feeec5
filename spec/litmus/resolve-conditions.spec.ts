import { termsOf } from '../../litmus/condition.js'
import { addressText, observableName, pointerText, readObservables } from '../../litmus/observe.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { herd, testIn, verdictOf } from '../support.js'
import { placeless } from './placeless.js'

const program = (asked: string) =>
  testIn(`.global x; .global .u16 a[3]; .shared s[2]; .global .u64 p;
    d0.b0.t0 { ld r0, [p]; st [s[0]], 1; } d0.b1.t0 { st [s[1]], 1; } ${asked}`)
const terms = (condition: string) =>
  placeless(program(`check (${condition}) as q;`).questions.flatMap((one) => termsOf(one.condition)))

const element = (variable: string, offset: number, index: number) => ({ kind: 'memory', variable, offset, index })
const address = (variable: string, offset: number, index?: number) => ({
  kind: 'address',
  variable,
  offset: `${offset}`,
  ...(index === undefined ? {} : { index: `${index}` }),
})

describe('conditions', () => {
  test('on elements', () =>
    expect(terms('a[1] == [a[2]] && [a+4] == a[0] && [d0.b1:s[1]] == x[0]')).toEqual([
      element('a', 2, 1),
      element('a', 4, 2),
      element('a', 4, 2),
      element('a', 0, 0),
      element('d0.b1:s', 4, 1),
      { kind: 'memory', variable: 'x', offset: 0 },
    ]))
  test('on addresses', () =>
    expect(terms('&x == r0 && r0 == &a[2] && &a+2 != r0 && r0 != &x+4 && r0 == &a[3] && r0 == &s')).toEqual([
      address('x', 0),
      { kind: 'register', thread: 0, name: 'r0' },
      { kind: 'register', thread: 0, name: 'r0' },
      address('a', 4, 2),
      address('a', 2, 1),
      { kind: 'register', thread: 0, name: 'r0' },
      { kind: 'register', thread: 0, name: 'r0' },
      address('x', 4),
      { kind: 'register', thread: 0, name: 'r0' },
      address('a', 6, 3),
      { kind: 'register', thread: 0, name: 'r0' },
      address('d0.b0:s', 0, 0),
    ]))
  test('on all elements of an array', () => {
    const compared = (condition: string) =>
      placeless(program(`check (${condition}) as q;`).questions.map(({ condition }) => condition))
    const each = (operator: string, ...values: readonly string[]) =>
      values.map((value, i) => ({
        kind: 'compare',
        operator,
        left: element('a', 2 * i, i),
        right: { kind: 'integer', value },
      }))
    expect(compared('a == {1, -1, 0x10}')).toEqual([{ kind: 'and', conditions: each('==', '1', '-1', '16') }])
    expect(compared('{1, 2, 3} != a')).toEqual([{ kind: 'or', conditions: each('!=', '1', '2', '3') }])
    expect(compared('[a] = { 1 , 2 , 3 }')).toEqual(compared('a == {1, 2, 3}'))
    expect(terms('[d0.b1:s] == {3, 4}')).toEqual([
      element('d0.b1:s', 0, 0),
      { kind: 'integer', value: '3' },
      element('d0.b1:s', 4, 1),
      { kind: 'integer', value: '4' },
    ])
    const text = herd('x = 0; a[2] = {1, 2}; p[1];', [['P0@cta 0,gpu 0', 'st.weak.u64 p[0], &x']], 'forall ')
    const { questions } = testIn(text.replace('forall', 'forall (a = {1, 2} /\\ p = {&x})'))
    expect(questions.flatMap((one) => placeless(termsOf(one.condition)))).toEqual([
      element('a', 0, 0),
      { kind: 'integer', value: '1' },
      element('a', 4, 1),
      { kind: 'integer', value: '2' },
      element('p', 0, 0),
      address('x', 0),
    ])
  })
  test('an array has all of the values, or differs in one', async () => {
    const verdict = (condition: string) =>
      verdictOf(`.global .u32 a[2] = {1, 2}; d0.b0.t0 { st [a[1]], 3; } check (${condition}) as q;`)
    expect(await verdict('a == {1, 3}')).toBe('allowed')
    expect(await verdict('a == {1, 2}')).toBe('forbidden')
    expect(await verdict('a != {1, 2}')).toBe('allowed')
    expect(await verdict('a != {1, 3}')).toBe('forbidden')
  })
  test('a bare name stays the final value, also in herd-style tests', () => {
    const text = herd(
      'x = 0; a[2]; p = &x;',
      [['P0@cta 0,gpu 0', 'ld.weak r0, p']],
      'exists (P0:r0 == x /\\ a[1] == 0 /\\ P0:r0 == &x)\nlocations [a[1]; [a+4]]',
    )
    const { questions, observed } = testIn(text)
    expect(placeless(questions.flatMap((one) => termsOf(one.condition)).slice(1))).toEqual([
      { kind: 'memory', variable: 'x', offset: 0 },
      element('a', 4, 1),
      { kind: 'integer', value: '0' },
      { kind: 'register', thread: 0, name: 'r0' },
      address('x', 0),
    ])
    expect(observed.flatMap((one) => (one.kind === 'memory' ? [observableName(one)] : []))).toEqual([
      '[a[1]]',
      '[a[1]]',
    ])
  })
})

describe('what is observed', () => {
  const observed = (text: string) => {
    const result = readObservables({ name: '--observe', text }, program('check (0 == 0) as q;'))
    return result.ok
      ? result.value.map(observableName)
      : result.diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])
  }
  test('elements by index and by bytes', () =>
    expect(observed('a[1], [a[2]], [a+2], [ a [ 0 ] ], x, P0:r0, [d0.b0:s[1]]')).toEqual([
      '[a[1]]',
      '[a[2]]',
      '[a[1]]',
      '[a[0]]',
      '[x]',
      '0:r0',
      '[d0.b0:s[1]]',
    ]))
  test.each([
    ['a', '`a` is an array: name one of its elements, `a[0]` to `a[2]`'],
    ['a[3]', '`a` has no element 3: its elements are `a[0]` to `a[2]`'],
    ['[a+1]', 'offset 1 is within an element of `a`; an element has 2 bytes'],
    ['[x+4]', '`x` is one value of 4 bytes; it has no value at offset 4'],
    ['s[0]', '`s` is ambiguous: 2 CTAs have an instance; write `[d0.b0:s]` or `[d0.b1:s]`'],
  ])('%s is an error', (text, message) => expect(observed(text)[0]).toContain(message))
})

test('addresses as text', () => {
  expect(addressText({ variable: 'x', offset: 8n })).toBe('&x+8')
  expect(addressText({ variable: 'a', offset: 8n, index: 2n })).toBe('&a[2]')
  const texts = [0n, 2n, 3n, 6n, 8n, -2n].map((offset) =>
    pointerText({ variable: 'a', offset }, program('check (0 == 0) as q;')),
  )
  expect(texts).toEqual(['&a[0]', '&a[1]', '&a+3', '&a[3]', '&a+8', '&a-2'])
  expect(pointerText({ variable: 'x', offset: 0n }, program('check (0 == 0) as q;'))).toBe('&x')
})
