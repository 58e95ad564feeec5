/**
 * Small random programs about strong asynchronous accesses: releases by `st.async`, relaxed bulk copies and reductions,
 * and alias fences in one direction.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import { just, lines, type Snippet, say, tx, value } from './asynchronous.js'

const declared = [
  '.global .u32 g; .global .u32 a physically aliases g; .global .u32 h; .global .u64 k; .global .u64 e[2];',
  '.shared .u64 s[2] = {1, 1}; .shared .u64 d[2]; .shared .b64 m;',
]

const layouts = [
  ['d0.b0.t0', 'd0.b1.t0'],
  ['d0.b0.t0', 'd0.b0.t1'],
  ['d0.b0.t0', 'd1.b0.t0'],
  ['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0'],
] as const

const scope = fc.constantFrom('gpu', 'sys')
const data = fc.oneof(
  lines(say('st.weak.global.u32 [', fc.constantFrom('g', 'a'), '], ', value, ';')),
  lines(say('ld.weak.global.u32 r#, [', fc.constantFrom('g', 'a'), '];')),
)
const flag = fc.oneof(
  lines(say('st.async.release.', scope, '.global.u32 [h], ', value, ';')),
  lines(say('red.async.release.', scope, '.global.add.u32 [h], 1;')),
  lines(say('ld.', fc.constantFrom('acquire', 'relaxed'), '.', scope, '.global.u32 r#, [h];')),
  lines(say('st.', fc.constantFrom('release', 'relaxed'), '.', scope, '.global.u32 [h], 1;')),
)
const fence = lines(
  fc.oneof(
    say('fence.', fc.constantFrom('acq_rel', 'release', 'acquire'), '.', scope, ';'),
    fc.constantFrom('fence.proxy.alias.release.sys;', 'fence.proxy.alias.acquire.sys;', 'fence.proxy.alias;'),
  ),
)
const over = fc.constant('cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;')
const strength = fc.constantFrom('', '.relaxed.gpu', '.relaxed.sys', '.relaxed.cta')
const reduction = fc.oneof(
  lines(say('cp.reduce.async.bulk', strength, '.global.shared::cta.bulk_group.add.u64 [k], [s], 8;'), over),
  lines(say('cp.reduce.async.bulk', strength, '.global.shared::cta.bulk_group.add.u64 [k], [s], 8;')),
  lines(say('ld.acquire.', scope, '.global.u64 r#, [k];')),
)
const relaxed = fc.constantFrom('.relaxed.gpu', '.relaxed.gpu', '.relaxed.cta')
const out = lines(say('cp.async.bulk', relaxed, '.global.shared::cta.bulk_group.b128 [e], [s], 16;'), over)
/** The step that initialises the mbarrier, at most once in a CTA. */
const incoming = fc
  .record({ relaxed, waits: fc.constantFrom('', '.relaxed.cta'), fence: fc.constantFrom('', 'fence.acquire.gpu;') })
  .map(
    ({ relaxed, waits, fence }): Snippet => [
      'mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 _, [m], 16;',
      `cp.async.bulk${relaxed}.shared::cta.global.${tx}.b128 [d], [e], 16, [m];`,
      `W#: mbarrier.try_wait.parity${waits}.shared.b64 p#, [m], 0; beq p#, 0, W#;`,
      ...(fence === '' ? [] : [fence]),
      'ld.shared.u64 r#, [d];',
    ],
  )
const step: fc.Arbitrary<Snippet> = fc.oneof(
  { weight: 5, arbitrary: data },
  { weight: 6, arbitrary: flag },
  { weight: 4, arbitrary: fence },
  { weight: 2, arbitrary: reduction },
  { weight: 1, arbitrary: just('st.shared.u64 [s], 2;', 'fence.proxy.async.shared::cta;') },
)

/**
 * A producer and a consumer: the steps between the data and the flag, and the read by which the consumer sees the flag.
 */
const passed = fc
  .record({
    write: data,
    release: fc.option(fence, { nil: [] }),
    publish: fc.oneof(flag, out, reduction),
    observe: fc.oneof(flag, incoming, reduction),
    acquire: fc.option(fence, { nil: [] }),
    read: data,
  })
  .map(({ write, release, publish, observe, acquire, read }) => [
    [write, release, publish],
    [observe, acquire, read],
  ])
const any = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 2 })

/** Draws texts of tests; undefined for a model that does not cover such operations. */
export const strongPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('asynchronous operations')
    ? undefined
    : fc
        .record({
          names: fc.constantFrom(...layouts),
          parts: fc.oneof({ weight: 2, arbitrary: passed }, { weight: 1, arbitrary: any }),
          third: fc.array(step, { maxLength: 2 }),
          asked: fc.array(fc.record({ which: fc.nat(), against: fc.constantFrom(0, 0, 1, 2) }), {
            minLength: 2,
            maxLength: 3,
          }),
        })
        .map(({ names, parts, third, asked }) => {
          const threads = names.map((name, thread) => {
            const snippets: readonly Snippet[] = (thread < 2 ? parts[thread] : third) ?? []
            return {
              name,
              lines: snippets.flatMap((one, i) => one.map((line) => line.replaceAll('#', `${thread}_${i}`))),
            }
          })
          const registers = threads.flatMap(({ name, lines }) =>
            lines.flatMap((line) => {
              const register = / (r\w+),/.exec(line)?.[1]
              return register === undefined ? [] : [`${name}:${register}`]
            }),
          )
          const observed = [...registers, ...registers, '[g]', '[h]', '[k]']
          const terms = asked.map(({ which, against }) => `${observed[which % observed.length]} == ${against}`)
          const bodies = threads.map(({ name, lines }) => `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}`)
          const questions = [
            ...terms.map((term, i) => `check (${term}) as q${i};`),
            `check (${terms.join(' && ')}) as all;`,
          ]
          return [...declared, ...bodies, ...questions, ''].join('\n')
        })
