import { formats } from '../../litmus/format.js'
import { printProgram } from '../../litmus/print.js'
import { readTests } from '../../litmus/read.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { testIn, verdicts } from '../support.js'

const errors = (text: string) =>
  readTests({ name: 'spec', text }).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])

describe('accesses of several widths to one object are legal', () => {
  test.each([
    '.global x; d0.b0.t0 { st.u64 [x], 1; ld.u32 r0, [x]; ld.u8 r1, [x+7]; }',
    '.global x; .global y physically aliases x; d0.b0.t0 { st.u8 [x], 1; ld r0, [y]; }',
    '.global .u32 x; d0.b0.t0 { st.u16 [x+2], 1; }',
    '.surfref s; .global x virtually aliases s; d0.b0.t0 { sust.b.1d.vec.b32.clamp [s, 3], 1; st.u8 [x+1], 2; }',
    '.const .u32 c[2] = {1, 2}; d0.b0.t0 { ld.const.u64 r0, [c]; ldc r1, [c+4]; }',
    '.global .u8 b[8]; d0.b0.t0 { ld.v2.u32 {r0, r1}, [b]; atom.add.u32 r2, [b+4], 1; }',
  ])('%s', (text) => expect(errors(`${text} check (0 == 0) as q;`)).toEqual([]))
})

test.each([
  ['ld r0, [a+2];', 'this access is misaligned: its 4 bytes begin at offset 2 of `a`, which is not a multiple of 4'],
  [
    'ld.u64 r0, [a+4];',
    'this access is misaligned: its 8 bytes begin at offset 4 of `a`, which is not a multiple of 8',
  ],
  ['ld.v2.u32 {r0, r1}, [a+4];', 'this vector is misaligned: its 8 bytes begin at offset 4 of `a`'],
  ['ld r0, [a+16];', 'this access has bytes 16 to 19; those of `a` are 0 to 15, in `a[0]` to `a[3]`'],
  ['ld r0, [a-4];', 'this access begins 4 bytes before `a`'],
  ['ld.v8.u32 {r0, r1, r2, r3, r4, r5, r6, r7}, [a];', 'this vector has 32 bytes; `a` has 16'],
  ['mov.u32 r0, a;', 'an address has 64 bits, this instruction 32'],
])('%s is an error', (body, message) =>
  expect(errors(`.global .u32 a[4]; d0.b0.t0 { ${body} } check (0 == 0) as q;`)[0]).toContain(message),
)

describe('a thread computes addresses and follows pointers as PTX does', () => {
  const program = testIn(`.global .u32 a[4] = {1, 2, 3, 4}; .global .u64 p = &a[1]; .shared .u32 s[2] = {7, 8};
    .global .u64 links[2] = {&p, &a+8};
    d0.b0.t0 {
      .reg .u64 n = 8;
      ld r0, [p]; ld.u32 r1, [r0]; ld.u32 r2, [r0+4]; add.u64 r3, r0, n; ld.u32 r4, [r3];
      mov.u64 q, s; ld.u32 r5, [q+4]; mov.u32 q2, s; ld.shared.u32 r6, [q2]; ld.v4.u32 {v0, _, v2, v3}, [a];
      ld.u64 r7, [a]; ld.u8 r8, [a+4]; cvta.global.u64 c0, a; cvta.to.global.u64 c1, c0; ld.global.u32 r9, [c1+12];
      ld.u64 l0, [links]; ld.u64 l1, [l0]; ld.u32 r10, [l1]; mad.wide.u32 m1, 1, 4, &a; ld.u32 r12, [m1];
      st.v2.u16 [a+8], {0x1111, 0x2222}; ld.u32 r13, [a[2]];
      setp.eq.u64 pp, r0, &a[1]; @pp st.v2.u32 [a], {9, 9}; @!pp st.v2.u32 [a], {8, 8}; ld.v2.u64 {r0, r14}, [a];
    }
    assert (r1 == 2 && r2 == 3 && r4 == 4 && r5 == 8 && r6 == 7 && v0 == 1 && v2 == 3 && v3 == 4 && r7 == 0x200000001) as first;
    assert (r8 == 2 && r9 == 4 && r10 == 2 && r12 == 2 && r13 == 0x22221111 && a[0] == 9 && [a+4] == 9) as second;
    assert (r0 == 0x900000009 && q == &s && l0 == &p && p == &a[1]) as third;`)
  // The verdict is on the opposite of each claim.
  test.each(formats)('in %s', async (format) => {
    const again = testIn(printProgram(program, format))
    expect(await verdicts(again)).toEqual(['forbidden', 'forbidden', 'forbidden'])
  })
})
