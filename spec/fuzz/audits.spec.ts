import { defaultModel } from '../../axioms/models.js'
import { auditStyles, compareAudits } from '../../fuzz/audits.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

const least = { programs: 2, pieces: 2 }

describe.each(auditStyles)('%s', (style) => {
  randomly('the need of each piece is what brute force sees', { runs: 2, seed: 34, least }, async (draw) => ({
    ...compareAudits(defaultModel, await solver(), style, draw),
  }))
})
