/**
 * Small random programs about the lanes of a warp: masks, votes, shuffles, reductions, barriers, branches, loops, and
 * lanes that share a text.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** Threads by their numbers: of one warp, of two. The first two may share a text. */
const places = [
  [0, 1, 2],
  [0, 1, 31],
  [30, 31, 32],
] as const

/** Draws texts of tests; undefined for a model that covers too little. */
export function warpPrograms(model: Model): fc.Arbitrary<string> | undefined {
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
  const test = say('setp.eq.u32 p, ', fc.constantFrom('v', 'v', 't'), ', ', fc.constantFrom('0', '1', '2'), ';')
  const branch = fc.constantFrom('bne v, 1, E;', 'beq v, 1, E;', 'beq t, 1, E;')
  const programs = (all: string, own: string): fc.Arbitrary<string> => {
    // Most masks name all lanes. Some depend on reads.
    const mask = fc.oneof(
      { weight: 8, arbitrary: fc.constant(all) },
      { weight: 1, arbitrary: fc.constantFrom('0xffffffff', own, 'm', 'm') },
    )
    const vote = fc.constantFrom('all.pred p', 'any.pred p', 'uni.pred p', 'ballot.b32 v', 'ballot.b32 m')
    const lanes = fc.constantFrom('up', 'down', 'bfly', 'idx')
    const distance = fc.constantFrom('0', '1', '1', '2', 'v', 't')
    const clamp = fc.constantFrom('0', '0x1f', '0x1f', '0x1e01', '0x1c03')
    const reduction = fc.constantFrom('add.u32', 'min.s32', 'max.u32', 'and.b32', 'or.b32', 'xor.b32')
    const together = fc.oneof(
      { weight: 5, arbitrary: say('bar.warp.sync ', mask, ';') },
      { weight: 3, arbitrary: say('vote.sync.', vote, ', ', fc.constantFrom('p', '!p'), ', ', mask, ';') },
      {
        weight: 3,
        arbitrary: say(
          'shfl.sync.',
          lanes,
          '.b32 ',
          fc.constantFrom('v', 'v|p'),
          ', v, ',
          distance,
          ', ',
          clamp,
          ', ',
          mask,
          ';',
        ),
      },
      { weight: 2, arbitrary: say('redux.sync.', reduction, ' v, v, ', mask, ';') },
      { weight: 1, arbitrary: say('match.any.sync.b32 ', fc.constantFrom('v', 'm'), ', v, ', mask, ';') },
      { weight: 1, arbitrary: say('match.all.sync.b32 v|p, v, ', mask, ';') },
      { weight: 1, arbitrary: say('elect.sync ', fc.constantFrom('v|p', '_|p'), ', ', mask, ';') },
      { weight: 1, arbitrary: fc.constant('activemask.b32 m;') },
    )
    const guarded = say(fc.constantFrom('@p ', '@!p '), fc.oneof(store, together))
    const line = fc.oneof(
      { weight: 4, arbitrary: load },
      { weight: 4, arbitrary: store },
      { weight: 8, arbitrary: together },
      { weight: 2, arbitrary: test },
      { weight: 1, arbitrary: branch },
      { weight: 2, arbitrary: guarded },
    )
    const body = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      after: fc.array(fc.oneof(load, store, together), { maxLength: 1 }),
      rounds: fc.constantFrom(false, false, false, true),
    })
    return body.map(({ lines, after, rounds }) =>
      [
        `.reg .u32 v = 0; setp.eq.u32 p, 0, 0; .reg .u32 m = ${all}; mov.u32 t, %laneid;`,
        ...(rounds ? ['mov.u32 i, 0; L:', ...lines, 'add.u32 i, i, 1; blt i, 2, L;'] : lines),
        'E:',
        ...after,
      ].join('\n  '),
    )
  }
  const comparisons = fc.tuple(
    fc.constantFrom(0, 1, 2),
    fc.constantFrom(0, 1, 2, 3),
    fc.constantFrom('[x]', '[y]'),
    fc.nat(2),
  )
  return fc
    .record({ numbers: fc.constantFrom(...places), shared: fc.boolean(), shorter: fc.boolean() })
    .chain(({ numbers, shared, shorter }) => {
      const [first, second] = numbers
      const warpOf = (number: number): number => Math.floor(number / 32)
      const declared = shorter ? numbers.slice(0, 2) : numbers
      const bodies = declared.map((number) => {
        const mates = declared.filter((other) => warpOf(other) === warpOf(number))
        return programs(hex(mates), hex([number]))
      })
      return fc
        .record({ texts: fc.tuple(...bodies), comparisons: fc.array(comparisons, { minLength: 2, maxLength: 2 }) })
        .map(({ texts, comparisons }) => {
          const threads = texts.flatMap((text, i) => {
            if (shared && i === 1) return []
            return [`d0.b0.t${shared && i === 0 ? `${first}..${second}` : declared[i]} {\n  ${text}\n}`]
          })
          const questions = comparisons.map(([thread, one, place, final], i) => {
            const of = thread % declared.length
            return i === 0
              ? `check (P${of}:v == ${one}) as q0;`
              : `check (P${of}:v == ${one} && ${place} == ${final}) as q1;`
          })
          return ['.shared .u32 x; .shared .u32 y;', ...threads, ...questions, ''].join('\n')
        })
    })
}

/** Returns the mask of these threads' lanes. */
const hex = (numbers: readonly number[]): string =>
  `0x${numbers.reduce((mask, number) => mask | (1n << BigInt(number % 32)), 0n).toString(16)}`
