import { compareEncodings } from '../../fuzz/encodings.js'
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
