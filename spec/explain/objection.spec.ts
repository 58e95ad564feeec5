import type { Model } from '../../axioms/algebra/terms.js'
import { nvlitmus, ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { exampleNamed } from '../examples.js'
import { solver, testIn } from '../support.js'

/** Returns what each axiom would have to allow according to an explanation, and the rest of its text. */
async function explained(program: Program, model: Model = ptx75) {
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model })
  if (explanation.kind !== 'forbidden') throw new Error(`it is ${explanation.kind}`)
  const said = explanation.sets.flatMap(({ objections }) => objections.map(({ axiom, words }) => `${axiom}: ${words}`))
  return { said, text: explanationText(program, question, model.name, explanation) }
}

test.each([
  [
    'classic/2+2W.test#6',
    [
      /^Coherence: (e\d+) would not overwrite what (e\d+) writes to [xy], although \2 comes before \1 by the steps below$/,
    ],
    /^ {6}but (e\d+) is not overwritten by (e\d+) {2}\(not in co\)$/m,
  ],
  [
    'classic/CoRW2.test#2',
    [
      /^Coherence: neither of the writes e2 and e3 to x would overwrite the other, although they are morally strong with each other$/,
    ],
    /\n\n {2}empty W \* W & ms & loc \\ \(co \| co\^-1\) as Coherence$/,
  ],
  [
    'isa/8.10.3-1-atom.inc.sys.test#1',
    [/^Coherence: /, /^Atomicity: e\d would write to x between the read e\d and the write e\d of one atomic$/],
    /as Atomicity$/,
  ],
  [
    'classic/CoRW1.test#1',
    [
      /^Coherence: e2 would come before itself$/,
      /^SC-per-Location: these accesses to x/,
      /^Causality: e1 would read what e2 writes to x, although e1 comes before e2$/,
    ],
    /as Causality$/,
  ],
  [
    'isa/8.10.6-MP.test#1',
    [/^Causality: e7 would read a value of data that e2 overwrites, although e2 comes before e7$/],
    /as Causality$/,
  ],
  ['isa/8.10.4-LB+data.test#1', [/^No-Thin-Air: the value of e\d would depend on itself$/], /as No-Thin-Air$/],
  [
    'isa/8.10.2-LB+fence.sc+surface.test#1',
    [/^Fence-SC: the fence (e\d) would come before the fence (e\d), although the steps below put \2 first$/],
    /as Fence-SC$/,
  ],
])('%s: events are named in place of notions of cat', async (name, sentences, text) => {
  const found = await explained(exampleNamed(name, 'ptx-7.5').program)
  expect(found.said.length).toBe(sentences.length)
  for (const sentence of sentences) expect(found.said).toContainEqual(expect.stringMatching(sentence))
  expect(found.text).toMatch(text)
})

test('where a chain ends where it begins, no order is missing', async () => {
  const { text } = await explained(exampleNamed('classic/CoRW1.test#1', 'ptx-7.5').program)
  expect(text).not.toContain('but they')
  expect(text).not.toContain('(not in co)')
})

test('a sentence for a step that the chain has not is not said', async () => {
  const program = testIn(`.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r0, [x]; } check (r0 == 0) as stale;`)
  const model = modelIn(
    '(* objects by co: {first} is gone *) (* objects: {last}, {location} *) acyclic po | rf | fr as A',
  )
  const { said } = await explained(program, model)
  expect(said).toEqual([expect.stringMatching(/^A: e\d, x$/)])
})

test('nvlitmus gives the same reasons for the outcomes that it forbids', async () => {
  const mp = testIn(`.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
    d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; } check (r0 == 1 && r1 == 0) as stale;`)
  const { said } = await explained(mp, nvlitmus)
  expect(said).toEqual(['Causality: e5 would read a value of x that e2 overwrites, although e2 comes before e5'])
})
