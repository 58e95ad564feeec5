import { judge } from '../../../answers/judge.js'
import { defaultModel } from '../../../axioms/models.js'
import { open } from '../../../bench/page/chromium.js'
import { readTestFile } from '../../../cli/input/tests.js'
import { answerText } from '../../../report/verdict.js'
import { decided as decisionOf } from '../../../web/worker/decider.js'
import { filesBelow, root, solver } from '../../support.js'
import { inChromium } from '../in-chromium.js'

inChromium('the solver of the page', (played) => {
  const files = filesBelow(`${root}/examples`, '.test').concat(filesBelow(`${root}/examples`, '.litmus'))
  const asked = files.filter((_, i) => i % 10 === 0)
  test('it answers as z3 under Node: every tenth file of examples', async () => {
    const { page } = await open(played())
    // One worker after another would take longer than all the rest.
    const answers: Record<string, string[]> = await page.evaluate(`(async () => {
      const { tests, modules } = await (await fetch('examples.json')).json()
      const worker = new Worker('worker.js', { type: 'module' })
      await new Promise((resolve) => {
        worker.addEventListener('message', resolve, { once: true })
        worker.postMessage({ kind: 'start', modules })
      })
      const answers = {}
      for (const { path, text } of tests) {
        if (!${JSON.stringify(asked)}.includes(path)) continue
        const { port1, port2 } = new MessageChannel()
        const model = { kind: 'built-in', name: '${defaultModel.name}' }
        const subject = { name: path, text, launch: '', claim: '', modules: {}, model }
        const { data } = await new Promise((resolve) => {
          port1.onmessage = (message) => message.data.kind === 'progress' || resolve(message)
          worker.postMessage({ kind: 'ask', subject, query: { kind: 'check' } }, [port2])
        })
        answers[path] = data.kind === 'given'
          ? data.value.tests.flatMap(({ questions }) => questions.map(({ answer }) => answer))
          : [JSON.stringify(data)]
      }
      return answers
    })()`)
    const z3 = await solver()
    for (const path of asked) {
      const read = readTestFile({ path: `${root}/examples/${path}`, rows: undefined }, {})
      if (!read.ok) throw new Error(path)
      const here = read.value.tests.flatMap((one) =>
        decisionOf(one, defaultModel, z3).answers.map((answer, i) => {
          const question = one.questions[i]
          if (question === undefined) throw new Error(path)
          return answerText(question.kind, judge(one, question, answer, 0))
        }),
      )
      expect([path, answers[path]]).toEqual([path, here])
    }
    await page.context().close()
  })
})
