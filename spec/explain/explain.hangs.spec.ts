import { defaultModel } from '../../axioms/models.js'
import { explanationOf } from '../../explain/document.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { must } from '../../source/must.js'
import { herd, solver, testIn } from '../support.js'

async function explained(text: string) {
  const program = testIn(text)
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model: defaultModel })
  return {
    text: explanationText(program, question, defaultModel.name, explanation),
    document: explanationOf(program, question, defaultModel, explanation),
  }
}

test('where no execution ends, that is why a claim does not hold, and no values are blamed', async () => {
  const { text, document } = await explained(
    herd(
      'x = 0;',
      [
        ['P0@cta 0,gpu 0', 'bar.cta.sync 1', 'bar.cta.sync 2'],
        ['P1@cta 0,gpu 0', 'bar.cta.sync 2', 'bar.cta.sync 1', 'ld.weak r0, x'],
      ],
      '~exists (P1:r0 == 1)',
    ),
  )
  expect(text).toBe(`spec · ~exists · ptx-9.4: hangs
  no execution ends; in one P0 waits for ever at bar.cta.sync 1, spec:6:1, for P1; P1 waits for ever at bar.cta.sync 2, spec:6:18, for P0`)
  expect(document).toMatchObject({ verdict: 'forbidden', liveness: 'hangs', sets: [], hang: [{}, {}] })
})

test('an allowed outcome may also hang', async () => {
  const { text, document } = await explained(
    herd(
      'x = 0;',
      [
        ['P0@cta 0,gpu 0', 'st.relaxed.gpu x, 1', 'st.relaxed.gpu x, 2'],
        ['P1@cta 1,gpu 0', 'L:', 'ld.relaxed.gpu r0, x', 'bne r0, 1, L'],
      ],
      'exists (P1:r0 == 1)',
    ),
  )
  expect(text).toMatch(
    /^spec · exists · ptx-9\.4: allowed, can hang\n {2}in one execution P1 waits for ever in loop L, /,
  )
  expect(document).toMatchObject({ verdict: 'allowed', liveness: 'can hang', hang: [{ thread: 'P1' }] })
})
