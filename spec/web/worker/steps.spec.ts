import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { must } from '../../../source/must.js'
import { stepsOf } from '../../../web/worker/steps.js'
import { witnessOf } from '../../../witness/build.js'
import { solver, testIn } from '../../support.js'

/** Returns the steps of an execution that reaches the outcome. */
async function steps(text: string): Promise<readonly string[]> {
  const test = testIn(text)
  const { graph, model, answers } = decide(test, await solver(), { model: defaultModel })
  const { verdict } = must(answers[0], 'an answer')
  if (verdict.kind !== 'allowed') throw new Error('it is not allowed')
  return stepsOf(test, witnessOf({ graph, model, execution: verdict.execution })).map(({ text }) => text)
}

test('a write comes before its reads, and threads are in program order', async () => {
  expect(
    await steps(`.global x; .global y;
      d0.b0.t0 { ld.relaxed.gpu r0, [y]; st.relaxed.gpu [x], 2; }
      d0.b1.t0 { st.relaxed.gpu [y], 1; ld.relaxed.gpu r1, [x]; }
      check (r0 == 1 && r1 == 2) as all;`),
  ).toEqual([
    'e0: x = 0',
    'e1: y = 0',
    'e4: st.relaxed.gpu [y], 1: W y = 1',
    'e2: ld.relaxed.gpu r0, [y]: R y = 1',
    'e3: st.relaxed.gpu [x], 2: W x = 2',
    'e5: ld.relaxed.gpu r1, [x]: R x = 2',
  ])
})

test('in load buffering, a read comes before the write that it reads', async () => {
  const listed = await steps(`.global x; .global y;
    d0.b0.t0 { ld.relaxed.gpu r0, [y]; st.relaxed.gpu [x], 1; }
    d0.b1.t0 { ld.relaxed.gpu r1, [x]; st.relaxed.gpu [y], 1; }
    check (r0 == 1 && r1 == 1) as both;`)
  expect(listed.map((text) => text.slice(0, 2))).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5'])
})

test('an event that is not executed is not a step', async () => {
  const listed = await steps(`.global x;
    d0.b0.t0 { ld.weak r0, [x]; beq r0, 0, END; st.weak [x], 1; END: }
    check (r0 == 0) as skipped;`)
  expect(listed).toEqual(['e0: x = 0', 'e1: ld.weak r0, [x]: R x = 0'])
})
