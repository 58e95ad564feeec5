import { defaultModel } from '../../axioms/models.js'
import { type BrokenStyle, brokenStyles } from '../../fuzz/broken.js'
import { compareRepairs } from '../../fuzz/repairs.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

/** What the few programs of a push must have. */
const least: Partial<Record<BrokenStyle, Readonly<Record<string, number>>>> = {}

describe('nothing is cheaper than the repairs of programs', () => {
  for (const style of brokenStyles)
    randomly(style, { runs: 2, seed: 20_240, least: { programs: 2, ...least[style] } }, async (draw) => ({
      ...compareRepairs(defaultModel, await solver(), style, draw),
    }))
})
