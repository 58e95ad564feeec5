import { models } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { layoutOf } from '../../witness/picture/layout.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { witnessText } from '../../witness/text.js'
import { solver, testIn } from '../support.js'
import { dataFlaws, flaws, xmlFlaws } from './pictures.js'
import { replayed } from './replayed.js'

const model = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'the model',
)

/** Returns the witness of the question of a test with those threads. */
async function witness(threads: string) {
  const program = testIn(`.global .u64 in = 7; .global .u64 out; .shared .u64 buf; .shared .b64 bar;
${threads}`)
  const question = must(program.questions[0], 'a question')
  const { graph, found } = witnesses(program, question, await solver(), { model })
  return witnessOf({ graph, model, execution: must(found[0], 'an execution'), question })
}

const copyOut = () =>
  witness(`d0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.proxy.async.shared::cta;
  cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 8;
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
}
exists (out == 1) as copied;`)

const copyIn = () =>
  witness(`d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf], [in], 8, [bar];
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
}
exists (d0.b0.t0:r == 7) as copied;`)

test('operations have a column beside their thread, dashed boxes, and edges from their issue and to the wait', async () => {
  const shown = await copyOut()
  const { nodes, labels, edges } = layoutOf(shown)
  const boxes = nodes.map(({ box }) => box)
  const [read, write] = shown.events.filter(({ asynchronous }) => asynchronous).map(({ id }) => id)
  expect(labels.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toContain('d0.b0.t0, asynchronously')
  const dashed = boxes.filter(({ kind }) => kind === 'asynchronous')
  expect(dashed).toHaveLength(2)
  expect(new Set(dashed.map(({ x }) => x)).size).toBe(1)
  const inProgramOrder = boxes.filter(({ kind }) => kind === 'event').map(({ x }) => x)
  expect(inProgramOrder).not.toContain(dashed[0]?.x)
  const [issue, wait] = ['issue', 'wait'].map((kind) => shown.events.find((one) => one.kind === kind)?.id)
  expect(edges.filter(({ relation }) => relation === 'issue').map(({ from, to }) => [from, to])).toEqual([
    [issue, read],
    [issue, write],
  ])
  expect(edges.filter(({ relation }) => relation === 'completed').map(({ from, to }) => [from, to])).toEqual([
    [read, wait],
    [write, wait],
  ])
  expect(
    edges.filter(({ relation, from, to }) => relation === 'po' && [from, to].some((id) => id === read || id === write)),
  ).toEqual([])
})

test.each([
  ['out', copyOut],
  ['in', copyIn],
])('the picture of a copy %s has no flaws, and its witness replays', async (_, of) => {
  const shown = await of()
  expect(flaws(shown)).toEqual([])
  expect(dataFlaws(shown)).toEqual([])
  expect(xmlFlaws(witnessSvg([shown]))).toEqual([])
  expect(replayed(shown, model)).toEqual([])
})

test('the final state of an mbarrier is in words, and a wait that is over has not given up', async () => {
  const text = witnessText(await copyIn())
  expect(text).toContain('[bar] = phase 1, 1 of 1 pending, tx-count 0')
  expect(text).not.toContain('unknown value')
  expect(text).not.toContain('may give up')
})

test('a wait that returns false although the phase has ended gives up', async () => {
  const text = witnessText(
    await witness(`d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.try_wait.parity.shared.b64 p, [bar], 1;
}
exists (d0.b0.t0:p == 0) as impatient;`),
  )
  expect(text).toContain('may give up before the phase ends: d0.b0.t0 mbarrier.try_wait.parity.shared.b64 p, [bar], 1')
})

test('guards over the state of an mbarrier are in words', async () => {
  const { events } = await copyIn()
  const [wait] = events.filter(({ text, kind }) => kind === 'read' && text.includes('try_wait'))
  expect(events.filter(({ guard }) => guard !== 'true').map(({ guard }) => guard)).toContain(
    `(e${wait?.id} has ended the phase of parity 0) && (wait 0 does not give up)`,
  )
})
