/** Explanations depend on what a model says of its definitions and axioms, and not on how it calls them. */
import { piecesOf, printModel } from '../../axioms/algebra/cat/print.js'
import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ptx75 } from '../../axioms/models.js'
import { compileZ3 } from '../../cli/z3/compile.js'
import { startSolver } from '../../cli/z3/start.js'
import { decide } from '../../encoder/decide/decide.js'
import { noUndefined } from '../../encoder/decide/verdict.js'
import { type Explanation, explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import { racesOf } from '../../races/races.js'
import { must } from '../../source/must.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { examples } from '../examples.js'

const prefix = 'other-'

/** Once for all: a z3 is started for each explanation. */
const compiled = compileZ3()

/** The model with another name for each definition and axiom. */
function renamed(model: Model): Model {
  const { definitions, axioms } = piecesOf(model)
  const names = [...definitions, ...axioms].map(({ name }) => name)
  const text = printModel(model).replace(/\(\*.*?\*\)|"[^"\n]*"|[A-Za-z_][\w.-]*/gs, (word) =>
    names.includes(word) ? `${prefix}${word}` : word,
  )
  return { ...modelIn(text), name: model.name }
}

/**
 * By a z3 of its own: which of many executions is shown depends on what it has been asked before. The changes that would forbid an allowed outcome are
 * left out: they follow from verdicts, and finding them takes most of the time.
 */
async function explained(program: Program, question: Question, model: Model): Promise<string> {
  const fresh = await startSolver({ compiled: await compiled })
  const asked = { ...program, questions: [question] }
  const { graph, answers } = decide(asked, fresh, { model })
  const verdict = must(answers[0], 'an answer').verdict
  const explanation: Explanation =
    verdict.kind === 'allowed'
      ? {
          ...verdict,
          liveness: undefined,
          unknowns: [],
          undefined: noUndefined,
          graph,
          races: racesOf(graph, verdict.execution, must(raceRelations(model), 'races')),
          torn: [],
          repairs: [],
          changes: { result: { kind: 'nothing to do' }, judged: 0, undecided: 0, spent: false },
        }
      : explain(program, question, fresh, { model })
  fresh.close()
  const text = explanationText(program, question, model.name, explanation)
  return text.replaceAll(prefix, '').replace(/ +/g, ' ')
}

const other = renamed(ptx75)

test('each definition and each axiom has another name', () => {
  const { definitions, axioms } = piecesOf(other)
  expect([...definitions, ...axioms].every(({ name }) => name.startsWith(prefix))).toBe(true)
})

describe('under a model whose definitions and axioms are called otherwise, an explanation is the same up to the names', () => {
  const cases = examples(ptx75.name).flatMap(({ name, program }) =>
    program.questions.map((question) => [`${name} ${question.name}`, program, question] as const),
  )
  test.each(cases)('%s', async (_, program, question) => {
    expect(await explained(program, question, other)).toBe(await explained(program, question, ptx75))
  })
})
