import { defaultModel } from '../../../axioms/models.js'
import { foundIn } from '../../../cli/repairs/text.js'
import { renderWeakened, weakenDocumentOf } from '../../../cli/weaken/render.js'
import { weaken } from '../../../repair/weaken.js'
import { weakenDocument } from '../../../report/repairs.js'
import { solver, testIn } from '../../support.js'

const test1 = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; fence.sc.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.sc.gpu; ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

/** Returns what is shown if time runs out after `found` changes. */
async function shownAfter(found: number) {
  const weakened = weaken(test1, await solver(), { model: defaultModel, only: ['fences', 'orders'] })
  const all = weakened.kind === 'weakened' ? weakened.alone : []
  const alone = all.slice(0, found)
  return {
    test: test1,
    model: defaultModel,
    questions: test1.questions,
    weakened: { kind: 'undecided', reason: 'the time limit was reached', alone, raceFree: false } as const,
    only: undefined,
    alone: alone.map((one) => foundIn(test1, one)),
    best: undefined,
    written: [],
    exitStatus: 3,
  } as const
}

test('if time runs out, the changes found alone are shown, and that there may be more', async () => {
  const text = renderWeakened(await shownAfter(2))
  expect(text).toMatch(/ · ptx-9\.4: undecided: the time limit was reached\nIt goes by the claim fresh\.\n/)
  expect(text).toMatch(
    /\n\nEach of these changes may be made alone:\n {2}1\. replace fence\.sc\.gpu with fence\.acq_rel\.gpu/,
  )
  expect(text).toMatch(/\n\nThere may be others\.$/)
  expect(renderWeakened(await shownAfter(1))).toContain('\n\nThis change may be made:\n  1. replace')
  expect(renderWeakened(await shownAfter(0))).toMatch(/: undecided: the time limit was reached$/)
})

test('the document has them as well', async () => {
  const document = weakenDocument.parse(weakenDocumentOf(await shownAfter(2)))
  expect(document).toMatchObject({ result: 'undecided', exitStatus: 3, raceFree: false })
  expect(document.alone).toHaveLength(2)
})
