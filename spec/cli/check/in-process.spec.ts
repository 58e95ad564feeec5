import { defaultModel } from '../../../axioms/models.js'
import { answerInProcess } from '../../../cli/check/in-process.js'
import { defaultBound } from '../../../encoder/events/graph/bound.js'
import { testsIn } from '../../support.js'

test('each test is named while it is decided', async () => {
  const text = '.global x; d0.b0.t0 { st [x], $0; } assert ([x] == 1) as own;\n$$\n1\n2\n'
  const asked = testsIn(text, 'own.test').map((test) => ({
    test,
    read: 0,
    widths: { test: 0, question: 0 },
    inputs: [],
  }))
  const task = { model: defaultModel, encoding: 'lean', bound: defaultBound, promises: { examined: false } } as const
  const happened: string[] = []
  const listener = {
    onAnswer: (_: unknown, question: number) => void happened.push(`answer ${question}`),
    onFault: (_: unknown, error: unknown) => void happened.push(String(error)),
  }
  await answerInProcess([asked], task, undefined, listener, (line) => void happened.push(line))
  expect(happened).toEqual(['deciding own.test#1 …', 'answer 0', 'deciding own.test#2 …', 'answer 0'])
})
