import { defaultModel } from '../../axioms/models.js'
import { compareEncodings, large, ofOneText } from '../../fuzz/encodings.js'
import { randomly } from '../extent.js'
import { distinctModels, solver } from '../support.js'

describe('the plain, the lean and the tight encoding agree', () => {
  for (const model of distinctModels) {
    const least = { allowed: 4, forbidden: 4, symmetric: 2 }
    randomly(model.name, { runs: 14, seed: 20_264, least }, async (draw) => ({
      ...compareEncodings(model, await solver(), draw),
    }))
  }
  const least = { allowed: 1, forbidden: 1, events: 21 }
  randomly('on larger programs', { runs: 6, seed: 20_265, least }, async (draw) => ({
    ...compareEncodings(defaultModel, await solver(), draw, large(defaultModel)),
  }))
  randomly('on threads of one text', { runs: 15, seed: 20_266, least: { allowed: 4, symmetric: 2 } }, async (draw) => ({
    ...compareEncodings(defaultModel, await solver(), draw, ofOneText(defaultModel)),
  }))
})
