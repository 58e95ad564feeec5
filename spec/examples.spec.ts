import { defaultModel, models } from '../axioms/models.js'
import { decide } from '../encoder/decide/decide.js'
import { examples, isAsynchronous } from './examples.js'
import { hangByHand } from './hangs.js'
import { hangText, solver, wordOf } from './support.js'

describe.each(models.map((model) => [model.name, model] as const))('under %s', (name, model) => {
  // Without asynchronous operations, the strict form is that of ptx-9.4, which asks z3 the same as ptx-7.5.
  const all = examples(name).filter((one) => !name.endsWith('-strict') || isAsynchronous(one))
  test.each(all)('$name', async ({ name: example, program, verdicts: expected }) => {
    const { answers } = decide(program, await solver(), { model, liveness: model === defaultModel })
    expect(answers.map(wordOf)).toEqual(expected)
    const hang = hangByHand(example, program)
    if (model === defaultModel && hang !== undefined) expect(hangText(answers[0]?.liveness)).toBe(hang)
  })
})

test('each example expects what its file says, under ptx-9.4', () => {
  const claims = { permit: 'allowed', assert: 'forbidden' }
  for (const { name, program, verdicts } of examples('ptx-9.4')) {
    for (const [i, { kind }] of program.questions.entries()) {
      if (kind !== 'check') expect([name, claims[kind]]).toEqual([name, verdicts[i]])
    }
  }
})
