import { withoutAxiom } from '../../axioms/algebra/edit.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ptx75 } from '../../axioms/models.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { programOf } from '../../synthesis/program.js'
import { responsible } from '../../synthesis/responsible.js'
import { cycleIn, sketchIn } from './support.js'

const axiomsOf = responsible(ptx75)

/** Returns the axioms without which, each by itself, brute force finds the test allowed. */
function naively({ labelled, outcome }: ReturnType<typeof sketchIn>): readonly string[] {
  const isAllowed = (model: Model) =>
    bruteForce(programOf(labelled, outcome), model).answers[0]?.verdict.kind === 'allowed'
  expect(isAllowed(ptx75)).toBe(false)
  return ptx75.axioms.flatMap(({ name }) => (isAllowed(withoutAxiom(ptx75, name)) ? [name] : []))
}

describe('the axioms without which an outcome is allowed, each by itself', () => {
  test.each<[string, readonly string[]]>([
    ['PodWW Rfe+rel+acq.gpu PodRR Fre', ['Causality']],
    ['PodWR+fence.sc.gpu Fre PodWR+fence.sc.gpu Fre', ['Causality']],
    ['PosWW Coi', ['Coherence']],
    ['PosWR Fri', []],
    ['DpDatadW Rfe DpDatadW Rfe', ['No-Thin-Air']],
  ])('%s: %j', (text, axioms) => {
    const { test: made } = cycleIn(text)
    expect(axiomsOf(made.labelled, made.outcome)).toEqual(axioms)
    expect(naively(made)).toEqual(axioms)
  })
  test('two atomics that read the same value', () => {
    const made = sketchIn(`.global x;
d0.b0.t0 { atom.relaxed.gpu.exch r0, [x], 1; } d0.b1.t0 { atom.relaxed.gpu.exch r1, [x], 2; }
exists (r0 == 0 && r1 == 0)`)
    const axioms = axiomsOf(made.labelled, made.outcome)
    expect(axioms).toContain('Atomicity')
    expect(axioms).toEqual(naively(made))
  })
})
