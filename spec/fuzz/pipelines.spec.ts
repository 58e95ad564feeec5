import fc from 'fast-check'
import { models } from '../../axioms/models.js'
import { pipelines } from '../../fuzz/pipelines.js'
import { only } from '../../fuzz/programs.js'
import { bruteRace, findRace } from '../../races/find-races.js'
import { holds, randomly } from '../extent.js'
import { solver } from '../support.js'
import { said } from './said.js'

/** The most candidates that brute force lists, also in the soak: more take as long as many other programs. */
const mostListed = 2_000

describe('pipelines race, and misuse instructions, as brute force says', () => {
  for (const model of models) {
    const texts = pipelines(model)
    if (texts === undefined) continue
    randomly(model.name, { runs: 10, seed: 5, least: { racy: 1 } }, async (draw) => {
      const z3 = await solver()
      const seen = { racy: 0, free: 0, undefined: 0 }
      const property = fc.property(texts, (text) => {
        const program = only(text)
        const brute = bruteRace(program, { model, most: Math.min(draw.mostCandidates, mostListed) })
        if (brute.kind === 'undecided') return
        expect(said(findRace(program, z3, { model }))).toEqual(said(brute))
        if (brute.kind === 'racy') seen.racy++
        if (brute.kind === 'race-free') seen.free++
        if ('undefined' in brute && brute.undefined !== null && brute.undefined.length > 0) seen.undefined++
      })
      return { programs: await holds(property, draw), ...seen }
    })
  }
})
