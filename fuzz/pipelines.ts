/**
 * Small random pipelines: a warpgroup, of which lane 0 of each warp runs, multiplies a matrix that itself or another
 * thread writes, or a bulk copy, and hands it back.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** The descriptor of a matrix of 256 bytes that lies without gaps, and the registers of the other. */
const descriptor = 'mov.u64 a, tile; and.b64 b, a, 0x3ffff; shr.u64 c, b, 4; or.b64 desc, c, 0x100010000; mov.u32 e, 0;'
const multiply = 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, {e, e, e, e}, desc, 1, 1, 1, 0;'
const [fence, commit, meet] = ['wgmma.fence.sync.aligned;', 'wgmma.commit_group.sync.aligned;', 'bar.sync 0;']
const copy = [
  'mbarrier.arrive.expect_tx.shared.b64 _, [full], 16;',
  'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [src], 16, [full];',
]
const waits = 'W: mbarrier.try_wait.parity.shared.b64 p, [full], 0; beq p, 0, W;'

/** Steps of one thread. */
const alone = fc.oneof(
  { weight: 3, arbitrary: fc.constant('fence.proxy.async;') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('fence.proxy.async.global;', 'mbarrier.arrive.shared.b64 _, [full];'),
  },
)
/** The one write to the matrix, and what its thread does before and after it. */
const written = fc
  .tuple(
    fc.constantFrom('st.shared.u32 [tile], 1;', 'st.shared.u32 [tile], 1;', copy.join(' ')),
    fc.option(alone),
    fc.option(alone),
  )
  .map(([write, before, after]) => [before ?? '', write, after ?? ''])
/** Steps of the whole warpgroup, one after the other, most of which belong together. */
const operation = fc
  .record({
    fenced: fc.constantFrom(fence, fence, fence, ''),
    twice: fc.constantFrom('', '', '', multiply),
    committed: fc.constantFrom(commit, commit, commit, ''),
    waited: fc.constantFrom(0, 0, 0, 1, undefined),
  })
  .map(({ fenced, twice, committed, waited }) =>
    [fenced, multiply, twice, committed, waited === undefined ? '' : `wgmma.wait_group.sync.aligned ${waited};`].join(
      ' ',
    ),
  )

/** Draws texts of tests; undefined for a model that does not cover such operations. */
export const pipelines = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('asynchronous operations')
    ? undefined
    : fc
        .record({
          initialised: fc.constantFrom(1, 1, 2),
          writer: fc.constantFrom('another', 'before', 'after', 'after'),
          written,
          waits: fc.constantFrom(false, false, true),
          meet: fc.constantFrom('none', 'none', 'before', 'after'),
          operations: fc.oneof(
            { weight: 3, arbitrary: fc.tuple(operation) },
            { weight: 1, arbitrary: fc.tuple(operation, operation) },
          ),
          missing: fc.constantFrom(false, false, false, false, false, true),
        })
        .map((drawn) => {
          const { initialised, writer, operations, missing } = drawn
          const at = (where: string): string => (drawn.meet === where ? meet : '')
          const [met, after] = [at('before'), at('after')]
          // Brute force tries both for each barrier: to pass and to block.
          const usesFull = drawn.waits || drawn.written.some((step) => step.includes('full'))
          const start = usesFull ? [`mbarrier.init.shared.b64 [full], ${initialised};`] : []
          const ready = usesFull ? meet : ''
          const by = (one: typeof writer): readonly string[] => (writer === one ? drawn.written : [])
          const text = (thread: number, steps: readonly string[]): string =>
            `d0.b0.t${thread} {\n  ${steps.filter((step) => step !== '').join('\n  ')}\n}`
          const warps = [0, 32, 64, 96].map((thread) => {
            const isFirst = thread === 0
            const own = <T>(some: readonly T[]): readonly T[] => (isFirst ? some : [])
            return text(thread, [
              descriptor,
              ...own(start),
              ready,
              ...own(by('before')),
              ...own(drawn.waits ? [waits] : []),
              met,
              ...(missing && thread === 96 ? operations.slice(1) : operations),
              after,
              ...own(by('after')),
            ])
          })
          return [
            '.shared .align 128 .u32 tile[64];\n.shared .b64 full;\n.global .align 16 .b8 src[16];',
            ...warps,
            ...(writer === 'another' ? [text(128, [ready, ...drawn.written, met, after])] : []),
            'check (true) as q;\n',
          ].join('\n')
        })
