/**
 * Small random programs about the named barriers of one CTA: phases, counts, arrivals, reductions, branches, and
 * threads that share a text.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** Threads by their numbers: of one warp, of two, of three. The first two may share a text. */
const places = [
  [0, 1, 2],
  [0, 1, 32],
  [0, 32, 33],
  [0, 32, 64],
] as const

/** Draws texts of tests; undefined for a model that covers too little. */
export function barrierPrograms(model: Model): fc.Arbitrary<string> | undefined {
  const excluded = excludedBy(model)
  if (excluded.includes('barriers') || excluded.includes('branches')) return undefined
  const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))
  const name = fc.constantFrom('[x]', '[x]', '[y]')
  const value = fc.constantFrom('1', '2', 'v')
  const load = fc.oneof(say('ld.shared.u32 v, ', name, ';'), say('ld.acquire.cta.shared.u32 v, ', name, ';'))
  const store = fc.oneof(
    say('st.shared.u32 ', name, ', ', value, ';'),
    say('st.release.cta.shared.u32 ', name, ', ', value, ';'),
  )
  const number = fc.constantFrom('0', '0', '0', '0', '0', '1', 'n')
  const count = fc.constantFrom(', 32', ', 64', ', 64', ', 96', ', c')
  const opcode = fc.constantFrom('bar', 'bar', 'barrier')
  const red = fc.constantFrom('popc.u32 v', 'popc.u32 v', 'and.pred p', 'or.pred p')
  const barrier = fc.oneof(
    { weight: 9, arbitrary: say(opcode, '.sync ', number, ';') },
    { weight: 3, arbitrary: say(opcode, '.sync ', number, count, ';') },
    { weight: 2, arbitrary: say(opcode, '.arrive ', number, count, ';') },
    { weight: 2, arbitrary: say(opcode, '.red.', red, ', ', number, ', ', fc.constantFrom('p', '!p'), ';') },
    { weight: 1, arbitrary: say(opcode, '.red.', red, ', ', number, count, ', p;') },
  )
  const test = say('setp.eq.u32 p, ', fc.constantFrom('v', 'v', 't'), ', ', fc.constantFrom('0', '1', '2'), ';')
  const branch = fc.constantFrom('bne v, 1, E;', 'beq v, 1, E;', 'beq t, 1, E;')
  const guarded = say(fc.constantFrom('@p ', '@!p '), fc.oneof(store, barrier))
  const line = fc.oneof(
    { weight: 4, arbitrary: load },
    { weight: 4, arbitrary: store },
    { weight: 6, arbitrary: barrier },
    { weight: 2, arbitrary: test },
    { weight: 1, arbitrary: branch },
    { weight: 2, arbitrary: guarded },
  )
  const body = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    after: fc.array(fc.oneof(load, store, barrier), { maxLength: 1 }),
    rounds: fc.constantFrom(false, false, false, true),
  })
  const comparisons = fc.tuple(
    fc.constantFrom(0, 1, 2),
    fc.constantFrom(0, 1, 2, 3),
    fc.constantFrom('[x]', '[y]'),
    fc.nat(2),
  )
  return fc
    .record({
      bodies: fc.array(body, { minLength: 3, maxLength: 3 }),
      numbers: fc.constantFrom(...places),
      shared: fc.boolean(),
      registers: fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(32, 64, 64, 96)),
      comparisons: fc.array(comparisons, { minLength: 2, maxLength: 2 }),
    })
    .map(({ bodies, numbers, shared, registers: [n, c], comparisons }) => {
      const text = ({ lines, after, rounds }: (typeof bodies)[number]): string =>
        [
          `.reg .u32 v = 0; setp.eq.u32 p, 0, 0; .reg .u32 n = ${n}; .reg .u32 c = ${c}; mov.u32 t, %tid.x;`,
          ...(rounds ? ['mov.u32 i, 0; L:', ...lines, 'add.u32 i, i, 1; blt i, 2, L;'] : lines),
          'E:',
          ...after,
        ].join('\n  ')
      const [first, second] = numbers
      const together = shared && second === first + 1
      const threads = bodies.flatMap((body, i) => {
        if (together && i === 1) return []
        return [`d0.b0.t${together && i === 0 ? `${first}..${second}` : numbers[i]} {\n  ${text(body)}\n}`]
      })
      const questions = comparisons.map(([thread, one, place, final], i) =>
        i === 0
          ? `check (P${thread}:v == ${one}) as q0;`
          : `check (P${thread}:v == ${one} && ${place} == ${final}) as q1;`,
      )
      return ['.shared .u32 x; .shared .u32 y;', ...threads, ...questions, ''].join('\n')
    })
}
