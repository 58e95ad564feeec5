import { examples } from './examples.js'
import { verdicts } from './support.js'

describe('examples under ptx-7.5', () => {
  const all = examples('ptx-7.5')

  test.each(all.map((one) => [one.name, one] as const))('%s', async (_, { program, verdicts: expected }) => {
    expect(await verdicts(program)).toEqual(expected)
  })

  test('each expects what its file says', () => {
    const claims = { permit: 'allowed', assert: 'forbidden' }
    for (const { name, program, verdicts } of all) {
      for (const [i, { kind }] of program.questions.entries())
        if (kind !== 'check') expect([name, claims[kind]]).toEqual([name, verdicts[i]])
    }
  })
})
