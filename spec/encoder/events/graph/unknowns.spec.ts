import { ptx75 } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { only } from '../../../../fuzz/programs.js'
import type { Program } from '../../../../litmus/program.js'
import { solver } from '../../../support.js'
import { testWithUnknowns } from '../../unknown.js'

/** Returns the verdicts of z3; brute force must agree wherever it has a verdict. */
async function verdicts(program: Program): Promise<readonly string[]> {
  const found = decide(program, await solver(), { model: ptx75, liveness: false }).answers.map(
    ({ verdict }) => verdict.kind,
  )
  for (const [i, { verdict }] of bruteForce(program, ptx75).answers.entries())
    if (verdict.kind !== 'undecided') expect(verdict.kind).toBe(found[i])
  return found
}

const one = (code: string, questions: string) =>
  testWithUnknowns(`.global x; .global y; d0.b0.t0 { ${code} } ${questions}`)

test('an unknown value may be any value, and a different one each time', async () => {
  const program = one(
    'mov clock1, 0; mov clock2, 0; st [x], clock1;',
    `check (clock1 == 77) as any;
     check (x == 4294967295) as most;
     check (clock1 == 1 && clock2 == 2) as differs;
     check (x != clock1) as stored;`,
  )
  expect(await verdicts(program)).toEqual(['allowed', 'allowed', 'allowed', 'forbidden'])
})

test('one instruction gives another value in each round of a loop', async () => {
  const program = one(
    'L: mov clock, 0; ld r0, [x]; st [x], clock; beq clock, 5, L; st [y], r0;',
    'check (x == 6 && y == 5) as q;',
  )
  expect(await verdicts(program)).toEqual(['allowed'])
})

test('of a predicate, it is 0 or 1, and brute force tries both', async () => {
  const program = one(
    'mov.u32 flag, 0; st [x], flag;',
    'check (x == 1) as one; check (x == 0) as none; check (x > 1) as other;',
  )
  expect(await verdicts(program)).toEqual(['allowed', 'allowed', 'forbidden'])
  const { answers, listed } = bruteForce(program, ptx75)
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'allowed', 'forbidden'])
  expect(listed).toBe('all')
})

test('brute force says that it cannot try all of many values', () => {
  const { answers, listed } = bruteForce(one('mov clock, 0; st [x], clock;', 'check (x == 7 && y == 1) as q;'), ptx75)
  expect(answers[0]?.verdict).toEqual({
    kind: 'undecided',
    reason: 'some values are unknown, and brute force cannot try them all',
  })
  expect(listed).toBe('unknown values')
})

describe('a function that is not computed', () => {
  test('gives equal results for operands that are equal as they are written', async () => {
    const program = one(
      'ld r0, [y]; add float1, r0, 3; add float2, r0, 3; add float3, r0, 4; sub float4, r0, 3;',
      `check (float1 != float2) as same;
       check (float1 != float3) as operand;
       check (float1 != float4) as function;
       check (float1 == float4) as other;`,
    )
    expect(await verdicts(program)).toEqual(['forbidden', 'undecided', 'undecided', 'undecided'])
  })

  test('and for operands that turn out equal, in different threads', async () => {
    const program = testWithUnknowns(`.global x; .global y; .global a; .global b;
d0.b0.t0 { ld.relaxed.gpu r0, [x]; add float, r0, 1; st [a], float; }
d0.b1.t0 { ld.relaxed.gpu r1, [y]; add float, r1, 1; st [b], float; }
d0.b2.t0 { st.relaxed.gpu [x], 7; st.relaxed.gpu [y], 7; }
check (r0 == 7 && r1 == 7 && a != b) as equal;
check (r0 == 0 && r1 == 7 && a != b) as differ;
check (r0 == 0 && r1 == 7 && a == b) as chance;`)
    expect(await verdicts(program)).toEqual(['forbidden', 'undecided', 'undecided'])
  })

  test('whatever the widths and signs of the registers', async () => {
    const program = one(
      'ld.s32 r0, [x]; ld.u32 r1, [x]; add.s32 r2, r0, -1; add.u32 r3, r1, 4294967295; add float1, r2, 1; add float2, r3, 1;',
      'check (float1 != float2) as q;',
    )
    expect(await verdicts(program)).toEqual(['forbidden'])
  })

  test('which is executed on one path only says nothing about the other', async () => {
    const program = one(
      'mov.u32 flag, 0; beq flag, 1, L; add float1, 2, 3; st [x], float1; goto E; L: add float2, 2, 3; st [y], float2; E:',
      'check (x == 1 && y == 0) as first; check (x == 0 && y == 1) as second;',
    )
    expect(await verdicts(program)).toEqual(['undecided', 'undecided'])
  })
})

describe('a loop that waits', () => {
  const waiting = (code: string) =>
    testWithUnknowns(`.global x; d0.b0.t0 { ${code} } d0.b1.t0 { st.relaxed.gpu [x], 2; } check (x == 2) as q;`)
  const liveness = async (program: Program) => [
    decide(program, await solver(), { model: ptx75 }).answers[0]?.liveness?.kind,
    bruteForce(program, ptx75).answers[0]?.liveness?.kind,
  ]

  test('hangs if nothing else ends it', async () =>
    expect(await liveness(waiting('L: ld.relaxed.gpu r0, [x]; bne r0, 1, L;'))).toEqual(['hangs', 'hangs']))

  test('does not hang if the clock may end it', async () => {
    const code = 'L: ld.relaxed.gpu r0, [x]; beq r0, 1, E; mov.u32 flag, 0; beq flag, 0, L; E:'
    expect((await liveness(waiting(code)))[0]).toBe('ends')
  })

  test('hangs if an unknown value was decided before', async () => {
    const code = 'mov.u32 flag, 0; L: ld.relaxed.gpu r0, [x]; beq r0, 1, E; beq flag, 0, L; E:'
    expect((await liveness(waiting(code)))[0]).toBe('hangs')
  })
})

test.each([
  ['only stores', '', 0],
  ['alone decides a way', 'bne r3, 0, E; st.weak.u32 [z], 1; E:', 0],
  ['decides a way', 'bne r3, r2, E; st.weak.u32 [z], 1; E:', 1],
  ['decides a way by memory', 'ld.weak.u32 r4, [y]; bne r4, r2, E; st.weak.u32 [z], 1; E:', 1],
  ['decides an operand of one that does', 'ex2.approx.f32 r4, r3; bne r4, 0, E; st.weak.u32 [z], 1; E:', 1],
])(
  'where only accesses are looked at, equal operands give equal results, or need not, if a function %s',
  (_, code, right) => {
    const program = only(`.global .u32 x; .global .u32 y; .global .u32 z;
    d0.b0.t0 { ld.weak.u32 r0, [x]; ld.weak.u32 r1, [z]; ex2.approx.f32 r2, r0; ex2.approx.f32 r3, r1; st.weak.u32 [x], r2; st.weak.u32 [y], r3; ${code} }
    check (x == 0) as q;`)
    expect(Math.min(1, buildEvents(program, 2, 'accesses').congruence.length)).toBe(right)
    expect(buildEvents(program, 2, 'final states').congruence.length).toBeGreaterThan(0)
  },
)
