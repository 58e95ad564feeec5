import { raceRelations } from '../../axioms/algebra/roles.js'
import { defaultModel } from '../../axioms/models.js'
import { endings } from '../../encoder/decide/examine.js'
import { graphUnder } from '../../encoder/decide/graph-under.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { candidates, counting } from '../../encoder/execution/candidates.js'
import { isComplete, objections, reaches } from '../../encoder/execution/replay.js'
import type { Program } from '../../litmus/program.js'
import { onlyByRaces } from '../../races/only-by-races.js'
import { racesOf } from '../../races/races.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

/** Returns the names of the outcomes that no execution without a race reaches, by z3 and from the list of executions. */
async function only(program: Program) {
  const { questions } = program
  const z3 = onlyByRaces(program, questions, await solver(), { model: defaultModel })
  const graph = graphUnder(defaultModel, program, defaultBound, 'accesses')
  const relations = must(raceRelations(defaultModel), 'the relations of races')
  const executions = [...candidates(graph, defaultModel, counting(1000).listing)]
    .filter((one) => objections(graph, defaultModel, one).length === 0)
    .flatMap((one) => endings(graph, one))
    .filter((one) => isComplete(graph, one) && racesOf(graph, one, relations).length === 0)
  const listed = questions.filter((one) => !executions.some((execution) => reaches(one, graph, execution)))
  expect(z3.map(({ name }) => name)).toEqual(listed.map(({ name }) => name))
  return listed.map(({ name }) => name)
}

const handedOver = (store: string, read: string) =>
  testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; ${store} [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; beq r0, 0, L; ${read} r1, [x]; L: }
permit (r0 == 0) as not_yet; permit (r0 == 1 && r1 == 0) as stale; permit (r1 == 1) as fresh;`)

test('an outcome of a read that races is reached only by races', async () => {
  expect(await only(handedOver('st.relaxed.gpu', 'ld.weak'))).toEqual(['stale', 'fresh'])
})

test('an outcome of a read that is ordered is not, and what cannot happen is', async () => {
  expect(await only(handedOver('st.release.gpu', 'ld.weak'))).toEqual(['stale'])
})

test('nothing is known without time', async () => {
  const program = handedOver('st.relaxed.gpu', 'ld.weak')
  const options = { model: defaultModel, timeout: 0, goesOn: () => false }
  expect(onlyByRaces(program, program.questions, await solver(), options)).toEqual([])
})
