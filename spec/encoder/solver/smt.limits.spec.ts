/** The answers of z3 when it has too little memory or time, and afterwards. */

import { defaultModel } from '../../../axioms/models.js'
import { compileZ3 } from '../../../cli/z3/compile.js'
import { startSolver } from '../../../cli/z3/start.js'
import { buildProblem, questionGoals } from '../../../encoder/decide/problem.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { toSmtLib } from '../../../encoder/formula/smtlib.js'
import type { Limits } from '../../../encoder/solver/solver.js'
import { exceed } from '../../../source/limited.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'
import { pigeons } from './pigeons.js'

const compiled = compileZ3()

/** Additions of different powers of two; that none is lost, and that one is. */
function adding(threads: number) {
  const all = 2 ** threads - 1
  const test = testIn(
    `.global x; ${Array.from({ length: threads }, (_, i) => `d0.b${i}.t0 { atom.add.relaxed.gpu r, [x], ${2 ** i}; }`).join(' ')}
    permit ([x] == ${all}) as complete; assert ([x] == ${all}) as lost;`,
  )
  const problem = buildProblem(buildEvents(test), defaultModel, questionGoals)
  if ('kind' in problem) throw new Error(problem.reason)
  const [complete, lost] = [...problem.goals.outcomes.values()].map(problem.smt.constantOf)
  return { text: problem.smt.text, complete: must(complete, 'a goal'), lost: must(lost, 'a goal') }
}

test.each([
  ['the solver for finite domains', 4],
  ['the simple solver', 9],
])('with any amount of memory, an answer is right, or missing for lack of memory: %s', async (_, threads) => {
  const { text, complete } = adding(threads)
  const seen = new Set<string>()
  // z3 itself takes most of 10 MB.
  for (let memory = 4; memory <= 22; memory++) {
    const solver = await startSolver({ compiled: await compiled, memory })
    const session = solver.openText(text)
    const answer = session.check([complete])
    seen.add(answer.kind === 'unknown' ? answer.reason : answer.kind)
    expect(solver.isSpent()).toBe(answer.kind === 'unknown')
    session.close()
    if (answer.kind === 'unknown') {
      const after = solver.openText('(declare-const a Bool)')
      expect(after.check(['a'])).toEqual(answer)
      after.assert('(assert a)')
      after.close()
    }
    solver.close()
  }
  expect([...seen].toSorted()).toEqual(['sat', 'z3 ran out of memory'])
})

test('after a time limit, even in the middle of something, the session knows all that it knew', async () => {
  const { text, complete, lost } = adding(4)
  const solver = await startSolver({ compiled: await compiled })
  for (let milliseconds = 1; milliseconds <= 40; milliseconds += 1) {
    const session = solver.openText(text)
    const hurried = session.check([lost], { milliseconds })
    expect(hurried.kind === 'unknown' ? hurried.reason : hurried.kind).toMatch(/^(unsat|the time limit was reached)$/)
    expect(session.check([complete]).kind).toBe('sat')
    session.close()
  }
  expect(solver.isSpent()).toBe(false)
  solver.close()
})

test('a small problem that takes many steps is decided within its time limit, or ends by it', async () => {
  const solver = await startSolver({ compiled: await compiled })
  const [long, tooLong] = [pigeons(9), pigeons(10)]
  const within = (text: string, limits: Limits) => {
    const session = solver.openText(text)
    const [first, second] = [session.check([], limits), session.check([], {})]
    session.close()
    return [first.kind === 'unknown' ? first.reason : first.kind, second.kind]
  }
  expect(within(long, { steps: 50_000 })).toEqual(["the limit of the solver's steps was reached", 'unsat'])
  expect(within(long, { milliseconds: 100_000 })).toEqual(['unsat', 'unsat'])
  expect(within(tooLong, { milliseconds: 1000 })).toEqual(['the time limit was reached', 'unsat'])
  solver.close()
})

test('a text that becomes too large as it is written has no answer, with the reason', async () => {
  const used = formulaBuilder().variable('used')
  const definitions = new Map([[used, { stated: () => exceed('the memory limit') }]])
  const { smt, goals } = toSmtLib([], (goal) => goal(used), definitions)
  const solver = await startSolver({ compiled: await compiled })
  const session = solver.open(smt)
  expect(session.check([smt.constantOf(goals)])).toEqual({ kind: 'unknown', reason: 'the memory limit' })
  session.close()
  solver.close()
})
