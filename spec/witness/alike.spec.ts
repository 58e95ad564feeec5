import { linesAlike, rangesText } from '../../witness/alike.js'

const lines = (...all: readonly (readonly [string, string, string])[]) =>
  linesAlike(
    all.map(([thread, place, at]) => ({ thread, place, at })),
    ({ place }, { text, isPlural, part }) =>
      `${text} ${isPlural ? 'wait' : 'waits'} at ${place} for ${part(({ at }) => at)}`,
  )

test('up to three threads each have a line', () => {
  expect(lines(['P0', 'L', 'x'], ['P1', 'L', 'x'], ['P2', 'L', 'x'])).toEqual([
    'P0 waits at L for x',
    'P1 waits at L for x',
    'P2 waits at L for x',
  ])
})
test('more threads share a line with the first and the last', () => {
  const block = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => [`k.d0.b0.t${from + i}`, 'L', 'x'] as const)
  expect(lines(...block(1, 63))).toEqual(['k.d0.b0.t1 to k.d0.b0.t63 wait at L for x'])
  expect(lines(...block(0, 3), ['k.d0.b1.t4', 'L', 'x'])).toEqual(['k.d0.b0.t0 and 4 others wait at L for x'])
  expect(lines(...block(0, 3), ['k.d0.b0.t9', 'L', 'x'])).toEqual(['k.d0.b0.t0 and 4 others wait at L for x'])
})
test('events that differ in more than a part have separate lines', () => {
  expect(lines(['P0', 'L', 'a'], ['P1', 'L', 'b'], ['P2', 'L', 'c'], ['P3', 'L', 'd'], ['P4', 'M', 'e'])).toEqual([
    'P0 to P3 wait at L for a and so on',
    'P4 waits at M for e',
  ])
})

test('threads with consecutive numbers are a range, if there are more than three', () => {
  const block = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `k.d0.b0.t${from + i}`)
  expect(rangesText(block(0, 31))).toBe('k.d0.b0.t0 to k.d0.b0.t31')
  expect(rangesText([...block(0, 3), 'k.d0.b0.t7', ...block(9, 12)])).toBe(
    'k.d0.b0.t0 to k.d0.b0.t3, k.d0.b0.t7, k.d0.b0.t9 to k.d0.b0.t12',
  )
  expect(rangesText(['P0', 'P1', 'P2'])).toBe('P0, P1, P2')
  expect(rangesText(['k.d0.b0.t3', 'k.d0.b1.t4', 'k.d0.b1.t5', 'k.d0.b1.t6'])).toBe(
    'k.d0.b0.t3, k.d0.b1.t4, k.d0.b1.t5, k.d0.b1.t6',
  )
  expect(rangesText(['host', 'copy'])).toBe('host, copy')
})
