import { defaultModel, ptx75 } from '../../axioms/models.js'
import { compareRolled } from '../../fuzz/unrolled.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

describe('a wait that is rolled up changes no answer', () => {
  for (const model of [defaultModel, ptx75]) {
    const least = { rolled: 15, allowed: 10, forbidden: 10, hanging: 6, racy: 4 }
    randomly(model.name, { runs: 60, seed: 30_1126, least }, async (draw) => ({
      ...compareRolled(model, await solver(), draw),
    }))
  }
})
