import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Solver } from '../../encoder/solver/smt.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { trials } from '../../explain/trials.js'
import { applied, originsOf } from '../../repair/apply.js'
import type { Repair } from '../../repair/repair.js'
import { must } from '../../source/must.js'
import { root, solver, testIn, testsIn, textOf } from '../support.js'

const doubleChecked = () => {
  const name = 'double-checked+relaxed-check.litmus'
  return must(testsIn(textOf(root, 'spec/explain/programs', name), name)[0], 'a test')
}

/** z3, and how many problems it is given. */
const counted = async (): Promise<{ readonly z3: Solver; readonly problems: () => number }> => {
  const z3 = await solver()
  let problems = 0
  const open: Solver['open'] = (text) => {
    problems += 1
    return z3.open(text)
  }
  return { z3: { ...z3, open }, problems: () => problems }
}

test('z3 is asked about few of the changes: of the others, an execution that is known shows that they do not help', async () => {
  const { z3, problems } = await counted()
  const program = doubleChecked()
  const question = must(program.questions[0], 'a question')
  const reported: string[] = []
  const explanation = explain(program, question, z3, { model: ptx75, progress: (line) => reported.push(line) })
  if (explanation.kind !== 'allowed') throw new Error(`it is ${explanation.kind}`)
  expect(explanationText(program, question, 'ptx-7.5', explanation)).toContain(`Together, these changes would forbid it:
  replace ld.relaxed.gpu r0, ready with ld.acquire.gpu r0, ready in P0, line 7: adds synchronisation
    in CUDA: cuda::atomic_ref<int, cuda::thread_scope_device>(ready).load(cuda::memory_order_acquire)
    or, which is stronger: a volatile read, then __threadfence()
  replace ld.relaxed.gpu r0, ready with ld.acquire.gpu r0, ready in P1, line 7: adds synchronisation`)
  const { tried, leftOut, undecided } = explanation.changes
  expect(tried).toBeGreaterThan(50)
  expect(problems()).toBeLessThan(tried / 3)
  expect([leftOut, undecided]).toEqual([0, 0])
  expect(reported).toContain(`exists: changes tried: ${tried - 1}`)
})

/** A store and a load in each of two threads: both loads may miss both stores, unless there are two fences between them. */
const sb = testIn(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; ld.relaxed.gpu r0, [y]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; ld.relaxed.gpu r1, [x]; }
check (r0 == 0 && r1 == 0) as stale;`)

const fence = (thread: number): Repair => {
  const { span } = must(sb.threads[thread]?.instructions[0], 'an instruction')
  return { thread, at: 1, change: { kind: 'insert', instruction: { kind: 'fence', order: 'sc', scope: 'gpu', span } } }
}
const both = [fence(0), fence(1)]

async function sbTrials(budget: { readonly looked: number; readonly asked: number }) {
  const z3 = await solver()
  const { graph, answers } = decide(sb, z3, { model: ptx75 })
  const verdict = must(answers[0], 'an answer').verdict
  if (verdict.kind !== 'allowed') throw new Error(`it is ${verdict.kind}`)
  const known = { graph, execution: verdict.execution, origins: originsOf(sb, []) }
  const asked = (changed: Parameters<typeof decide>[0]) => decide(changed, z3, { model: ptx75 })
  return trials(sb, known, { model: ptx75 }, asked, { ...budget, progress: () => undefined })
}

const all = [[fence(0)], [fence(1)], both, both, both]

test.each([
  ['looked at', { looked: 4, asked: 10 }, { found: 2, tried: 4, leftOut: 1 }],
  ['that z3 is asked about', { looked: 10, asked: 1 }, { found: 1, tried: 3, leftOut: 2 }],
  ['without a limit that matters', { looked: 10, asked: 10 }, { found: 3, tried: 5, leftOut: 0 }],
])('what the budget leaves out is counted: changes %s', async (_, budget, { found, ...counts }) => {
  const { forbidding, counts: counted } = await sbTrials(budget)
  expect([...forbidding(all)]).toEqual(Array.from({ length: found }, () => ({ changes: both, within: undefined })))
  expect(counted()).toEqual({ ...counts, undecided: 0 })
})

test('no more are tried than are asked for', async () => {
  const { forbidding, counts } = await sbTrials({ looked: 10, asked: 10 })
  for (const { changes } of forbidding(all)) {
    expect(decide(applied(sb, changes), await solver(), { model: ptx75 }).answers[0]?.verdict.kind).toBe('forbidden')
    break
  }
  expect(counts()).toEqual({ tried: 3, leftOut: 0, undecided: 0 })
})
