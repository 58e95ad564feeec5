import { defaultModel } from '../axioms/models.js'
import { bruteOutcomes } from '../encoder/decide/brute.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import { root, solver, testIn, textOf } from './support.js'

/** The values that each version of the program of examples/cuda/spaces/README.md can end with. */
describe('restricted pointers: the final values of', () => {
  test.each([
    ['restrict+reload', [10n]],
    ['restrict+load-once', [10n]],
    ['restrict+load-once-nc', [10n]],
    ['restrict+reload-nc', [10n]],
    ['restrict+alias+reload', [13n]],
    ['restrict+alias+load-once', [10n]],
    ['restrict+alias+load-once-nc', [10n]],
    ['restrict+alias+reload-nc', [10n, 13n]],
  ])('%s', async (name, expected) => {
    const program = testIn(textOf(root, 'examples/cuda/spaces', `${name}.litmus`))
    const options = { model: defaultModel, besides: [], limit: 100 }
    for (const { found, ending } of [outcomes(program, await solver(), options), bruteOutcomes(program, options)]) {
      expect(ending.kind).toBe('complete')
      expect(found.flatMap(({ values }) => values)).toEqual(expected)
    }
  })
})
