import fc from 'fast-check'
import { type Answer, answersOf } from '../../../answers/answer.js'
import type { Demand } from '../../../answers/needs/needs.js'
import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { dependentPrograms } from '../../../fuzz/dependents.js'
import type { Program } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { always, mostCandidates } from '../../extent.js'
import { solver, testIn } from '../../support.js'

const demands: readonly Demand[] = [
  { examined: true },
  { examined: true, resident: 1 },
  { examined: true, overlap: false },
]

/** Kernels that wait in loops, in one stream or in two. */
const programs = fc
  .tuple(must(dependentPrograms(defaultModel), 'programs'), fc.boolean())
  .filter(([text]) => /bne/.test(text))
  .map(([text, apart]) =>
    apart ? text.replace(/, s(, programmatic)?>>>(?!.*, s(, programmatic)?>>>)/s, ', t>>>') : text,
  )

always('z3 and brute force agree on what executions need', { runs: 6, seed: 90_217 }, () =>
  fc.asyncProperty(programs, async (text) => {
    const test = testIn(text)
    const [model, z3] = [defaultModel, await solver()]
    for (const demand of demands) {
      let isDecided = true
      const brute = (one: Program) => {
        const decision = bruteForce(one, model, { most: mostCandidates })
        isDecided &&= decision.answers.every(({ liveness }) => liveness !== undefined && liveness.kind !== 'undecided')
        return decision
      }
      const byBrute = answersOf(brute(test), brute, demand)
      fc.pre(isDecided)
      const byZ3 = answersOf(decide(test, z3, { model }), (one) => decide(one, z3, { model }), demand)
      const said = ({ liveness: { liveness, endsIfResident, endsIfOverlapping } }: Answer) => ({
        liveness,
        endsIfResident,
        endsIfOverlapping,
      })
      expect(byZ3.map(said)).toEqual(byBrute.map(said))
    }
  }),
)
