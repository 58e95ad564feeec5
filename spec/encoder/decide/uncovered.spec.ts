import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import type { Program } from '../../../litmus/program.js'
import { bruteRace, findRace } from '../../../races/find-races.js'
import { solver } from '../../support.js'
import { testWithUnknowns } from '../unknown.js'

/** Returns the verdict on the first question; brute force must agree unless it has no answer. */
async function verdict(program: Program): Promise<string> {
  const said = (decision: ReturnType<typeof decide>): string => {
    const [answer] = decision.answers
    if (answer === undefined) throw new Error('a question is needed')
    return 'reason' in answer.verdict ? `${answer.verdict.kind}: ${answer.verdict.reason}` : answer.verdict.kind
  }
  const found = said(decide(program, await solver(), { model: ptx75 }))
  const brute = said(bruteForce(program, ptx75))
  if (!brute.startsWith('undecided')) expect(brute).toBe(found)
  return found
}

describe('a refused instruction', () => {
  const program = (order: string) =>
    testWithUnknowns(`.global x; .global f;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [f], 1; }
d0.b1.t0 { ld${order}.gpu r0, [f]; bne r0, 1, L; ld.relaxed.gpu r1, [x]; beq r1, 1, L; mov refused, 0; L: }
check (x == 1) as q;`)

  test('keeps a program from being covered if an execution reaches it', async () =>
    expect(await verdict(program('.relaxed'))).toBe(
      'not covered: d0.b1.t0 reaches what is not modelled, spec:3:88: matrix instructions are not modelled',
    ))

  test('does not matter if none does', async () => expect(await verdict(program('.acquire'))).toBe('allowed'))

  test('nor beyond a loop that the bound cuts', async () => {
    const loop = testWithUnknowns(
      '.global x; d0.b0.t0 { mov r0, 0; L: ld r1, [x]; add r0, r0, 1; add r0, r0, r1; st [x], 0; blt r0, 5, L; mov refused, 0; } check (x == 0) as q;',
    )
    expect(await verdict(loop)).toMatch(/^undecided: no execution ends within bound 2/)
  })

  test('counts for races that are not found', async () => {
    const racing = { model: ptx75 }
    for (const [order, kind] of [
      ['.relaxed', 'not covered'],
      ['.acquire', 'race-free'],
    ] as const) {
      expect(findRace(program(order), await solver(), racing)).toMatchObject({ kind })
      expect(bruteRace(program(order), { ...racing, most: 10_000 })).toMatchObject({ kind })
    }
  })
})

describe('the result of a function that is not computed', () => {
  test('must not decide which path a thread takes', async () => {
    const text =
      '.global x; d0.b0.t0 { ld r0, [x]; add float, r0, 1; beq float, 0, L; st [x], 1; L: } check (x == 1) as q;'
    expect(await verdict(testWithUnknowns(text))).toBe(
      'not covered: d0.b0.t0 reaches what is not modelled, spec:1:57: which way it takes depends on `add float, r0, 1`, spec:1:35, which is not computed',
    )
  })

  test('nor whether a guarded instruction is executed', async () => {
    const text =
      '.global x; d0.b0.t0 { ld r0, [x]; add float, r0, 1; setp.eq.s32 p, float, 0; @p st [x], 1; } check (x == 1) as q;'
    expect(await verdict(testWithUnknowns(text))).toContain('which way it takes depends on `add float, r0, 1`')
  })

  test('nor by way of memory, if the thread that decides reads it', async () => {
    const program = (order: string, by = 'f') =>
      testWithUnknowns(`.global x; .global f; .global y;
d0.b0.t0 { add float, 1, 2; st.relaxed.gpu [x], 7; st.release.gpu [f], 1; st.relaxed.gpu [x], float; st.relaxed.gpu [y], float; }
d0.b1.t0 { ld${order}.gpu r0, [${by}]; bne r0, 5, L; ld.relaxed.gpu r1, [f]; L: }
check (r0 == 1) as q;`)
    expect(await verdict(program('.relaxed', 'x'))).toContain('d0.b1.t0 reaches what is not modelled, spec:3:')
    expect(await verdict(program('.relaxed'))).toBe('allowed')
  })

  test('nor by way of two threads that may read from each other', async () => {
    const program = testWithUnknowns(`.global x; .global y; .global z;
d0.b0.t0 { ld.relaxed.gpu r0, [x]; st.relaxed.gpu [y], r0; }
d0.b1.t0 { ld.relaxed.gpu r1, [y]; st.relaxed.gpu [x], r1; bne r1, 0, L; ld r2, [z]; L: }
d0.b2.t0 { add float, 1, 2; st.relaxed.gpu [x], float; }
check (r2 == 1) as q;`)
    expect(await verdict(program)).toContain('d0.b1.t0 reaches what is not modelled, spec:3:')
  })

  test('nor which memory is accessed', async () => {
    const text =
      '.global a[4]; d0.b0.t0 { ld r0, [a]; add.u64 float, r0, 1; and.b64 r1, float, 12; add.u64 r2, r1, &a; st [r2], 1; } check (a[1] == 1) as q;'
    expect(await verdict(testWithUnknowns(text))).toContain(
      'which memory it accesses depends on `add.u64 float, r0, 1`',
    )
  })

  test('but may be stored, loaded and compared in questions', async () => {
    const text =
      '.global x; .global y; d0.b0.t0 { add float1, 1, 2; st [x], float1; ld r0, [x]; st [y], r0; } check (x != y) as q;'
    expect(await verdict(testWithUnknowns(text))).toBe('forbidden')
  })

  test('and a clock may decide', async () => {
    const text = '.global x; d0.b0.t0 { mov clock, 0; bgt clock, 100, L; st [x], 1; L: } check (x == 1) as q;'
    expect(await verdict(testWithUnknowns(text))).toBe('allowed')
  })
})
