import { defaultModel } from '../../../axioms/models.js'
import { decide, prepare } from '../../../encoder/decide/decide.js'
import { buildProblem, outcomeOf, type ProblemOptions, questionGoals } from '../../../encoder/decide/problem.js'
import { decideVariants } from '../../../encoder/decide/variants.js'
import { withProblem } from '../../../encoder/decide/with-problem.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { type Goal, type SmtText, toSmtLib } from '../../../encoder/formula/smtlib.js'
import type { Solver } from '../../../encoder/solver/solver.js'
import type { Program } from '../../../litmus/program.js'
import { exceed } from '../../../source/limited.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

const messagePassing = (asked: string) =>
  testIn(`.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.weak [y], 1; }
    d0.b1.t0 { ld.weak r0, [y]; ld.weak r1, [x]; } ${asked}`)
const allowed = messagePassing('check (r0 == 1 && r1 == 0) as stale; check (r0 == 2) as never;')

function problemOf(program: Program, options?: ProblemOptions) {
  const problem = buildProblem(buildEvents(program), defaultModel, questionGoals, options)
  if ('kind' in problem) throw new Error(problem.reason)
  return problem
}

const firstOutcome = (program: Program, problem: ReturnType<typeof problemOf>): Goal =>
  outcomeOf(problem, must(program.questions[0], 'a question'))

/** z3, and how many of its sessions are open. */
async function counting(): Promise<{ readonly z3: Solver; readonly open: () => number }> {
  const z3 = await solver()
  let count = 0
  const open = (one: SmtText) => {
    const session = z3.open(one)
    count += 1
    return {
      ...session,
      close: () => {
        count -= 1
        session.close()
      },
    }
  }
  return { z3: { ...z3, open }, open: () => count }
}

describe('a problem is asked by its goals', () => {
  test('each question has its own', async () => {
    const problem = problemOf(allowed)
    const kinds = withProblem(problem, await solver(), undefined, ({ check }) =>
      allowed.questions.map((question) => check(outcomeOf(problem, question)).kind),
    )
    expect(kinds).toEqual(['sat', 'unsat'])
  })

  test('is unknown if what a solution needs to have stated is too large', async () => {
    const problem = problemOf(allowed)
    const violated = () => exceed('the formula is too large')
    const tooLarge = { ...problem, encoding: { ...problem.encoding, lazily: [{ violated }] } }
    const ask = (goal: Goal) => withProblem(tooLarge, z3, undefined, ({ check }) => check(goal))
    const z3 = await solver()
    expect(ask(firstOutcome(allowed, problem))).toEqual({ kind: 'unknown', reason: 'the formula is too large' })
  })

  test('a goal of another problem is refused, also of one with the same text', async () => {
    const [problem, other] = [problemOf(allowed), problemOf(allowed)]
    expect(other.smt.text).toBe(problem.smt.text)
    const goal = firstOutcome(allowed, other)
    const z3 = await solver()
    expect(() => withProblem(problem, z3, undefined, ({ check }) => check(goal))).toThrow('no such goal')
    expect(() => withProblem(problem, z3, undefined, ({ find }) => find(goal))).toThrow('no such goal')
  })

  test('a question of another test is refused', () => {
    const other = messagePassing('check (r0 == 1) as other;')
    expect(() => outcomeOf(problemOf(allowed), must(other.questions[0], 'a question'))).toThrow('the question other')
  })

  test('a goal that comes after the text is refused', () => {
    const { tt } = formulaBuilder()
    const { smt, goals } = toSmtLib([], (goal) => ({ early: goal(tt), late: () => goal(tt) }))
    expect(smt.text).toContain(smt.constantOf(goals.early))
    expect(() => smt.constantOf(goals.late())).toThrow('no such goal')
  })
})

describe('axioms', () => {
  test('that are goals are assumed by their names', async () => {
    const coherence = testIn('.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r, [x]; } check (r == 0) as q;')
    const problem = problemOf(coherence, { axioms: 'goals' })
    const goal = firstOutcome(coherence, problem)
    const kinds = withProblem(problem, await solver(), undefined, ({ check, under }) => [
      check(goal).kind,
      under(defaultModel.axioms.map(({ name }) => name)).check(goal).kind,
      under([]).check(goal).kind,
    ])
    expect(kinds).toEqual(['unsat', 'unsat', 'sat'])
  })

  test.each([
    ['that the model does not have', 'goals', ['Coherense'], 'the axiom Coherense in the problem'],
    ['that are asserted', 'asserted', [], 'asserted cannot be left out'],
  ] as const)('are refused %s', async (_, axioms, names, message) => {
    const problem = problemOf(allowed, { axioms })
    const z3 = await solver()
    expect(() => withProblem(problem, z3, undefined, ({ under }) => under([...names]))).toThrow(message)
  })

  test('cannot be left out where the model does not have them', async () => {
    const z3 = await solver()
    expect(() => decideVariants(allowed, defaultModel, [['Coherense']], z3)).toThrow('has no axiom Coherense')
  })
})

describe('the session with z3', () => {
  test('is open in use, and closed afterwards', async () => {
    const { z3, open } = await counting()
    expect(withProblem(problemOf(allowed), z3, undefined, open)).toBe(1)
    expect(open()).toBe(0)
  })

  test('is closed where the use throws', async () => {
    const { z3, open } = await counting()
    const use = () => {
      throw new Error('of the use')
    }
    expect(() => withProblem(problemOf(allowed), z3, undefined, use)).toThrow('of the use')
    expect(open()).toBe(0)
  })

  test('takes a problem as if no other had excluded anything', async () => {
    const problem = problemOf(allowed)
    const goal = firstOutcome(allowed, problem)
    const z3 = await solver()
    const excluding = () =>
      withProblem(problem, z3, undefined, ({ check, exclude }) => {
        const before = check(goal).kind
        exclude(must(problem.encoding.outcomes.get(must(allowed.questions[0], 'a question')), 'its outcome'))
        return [before, check(goal).kind]
      })
    expect([excluding(), excluding()]).toEqual([
      ['sat', 'unsat'],
      ['sat', 'unsat'],
    ])
  })
})

test('a question that is decided without z3 has no problem', () => {
  const proxy = testIn('.global x; .surfref s virtually aliases x; d0.b0.t0 { suld r, [s]; } check (r == 0) as q;')
  const { problem } = prepare(proxy, { ...defaultModel, excludes: ['proxies'] })
  expect(problem).toEqual({ verdict: expect.objectContaining({ kind: 'not covered' }) })
})

test('threads that a question tells apart come in any order', async () => {
  const counting = testIn(`.global x; d0.b0.t0 { atom.relaxed.gpu.add.u32 r, [x], 1; }
    d0.b1.t0 { atom.relaxed.gpu.add.u32 r, [x], 1; }
    check (d0.b0.t0:r == 0) as first; check (d0.b1.t0:r == 0) as second;`)
  const { answers } = decide(counting, await solver(), { model: defaultModel })
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'allowed'])
})
