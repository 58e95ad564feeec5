import type { Model } from '../axioms/algebra/terms.js'
import { defaultModel, models } from '../axioms/models.js'
import { decide } from '../encoder/decide/decide.js'
import { isCompiled } from '../litmus/program.js'
import { type Expected, examples, isAsynchronous } from './examples.js'
import { onEach } from './extent.js'
import { hangByHand } from './hangs.js'
import { hangText, sat, wordOf } from './support.js'

const usual = new Map(examples(defaultModel.name).map(({ name, verdicts }) => [name, String(verdicts)]))

/**
 * Returns the tests that a model decides on each push. The default model also decides compiled kernels. Its strict form
 * decides the tests where the two differ, and the first test of each file. `axioms/ptx-9.4.spec.ts` has a spec for each
 * rule of that form.
 */
const sampleFor = (model: Model) => (all: readonly Expected[]) => {
  if (model === defaultModel) return all.filter(isNotOfRaces)
  const some = all.filter(({ program }) => !program.threads.some(isCompiled))
  return model.name.endsWith('-strict')
    ? some.filter(
        ({ name, program, verdicts }, i) =>
          usual.get(name) !== String(verdicts) || program.file !== some[i - 1]?.program.file,
      )
    : some
}

/**
 * Returns whether a test is one of those on each push: for rows of Tensor Memory, `examples.blackwell.spec.ts` decides
 * whether they race, which is all they ask, and here the first of a file will do.
 */
const isNotOfRaces = ({ name }: Expected): boolean => !/^blackwell.*#/.test(name) || /#1$/.test(name)

for (const model of models)
  onEach(
    `under ${model.name}`,
    {
      // Without asynchronous operations, the strict form is that of ptx-9.4, which asks z3 the same as ptx-7.5.
      all: examples(model.name).filter((one) => !model.name.endsWith('-strict') || isAsynchronous(one)),
      sample: sampleFor(model),
      least: 30,
    },
    async ({ name, program, verdicts: expected }) => {
      const { answers } = decide(program, await sat(), { model, liveness: model === defaultModel })
      expect(answers.map(wordOf)).toEqual(expected)
      const hang = hangByHand(name, program)
      if (model === defaultModel && hang !== undefined) expect(hangText(answers[0]?.liveness)).toBe(hang)
    },
  )

test('each example expects what its file says, under ptx-9.4', () => {
  const claims = { permit: 'allowed', assert: 'forbidden' }
  for (const { name, program, verdicts } of examples('ptx-9.4')) {
    for (const [i, { kind }] of program.questions.entries()) {
      if (kind !== 'check') expect([name, claims[kind]]).toEqual([name, verdicts[i]])
    }
  }
})
