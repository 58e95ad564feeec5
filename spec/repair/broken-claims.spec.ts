import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import type { Program } from '../../litmus/program.js'
import { besides } from '../../repair/broken-claims.js'
import { claimsOf } from '../../repair/demands.js'
import type { Goal } from '../../repair/result.js'
import { timeReason } from '../../source/limited.js'
import { must } from '../../source/must.js'
import { root, solver, testIn, testsIn } from '../support.js'

/** Returns what is wrong with a program besides a goal, with so many milliseconds for it. */
async function beside(program: Program, goal: Goal, milliseconds?: number) {
  const z3 = await solver()
  const before = decide(program, z3, { model: defaultModel })
  return besides(program, goal, before, z3, { model: defaultModel }, timeLimit(milliseconds))
}

const claims = (program: Program): Goal => ({ kind: 'claims', questions: claimsOf(program) })

const reader = (read: string) =>
  testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ${read} }
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
const always = reader('ld.weak r1, [x];')
const guarded = reader('beq r0, 0, L; ld.weak r1, [x]; L:')

test('a claim may hold although accesses race, which is no part of the goal', async () => {
  expect(await beside(always, claims(always))).toEqual({ unmet: [], hangs: false, races: 'present' })
  expect(await beside(guarded, claims(guarded))).toEqual({ unmet: [], hangs: false, races: 'absent' })
  expect(await beside(guarded, { kind: 'race-free' })).toEqual({ unmet: [], hangs: false })
})

test('what there was no time for is not taken for right', async () => {
  expect(await beside(always, claims(always), 0)).toMatchObject({
    races: 'unknown',
    besidesUnknown: expect.stringContaining(timeReason),
  })
  const failing = testIn(`.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { L: ld.weak r0, [x]; beq r0, 0, L; }
assert (x == 1) as one; assert (x == 2) as two;`)
  const [one] = claimsOf(failing)
  const goal: Goal = { kind: 'claims', questions: one === undefined ? [] : [one] }
  expect(await beside(failing, goal)).toMatchObject({ unmet: [{ name: 'two' }], hangs: true })
  expect(await beside(failing, goal, 0)).toMatchObject({
    unmet: [],
    besidesUnknown: expect.stringContaining(timeReason),
  })
})

test('without a question, a hang and undefined behaviour are said', async () => {
  /** The test as a launch without a claim has it. */
  const unasked = (text: string): Program => ({ ...testIn(`${text} assert (x == 0);`), questions: [] })
  const waiting = unasked('.global x; d0.b0.t0 { L: ld.relaxed.gpu r0, [x]; beq r0, 0, L; }')
  expect(await beside(waiting, { kind: 'race-free' })).toEqual({ unmet: [], hangs: true })
  const trapping = unasked('.global x; d0.b0.t0 { ld.relaxed.gpu r0, [x]; trap; }')
  expect(await beside(trapping, { kind: 'race-free' })).toMatchObject({ stops: [{ problem: 'trap' }], hangs: false })
})

test('a hang with the blocks that the launch says are resident is said, too', async () => {
  const name = join(root, 'examples/launches/tile-order+by-index.test')
  const late = must(testsIn(readFileSync(name, 'utf8'), name)[0], 'a test')
  expect(await beside(late, claims(late))).toMatchObject({ hangs: true, races: 'absent' })
  expect(await beside(late, { ...claims(late), ends: true })).toMatchObject({ hangs: false })
  const ordered = join(root, 'examples/launches/tile-order.test')
  const taken = must(testsIn(readFileSync(ordered, 'utf8'), ordered)[0], 'a test')
  expect(await beside(taken, claims(taken))).toMatchObject({ hangs: false })
})
