import { defaultModel } from '../../axioms/models.js'
import { compareWithClauses } from '../../fuzz/certificates.js'
import { cadical } from '../certificate/cadical.js'
import { randomly } from '../extent.js'
import { distinctModels, solver } from '../support.js'

describe('what z3 says has a proof or a solution', () => {
  const both = async () => ({ solver: await solver(), cadical: await cadical() })
  for (const model of distinctModels) {
    const least = { allowed: 1, certified: 4, parts: 8, steps: 4 }
    randomly(model.name, { runs: 14, seed: 20_271, least }, async (draw) => ({
      ...compareWithClauses(model, await both(), draw),
    }))
  }
  const least = { allowed: 1, certified: 3, parts: 6, steps: 3 }
  randomly('in the plain encoding', { runs: 8, seed: 20_272, least }, async (draw) => ({
    ...compareWithClauses(defaultModel, await both(), draw, 'plain'),
  }))
})
