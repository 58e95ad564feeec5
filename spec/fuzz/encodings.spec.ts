import { models } from '../../axioms/models.js'
import { compareEncodings } from '../../fuzz/encodings.js'
import { solver } from '../support.js'

describe('the lean and the plain encoding agree on 300 random programs', () => {
  test.each(models.map((model) => [model.name, model] as const))(
    '%s',
    async (_, model) => {
      const { counterexample, allowed, forbidden, symmetric } = compareEncodings(model, await solver(), 300, 20_264)
      expect(counterexample).toBeUndefined()
      expect(Math.min(allowed, forbidden)).toBeGreaterThan(50)
      expect(symmetric).toBeGreaterThan(30)
    },
    300_000,
  )
})
