import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import { timeLimit } from '../../../encoder/decide/time-limit.js'
import { decideVariants } from '../../../encoder/decide/variants.js'
import { witnesses } from '../../../encoder/decide/witnesses.js'
import type { Answer, Solver } from '../../../encoder/solver/solver.js'
import { explain } from '../../../explain/explain.js'
import { findRace } from '../../../races/find-races.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

/** A clock in milliseconds, which advances only when a test says so. */
let now = 0
const { now: passing } = performance
beforeEach(() => {
  now = 0
  performance.now = () => now
})
afterEach(() => {
  performance.now = passing
})

test('the remaining time falls, down to zero, and is full again with another question', () => {
  const limit = timeLimit(40)
  expect(limit.left()).toBe(40)
  now += 30
  expect(limit.left()).toBe(10)
  now += 30
  expect(limit.left()).toBe(0)
  limit.restart()
  expect(limit.left()).toBe(40)
  expect(timeLimit(undefined).left()).toBeUndefined()
})

/** Milliseconds that each check takes, and that all of them may take. */
const [each, timeout] = [100, 600]

/** z3 as if it were slow, and the limits of the requested checks. */
async function slow(): Promise<{ readonly z3: Solver; readonly limits: (number | undefined)[] }> {
  const fast = await solver()
  const limits: (number | undefined)[] = []
  const z3: Solver = {
    ...fast,
    open: (text) => {
      const session = fast.open(text)
      return {
        ...session,
        check: (assumed, of): Answer => {
          limits.push(of?.milliseconds)
          now += each
          return session.check(assumed)
        },
      }
    },
  }
  return { z3, limits }
}

/** The number of checks that begin before the limit is reached. */
const most = Math.ceil(timeout / each)

/** Expects a single limit for all checks together: each has what those before it leave. */
const expectShared = (limits: readonly (number | undefined)[]): void => {
  expect(limits.length).toBeGreaterThan(1)
  expect(limits.length).toBeLessThanOrEqual(most)
  for (const [i, limit] of limits.entries()) expect(limit).toBe(timeout - i * each)
}

const store = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.weak [y], 1; } d0.b1.t0 { ld.weak r0, [y]; ld.weak r1, [x]; ld.weak r2, [y]; ld.weak r3, [x]; }
check (r0 == 1) as first; check (r1 == 1) as second; check (r2 == 7 && r3 == 7) as third;`)
const late = expect.stringMatching(
  /^the time limit was reached, with \d+ events, and a formula of \d+ characters( that was extended \d+ times?)?; --timeout raises it$/,
)

describe('a limit is for the question, not for each check', () => {
  test('all states', async () => {
    const { z3, limits } = await slow()
    const { found, ending } = outcomes(store, z3, { model: defaultModel, besides: [], limit: 100, timeout })
    expect(ending).toEqual({ kind: 'undecided', reason: late })
    expect(found.length).toBeGreaterThan(0)
    expectShared(limits)
  })

  test('all executions', async () => {
    const { z3, limits } = await slow()
    const [question] = store.questions
    const { ending } = witnesses(store, must(question, 'a question'), z3, { model: defaultModel, limit: 100, timeout })
    expect(ending).toEqual({ kind: 'undecided', reason: late })
    expectShared(limits)
  })

  test('an explanation', async () => {
    const { z3, limits } = await slow()
    const passing = testIn(`.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; } check (r0 == 1 && r1 == 0) as stale;`)
    const stale = must(passing.questions[0], 'a question')
    // Two checks decide that it is forbidden, and many more are needed to explain why.
    const options = { model: defaultModel, timeout: 2.5 * each }
    expect(explain(passing, stale, z3, options)).toMatchObject({ kind: 'undecided', reason: late })
    expect(limits.length).toBeLessThanOrEqual(3)
  })

  test('a race', async () => {
    const { z3, limits } = await slow()
    const free = testIn('.global x; d0.b0.t0 { ld.weak r, [x]; } d0.b1.t0 { ld.weak s, [x]; } check (r == 1) as q;')
    findRace(free, z3, { model: defaultModel, timeout: 50 })
    expect(limits.length).toBeLessThanOrEqual(1)
  })

  test('a race in all layouts of memory', async () => {
    const { z3, limits } = await slow()
    const ordered = testIn('.global x; .global y; d0.b0.t0 { setp.lt.u64 p, &x, &y; } check (0 == 0) as q;')
    expect(findRace(ordered, z3, { model: defaultModel, timeout })).toMatchObject({ kind: 'undecided' })
    expectShared(limits)
  })

  test('all questions of one step of a search, while the search goes on', async () => {
    const { z3, limits } = await slow()
    decide(store, z3, { model: defaultModel, timeout, goesOn: () => true })
    expectShared(limits)
  })

  test('each question has the full limit, and is put to z3 even if z3 did not answer the one before', async () => {
    const { z3, limits } = await slow()
    const { answers } = decide(store, z3, { model: defaultModel, timeout })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed', 'allowed', expect.anything()])
    expect(limits.filter((limit) => limit === timeout)).toHaveLength(3)
    const { z3: again, limits: ofVariants } = await slow()
    decideVariants(store, defaultModel, [[], ['Causality']], again, { timeout })
    expect(ofVariants.filter((limit) => limit === timeout).length).toBeGreaterThan(3)
  })
})
