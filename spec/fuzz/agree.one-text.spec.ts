import { defaultModel } from '../../axioms/models.js'
import { compareSolvers } from '../../fuzz/agree.js'
import { ofOneText } from '../../fuzz/encodings.js'
import { randomly } from '../extent.js'
import { solvers } from '../support.js'

const least = { programs: 15, allowed: 4, forbidden: 4 }
randomly('z3, SAT and brute force agree on threads of one text', { runs: 15, seed: 20_267, least }, async (draw) => ({
  ...compareSolvers(defaultModel, await solvers(), ofOneText(defaultModel).texts, draw),
}))
