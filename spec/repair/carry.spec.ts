import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { buildEvents } from '../../encoder/events/events.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { objections, reaches } from '../../encoder/execution/replay.js'
import type { Program, Question } from '../../litmus/program.js'
import { applied, originsOf } from '../../repair/apply.js'
import { carriedOver } from '../../repair/carry.js'
import { slotsOf } from '../../repair/changes.js'
import type { Repair } from '../../repair/repair.js'
import { must } from '../../source/must.js'
import { onEach, sampled, someExamples } from '../extent.js'
import { solver, testIn } from '../support.js'

/** Returns each change that the model covers by itself, and pairs of neighbours. */
function setsOf(program: Program): readonly (readonly Repair[])[] {
  const single = slotsOf(program, undefined, 'several texts', false).flatMap(({ levels }) =>
    levels.flatMap(({ change }) => (change === undefined ? [] : [change.edits])),
  )
  return [...single, ...single.slice(1).map((edits, i) => [...(single[i] ?? []), ...edits])]
}

const reachedBy = (question: Question) => (graph: EventGraph, execution: Execution) =>
  reaches(question, graph, execution)

async function reached(program: Program) {
  const { graph, answers } = decide(program, await solver(), { model: ptx75, liveness: false })
  const verdict = answers[0]?.verdict
  return verdict?.kind === 'allowed'
    ? { graph, execution: verdict.execution, origins: originsOf(program, []) }
    : undefined
}

/** Returns some of many, spread over all. */
const spread = <T>(items: readonly T[], most: number): readonly T[] =>
  items.filter((_, i) => i % Math.ceil(items.length / most) === 0)

const allowed = someExamples('ptx-7.5').filter(({ verdicts }) => verdicts[0] === 'allowed')

onEach(
  'an execution that is carried over to a changed program is one of it, as z3 says too',
  { all: allowed, sample: sampled, least: 5 },
  async ({ program }) => {
    const asked = { ...program, questions: program.questions.slice(0, 1) }
    const question = must(asked.questions[0], 'a question')
    const known = must(await reached(asked), 'an execution')
    for (const changes of spread(setsOf(asked), 6)) {
      const changed = applied(asked, changes)
      const graph = buildEvents(changed)
      const execution = carriedOver(known, { graph, origins: originsOf(asked, changes) }, ptx75, reachedBy(question))
      if (execution === undefined) continue
      expect(objections(graph, ptx75, execution)).toEqual([])
      expect(reaches(question, graph, execution)).toBe(true)
      expect(await reached(changed)).toBeDefined()
    }
  },
)

/** Fences are between two lines of both threads, and in one of them between the next two. */
const sb = testIn(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; ld.relaxed.gpu r0, [y]; ld.weak r2, [x]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; ld.relaxed.gpu r1, [x]; }
check (r0 == 0 && r1 == 0) as stale;`)

const fence = (thread: number, at: number): Repair => {
  const { span } = must(sb.threads[thread]?.instructions[0], 'an instruction')
  return { thread, at, change: { kind: 'insert', instruction: { kind: 'fence', order: 'sc', scope: 'gpu', span } } }
}

test.each([
  ['one fence that is needed', [fence(0, 1)], true],
  ['two fences, one of them where it does not help', [fence(0, 2), fence(1, 1)], true],
  ['both fences that are needed', [fence(0, 1), fence(1, 1)], false],
])('%s, in an order that the fences may have', async (_, changes, isReached) => {
  const known = must(await reached(sb), 'an execution')
  const to = { graph: buildEvents(applied(sb, changes)), origins: originsOf(sb, changes) }
  const question = must(sb.questions[0], 'a question')
  expect(carriedOver(known, to, ptx75, reachedBy(question)) !== undefined).toBe(isReached)
})
