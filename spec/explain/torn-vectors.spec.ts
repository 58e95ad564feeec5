import { ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const passing = (store: string, load: string): string => `.global .u32 pair[2];
d0.b0.t0 { ${store} }
d0.b1.t0 { ${load} }
check (flag == 1 && data == 0) as torn;`

const stores = 'st.relaxed.gpu.u32 [pair+4], 42; st.relaxed.gpu.u32 [pair], 1;'
const loads = 'ld.relaxed.gpu.u32 flag, [pair]; ld.relaxed.gpu.u32 data, [pair+4];'
const vectorStore = 'st.relaxed.gpu.v2.u32 [pair], {1, 42};'
const vectorLoad = 'ld.relaxed.gpu.v2.u32 {flag, data}, [pair];'

async function explained(text: string) {
  const program = testIn(text)
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model: ptx75 })
  if (explanation.kind !== 'allowed') throw new Error(`it is ${explanation.kind}`)
  return { torn: explanation.torn, text: explanationText(program, question, 'ptx-7.5', explanation) }
}

test('a vector load that takes one element from a vector store, and another from before it, is torn', async () => {
  const { torn, text } = await explained(passing(vectorStore, vectorLoad))
  expect(torn).toEqual([{ fresh: { read: 4, write: 2 }, stale: { read: 5, write: 3 } }])
  expect(text).toContain(`A torn vector: its elements are separate accesses, in no order (ISA 8.2.4):
  e3  d0.b0.t0, line 2: ${vectorStore.slice(0, -1)}   W pair[1] = 42
  e2  d0.b0.t0, line 2: ${vectorStore.slice(0, -1)}   W pair[0] = 1
  e5  d0.b1.t0, line 3: ${vectorLoad.slice(0, -1)}   R pair[1] = 0
  e4  d0.b1.t0, line 3: ${vectorLoad.slice(0, -1)}   R pair[0] = 1
  e4 reads from e2, e5 from before e3
`)
})

test.each([
  ['two loads', vectorStore, loads],
  ['two stores', stores, vectorLoad],
])('%s show no torn vector', async (_, store, load) => {
  expect((await explained(passing(store, load))).torn).toEqual([])
})
