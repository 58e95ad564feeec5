import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { unsynchronised } from '../../witness/unsynchronised.js'
import { solver, testIn } from '../support.js'

async function found(text: string) {
  const test = testIn(text)
  const question = must(test.questions[0], 'a question')
  const { graph, found } = witnesses(test, question, await solver(), { model: defaultModel })
  const witness = witnessOf({ graph, model: defaultModel, execution: must(found[0], 'an execution'), question })
  return { races: witness.races, missing: unsynchronised(witness) }
}

const passed = (release: string, acquire: string, load = 'ld.weak r1, [x]') => `.global x; .global y;
.texref t virtually aliases x;
d0.b0.t0 { st.weak [x], 1; ${release} [y], 1; }
d0.b1.t0 { ${acquire} r0, [y]; ${load}; }
check (r0 == 1 && r1 == 0) as stale;`

test.each([
  ['a release that lacks', 'st.relaxed.gpu', 'ld.acquire.gpu'],
  ['an acquire that lacks', 'st.release.gpu', 'ld.relaxed.gpu'],
])('%s: the write and the read that would have had to synchronise', async (_, release, acquire) => {
  expect(await found(passed(release, acquire))).toEqual({ races: [[2, 5]], missing: [[3, 4]] })
})

test('accesses that synchronise lack nothing, even if they race for another reason', async () => {
  const stale = passed('st.release.gpu', 'ld.acquire.gpu', 'tld r1, [t]')
  expect(await found(stale)).toEqual({ races: [[2, 5]], missing: [] })
})

test('the race itself is not among the pairs that would have had to synchronise', async () => {
  expect(await found(passed('st.weak', 'ld.weak'))).toEqual({
    races: [
      [2, 5],
      [3, 4],
    ],
    missing: [],
  })
})

test('only pairs on the path from one access to the other', async () => {
  const { missing } = await found(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [y], 1; st.weak [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }
check (r0 == 1 && r1 == 1) as q;`)
  expect(missing).toEqual([])
})

test('an execution without races lacks no synchronisation', async () => {
  const { races, missing } = await found(`.global x;
d0.b0.t0 { st.relaxed.gpu [x], 1; } d0.b1.t0 { ld.relaxed.gpu r0, [x]; } check (r0 == 1) as q;`)
  expect([races, missing]).toEqual([undefined, []])
})

test('through a thread between them: the hop that does not synchronise', async () => {
  const { missing } = await found(`.global x; .global y; .global z;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; st.relaxed.gpu [z], 1; }
d0.b2.t0 { ld.acquire.gpu r1, [z]; ld.weak r2, [x]; }
check (r0 == 1 && r1 == 1 && r2 == 0) as q;`)
  expect(missing).toEqual([[6, 7]])
})
