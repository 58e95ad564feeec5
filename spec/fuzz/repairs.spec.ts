import { defaultModel } from '../../axioms/models.js'
import { compareRepairs, repairStyles } from '../../fuzz/repairs.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

/**
 * The least that the two programs of a push must have. One of `orders`, and neither of `texts`, can be repaired by the
 * changes that are considered.
 */
const least: Record<(typeof repairStyles)[number], Readonly<Record<string, number>>> = {
  orders: { repaired: 1, several: 1, sets: 80 },
  scopes: { repaired: 2, sets: 5 },
  fences: { repaired: 2, several: 1, sets: 20 },
  branches: { repaired: 2, several: 1, sets: 10 },
  texts: { notRepaired: 1, sets: 30 },
  proxies: { repaired: 2, sets: 5 },
  dependents: { repaired: 2, sets: 3 },
  asynchronous: { sets: 1 },
  barriers: { sets: 1 },
}

describe('nothing is cheaper than the repairs of programs', () => {
  for (const style of repairStyles)
    randomly(style, { runs: 2, seed: 20_240, least: { programs: 2, ...least[style] } }, async (draw) => ({
      ...compareRepairs(defaultModel, await solver(), style, draw),
    }))
})
