/** Explanations depend on what a model says about its definitions and axioms, not on their names. */
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
import { type Expected, exampleNamed, examples } from '../examples.js'
import { inSoak } from '../extent.js'

const prefix = 'other-'

/** This is compiled once: a z3 is started for each explanation. */
const compiled = compileZ3()

/** Returns the model with another name for each definition and axiom. */
function renamed(model: Model): Model {
  const { definitions, axioms } = piecesOf(model)
  const names = [...definitions, ...axioms].map(({ name }) => name)
  const text = printModel(model).replace(/\(\*.*?\*\)|"[^"\n]*"|[A-Za-z_][\w.-]*/gs, (word) =>
    names.includes(word) ? `${prefix}${word}` : word,
  )
  return { ...modelIn(text), name: model.name }
}

/**
 * Explains with a fresh z3, since the execution that is shown depends on earlier questions. The changes that would
 * forbid an allowed outcome are left out: they follow from verdicts, and finding them takes most of the time.
 */
async function explained(program: Program, question: Question, model: Model): Promise<string> {
  const fresh = await startSolver({ compiled: await compiled })
  const asked = { ...program, questions: [question] }
  const { graph, answers } = decide(asked, fresh, { model, liveness: false })
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
          idle: [],
          repairs: [],
          changes: { result: { kind: 'nothing to do' }, judged: 0, undecided: 0, spent: undefined },
        }
      : explain(program, question, fresh, { model })
  fresh.close()
  return explanationText(program, question, model.name, explanation)
}

/** Returns an explanation without what the other names change. */
const without = (text: string): string => text.replaceAll(prefix, '').replace(/ +/g, ' ')

const other = renamed(ptx75)

test('each definition and each axiom has another name', () => {
  const { definitions, axioms } = piecesOf(other)
  expect([...definitions, ...axioms].every(({ name }) => name.startsWith(prefix))).toBe(true)
})

/**
 * Questions whose explanations name all axioms between them, and go through each row of proxy-preserved base causality.
 */
const few: readonly string[] = [
  'cuda/spaces/restrict+alias+load-once.litmus',
  'cuda/spaces/MP+barrier.cluster+phases.test',
  'cuda/streams/alias+no-event.test#4',
  'cuda/streams/constants+running-writer.test#1',
  'cuda/streams/surface+running-grid.test#1',
  'isa/8.10.2-LB+fence.sc+surface.test#1',
  'isa/8.10.3-2-atom.inc.cta+atom.inc.gpu.test#2',
  'paper/figure-4-CoWR-constant.test#1',
  'paper/figure-8a-CoWR-alias.test#1',
  'paper/figure-8b-CoWR-constant.test#1',
  'paper/figure-8e-MP+constant-fence-across-CTAs.test#1',
  'paper/figure-8f-CoWR-surface-constant.test#1',
  'paper/figure-9-MP.test#1',
]

const isTheSame = async ({ program }: Pick<Expected, 'program'>): Promise<string> => {
  const texts: string[] = []
  for (const question of program.questions) {
    const text = await explained(program, question, other)
    expect(without(text)).toBe(without(await explained(program, question, ptx75)))
    texts.push(text)
  }
  return texts.join('\n')
}

describe('under a model whose definitions and axioms are called otherwise, an explanation is the same up to the names', () => {
  test('of questions that name each axiom', async () => {
    const texts: string[] = []
    for (const name of few) texts.push(await isTheSame(exampleNamed(name, ptx75.name)))
    const named = ptx75.axioms.filter(({ name }) => texts.some((text) => text.includes(`${prefix}${name}`)))
    expect(named).toEqual(ptx75.axioms)
  })
  inSoak(
    'all examples',
    () => examples(ptx75.name),
    async (one) => {
      await isTheSame(one)
    },
  )
})
