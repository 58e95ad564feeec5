/**
 * Small random programs whose threads wait in loops: for weak and strong writes, at scopes that include each other or
 * not, by loads, by atomics that write what they read, and by atomics that do so only in some rounds.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

const places = [
  ['d0.b0.t0', 'd0.b1.t0'],
  ['d0.b0.t0', 'd0.b1.t0'],
  ['d0.b0.t0', 'd0.b0.t1'],
  ['d0.b0.t0', 'd0.b1.t0', 'd0.b1.t1'],
] as const

/** Draws texts of tests; undefined for a model that covers too little. */
export function waitingPrograms(model: Model): fc.Arbitrary<string> | undefined {
  const excluded = excludedBy(model)
  if (excluded.includes('branches') || excluded.includes('atomics other than add')) return undefined
  const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))
  const name = fc.constantFrom('[x]', '[x]', '[y]')
  const scope = fc.constantFrom('.gpu', '.gpu', '.gpu', '.cta', '.sys')
  const value = fc.constantFrom('0', '1', '1', '2')
  const load = say(
    'ld',
    fc.oneof(fc.constantFrom('.weak', '.volatile'), say(fc.constantFrom('.relaxed', '.acquire'), scope)),
    '.u32 ',
  )
  const store = say(
    'st',
    fc.oneof(fc.constantFrom('.weak', '.volatile'), say(fc.constantFrom('.relaxed', '.release'), scope)),
    '.u32 ',
    name,
    ', ',
    value,
    ';',
  )
  const atomic = (operation: string, operands: fc.Arbitrary<string> | string) =>
    say(
      'atom',
      fc.constantFrom('.relaxed', '.relaxed', '.acquire', '.acq_rel'),
      scope,
      `.${operation} r, `,
      name,
      ', ',
      operands,
      ';',
    )
  const fence = say('fence', fc.constantFrom('.acq_rel', '.sc', '.acquire'), scope, ';')
  const waits = fc.oneof(
    { weight: 3, arbitrary: say(load, 'r, ', name, ';') },
    { weight: 3, arbitrary: atomic('add.u32', '0') },
    { weight: 3, arbitrary: atomic('exch.b32', value) },
    { weight: 2, arbitrary: atomic('cas.b32', fc.constantFrom('0, 1', '1, 2', '1, 1')) },
    { weight: 2, arbitrary: atomic('or.b32', fc.constantFrom('0', '1')) },
  )
  const also = fc.oneof(say(load, 's, ', name, ';'), fence)
  const rarely = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 3 }).map((made) => made ?? '')
  const back = say(fc.constantFrom('beq', 'bne'), ' r, ', fc.constantFrom('0', '0', '1'), ', L;')
  const loop = say(
    'L: ',
    fc.oneof(fc.constant(''), fc.constant(''), also),
    waits,
    ' ',
    fc.oneof(fc.constant(''), fc.constant(''), also),
    back,
  )
  const plain = fc.oneof(
    { weight: 5, arbitrary: store },
    { weight: 1, arbitrary: say(load, 's, ', name, ';') },
    { weight: 1, arbitrary: atomic('add.u32', '1') },
  )
  const waiting = say(rarely(store), ' ', loop, ' ', rarely(plain))
  const writing = fc.array(plain, { minLength: 1, maxLength: 2 }).map((all) => all.join(' '))
  const body = fc.oneof({ weight: 1, arbitrary: waiting }, { weight: 1, arbitrary: writing })
  return fc
    .record({
      first: waiting,
      others: fc.array(body, { minLength: 2, maxLength: 2 }),
      threads: fc.constantFrom(...places),
      asked: fc.tuple(fc.constantFrom(0, 1), fc.nat(2), fc.constantFrom('[x]', '[y]'), fc.nat(2)),
    })
    .map(({ first, others, threads, asked: [thread, register, place, final] }) =>
      [
        '.global .u32 x; .global .u32 y;',
        ...threads.map(
          (thread, i) => `${thread} { .reg .u32 r = 0; .reg .u32 s = 0;\n  ${[first, ...others][i] ?? ''}\n}`,
        ),
        `check (P${thread}:r == ${register}) as q0;`,
        `check (${place} == ${final}) as q1;`,
        '',
      ].join('\n'),
    )
}
