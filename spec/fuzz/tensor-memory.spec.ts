import fc from 'fast-check'
import { tensorMemoryPrograms } from '../../fuzz/tensor-memory.js'
import { bruteRace, findRace } from '../../races/find-races.js'
import { proposed, strict } from '../axioms/ptx-9.4.js'
import { holds, randomly } from '../extent.js'
import { solver, testIn } from '../support.js'
import { said } from './said.js'

/** The most candidates that brute force lists, also in the soak: more take as long as many other programs. */
const mostListed = 2_000

describe('races in Tensor Memory: z3 and brute force agree, and the strict model orders less', () => {
  randomly('random programs', { runs: 8, seed: 31, least: { racy: 1, free: 1 } }, async (draw) => {
    const z3 = await solver()
    const seen = { racy: 0, free: 0, compared: 0 }
    const values = await holds(
      fc.property(tensorMemoryPrograms, (text) => {
        const test = testIn(text)
        const kinds = [proposed, strict].map((model) => {
          const found = findRace(test, z3, { model })
          const brute = bruteRace(test, { model, most: Math.min(draw.mostCandidates, mostListed) })
          if (brute.kind !== 'undecided') {
            seen.compared++
            expect(said(found)).toEqual(said(brute))
          }
          return found.kind
        })
        if (kinds[0] === 'racy') seen.racy++
        if (kinds[0] === 'race-free') seen.free++
        return !(kinds[0] === 'racy' && kinds[1] === 'race-free')
      }),
      draw,
    )
    return { values, ...seen }
  })
})
