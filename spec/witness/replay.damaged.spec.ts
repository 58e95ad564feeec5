/** Documents with one number changed: each is refused or judged, and none is a fault of ours. */

import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { readWitnesses, replay, resolveWitness } from '../../witness/replay.js'
import { solver, testIn } from '../support.js'

const tests = {
  'message passing': `.global x; .global f;
    d0.b0.t0 { st.weak [x], 1; fence.sc.gpu; st.relaxed.gpu [f], 1; }
    d0.b1.t0 { ld.relaxed.gpu r, [f]; fence.sc.gpu; ld.weak s, [x]; }
    permit (r == 1 && s == 1) as q;`,
  'accesses of several sizes': `.global .u32 x;
    d0.b0.t0 { st.weak.u16 [x], 1; bar.sync 0; }
    d0.b0.t1 { bar.sync 0; ld.weak.u32 r, [x]; }
    permit (r == 1) as q;`,
  'asynchronous copies': `.shared .u64 b; .shared .u32 s[4]; .global .u32 x[4] = {7, 7, 7, 7};
    d0.b0.t0 { mbarrier.init.shared.b64 [b], 1; mbarrier.arrive.expect_tx.shared.b64 t, [b], 16;
      cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b];
      mbarrier.test_wait.shared.b64 p, [b], t; }
    permit (p == 1) as q;`,
} as const

/** Returns the document with the value at each place where it has a number replaced. */
function* changedNumbers(value: unknown, by: number): Generator<unknown> {
  if (typeof value === 'number') yield by
  else if (Array.isArray(value))
    for (const [i, one] of value.entries()) for (const other of changedNumbers(one, by)) yield value.with(i, other)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      for (const other of changedNumbers(one, by)) yield { ...value, [key]: other }
}

test.each(Object.entries(tests))('%s', async (_, text) => {
  const program = testIn(text)
  const question = must(program.questions[0], 'a question')
  const { graph, found } = witnesses(program, question, await solver(), { model: defaultModel })
  const execution = must(found[0], 'an execution')
  const document = witnessOf({ graph, model: defaultModel, execution, question, show: [] })
  let count = 0
  for (const by of [2, graph.events.length - 1, 99])
    for (const changed of changedNumbers(
      {
        relations: document.relations,
        parts: document.parts ?? [],
        barriers: document.barriers,
        final: document.final,
      },
      by,
    )) {
      const whole = JSON.stringify({ ...document, ...Object(changed) })
      const read = readWitnesses({ name: 'w.json', text: whole })
      if (!read.ok) continue
      const resolved = resolveWitness(must(read.value[0], 'a witness'), 'w.json')
      if (resolved.ok) replay(resolved.value, defaultModel)
      count++
    }
  expect(count).toBeGreaterThan(10)
})
