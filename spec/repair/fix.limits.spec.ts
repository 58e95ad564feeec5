import { audit } from '../../audit/audit.js'
import { defaultModel } from '../../axioms/models.js'
import type { Answer, Solver } from '../../encoder/solver/solver.js'
import { repairsFor } from '../../explain/explain.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { judge } from '../../repair/judge.js'
import { repairsIn } from '../../repair/result.js'
import { weaken } from '../../repair/weaken.js'
import { timeReason } from '../../source/limited.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
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

/** What each command does at most: the search ends at the limit, and what it found may take a tenth of that. */
const commands: readonly [string, (solver: Solver, timeout: number) => unknown, allowed: number][] = [
  [
    'fix',
    (z3, timeout) => fix(broken, z3, { ...options, goal: { kind: 'claims', questions: claimsOf(broken) }, timeout }),
    1.1,
  ],
  ['fix --race-free', (z3, timeout) => fix(broken, z3, { ...options, goal: { kind: 'race-free' }, timeout }), 1.1],
  ['explain', (z3, timeout) => repairsFor(broken, fresh, z3, { ...options, timeout }), 1],
  ['weaken', (z3, timeout) => weaken(fenced, z3, { ...options, timeout }), 1.1],
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

test('if the search does not end, undefined behaviour of the unchanged program is named', async () => {
  const z3 = await slow()
  const masked = testIn(`.global x; .global y;
d0.b0.t0 { shfl.sync.idx.b32 r1, 1, 1, 31, 2; bar.warp.sync 3; st [x], r1; }
d0.b0.t1 { bar.warp.sync 3; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; st [y], r0; }
assert (x == 1) as one;`)
  const reasons = Array.from({ length: 12 }, (_, i) => {
    now = 0
    const result = fix(masked, z3, {
      ...options,
      goal: { kind: 'claims', questions: claimsOf(masked) },
      timeout: (i + 1) * each,
    })
    return result.kind === 'undecided' ? result.reason : ''
  })
  expect(reasons.filter((one) => one.includes(timeReason)).length).toBeGreaterThan(0)
  expect(reasons.some((one) => /as here: d0\.b0\.t0 .*; a mask is changed only to another one/.test(one))).toBe(true)
})

/** 64 threads, each of which reads what another of the other warp has written. */
const exchange = compiledTest(
  'module "k.ptx"; .global .u32 out[64]; host { k<<<1, 64>>>(out); cudaDeviceSynchronize(); } assert (true) as q;',
  {
    'k.ptx': moduleOf(`.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<9>; .reg .b64 %rd<5>;
  .shared .align 4 .b8 part[256];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.s32 %r4, %r3, %r2;
  st.shared.u32 [%r4], 7;
  xor.b32 %r5, %r2, 128;
  add.s32 %r7, %r3, %r5;
  ld.shared.u32 %r8, [%r7];
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r8;
  ld.global.u32 %r8, [%rd3];
  ld.global.u32 %r8, [%rd3];
  ret;
}`),
  },
)

test('a change that the time does not suffice to verify rests on what it does with fewer lanes', async () => {
  const z3 = await slow()
  const first = (timeout: number) => {
    now = 0
    const [found] = repairsIn(fix(exchange, z3, { ...options, goal: { kind: 'race-free' }, timeout }))
    return found?.lanes?.unverified === undefined ? undefined : found
  }
  const unverified = Array.from({ length: 30 }, (_, i) => (i + 4) * each).reduce<ReturnType<typeof first>>(
    (found, timeout) => found ?? first(timeout),
    undefined,
  )
  expect(unverified?.rests?.partial).toMatchObject([{ simulated: 2, threads: 64 }])
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
