import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import { toSmtLib } from '../../../encoder/formula/smtlib.js'
import { startSat, stepsInConflict } from '../../../encoder/solver/sat.js'
import { outOfMemoryReason, stepsReason } from '../../../encoder/solver/solver.js'
import { timeReason } from '../../../source/limited.js'
import { limitMemory } from '../../../source/memory-limit.js'
import { sat, solvers } from '../../support.js'
import { pigeonsIf } from './pigeons.js'

const builder = formulaBuilder()
const { variable, not, any, all } = builder
const [a, b, c] = [variable('a'), variable('b'), variable('c')]
const bits = (name: string, width: number) => builder.bitsVariable(name, width)

/** Returns a problem of assertions and goals, and the names of the goals. */
function stated(assertions: readonly Formula[], goals: readonly Formula[] = []) {
  const { smt, goals: made } = toSmtLib(assertions, (goal) => goals.map(goal))
  return { smt, names: made.map(smt.constantOf) }
}

test('a problem is asked by its goals, each in turn, and what is asserted later counts', async () => {
  const { smt, names } = stated([any([a, b]), any([not(a), c])], [all([a, not(c)]), not(b), not(a)])
  for (const solver of await solvers()) {
    const session = solver.open(smt)
    const kinds = () => names.map((name) => session.check([name]).kind)
    expect(kinds()).toEqual(['unsat', 'sat', 'sat'])
    expect(session.check(names.slice(1)).kind).toBe('unsat')
    session.assert([not(c)])
    expect(kinds()).toEqual(['unsat', 'unsat', 'sat'])
    session.close()
  }
})

test('a solution has Boolean values and numbers, of one bit, too', async () => {
  const [wide, narrow] = [bits('wide', 64), bits('narrow', 1)]
  const { smt } = stated([
    builder.compare('equal', wide, builder.bits(2n ** 63n + 5n, 64)),
    builder.compare('equal', narrow, builder.bits(1n, 1)),
    a,
    not(b),
  ])
  for (const solver of await solvers()) {
    const session = solver.open(smt)
    const answer = session.check([])
    expect(answer.kind === 'sat' && Object.fromEntries(answer.assignment)).toMatchObject({
      ...{ wide: 2n ** 63n + 5n, narrow: 1n, a: true, b: false },
    })
    session.close()
  }
})

test('a constant that nothing mentions may hold', async () => {
  const session = (await sat()).open(stated([a]).smt)
  expect(session.check(['unmentioned']).kind).toBe('sat')
  session.close()
})

test('a check ends after its time or its steps, and the next one is not limited', async () => {
  const { smt, names } = stated([...pigeonsIf(builder, 12, a)], [a, not(a)])
  const [hard = '', easy = ''] = names
  const session = (await sat()).open(smt)
  expect(session.check([hard], { milliseconds: 50 })).toEqual({ kind: 'unknown', reason: timeReason })
  expect(session.check([hard], { steps: 10 * stepsInConflict })).toEqual({ kind: 'unknown', reason: stepsReason })
  expect(session.check([easy]).kind).toBe('sat')
  session.close()
})

test('a limit of fewer steps than a conflict has still allows one', async () => {
  const { smt, names } = stated(pigeonsIf(builder, 6, a), [a])
  const session = (await sat()).open(smt)
  expect(session.check(names, { steps: 1 })).toEqual({ kind: 'unknown', reason: stepsReason })
  session.close()
})

test('the same steps lead to the same answer', async () => {
  const { smt, names } = stated(pigeonsIf(builder, 6, a), [a])
  const kinds = async (conflicts: number) => {
    const session = (await startSat()).open(smt)
    const { kind } = session.check(names, { steps: conflicts * stepsInConflict })
    session.close()
    return kind
  }
  expect(await Promise.all([20, 20, 10_000, 10_000].map(kinds))).toEqual(['unknown', 'unknown', 'unsat', 'unsat'])
})

test('a solver that has reached its limit of memory answers nothing any more', async () => {
  const small = await startSat({ memory: 1 })
  const session = small.open(stated(pigeonsIf(builder, 9, a), [a]).smt)
  const unknown = { kind: 'unknown', reason: outOfMemoryReason('CaDiCaL') }
  expect(session.check(['goal_0'])).toEqual(unknown)
  expect(small.isSpent()).toBe(true)
  expect(small.open(stated([a]).smt).check([])).toEqual(unknown)
  expect((await sat()).isSpent()).toBe(false)
})

test('clauses that time or memory do not suffice for are not written, and the problem is never decided', async () => {
  const { smt, names } = stated(pigeonsIf(builder, 24, a), [not(a)])
  const late = (await sat()).open(smt)
  expect(late.check(names, { milliseconds: -1 })).toEqual({ kind: 'unknown', reason: timeReason })
  expect(late.check(names)).toEqual({ kind: 'unknown', reason: timeReason })
  let used = 0
  limitMemory({ megabytes: 1, used: () => (used += 2), raisedBy: '--memory' })
  const large = (await sat()).open(smt)
  const reason = 'the memory limit of 1 megabytes was reached; --memory raises it'
  const small = large.check(names)
  limitMemory(undefined)
  expect(small).toEqual({ kind: 'unknown', reason })
  expect(large.check(names)).toEqual({ kind: 'unknown', reason })
  const again = (await sat()).open(smt)
  expect(again.check(names).kind).toBe('sat')
  for (const session of [late, large, again]) session.close()
})

test('a session says how large its problem is', async () => {
  const sessions = (await solvers()).map((one) => one.open(stated([any([a, b])]).smt))
  for (const session of sessions) session.check([])
  const [z3, clauses] = sessions.map((session) => session.size())
  expect(z3).toMatch(/^\d+ characters$/)
  // The first clause is that of the constant.
  expect(clauses).toBe('2 clauses')
})

test('it says its version', async () => {
  expect((await sat()).version).toMatch(/^3\.\d/)
})
