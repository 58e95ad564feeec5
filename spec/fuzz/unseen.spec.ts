import { compareLeftOut } from '../../fuzz/unseen.js'
import { randomly } from '../extent.js'
import { distinctModels, solver } from '../support.js'

describe('accesses that no axiom can tell change no answer', () => {
  for (const model of distinctModels) {
    if (model.excludes.includes('computed addresses')) continue
    const least = { allowed: 4, forbidden: 8, leftOut: 100 }
    randomly(model.name, { runs: 20, seed: 48_030, least }, async (draw) => ({
      ...compareLeftOut(model, await solver(), draw),
    }))
  }
})
