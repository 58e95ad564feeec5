/**
 * Small random programs in which CTAs of a cluster change each other's shared memory by asynchronous stores and
 * reductions, and by copies into several CTAs.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import {
  fence,
  just,
  lines,
  load,
  mbarrier,
  programsOf,
  type Snippet,
  say,
  store,
  tx,
  value,
  wait,
} from './asynchronous.js'

const layouts = [
  { names: ['d0.c0.b0.t0', 'd0.c0.b1.t0'], peers: ['d0.c0.b1', 'd0.c0.b0'] },
  { names: ['d0.c0.b0.t0', 'd0.c0.b1.t0'], peers: ['d0.c0.b1', 'd0.c0.b0'] },
  { names: ['d0.c0.b0.t0', 'd0.c0.b0.t1', 'd0.c0.b1.t0'], peers: ['d0.c0.b1', 'd0.c0.b1', 'd0.c0.b0'] },
] as const

const push = `st.async.weak.shared::cluster.${tx}.u32`
const reduce = `red.async.relaxed.cluster.shared::cluster.${tx}`
const operation = fc.constantFrom('add.u32', 'add.u32', 'max.s32', 'inc.u32', 'xor.b32')
const announced = fc.constant('mbarrier.arrive.expect_tx.shared.b64 _, [m], 4;')

const remote = lines(
  fc.oneof(
    { weight: 3, arbitrary: say(`${push} [@:s], `, value, ', [@:m];') },
    { weight: 2, arbitrary: say(`${reduce}.`, operation, ' [@:s], ', value, ', [@:m];') },
  ),
)
const own = say(`${push} [s], `, value, ', [m];')

/** The pushed value is read after a wait for it, whose scope may be the CTA. */
const received = lines(
  announced,
  say(
    'W#: mbarrier.try_wait.parity',
    fc.constantFrom('', '', '.acquire.cluster', '.relaxed.cta'),
    '.shared.b64 p#, [m], 0;',
  ),
  fc.constant('beq p#, 0, W#;'),
  fc.constant('ld.shared.u32 r#, [s];'),
)

const spread = say(
  `cp.async.bulk.shared::cluster.global.${tx}.multicast::cluster [s], [g], 4, [m], `,
  fc.constantFrom('1', '2', '3', '3', '3'),
  ';',
)

const step: fc.Arbitrary<Snippet> = fc.oneof(
  { weight: 3, arbitrary: load },
  { weight: 2, arbitrary: store },
  { weight: 5, arbitrary: remote },
  { weight: 1, arbitrary: lines(own) },
  { weight: 2, arbitrary: lines(announced, own) },
  { weight: 4, arbitrary: lines(announced) },
  { weight: 4, arbitrary: received },
  { weight: 2, arbitrary: lines(spread) },
  { weight: 2, arbitrary: lines(announced, spread) },
  // The pushed value was read, so reads depend on each other.
  { weight: 1, arbitrary: just('ld.shared.u32 r#, [s];', `${push} [@:s], r#, [@:m];`) },
  { weight: 2, arbitrary: mbarrier },
  { weight: 4, arbitrary: wait },
  { weight: 1, arbitrary: fence },
)

/** Draws texts of tests; undefined for a model that does not cover such operations. */
export const clusterPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('asynchronous operations') ? undefined : programsOf(layouts, step)
