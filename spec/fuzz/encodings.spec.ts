import { defaultModel } from '../../axioms/models.js'
import { compareEncodings, large } from '../../fuzz/encodings.js'
import { draws } from '../extent.js'
import { distinctModels, solver } from '../support.js'

const runs = draws(300, 40)

describe(`the lean and the plain encoding agree on ${runs} random programs`, () => {
  test.each(distinctModels.map((model) => [model.name, model] as const))(
    '%s',
    async (_, model) => {
      const { counterexample, allowed, forbidden, symmetric } = compareEncodings(model, await solver(), runs, 20_264)
      expect(counterexample).toBeUndefined()
      expect(Math.min(allowed, forbidden)).toBeGreaterThan(draws(50, 5))
      expect(symmetric).toBeGreaterThan(draws(30, 3))
    },
    300_000,
  )
})

const larger = draws(100, 12)
test(`they agree on ${larger} larger programs`, async () => {
  const { counterexample, allowed, forbidden, events } = compareEncodings(
    defaultModel,
    await solver(),
    larger,
    20_265,
    large(defaultModel),
  )
  expect(counterexample).toBeUndefined()
  expect(Math.min(allowed, forbidden)).toBeGreaterThan(0)
  expect(events).toBeGreaterThan(20)
}, 600_000)
