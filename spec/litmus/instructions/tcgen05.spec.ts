import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const around = (line: string): string =>
  `.shared .b32 where; .shared .b64 bar; d0.b0.t0 { mov.u32 t, 0; mov.u64 a, 0; mov.u64 b, 0; mov.u32 i, 0; setp.eq.u32 p, 0, 0; ${line} } check (true) as q;`

const read = (line: string) => must(testIn(around(line)).threads[0], 'a thread').instructions.slice(5)

const problem = (line: string): string =>
  readTests({ name: 'spec', text: around(line) })
    .diagnostics.map(formatDiagnostic)
    .join('; ')

const registers = (count: number): string => `{${Array.from({ length: count }, (_, i) => `r${i}`).join(', ')}}`
const mma = 'tcgen05.mma.cta_group::1.kind'

describe('what is read', () => {
  test.each<readonly [string, object]>([
    ['tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [where], 64;', { action: 'alloc' }],
    ['tcgen05.alloc.cta_group::2.sync.aligned.b32 [where], i;', { action: 'alloc' }],
    ['tcgen05.dealloc.cta_group::1.sync.aligned.b32 t, 64;', { action: 'dealloc' }],
    ['tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;', { action: 'relinquish' }],
    [`tcgen05.ld.sync.aligned.32x32b.x8.b32 ${registers(8)}, [t+4];`, { lanes: 32, columns: 8 }],
    [`tcgen05.ld.sync.aligned.16x256b.x1.b32 ${registers(4)}, [t];`, { lanes: 16, columns: 8 }],
    [`tcgen05.ld.sync.aligned.16x128b.x2.b32 ${registers(4)}, [t];`, { lanes: 16, columns: 8 }],
    [`tcgen05.ld.sync.aligned.16x64b.x2.pack::16b.b32 ${registers(2)}, [t];`, { lanes: 16, columns: 8 }],
    [`tcgen05.ld.sync.aligned.16x32bx2.x2.b32 ${registers(2)}, [t], 16;`, { columns: 2, half: 16n }],
    [`tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.f32 ${registers(2)}, r2, [t];`, { columns: 2 }],
    ['tcgen05.st.sync.aligned.32x32b.x1.b32 [t], i;', { action: 'st', lanes: 32, columns: 1 }],
    ['tcgen05.st.sync.aligned.16x32bx2.x1.b32 [t], 8, {i};', { half: 8n }],
    ['tcgen05.wait::ld.sync.aligned;', { action: 'wait', of: 'ld' }],
    ['tcgen05.wait::st.sync.aligned;', { action: 'wait', of: 'st' }],
    [`${mma}::f16 [t], a, b, i, p;`, { action: 'mma', weightStationary: false }],
    [`${mma}::tf32 [t], [t+64], b, i, {i, i, i, i}, p, 3;`, { action: 'mma' }],
    [`tcgen05.mma.sp.cta_group::2.kind::i8 [t], a, b, [t+32], i, !p;`, { action: 'mma' }],
    [`tcgen05.mma.ws.cta_group::1.kind::f8f6f4.collector::b1::use [t], a, b, i, p, b;`, { weightStationary: true }],
    [`${mma}::mxf4nvf4.block_scale.scale_vec::4X.collector::a::fill [t], a, b, i, [t+8], [t+16], p;`, {}],
    ['tcgen05.cp.cta_group::1.128x256b [t], a;', { rows: 128, bytes: 32 }],
    ['tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b4x16_p64 [t], a;', { rows: 64, bytes: 16 }],
    ['tcgen05.shift.cta_group::1.down [t];', { action: 'shift' }],
    ['tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [bar];', { action: 'commit', mask: undefined }],
    ['tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [bar], 3;', {}],
    ['tcgen05.fence::before_thread_sync;', { side: 'before' }],
    ['tcgen05.fence::after_thread_sync;', { side: 'after' }],
  ])('%s', (line, does) => {
    const one = read(line).find(({ kind }) => kind === 'tcgen05')
    expect(one).toMatchObject({ kind: 'tcgen05', does })
    const again = testIn(printProgram(testIn(around(line)), 'nvlitmus')).threads[0]?.instructions.slice(5)
    expect(again?.map(({ kind }) => kind)).toEqual(read(line).map(({ kind }) => kind))
  })

  test('a warp comes together, and what it loads is unknown', () => {
    const kinds = read(`tcgen05.ld.sync.aligned.32x32b.x2.b32 {r0, r1}, [t];`).map(({ kind }) => kind)
    expect(kinds).toEqual(['warp', 'tcgen05', 'unknown', 'unknown'])
    expect(read('tcgen05.cp.cta_group::1.128x256b [t], a;').map(({ kind }) => kind)).toEqual(['tcgen05'])
  })
})

