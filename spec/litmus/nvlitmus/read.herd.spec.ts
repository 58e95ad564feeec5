/** The features that nvlitmus tests take from the herd-style format. */

import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { testIn, verdicts } from '../../support.js'

const errors = (text: string): readonly string[] =>
  readTests({ name: 'spec', text }).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0] ?? '')

test('labels, branches and loops', async () => {
  const program = testIn(`.global x; .global flag;
    d0.b0.t0 { st [x], 1; st.release.gpu [flag], 1; }
    d0.b1.t0 {
    WAIT: ld.acquire.gpu r0, [flag];
      bne r0, 1, WAIT;
      goto READ;
      st [x], 2;
    READ:
      ld r1, [x];
    }
    assert (r1 == 1) as fresh;`)
  expect(await verdicts(program)).toEqual(['forbidden'])
})

test('the barriers of a CTA', async () => {
  const meet = (number: number) => `.global x;
    d0.b0.t0 { st [x], 1; bar.cta.sync 1; }
    d0.b0.t1 { bar.cta.sync ${number}; ld r0, [x]; }
    assert (r0 == 1) as fresh;`
  expect(await verdicts(testIn(meet(1)))).toEqual(['forbidden'])
  expect(await verdicts(testIn(meet(2)))).toEqual(['allowed'])
})

describe('initial values', () => {
  test('of memory and of registers', async () => {
    const program = testIn(`.global .u64 x = 0x100000000; .shared s = -1; .global z physically aliases x;
      d0.b0.t0 { .reg r9 = 7; .reg .s64 r8 = 3; ld.u64 r0, [x]; ld r1, [s]; st.u64 [z], r8; add.s64 r8, r8, r9; }
      check (r0 == 0x100000000 && r1 == -1 && r8 == 10 && r9 == 7) as given;`)
    expect(await verdicts(program)).toEqual(['allowed'])
  })
  test.each([
    ['.global .u31 x; d0.b0.t0 { ld r0, [x]; } check (r0 == 1) as q;', '1:10: unknown type `.u31`; did you mean `u32`'],
    ['.global .u32 x; d0.b0.t0 { ld.u64 r0, [x]; } check (r0 == 1) as q;', '1:39: this access has 8 bytes; `x` has 4'],
    [
      '.global x = 0x100000000; d0.b0.t0 { ld r0, [x]; } check (r0 == 1) as q;',
      '1:13: 4294967296 is not a value of 32 bits',
    ],
    [
      '.global x; .global y physically aliases x = 1; d0.b0.t0 { ld r0, [x]; } check (r0 == 1) as q;',
      '1:45: `y` is another name of `x`; initialise `x` instead',
    ],
    [
      '.global x; d0.b0.t0 { .reg r0 = 1; .reg r0 = 2; st [x], r0; } check ([x] == 1) as q;',
      '1:36: `r0` is initialised twice',
    ],
    [
      '.global x; d0.b0.t0 { .reg .u64 r0 = 1; ld r0, [x]; } check (r0 == 1) as q;',
      '1:23: the thread writes 32 bits into `r0`, not 64',
    ],
    [
      '.global x; d0.b0.t0 { .reg r0 = 0x100000000; st [x], r0; } check ([x] == 1) as q;',
      '1:33: 4294967296 is not a value of 32 bits, the width of `r0`',
    ],
    [
      '.global x; d0.b0.t0 { .reg x = 1; st [x], 1; } check ([x] == 1) as q;',
      '1:23: `x` is memory; expected a register',
    ],
  ])('%s', (text, message) => expect(errors(text)[0]).toContain(`spec:${message}`))
})

test('a herd-style test may be a template', () => {
  const { tests, diagnostics } = readTests({
    name: 'mp.litmus',
    text: `PTX mp
{ x = 0; y = 0; } (* $7 is no hole here *)
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.acquire.$1 r0, y ;
 st.$0 y, 1     | ld.weak r1, x ;
~exists (P1:r0 == 1 /\\ P1:r1 == 0)
$$
release.gpu | gpu
relaxed.gpu | gpu
# release.cta | cta
`,
  })
  expect(diagnostics).toEqual([])
  expect(tests.map(({ row }) => row)).toEqual([
    { number: 1, text: 'release.gpu | gpu' },
    { number: 2, text: 'relaxed.gpu | gpu' },
  ])
})
