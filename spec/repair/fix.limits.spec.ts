import { audit } from '../../audit/audit.js'
import { defaultModel } from '../../axioms/models.js'
import type { Answer, Solver } from '../../encoder/solver/solver.js'
import { repairsFor } from '../../explain/explain.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { judge } from '../../repair/judge.js'
import { weaken } from '../../repair/weaken.js'
import { timeReason } from '../../source/limited.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

/** A clock in milliseconds, which advances only when z3 is asked. */
let now = 0
const { now: passing } = performance
beforeEach(() => {
  now = 0
  performance.now = () => now
})
afterEach(() => {
  performance.now = passing
})

/** Milliseconds that each check takes, if it may. */
const each = 100

async function slow(): Promise<Solver> {
  const fast = await solver()
  return {
    ...fast,
    open: (text) => {
      const session = fast.open(text)
      return {
        ...session,
        check: (assumed, of): Answer => {
          const most = of?.milliseconds ?? each
          now += Math.min(each, most)
          return most < each ? { kind: 'unknown', reason: timeReason } : session.check(assumed)
        },
      }
    },
  }
}

const broken = testIn(`.global x; .global y; .global z;
d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; st.relaxed.gpu [z], r0; }
d0.b2.t0 { ld.relaxed.gpu r1, [z]; ld.weak r2, [x]; }
assert (!(r1 == 1 && r2 == 0)) as fresh;`)

const fenced = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; fence.sc.gpu; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; fence.sc.gpu; ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

const guarded = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; beq r0, 0, L; ld.weak r1, [x]; L: }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

const fresh = must(broken.questions[0], 'a question')
const options = { model: defaultModel }

/** What each command does at most: the search ends at the limit, and what it found may take a fifth of that. */
const commands: readonly [string, (solver: Solver, timeout: number) => unknown, allowed: number][] = [
  [
    'fix',
    (z3, timeout) => fix(broken, z3, { ...options, goal: { kind: 'claims', questions: claimsOf(broken) }, timeout }),
    1.2,
  ],
  ['fix --race-free', (z3, timeout) => fix(broken, z3, { ...options, goal: { kind: 'race-free' }, timeout }), 1.2],
  ['explain', (z3, timeout) => repairsFor(broken, fresh, z3, { ...options, timeout }), 1],
  ['weaken', (z3, timeout) => weaken(fenced, z3, { ...options, timeout }), 1.2],
]

test.each(commands)('%s ends by its limit, wherever that is reached', async (_, run, allowed) => {
  const z3 = await slow()
  run(z3, 1e9)
  const whole = now
  expect(whole).toBeGreaterThan(5 * each)
  for (let timeout = each; timeout < whole; timeout += 1.7 * each) {
    now = 0
    run(z3, timeout)
    // The clock has fractions.
    expect(now).toBeLessThanOrEqual(allowed * timeout + 1e-6)
  }
})

test('audit ends each piece by its limit', async () => {
  const z3 = await slow()
  const starts: number[] = []
  const progress = (): void => {
    starts.push(now)
  }
  audit(fenced, z3, { ...options, timeout: 3 * each, progress })
  // Each piece, then the set that can go together.
  expect(starts).toHaveLength(5)
  for (const [i, start] of starts.slice(1).entries())
    expect(start - (starts[i] ?? 0)).toBeLessThanOrEqual(3 * each + 1e-6)
})

test('the limit of an audit is for each piece, not for all of them', async () => {
  const z3 = await slow()
  const timeout = 8 * each
  const found = audit(fenced, z3, { ...options, timeout })
  const needs = found.kind === 'audited' ? found.audited.map(({ need }) => need.kind) : []
  expect(now).toBeGreaterThan(2 * timeout)
  expect(needs).toHaveLength(4)
  expect(needs).not.toContain('undecided')
})

test('one changed program has one limit, for its races and for its claims', async () => {
  const z3 = await slow()
  const before = { liveness: undefined, undefined: { kind: 'known', found: [] } } as const
  const demands = { forbidden: claimsOf(guarded), kept: [], raceFree: true, ends: false, before }
  const judged = (timeout: number) =>
    judge(guarded, { program: guarded, edits: [], unsafe: true }, demands, z3, { ...options, bound: 2, timeout })
  expect(judged(1e9).kind).toBe('good')
  const whole = now
  for (let timeout = each; timeout < whole; timeout += 0.7 * each) {
    now = 0
    expect(judged(timeout).kind).toBe('undecided')
    expect(now).toBeLessThanOrEqual(timeout + 1e-6)
  }
})
