/** Random programs with Tensor Memory: operations, waits, fences and signals of two threads after an allocation. */

import fc from 'fast-check'

const group = 'cta_group::1'
const kind = `tcgen05.mma.${group}.kind::f16`

/** Operations at a few addresses, so that they often meet. */
const operations = [
  `${kind} [t], da, db, i, yes;`,
  `${kind} [t+8], da, db, i, yes;`,
  `${kind} [t+32], [t], db, i, yes;`,
  `tcgen05.cp.${group}.128x256b [t], da;`,
  `tcgen05.cp.${group}.4x256b [t], da;`,
  `tcgen05.cp.${group}.128x128b [t+4], da;`,
  `tcgen05.shift.${group}.down [t];`,
  'tcgen05.ld.sync.aligned.32x32b.x2.b32 {r0, r1}, [t];',
  'tcgen05.st.sync.aligned.32x32b.x2.b32 [t+6], {i, i};',
]

/** What orders them. A wait at an mbarrier is tried once: if its phase is not over, the thread goes on. */
const orders = [
  'tcgen05.wait::ld.sync.aligned;',
  'tcgen05.wait::st.sync.aligned;',
  `tcgen05.commit.${group}.mbarrier::arrive::one.b64 [bar];`,
  'tcgen05.fence::before_thread_sync;',
  'tcgen05.fence::after_thread_sync;',
  'mbarrier.arrive.shared.b64 _, [bar];',
  'mbarrier.arrive.relaxed.cluster.shared.b64 _, [bar];',
]

const descriptor = (memory: string, name: string): string =>
  `mov.u64 ${name}0, ${memory}; and.b64 ${name}1, ${name}0, 0x3ffff; shr.u64 ${name}2, ${name}1, 4; or.b64 ${name}, ${name}2, 0x0000401000080000;`

/** Waits with an order, in a loop. */
const wait = (order: string, label: string): string =>
  `${label}: mbarrier.try_wait.parity${order}.shared.b64 done, [bar], 0; beq done, 0, ${label};`

const lines = fc.array(fc.constantFrom(...operations, ...orders), { minLength: 1, maxLength: 3 })

/** Returns random programs, as texts: two threads of one warp or of two, which a wait or a barrier of the CTA may order. */
export const tensorMemoryPrograms: fc.Arbitrary<string> = fc
  .record({
    first: lines,
    second: lines,
    other: fc.constantFrom(1, 128),
    meets: fc.constantFrom('', 'bar.sync 1;', 'bar.warp.sync 3;', 'wait', 'relaxed'),
  })
  .map(({ first, second, other, meets }) => {
    const common = `bar.sync 0; ld.shared.u32 t, [where]; ${descriptor('a', 'da')} ${descriptor('b', 'db')} mov.u32 i, 0x08040010; setp.eq.u32 yes, 0, 0;`
    // Lanes of one warp load and store together.
    const ofWarp = (line: string): boolean => /\.sync\.aligned/.test(line)
    const own = (some: readonly string[]): string => some.filter((line) => other !== 1 || !ofWarp(line)).join(' ')
    const isBarrier = meets.startsWith('bar') && !(meets.startsWith('bar.warp') && other !== 1)
    const signal =
      meets === 'wait' ? wait('', 'W') : meets === 'relaxed' ? wait('.relaxed.cluster', 'W') : isBarrier ? meets : ''
    const alloc = `tcgen05.alloc.${group}.sync.aligned.shared::cta.b32 [where], 64;`
    return [
      '.shared .b32 where; .shared .b64 bar; .shared .align 1024 .b8 a[4096]; .shared .align 1024 .b8 b[512];',
      `d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; ${alloc} ${common} ${own(first)} ${isBarrier ? meets : ''} }`,
      `d0.b0.t${other} { ${other === 1 ? alloc : ''} ${common} ${signal} ${own(second)} }`,
      'check (true) as q;',
    ].join('\n')
  })
