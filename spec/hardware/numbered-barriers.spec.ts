import { planIn, reasonsIn } from './plans.js'

const herd = (first: readonly string[], second: readonly string[]): string => {
  const rows = Array.from(
    { length: Math.max(first.length, second.length) },
    (_, i) => ` ${first[i] ?? ''} | ${second[i] ?? ''} ;`,
  )
  return ['PTX t', '{ x = 0; P1:r1 = 2; }', ' P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;', ...rows, 'exists (x = 1)', ''].join(
    '\n',
  )
}

test('each place is a barrier of its own, for as many warps as threads come', () => {
  const { codes, ctas } = planIn(herd(['bar.cta.sync 7', 'bar.cta.arrive 9'], ['bar.cta.sync 7', 'bar.cta.sync 9']))
  expect(codes.map(({ text }) => text.lines.filter((line) => line.startsWith('barrier')))).toEqual([
    ['barrier.cta.sync 0, 64;', 'barrier.cta.arrive 1, 64;'],
    ['barrier.cta.sync 0, 64;', 'barrier.cta.sync 1, 64;'],
  ])
  expect(ctas[0]?.threads.map(({ place }) => place)).toEqual([0, 32])
})

test('one place with two resources is two barriers', () => {
  const { codes } = planIn(herd(['bar.cta.sync 7, 1'], ['bar.cta.sync 7, 2']))
  expect(codes.map(({ text }) => text.lines.find((line) => line.startsWith('barrier')))).toEqual([
    'barrier.cta.sync 0, 32;',
    'barrier.cta.sync 1, 32;',
  ])
})

test.each([
  [herd(['bar.cta.sync 0'], ['bar.cta.sync 0, r1']), '`bar.cta.sync` whose resource is in a register'],
  [
    herd(['bar.cta.sync 0, 1, 1'], ['bar.cta.sync 0, 1, 2']),
    '`bar.cta.sync` with a quorum that is not the number of those that come',
  ],
  [
    herd(
      Array.from({ length: 17 }, (_, i) => `bar.cta.sync ${i}`),
      [],
    ),
    '`bar.cta.sync` with too many places',
  ],
])('%s', (text, reason) => {
  expect(reasonsIn(text)).toContain(reason)
})
