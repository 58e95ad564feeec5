import { buildEvents } from '../../encoder/events/events.js'
import { assumptionReportOf, assumptionTexts } from '../../witness/assumptions.js'
import { testIn } from '../support.js'

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
  expect(assumed('t0..7')).toEqual([])
})