describe('errors', () => {
  test.each([
    ['tcgen05.load [t];', 'is none of `tcgen05.alloc`'],
    ['tcgen05.alloc.cta_group::1.sync.aligned.exclusive.b32 [where], 64;', '`.exclusive` is refused'],
    ['tcgen05.alloc.cta_group::3.sync.aligned.b32 [where], 64;', '`.cta_group::3` has no meaning'],
    ['tcgen05.dealloc.sync.aligned.b32 t, 64;', 'it lacks `.cta_group::1` or `.cta_group::2`'],
    ['tcgen05.ld.sync.aligned.32x32b.x4.b32 {r0, r1}, [t];', 'has 4 registers, not 2'],
    ['tcgen05.ld.sync.aligned.16x256b.x64.b32 {r0}, [t];', '`.16x256b` has at most `.x32`'],
    ['tcgen05.ld.sync.32x32b.x1.b32 {r0}, [t];', 'it lacks `.aligned`'],
    ['tcgen05.ld.sync.aligned.32x32b.x1.x2.b32 {r0}, [t];', '`.x2` is one too many'],
    ['tcgen05.ld.sync.aligned.32x32b.x1.b32 {r0}, [where];', 'is memory of another kind'],
    ['tcgen05.ld.sync.aligned.32x32b.x1.b32 {r0}, t;', 'a register in brackets'],
    ['tcgen05.ld.spcompress.sync.aligned.32x32b.x4.b32 {r0}, [t];', 'is refused'],
    ['tcgen05.wait.sync.aligned;', 'is none of'],
    [`${mma}::f16 [t], a, b, i;`, 'operands given'],
    [`${mma}::ti16 [t], a, b, i, p;`, '`.kind::ti16` is refused'],
    ['tcgen05.mma.ws.cta_group::2.kind::f16 [t], a, b, i, p;', '`.cta_group::2` has no meaning'],
    [`${mma}::f16 [t], a, b, i, {i, i}, p;`, 'has 4 registers with `.cta_group::1`, not 2'],
    ['tcgen05.mma.cta_group::2.kind::i8 [t], a, b, i, {i, i, i, i}, p;', 'has 8 registers with `.cta_group::2`, not 4'],
    [`${mma}::f16 [t], a, b, i, p, {i, i, i, i};`, 'has no mask of lanes here'],
    ['tcgen05.mma.ws.cta_group::1.kind::f16 [t], a, b, i, {i, i, i, i}, p;', 'has no mask of lanes here'],
    ['tcgen05.mma.ws.cta_group::1.kind::mxf4 [t], a, b, i, [t+8], [t+16], p;', '`.ws` has no `.kind::mxf4`'],
    [`${mma}::f16.block_scale [t], a, b, i, p;`, '`.kind::f16` has no scale factors'],
    [`${mma}::i8.scale_vec::1X [t], a, b, i, p;`, 'so that `.scale_vec::1X` has no meaning'],
    [`${mma}::mxf4nvf4.block_scale [t], a, b, i, [t+8], [t+16], p;`, 'needs one of `.scale_vec::2X`'],
    [`${mma}::mxf4.block_scale.block16 [t], a, b, i, [t+8], [t+16], p;`, 'not `.block16`'],
    ['tcgen05.cp.cta_group::1.64x128b [t], a;', 'is written with `.warpx2::02_13`'],
    ['tcgen05.cp.cta_group::1.128x256b.warpx4 [t], a;', 'is not for several warps'],
    [
      'tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.b64 [bar];',
      'the completion of the reads of one matrix alone',
    ],
    ['tcgen05.commit.cta_group::1.mbarrier::arrive::one.multicast::cluster::32b.b64 [bar], 3;', 'more than 16 CTAs'],
    ['tcgen05.fence::before_thread_sync t;', 'takes no operands'],
  ])('%s', (line, message) => {
    expect(problem(line)).toContain(message)
    expect(problem(line)).toMatch(/^spec:1:\d+: /)
  })
})
