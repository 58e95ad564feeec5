import { answersOf } from '../../answers/answer.js'
import { judge } from '../../answers/judge.js'
import { defaultModel } from '../../axioms/models.js'
import { summaryOf } from '../../cli/check/report.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Answered } from '../../encoder/decide/verdict.js'
import { answerText } from '../../report/verdict.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const unknown: Answered['undefined'] = { kind: 'undecided', reason: 'the time limit was reached' }

const never = () => {
  throw new Error('this test has neither a deviation nor a strict form')
}

/** Returns the report on a question if z3 does not say whether undefined behaviour is reachable. */
async function judged(question: string) {
  const test = testIn(`.global x; d0.b0.t0 { st.weak [x], 1; } ${question}`)
  const decision = decide(test, await solver(), { model: defaultModel })
  const answers = decision.answers.map((one) => ({ ...one, undefined: unknown }))
  return judge(
    test,
    must(test.questions[0], 'a question'),
    must(answersOf({ ...decision, answers }, never)[0], 'an answer'),
    0,
  )
}

const exitStatus = (report: Awaited<ReturnType<typeof judged>>) =>
  summaryOf({
    model: 'ptx-7.5',
    solver: 'z3',
    questions: [report],
    errors: [],
    files: 1,
    tests: 1,
    interrupted: false,
    mustEnd: false,
    strict: false,
  })

describe('where it is undecided whether undefined behaviour is reachable', () => {
  test.each(['assert ([x] == 1) as q;', 'permit ([x] == 1) as q;'])(
    'so is a claim that is otherwise met: %s',
    async (claim) => {
      const report = await judged(claim)
      expect(report).toMatchObject({ answer: 'undecided', asExpected: null, undefined: null, reason: unknown.reason })
      expect(answerText(report.kind, report)).toBe('undecided')
      expect(exitStatus(report)).toMatchObject({ exitStatus: 3, count: { undecided: 1, withoutExpectation: 0 } })
    },
  )

  test('a claim that is violated stays so', async () => {
    const report = await judged('assert ([x] == 2) as q;')
    expect(report).toMatchObject({ answer: 'violated', asExpected: false })
    expect(exitStatus(report)).toMatchObject({ exitStatus: 1, count: { undecided: 0, broken: 1 } })
  })

  test('a question is answered, and still open', async () => {
    const report = await judged('check ([x] == 1) as q;')
    expect(report).toMatchObject({ answer: 'allowed', asExpected: null, undefined: null })
    expect(exitStatus(report)).toMatchObject({ exitStatus: 3 })
  })
})

test('a claim is not as expected if no execution ends, for whatever reason', async () => {
  const test = testIn('.global x; d0.b0.t0 { st.weak [x], 1; } assert ([x] == 1) as q; check ([x] == 2) as r;')
  const decision = decide(test, await solver(), { model: defaultModel })
  const answers = answersOf(decision, never).map((one) => ({
    ...one,
    verdict: { kind: 'forbidden', vacuous: true } as const,
  }))
  const reports = test.questions.map((question, i) => judge(test, question, must(answers[i], 'an answer'), 0))
  expect(reports.map(({ asExpected }) => asExpected)).toEqual([false, null])
})
