import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { ptx75 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { decideVariants } from '../../../encoder/decide/variants.js'
import type { Verdict } from '../../../encoder/decide/verdict.js'
import { type Expected, exampleNamed } from '../../examples.js'
import { onEach, sampled, someExamples } from '../../extent.js'
import { solver } from '../../support.js'

const axioms = ptx75.axioms.map(({ name }) => name)

describe('a model without some of its axioms, from one encoding', () => {
  const all = someExamples('ptx-7.5')
  const ofIsa = (some: readonly Expected[]) => sampled(some).filter(({ name }) => name.startsWith('isa/'))
  onEach('decides as if it were encoded so', { all, sample: ofIsa, least: 3 }, async ({ name, program }) => {
    const z3 = await solver()
    const variants = [[], ...axioms.map((axiom) => [axiom]), ['Coherence', 'Causality']]
    const { variants: decided } = decideVariants(program, ptx75, variants, z3)
    for (const [i, without] of variants.entries()) {
      const model = without.reduce(withoutAxiom, ptx75)
      const alone = decide(program, z3, { model, liveness: false }).answers.map(({ verdict }) => verdict)
      const kinds = (all: readonly Verdict[]) => all.map((one) => [one.kind, one.kind === 'forbidden' && one.vacuous])
      expect([name, without, kinds(decided[i]?.verdicts ?? [])]).toEqual([name, without, kinds(alone)])
    }
  })

  test('the definition of races does not depend on the axioms that mention it', async () => {
    const { program } = exampleNamed('memory/byte-flag.test#1')
    const model = ['Coherence', 'Causality'].reduce(withoutAxiom, ptx75)
    const answers = decide(program, await solver(), { model }).answers.map(({ verdict }) => verdict.kind)
    expect(answers).toEqual(['allowed'])
  })

  test('a program that is not covered or too large is so in every variant', async () => {
    const { program } = exampleNamed('classic/2+2W.test#1')
    const model = { ...ptx75, excludes: ['final values' as const] }
    const { variants } = decideVariants(program, model, [[], ['Causality']], await solver())
    expect(variants.map(({ verdicts }) => verdicts)).toEqual([
      [expect.objectContaining({ kind: 'not covered' })],
      [expect.anything()],
    ])
  })
})
