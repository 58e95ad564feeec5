import { ptx75 } from '../../axioms/models.js'
import { noUndefined } from '../../encoder/decide/verdict.js'
import { withSteps } from '../../encoder/solver/steps.js'
import { type Forbidding, forbiddingSets } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const mp = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; }
check (r0 == 1 && r1 == 0) as stale;`)
const question = must(mp.questions[0], 'a question')

async function setsWith(steps: number, progress: (asked: number) => void = () => undefined): Promise<Forbidding> {
  const found = forbiddingSets(mp, question, withSteps(await solver(), steps), { model: ptx75, progress })
  if ('kind' in found) throw new Error(found.reason)
  return found
}

test('an execution that is allowed without some axioms answers for all sets that have none of them', async () => {
  const asked: number[] = []
  const { sets, givenUp } = await setsWith(1_000_000, (count) => asked.push(count))
  expect(sets.map(({ axioms }) => axioms)).toEqual([['Causality']])
  expect(givenUp).toBe(0)
  // There are 64 sets, and the set of all axioms is known to forbid it.
  expect(asked.length).toBeLessThan(10)
})

test('where z3 gives questions up, axioms that were not shown to be needed are not left out, and that is said', async () => {
  const { graph, sets, givenUp } = await setsWith(1)
  const names = ptx75.axioms.map(({ name }) => name)
  expect(sets.map(({ axioms }) => axioms)).toEqual([names])
  expect(givenUp).toBe(8)
  const verdict = { kind: 'forbidden', vacuous: false } as const
  const text = explanationText(mp, question, 'ptx-7.5', {
    kind: 'forbidden',
    verdict,
    liveness: undefined,
    unknowns: [],
    undefined: noUndefined,
    graph,
    sets,
    givenUp,
  })
  expect(text).toMatch(
    /The solver gave up on \d+ questions about the axioms, so fewer axioms may be enough; a higher --effort/,
  )
  expect(text).not.toContain('none alone does')
})
