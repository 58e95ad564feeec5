import fc from 'fast-check'
import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { only } from '../../fuzz/programs.js'
import { waitingPrograms } from '../../fuzz/waiting.js'
import { must } from '../../source/must.js'
import { always } from '../extent.js'
import { solver } from '../support.js'
import { agreeOn } from './agreement.js'

agreeOn('waiting', { runs: 8, each: 1, hanging: 1 })

always('an answer that names no bound is that of more rounds', { runs: 8, seed: 31_411 }, () =>
  fc.asyncProperty(must(waitingPrograms(ptx75), 'programs'), async (text) => {
    const z3 = await solver()
    const [few, more] = [1, 3].map((bound) => decide(only(text), z3, { model: ptx75, bound }).answers)
    few?.forEach(({ verdict, liveness }, i) => {
      const other = must(more?.[i], 'an answer')
      if (liveness?.kind === 'hangs' || (liveness?.kind === 'ends' && liveness.within === undefined))
        expect(other.liveness?.kind).toBe(liveness.kind)
      if (verdict.kind === 'allowed' || (verdict.kind === 'forbidden' && verdict.within === undefined))
        expect(other.verdict.kind).toBe(verdict.kind)
    })
  }),
)
