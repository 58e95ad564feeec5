/** Programs of a few warps, of which lane 0 runs, for the specs of Tensor Memory, and whether they race. */

import type { Model } from '../../axioms/algebra/terms.js'
import { bruteRace, findRace } from '../../races/find-races.js'
import { solver, testIn } from '../support.js'
import { proposed, strict } from './ptx-9.4.js'

const group = 'cta_group::1'
const descriptor = (memory: string, name: string): string =>
  `mov.u64 ${name}0, ${memory}; and.b64 ${name}1, ${name}0, 0x3ffff; shr.u64 ${name}2, ${name}1, 4; or.b64 ${name}, ${name}2, 0x0000401000080000;`

const alloc = `tcgen05.alloc.${group}.sync.aligned.shared::cta.b32 [where], 64;`
const dealloc = `tcgen05.dealloc.${group}.sync.aligned.b32 t, 64;`
export const relinquish = `tcgen05.relinquish_alloc_permit.${group}.sync.aligned;`
/** Descriptors, for `mma` of 128 by 16 rows of 16 elements. */
const describe = `${descriptor('a', 'da')} ${descriptor('b', 'db')} mov.u32 i, 0x08040010; setp.eq.u32 yes, 0, 0;`
/** A product, with its accumulator at a column, and its first factor in shared memory or at a column. */
export const mma = (at = 't', from = 'da'): string => `tcgen05.mma.${group}.kind::f16 [${at}], ${from}, db, i, yes;`
export const cp = (at = 't', shape = '128x256b'): string => `tcgen05.cp.${group}.${shape} [${at}], da;`
export const shift = (at = 't'): string => `tcgen05.shift.${group}.down [${at}];`
export const commit = (bar = 'bar'): string => `tcgen05.commit.${group}.mbarrier::arrive::one.b64 [${bar}];`
export const ld = (at = 't'): string => `tcgen05.ld.sync.aligned.32x32b.x2.b32 {r0, r1}, [${at}];`
export const st = (at = 't'): string => `tcgen05.st.sync.aligned.32x32b.x2.b32 [${at}], {i, i};`
export const waitLd = 'tcgen05.wait::ld.sync.aligned;'
export const waitSt = 'tcgen05.wait::st.sync.aligned;'
export const before = 'tcgen05.fence::before_thread_sync;'
export const after = 'tcgen05.fence::after_thread_sync;'
export const relaxed = '.relaxed.cluster'
let waits = 0
/** Waits until the first phase is over. */
export const tryWait = (order = '', bar = 'bar'): string =>
  `W${++waits}: mbarrier.try_wait.parity${order}.shared.b64 done, [${bar}], 0; beq done, 0, W${waits};`
export const arrive = (order = '', bar = 'bar'): string => `mbarrier.arrive${order}.shared.b64 _, [${bar}];`
const meet = 'bar.sync 1;'

/** Fills the second factor by a bulk copy, which a phase of the mbarrier counts. */
export const fill = `mbarrier.arrive.expect_tx.shared.b64 _, [bar], 512; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [b], [src], 512, [bar];`

/**
 * Returns a program of two threads after an allocation: the first has warp 0, the second another warp, or another lane
 * of the first.
 */
export function program(first: string, second: string, { thread = 128, last = meet, free = dealloc } = {}): string {
  const start = `mbarrier.init.shared.b64 [bar], 1; mbarrier.init.shared.b64 [bar2], 1;`
  const common = `bar.sync 0; ld.shared.u32 t, [where]; ${describe}`
  return [
    '.shared .b32 where; .shared .b64 bar; .shared .b64 bar2; .global .align 16 .b8 src[512];',
    '.shared .align 1024 .b8 a[4096]; .shared .align 1024 .b8 b[512];',
    thread < 32
      ? `d0.b0.t0 { ${start} ${alloc} ${common} ${first} ${last} ${free} }`
      : `d0.b0.t0 { ${start} ${alloc} ${common} ${first} ${last} ${free} }`,
    `d0.b0.t${thread} { ${thread < 32 ? alloc : ''} ${common} ${second} ${last} ${thread < 32 ? free : ''} }`,
    'check (true) as q;',
  ].join('\n')
}

/** Returns a program of one thread after an allocation. */
export const alone = (lines: string, { free = dealloc } = {}): string =>
  `.shared .b32 where; .shared .b64 bar; .shared .align 1024 .b8 a[4096]; .shared .align 1024 .b8 b[512];
   d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; ${alloc} ld.shared.u32 t, [where]; ${describe} ${lines} ${free} } check (true) as q;`

/** Returns the verdicts of the model and of its strict form; brute force must agree. */
export async function races(text: string, models: readonly Model[] = [proposed, strict]): Promise<string> {
  const test = testIn(text)
  const z3 = await solver()
  const kinds = models.map((model) => {
    const { kind } = findRace(test, z3, { model })
    const brute = bruteRace(test, { model, most: 100 })
    if (brute.kind !== 'undecided') expect(brute.kind).toBe(kind)
    return kind === 'race-free' ? 'free' : kind
  })
  return [...new Set(kinds)].join(', strict ')
}
