import { join } from 'node:path'
import { ptx75 } from '../../axioms/models.js'
import { startSolver } from '../../cli/z3/start.js'
import { decide } from '../../encoder/decide/decide.js'
import { type Explanation, explain } from '../../explain/explain.js'
import { applied } from '../../explain/repair.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import { examples } from '../examples.js'
import { expectGolden } from '../golden.js'
import { root, solver, testsIn, textOf } from '../support.js'
import { flawsOf } from './chains.js'

const all = examples('ptx-7.5')

describe('of every forbidden outcome each axiom of a set is needed, and each chain holds step by step', () => {
  test.each(all.map(({ name, program }) => [name, program] as const))('%s', async (_, program) => {
    const z3 = await solver()
    for (const question of program.questions) expect(flawsOf(program, question, ptx75, z3)).toEqual([])
  })
})

/** One row of a template, and its first question. */
const golden: readonly (readonly [string, string])[] = [
  ['figure-4', 'paper/figure-4-CoWR-constant.test#1'],
  ['figure-8a', 'paper/figure-8a-CoWR-alias.test#1'],
  ['figure-8b', 'paper/figure-8b-CoWR-constant.test#1'],
  ['figure-8c', 'paper/figure-8c-MP+constant-fence-after-acquire.test#1'],
  ['figure-8d', 'paper/figure-8d-MP+constant-fence-before-release.test#1'],
  ['figure-8e', 'paper/figure-8e-MP+constant-fence-across-CTAs.test#1'],
  ['figure-8f', 'paper/figure-8f-CoWR-surface-constant.test#1'],
  ['figure-9', 'paper/figure-9-MP.test#1'],
  ['SB', 'classic/SB.test#5'],
  ['MP', 'isa/8.10.6-MP.test#1'],
  ['CoRR', 'classic/CoRR.test#2'],
  ['LB', 'isa/8.10.4-LB+data.test#1'],
  ['red', 'isa/8.11.1-MP+red.test#1'],
  ['lock', 'algorithms/ticket-lock+relaxed-wait.litmus'],
  ['flag+acquire.cta', 'algorithms/flag+acquire.cta.litmus'],
  ['look-back', 'algorithms/look-back+no-fence.litmus'],
  ['event', 'cuda/streams/alias+event.test#1'],
  ['event+no-wait', 'cuda/streams/alias+event.test#2'],
  ['event+recorded-early', 'cuda/streams/alias+event.test#4'],
  ['event+another-stream', 'cuda/streams/alias+event.test#5'],
  ['running-grid', 'cuda/streams/alias+running-grid.test#1'],
  ['barrier.cluster', 'cuda/spaces/MP+barrier.cluster.test#1'],
  ['barrier.cluster+relaxed', 'cuda/spaces/MP+barrier.cluster.test#3'],
  ['shared-cluster', 'cuda/spaces/MP+shared-cluster.test#1'],
  ['nc', 'cuda/spaces/MP+nc.test#2'],
]

/** By a z3 of its own: which of many executions is shown hangs on what it has been asked before. */
async function freshly(program: Program, question: Question): Promise<Explanation> {
  const fresh = await startSolver()
  const explanation = explain(program, question, fresh, { model: ptx75 })
  fresh.close()
  return explanation
}

describe('explanations that people read', () => {
  test.each(golden)('%s', async (file, name) => {
    const program = all.find((one) => one.name === name)?.program
    const question = program?.questions[0]
    if (program === undefined || question === undefined) throw new Error(`there is no example ${name}`)
    const here = { ...program, file: name.replace(/#\d+$/, '') }
    const explanation = await freshly(here, question)
    expectGolden(
      join(root, 'spec/explain/golden', `${file}.txt`),
      `${explanationText(here, question.name, 'ptx-7.5', explanation)}\n`,
    )
  })
})

test('a lock with one scope too small', async () => {
  const text = textOf(root, 'examples/algorithms/spin-lock.litmus')
  const narrow = text.replace('atom.acquire.gpu.cas r0, m, 0, 1 ;', 'atom.acquire.cta.cas r0, m, 0, 1 ;')
  expect(narrow).not.toBe(text)
  const [program] = testsIn(narrow, 'spin-lock+cas.cta.litmus')
  const question = program?.questions[0]
  if (program === undefined || question === undefined) throw new Error('there is no lock')
  const explanation = await freshly(program, question)
  expectGolden(
    join(root, 'spec/explain/golden/lock+scope.txt'),
    `${explanationText(program, question.name, 'ptx-7.5', explanation)}\n`,
  )
})

describe('the changes that would forbid an outcome do', () => {
  const allowed = all.filter(
    ({ name, verdicts }) =>
      /^paper\/(figure-(4|8)|section-3)|^cuda\/spaces\/MP\+(nc|constant|shared|shared-cluster|barrier.cluster)\.test/.test(
        name,
      ) && verdicts.includes('allowed'),
  )
  test.each(allowed.map(({ name, program }) => [name, program] as const))('%s', async (_, program) => {
    const z3 = await solver()
    for (const question of program.questions) {
      const explanation = explain(program, question, z3, { model: ptx75 })
      if (explanation.kind !== 'allowed') continue
      // What is not stale is as it should be, and no fence is missing.
      if (question.name.startsWith('stale')) expect(explanation.repairs).not.toEqual([])
      for (const repairs of explanation.repairs) {
        const changed = applied({ ...program, questions: [question] }, repairs)
        expect(decide(changed, z3, { model: ptx75 }).answers.map(({ verdict }) => verdict.kind)).toEqual(['forbidden'])
      }
    }
  })
})
