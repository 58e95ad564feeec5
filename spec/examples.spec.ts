import { models } from '../axioms/models.js'
import { examples } from './examples.js'
import { bruteVerdicts, verdicts } from './support.js'

describe.each(models.map((model) => [model.name, model] as const))('examples under %s', (name, model) => {
  const all = examples(name)

  test.each(all.map((one) => [one.name, one] as const))('%s', async (_, { program, verdicts: expected }) => {
    expect(await verdicts(program, model)).toEqual(expected)
    for (const [i, verdict] of bruteVerdicts(program, model).entries()) {
      if (verdict !== 'undecided') expect(verdict).toBe(expected[i])
    }
  })
})

test('each example expects what its file says, under ptx-7.5', () => {
  const claims = { permit: 'allowed', assert: 'forbidden' }
  for (const { name, program, verdicts } of examples('ptx-7.5')) {
    for (const [i, { kind }] of program.questions.entries()) {
      if (kind !== 'check') expect([name, claims[kind]]).toEqual([name, verdicts[i]])
    }
  }
})
