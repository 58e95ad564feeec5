import { defaultModel } from '../../axioms/models.js'
import { compareWeakenings } from '../../fuzz/weakenings.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

const least = { programs: 2, weakened: 1, sets: 20 }

randomly('nothing is cheaper than the weakenings of programs', { runs: 2, seed: 20_241, least }, async (draw) => ({
  ...compareWeakenings(defaultModel, await solver(), draw),
}))
