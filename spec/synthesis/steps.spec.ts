import { testText } from '../../synthesis/program.js'
import { stepsOf } from '../../synthesis/steps.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { everything } from './drawn.js'
import { sketchIn } from './support.js'

const vocabulary: Vocabulary = { ...everything, scopes: ['cta', 'gpu'], oneSided: false }

/** Returns the steps of a test, each with its threads and its condition in one line. */
const steps = (text: string, of = vocabulary): readonly string[] => {
  const { labelled, outcome } = sketchIn(text)
  return stepsOf(labelled, outcome, of).map((step) =>
    testText(step.labelled, step.outcome)
      .replaceAll(/^\.global.*\n/gm, '')
      .replaceAll(/\bd0\.b\d\.t\d /g, '')
      .replaceAll(/\s+/g, ' ')
      .replace(' as outcome;', '')
      .trim(),
  )
}

test('weaker orders and scopes, no instruction, no dependency, an atomic in two parts, and an outcome that says less', () => {
  const found = steps(`.global x; .global y;
d0.b0.t0 { atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; xor r9, r0, r0; add r9, r9, 1; st.weak [y], r9; }
d0.b1.t0 { ld.relaxed.gpu r1, [y]; st.weak [x], 2; }
exists (r0 == 2 && r1 == 1)`)
  expect(found).toMatchInlineSnapshot(`
[
  "{ atom.relaxed.gpu.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.cta.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.acq_rel.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.cta r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ fence.sc.cta; st.weak [y], 1; } { ld.relaxed.gpu r0, [y]; st.weak [x], 1; } exists (r0 == 1)",
  "{ ld.acquire.gpu r0, [x]; st.relaxed.gpu [x], 1; fence.sc.cta; xor r103, r0, r0; add r103, r103, 1; st.weak [y], r103; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; xor r101, r0, r0; add r101, r101, 1; st.weak [y], r101; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; st.weak [y], 1; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r0 == 2 && r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { st.weak [x], 2; } exists (r0 == 2)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.gpu r1, [y]; } exists (r1 == 1)",
  "{ atom.acquire.gpu.exch r0, [x], 1; fence.sc.cta; xor r102, r0, r0; add r102, r102, 1; st.weak [y], r102; } { ld.relaxed.gpu r1, [y]; st.weak [x], 2; } exists (r1 == 1)",
]
`)
})

test('fences on one side only where they are wanted', () => {
  const text = `.global x; d0.b0.t0 { ld r0, [x]; fence.acq_rel.cta; ld r1, [x]; } d0.b1.t0 { st.weak [x], 1; }
exists (r0 == 1 && r1 == 0)`
  const weaker = (oneSided: boolean) =>
    steps(text, { ...vocabulary, oneSided }).filter((one) => /fence\.(acq|rel)/.test(one))
  const words = (oneSided: boolean) => new Set(weaker(oneSided).map((one) => one.match(/fence\.\w+/)?.[0]))
  expect(words(false)).toEqual(new Set(['fence.acq_rel']))
  expect(words(true)).toEqual(new Set(['fence.acq_rel', 'fence.acquire', 'fence.release']))
})
