import { herd, testIn, verdicts } from '../../support.js'

const thread = (code: string, asked: string) => `.global x; .global y; d0.b0.t0 { ${code} } ${asked}`

describe('setp', () => {
  test.each([
    ['eq', [0, 1, 0]],
    ['ne', [1, 0, 1]],
    ['lt.s32', [0, 0, 1]],
    ['lt.u32', [0, 0, 0]],
    ['lo.s32', [0, 0, 0]],
    ['le.s32', [0, 1, 1]],
    ['gt.u32', [1, 0, 1]],
    ['hi', [1, 0, 1]],
    ['ge.s32', [1, 1, 0]],
  ])('%s of 5, 3 and -1 to 3', async (comparison, results) => {
    for (const [i, value] of [5, 3, -1].entries()) {
      const text = thread(`mov r, ${value}; setp.${comparison} p, r, 3;`, `check (p == ${results[i]}) as q;`)
      expect(await verdicts(testIn(text))).toEqual(['allowed'])
    }
  })
})

describe('a guard', () => {
  test('lets an instruction be executed where the register is not 0, or with ! where it is', async () => {
    const text = thread(
      `mov r, 1; setp.eq.s32 p, r, 1; @p st [x], 1; @!p st [x], 2; @!p mov r5, 3; @p add r6, r, 6;
       ld r0, [x]; .reg r5 = 8; .reg r6 = 8;`,
      'check (r0 == 1 && r5 == 8 && r6 == 7) as q; check (r0 == 2) as other;',
    )
    expect(await verdicts(testIn(text))).toEqual(['allowed', 'forbidden'])
  })
  test('of a jump is a branch', async () => {
    const text = thread(
      'L: ld.relaxed.gpu r0, [x]; setp.ne.s32 p, r0, 1; @p goto L; ld r1, [y];',
      'check (r0 == 0) as q;',
    ).replace('d0.b0.t0', 'd0.b1.t0 { st [y], 1; fence.sc.gpu; st.relaxed.gpu [x], 1; } d0.b0.t0')
    expect(await verdicts(testIn(text))).toEqual(['forbidden'])
  })
  test('in a herd-style test, also after a label and of a barrier', async () => {
    const text = herd(
      'x = 0; P0:r1 = 1;',
      [['P0@cta 0,gpu 0', 'setp.gt.s32 p, r1, 0', 'L: @p st.weak x, 5', '@!p bar.cta.sync 1', '@p ld r2, 4']],
      'exists (x = 5 /\\ P0:r2 = 4)',
    )
    expect(await verdicts(testIn(text))).toEqual(['allowed'])
  })

  /**
   * Returns a test with two threads that each read what the other writes last; `first` depends on its read as the text
   * says.
   */
  const loadBuffering = (first: string) => `.global x; .global y;
    d0.b0.t0 { ld.relaxed.gpu r0, [x]; ${first} }
    d0.b1.t0 { ld.relaxed.gpu r1, [y]; st.relaxed.gpu [x], r1; }
    check (r0 == 1 && r1 == 1) as q;`

  test('makes the instruction depend on it, and nothing after it', async () => {
    const guarded = 'setp.eq.s32 p, r0, 1; @p st.relaxed.gpu [y], 1;'
    const after = 'setp.eq.s32 p, r0, 1; @p fence.proxy.alias; st.relaxed.gpu [y], 1;'
    const branch = 'bne r0, 1, L; fence.proxy.alias; L: st.relaxed.gpu [y], 1;'
    expect(await verdicts(testIn(loadBuffering(guarded)))).toEqual(['forbidden'])
    expect(await verdicts(testIn(loadBuffering(after)))).toEqual(['allowed'])
    expect(await verdicts(testIn(loadBuffering(branch)))).toEqual(['forbidden'])
  })
  test('makes what its register holds depend on it, executed or not', async () => {
    const either = 'mov r5, 1; setp.eq.s32 p, r0, 7; @p mov r5, 1; st.relaxed.gpu [y], r5;'
    expect(await verdicts(testIn(loadBuffering(either)))).toEqual(['forbidden'])
  })
})
