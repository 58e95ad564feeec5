import { defaultModel } from '../../axioms/models.js'
import { compareSolvers } from '../../fuzz/agree.js'
import { ofOneText } from '../../fuzz/encodings.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

const least = { programs: 15, allowed: 4, forbidden: 4 }
randomly('z3 and brute force agree on threads of one text', { runs: 15, seed: 20_267, least }, async (draw) => ({
  ...compareSolvers(defaultModel, await solver(), ofOneText(defaultModel).texts, draw),
}))
