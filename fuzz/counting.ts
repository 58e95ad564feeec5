/** Small random programs whose threads have one text: they count at one location, meet at barriers, and arrive at mbarriers. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** Threads of one CTA, of CTAs of their own, or of both. */
const places = [
  ['d0.b0.t0..1'],
  ['d0.b0.t0..2'],
  ['d0.b0.t0..1', 'd0.b0.t32'],
  ['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0'],
  ['d0.b0.t0..1', 'd0.b1.t0'],
  ['d0.b0.t0..1', 'd0.b1.t0..1'],
] as const

const fence = fc.constantFrom('', '', 'fence.acq_rel.gpu;', 'fence.acq_rel.cta;')
const order = fc.constantFrom('relaxed', 'relaxed', 'acq_rel')
const scope = fc.constantFrom('gpu', 'gpu', 'gpu', 'cta')
/** The action of each thread at the counter. */
const count = fc
  .tuple(fc.constantFrom('add 1', 'add me', 'add r0', 'inc 1', 'exch 7', 'or 2', 'and 0', 'red'), order, scope)
  .map(([kind, order, scope]) => {
    const [operation, operand] = kind.split(' ')
    return kind === 'red'
      ? `red.${order === 'acq_rel' ? 'release' : order}.${scope}.add.u32 [c], 1;`
      : `atom.${operation}.${order}.${scope}.u32 r1, [c], ${operand};`
  })
const data = fc.constantFrom(
  'st.weak.u32 [x], me;',
  'ld.weak.u32 r0, [x];',
  'ld.weak.u32 r2, [x];',
  'ld.relaxed.gpu.u32 r2, [c];',
  'st.relaxed.gpu.u32 [x], 5;',
)
const only = (line: string): string => `bne me, ${line.length % 2}, S#; ${line} S#:`
const step = fc.oneof(
  { weight: 3, arbitrary: data },
  { weight: 1, arbitrary: data.map(only) },
  { weight: 1, arbitrary: fc.constant('bar.sync 0;') },
)
/** Waits until the counter has a value. */
const wait = fc
  .tuple(fc.constantFrom('relaxed', 'acquire'), fc.constantFrom('bne', 'beq'), fc.nat(3))
  .map(([order, branch, value]) => `W#: ld.${order}.gpu.u32 r2, [c]; ${branch} r2, ${value}, W#;`)

const begin = '  mov.u32 me, %tid.x; add.u32 me, me, 1; mov.u32 r0, 0; mov.u32 r1, 0; mov.u32 r2, 0;'
const text = (declared: string, threads: readonly string[], body: readonly string[], question: string): string => {
  const lines = body.filter((line) => line !== '').map((line, i) => `  ${line.replaceAll('#', String(i))}`)
  return `${declared}\n${threads.map((one) => `${one} {\n${[begin, ...lines].join('\n')}\n}\n`).join('')}${question}\n`
}

const question = fc
  .tuple(
    fc.constantFrom('c', 'x', 'P0:r1', 'P1:r1', 'P0:r2', 'P1:r2'),
    fc.nat(4),
    fc.constantFrom('P1:r2', 'P1:r1', 'x'),
  )
  .map(([term, value, other]) => `check (${term} == ${value}) as one;\ncheck (${other} == 0 && c != ${value}) as two;`)

/** Programs that count at a location. */
export const countingPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('branches')
    ? undefined
    : fc
        .record({
          threads: fc.constantFrom(...places),
          before: fc.array(step, { maxLength: 2 }),
          fences: fc.tuple(fence, fence),
          counts: fc.array(count, { minLength: 1, maxLength: 2 }),
          after: fc.array(fc.oneof({ weight: 2, arbitrary: step }, { weight: 1, arbitrary: wait }), { maxLength: 2 }),
          question,
        })
        .map(({ threads, before, fences: [first, last], counts, after, question }) =>
          text('.global .u32 c; .global .u32 x;', threads, [...before, first, ...counts, last, ...after], question),
        )

/** Programs that arrive at an mbarrier in the memory of their CTA, and wait for it. */
export const arrivingPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('asynchronous operations')
    ? undefined
    : fc
        .record({
          last: fc.constantFrom(1, 1, 2),
          meets: fc.constantFrom('bar.sync 0;', 'bar.sync 0;', 'bar.sync 0;', ''),
          before: fc.array(step, { maxLength: 1 }),
          arrives: fc.constantFrom('', '', '.relaxed.cta', '.release.cta'),
          expected: fc.constantFrom(0, 0, 0, 1, -1),
          waits: fc.boolean(),
          after: fc.array(data, { minLength: 1, maxLength: 1 }),
          question,
        })
        .map(({ last, meets, before, arrives, expected, waits, after, question }) =>
          text(
            '.global .u32 c; .shared .u32 x; .shared .b64 m;',
            [`d0.b0.t0..${last}`],
            [
              `bne me, 1, I; mbarrier.init.shared.b64 [m], ${last + 1 + expected}; I:`,
              meets,
              ...before,
              `mbarrier.arrive${arrives}.shared.b64 _, [m];`,
              ...(waits ? ['W: mbarrier.try_wait.parity.shared.b64 p, [m], 0; beq p, 0, W;'] : []),
              ...after,
            ],
            question,
          ),
        )
