import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { lastResorts } from '../../explain/derive.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { onEach, someExamples } from '../extent.js'
import { solver, testIn } from '../support.js'

const between = (fence: string, order: string) => `.global x; .global y;
d0.b0.t0 { st.weak [x], 1; ${fence}; st.${order} [y], 1; }
d0.b1.t0 { ld.${order} r0, [y]; ${fence}; ld.weak r1, [x]; }
check (r0 == 1 && r1 == 0) as stale;`

const hasFenceSc = ({ threads }: Program): boolean =>
  threads.some(({ instructions }) => instructions.some((one) => one.kind === 'fence' && one.order === 'sc'))

async function explained(program: Program, model: Model = ptx75) {
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model })
  if (explanation.kind !== 'forbidden') throw new Error(`it is ${explanation.kind}`)
  return { explanation, text: explanationText(program, question, model.name, explanation) }
}

test('fences that synchronise are said to do so, although they are in Fence-SC order too', async () => {
  const { text } = await explained(testIn(between('fence.sc.gpu', 'relaxed.gpu')))
  expect(text).toContain('synchronises with  (sync)')
  expect(text).not.toContain('Fence-SC')
})

test('Fence-SC order is reported where it is needed', async () => {
  const { text } = await explained(testIn(between('fence.sc.gpu', 'weak')))
  expect(text).toContain('comes before, in Fence-SC order')
})

test('an axiom about Fence-SC order is not reported where others forbid the outcome without it', async () => {
  const { explanation, text } = await explained(
    testIn(`.global x; .global y;
      d0.b0.t0 { ld.relaxed.gpu r0, [x]; fence.sc.gpu; st.relaxed.gpu [y], 1; }
      d0.b1.t0 { ld.relaxed.gpu r1, [y]; fence.sc.gpu; st.relaxed.gpu [x], 1; }
      check (r0 == 1 && r1 == 1) as early;`),
  )
  expect(explanation.sets.map(({ axioms }) => axioms)).toEqual(expect.arrayContaining([['Causality']]))
  expect(text).not.toContain('Fence-SC (ISA')
  expect(text).not.toContain('Fence-SC order')
})

test.each([
  ['named; last resort', ['to-fence', 'from-fence']],
  ['named', ['jump']],
])('a model says what is a last resort: (* %s *)', async (note, steps) => {
  const model =
    modelIn(`(* named *) let to-fence = po; [F] (* named *) let from-fence = [F]; po (* ${note} *) let jump = [M]; po; [F]; po; [M]
    acyclic to-fence | from-fence | jump | rf | fr as Order`)
  const { explanation } = await explained(testIn(between('fence.acq_rel.gpu', 'weak')), model)
  const reported = explanation.sets.flatMap(({ objections }) => objections.flatMap(({ chain }) => chain))
  expect(new Set(reported.map(({ relation }) => relation))).toEqual(new Set([...steps, 'rf', 'fr']))
})

const without = modelIn(`let sync_fence = 0\n${printModel(ptx75).replace(/^".*"\n/, '')}`)
// The claims of these kernels can be violated in several ways. The explained one is forbidden without Fence-SC order;
// the others are allowed without it.
const several = /^kernels.(fix-up|rcu).test$/
const fenced = someExamples('ptx-7.5').flatMap(({ name, program, verdicts }) =>
  program.questions.flatMap((question, i) =>
    verdicts[i] === 'forbidden' && hasFenceSc(program) && !several.test(name)
      ? [{ name: `${name} ${question.name}`, program: { ...program, questions: [question] } }]
      : [],
  ),
)

onEach(
  'exactly what is forbidden without Fence-SC order is explained without it',
  // An explanation of a kernel takes seconds.
  { all: fenced, sample: (all) => all.filter(({ program }) => !program.threads.some(isCompiled)), least: 4 },
  async ({ program }) => {
    const [answer] = decide(program, await solver(), { model: without, liveness: false }).answers
    const { explanation } = await explained(program)
    const resorts = explanation.sets.flatMap(({ objections }) => objections.map(({ chain }) => lastResorts(chain)))
    expect(resorts.every((count) => count === 0)).toBe(answer?.verdict.kind === 'forbidden')
  },
)
