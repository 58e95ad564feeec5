import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { explanationOf } from '../../explain/document.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Question } from '../../litmus/program.js'
import { applied } from '../../repair/apply.js'
import { editsOf } from '../../repair/slot.js'
import { explanationDocument } from '../../report/explanation.js'
import { must } from '../../source/must.js'
import { type Expected, exampleNamed } from '../examples.js'
import { onEach, sampled, someExamples } from '../extent.js'
import { herd, solver, testIn } from '../support.js'
import { flawsOf } from './chains.js'
import { expectExplanation } from './explained.js'

const all = someExamples('ptx-7.5')

/** Returns the questions of a program to which the table gives one of these words. */
const asked = (one: Expected, ...words: readonly string[]): readonly Question[] =>
  one.program.questions.filter((_, i) => words.includes(must(one.verdicts[i], 'a verdict on each question')))

onEach(
  'of a forbidden outcome each axiom of a set is needed, and each chain holds step by step',
  { all: all.filter((one) => asked(one, 'forbidden', 'vacuous').length > 0), sample: sampled, least: 5 },
  async (one) => {
    const z3 = await solver()
    for (const question of asked(one, 'forbidden', 'vacuous'))
      expect(flawsOf(one.program, question, ptx75, z3)).toEqual([])
  },
)

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
  ['2+2W', 'classic/2+2W.test#5'],
  ['MP', 'isa/8.10.6-MP.test#1'],
  ['CoRR', 'classic/CoRR.test#2'],
  ['LB', 'isa/8.10.4-LB+data.test#1'],
  ['red', 'isa/8.11.1-MP+red.test#1'],
  ['flag+acquire.cta', 'algorithms/flag.test#2'],
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

describe('explanations that people read', () => {
  test.each(golden)('%s', (file, name) => {
    const { program } = exampleNamed(name, 'ptx-7.5')
    return expectExplanation(file, { ...program, file: name.replace(/#\d+$/, '') })
  })
})

describe('a result within the bound is reported with the bound', () => {
  const heads = ['P0@cta 0,gpu 0', 'P1@cta 1,gpu 0'] as const
  /** Gives up in the third round. */
  const patient = herd(
    'f = 0; x = 0; c = 0;',
    [
      [heads[0], 'st.weak x, 1', 'st.relaxed.gpu f, 1'],
      [
        heads[1],
        'ld.weak r2, c',
        'L:',
        'add r2, r2, 1',
        'ld.acquire.gpu r0, f',
        'beq r2, 3, OUT',
        'beq r0, 0, L',
        'OUT:',
        'ld.weak r1, x',
      ],
    ],
    'exists (P1:r1 == 0)',
  )
  const explained = async (text: string, bound: number) => {
    const program = testIn(text)
    const question = must(program.questions[0], 'a question')
    const explanation = explain(program, question, await solver(), { model: ptx75, bound })
    return {
      lines: explanationText(program, question, ptx75.name, explanation).split('\n'),
      document: explanationDocument.parse(explanationOf(program, question, ptx75, explanation)),
    }
  }

  test('a change that forbids the outcome there', async () => {
    const { lines, document } = await explained(patient, 2)
    const release = 'replace st.relaxed.gpu f, 1 with st.release.gpu f, 1 in P0, line 7: adds synchronisation'
    expect(lines.slice(lines.indexOf('This change would forbid it within bound 2:'))[1]).toBe(`  ${release}`)
    expect(document.repairs).toContainEqual({
      changes: [release],
      cuda: [
        [
          'cuda::atomic_ref<int, cuda::thread_scope_device>(f).store(1, cuda::memory_order_release)',
          '__threadfence(), then a volatile write',
        ],
      ],
      cost: { changes: 1, sum: 672 },
      within: { bound: 2, loops: [expect.stringMatching(/^P1 L, /)] },
    })
    expect((await explained(patient, 3)).document.repairs).toEqual([])
  })
  test('axioms that forbid it there', async () => {
    const { lines, document } = await explained(patient.replace('st.relaxed', 'st.release'), 2)
    expect(lines.slice(0, 4)).toEqual([
      'spec · exists · ptx-7.5: forbidden within bound 2',
      '  loops cut at the bound 2: P1 L, spec:7:23',
      '',
      'Causality (ISA 8.10.6) forbids it within bound 2.',
    ])
    expect(document.sets).toMatchObject([{ axioms: ['Causality'], within: { bound: 2 } }])
  })
  test('values that rule it out there, where fewer axioms let a loop go on', async () => {
    const stubborn = (rounds: number) =>
      herd(
        'x = 0;',
        [[heads[0], 'st.weak x, 1', 'L:', 'add r1, r1, 1', 'ld.weak r0, x', 'beq r0, 0, L']],
        `exists (P0:r1 == ${rounds})`,
      )
    expect((await explained(stubborn(3), 2)).lines).toEqual([
      'spec · exists · ptx-7.5: forbidden',
      '',
      'No axiom is needed: the values that the threads compute within bound 2 rule out the outcome.',
    ])
    expect((await explained(stubborn(0), 2)).document.sets).toEqual([
      { axioms: [], within: { bound: 2, loops: [expect.stringMatching(/^P0 L, /)] }, objections: [] },
    ])
    expect((await explained(stubborn(3), 3)).document.sets.map(({ axioms }) => axioms)).toEqual([
      ['SC-per-Location'],
      ['Causality'],
    ])
  })
})

describe('the changes that would forbid an outcome do', () => {
  const allowed = all.filter(
    (one) =>
      /^paper\/(figure-(4|8)|section-3)|^cuda\/spaces\/MP\+(nc|constant|shared|shared-cluster|barrier.cluster)\.test/.test(
        one.name,
      ) && asked(one, 'allowed').length > 0,
  )
  onEach('examples of fences and barriers', { all: allowed, sample: sampled, least: 2 }, async (one) => {
    const z3 = await solver()
    for (const question of asked(one, 'allowed')) {
      const { program } = one
      const explanation = explain(program, question, z3, { model: ptx75 })
      if (explanation.kind !== 'allowed') throw new Error(`it is ${explanation.kind}`)
      // A value that is not stale is as it should be, and no fence is missing.
      if (question.name.startsWith('stale')) expect(explanation.repairs).not.toEqual([])
      else expect(explanation.repairs).toEqual([])
      for (const { changes } of explanation.repairs) {
        const changed = applied({ ...program, questions: [question] }, editsOf(changes))
        expect(
          decide(changed, z3, { model: ptx75, liveness: false }).answers.map(({ verdict }) => verdict.kind),
        ).toEqual(['forbidden'])
      }
    }
  })
})
