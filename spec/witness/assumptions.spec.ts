import { buildEvents } from '../../encoder/events/events.js'
import { raceReportOf } from '../../explain/document.js'
import { findRace } from '../../races/find-races.js'
import { assumptionReportOf, assumptionTexts } from '../../witness/assumptions.js'
import { proposed as ptx94 } from '../axioms/ptx-9.4.js'
import { warpgroup, whole } from '../axioms/ptx-9.4.wgmma.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver, testIn } from '../support.js'

/** Returns what is assumed of a test in which a kernel executes some instructions while the host executes others. */
const assumed = (device: string, host: string): readonly string[] => {
  const text = `.global x; .global y;
kernel k { d0.b0.t0 {
  ${device}
} }
host { k<<<1, 1>>>(); ${host} cudaDeviceSynchronize(); }
check ([x] == 0) as any;`
  return assumptionTexts(assumptionReportOf(buildEvents(testIn(text))))
}

const atomic = 'atom.relaxed.sys.add r0, [x], 1;'

describe('a `.sys` atomic on memory that the host accesses', () => {
  test.each(['st.relaxed.sys [x], 1;', 'ld.relaxed.sys r0, [x];', atomic])('is assumed to be atomic: %s', (host) => {
    expect(assumed(atomic, host)).toEqual([
      'assumes that a `.sys` atomic is atomic with what the host does, which some systems do not guarantee (ISA 8.1.1): spec:3:3',
    ])
  })
  test('is named once in a loop, and so is each other', () => {
    const twice = `L: ${atomic} red.release.sys.add [x], 1; bne r0, 0, L;`
    expect(assumed(twice, 'st.relaxed.sys [x], 1;')).toEqual([expect.stringMatching(/: spec:3:6, spec:3:39$/)])
  })
  test('nothing is assumed of other atomics, of other memory, and without a host', () => {
    expect(assumed(atomic, 'st.relaxed.sys [y], 1;')).toEqual([])
    expect(assumed(atomic, 'cudaMemsetAsync(x, 1, s);')).toEqual([])
    expect(assumed('atom.relaxed.gpu.add r0, [x], 1;', 'ld r0, [x];')).toEqual([])
    expect(assumed('st.relaxed.sys [x], 1;', 'st.relaxed.sys [x], 1;')).toEqual([])
    expect(
      assumptionReportOf(buildEvents(testIn(`.global x; d0.b0.t0 { ${atomic} } check ([x] == 0) as any;`))),
    ).toEqual({})
  })
})

test('an instruction of which it is not known which bytes it accesses is assumed to access its whole object', () => {
  const load = 'ldmatrix.sync.aligned.m8n8.x1.shared.b16 r, [x];'
  const assumed = (threads: string) =>
    assumptionTexts(
      assumptionReportOf(
        buildEvents(testIn(`.shared .u32 x[64]; d0.b0.${threads} { ${load} } check (x[0] == 0) as q;`)),
      ),
    )
  expect(assumed('t0')).toEqual([
    'assumes that an instruction accesses the whole of an object if it is not known which bytes it accesses (ISA 9.7.16): spec:1:32',
  ])
  expect(assumed('t0..7')).toEqual([
    'assumes that the lane that gives the address of a row of `ldmatrix` or `stmatrix` accesses the row (ISA 9.7.16): spec:1:35',
  ])
})

describe('registers and matrices of `wgmma`', () => {
  const moved =
    'assumes that a `mov` of a register of a matrix, which compilers add and assemblers remove, is no access'
  const kernel = (before: string, after: string) => `.visible .entry k() {
  .reg .b32 d<4>; .reg .b64 a<4>; .shared .align 128 .b8 tile[256];
  mov.u64 a0, tile; and.b64 a1, a0, 0x3ffff; shr.u64 a2, a1, 4; or.b64 a3, a2, 0x100010000;
  mov.b32 d0, 0; mov.b32 d1, 0; mov.b32 d2, 0; mov.b32 d3, 0;
  wgmma.fence.sync.aligned; ${before}
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, a3, a3, 1, 1, 1, 0, 0;
  wgmma.commit_group.sync.aligned; ${after} wgmma.wait_group.sync.aligned 0; ret;
}`
  const assumed = (before: string, after: string) =>
    assumptionTexts(
      assumptionReportOf(
        buildEvents(
          compiledTest(
            'module "k.ptx"; .global x; host { k<<<1, 128, lanes 0>>>(); cudaDeviceSynchronize(); } assert (x == 0) as q;',
            { 'k.ptx': moduleOf(kernel(before, after)) },
          ),
        ),
      ),
    )
  test('moves between the fence and the operation, and while it runs', () => {
    expect(assumed('', '')).toEqual([])
    expect(assumed('mov.b32 d1, 1;', '')).toEqual([expect.stringMatching(`^${moved}.*9.7.17.*: k.ptx:9:3$`)])
    expect(assumed('', 'mov.b32 d1, 1;')).toEqual([expect.stringMatching(`^${moved}.*: k.ptx:10:36$`)])
  })
  test('a matrix that is read in whole rows, where a race rests on it', async () => {
    // The tool counts rows of 32 bytes if they are swizzled; the operation reads all of each but the last ones.
    const text = (swizzling: string) =>
      `${warpgroup(`mov.u64 desc, tile; and.b64 desc, desc, 0x3ffff; shr.u64 desc, desc, 4; or.b64 desc, desc, ${swizzling}; ${whole}`, { first: 'st.shared.u32 [tile], 1;' })}`
    const reportFor = async (swizzling: string) => {
      const program = testIn(text(swizzling).replaceAll('tile[256]', 'tile[4096]'))
      const verdict = findRace(program, await solver(), { model: ptx94 })
      return assumptionTexts(raceReportOf(program, ptx94, verdict))
    }
    const rows = 'assumes that a matrix of `wgmma` or `tcgen05` is read in whole rows, which are more bytes than it has'
    expect(await reportFor('0x4000001000010000')).toEqual([expect.stringContaining(rows)])
    expect(await reportFor('0x100010000')).toEqual([])
  })
})
