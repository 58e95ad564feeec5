import { ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { accessedName } from '../../litmus/operands.js'
import { applied } from '../../repair/apply.js'
import { inAllThreads, isFirstOfText, sharing } from '../../repair/same-text.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const lock = `.global m; .global x;
d0.b0..1.t0 {
  L: atom.cas.relaxed.gpu r0, [m], 0, 1;
  bne r0, 0, L;
  ld r1, [x];
  add r1, r1, 1;
  st [x], r1;
  atom.exch.relaxed.gpu r2, [m], 0;
}
d0.b2.t0 { ld r3, [x]; }
assert ([x] == 2) as both;`

test('threads run one text if every instruction is at one place', () => {
  const program = testIn(lock)
  expect([0, 1, 2].map((thread) => sharing(program, thread))).toEqual([[0, 1], [0, 1], [2]])
  expect([0, 1, 2].map((thread) => isFirstOfText(program, thread))).toEqual([true, false, true])
})

test('a change of a text is one change, made in all threads that run it, and two are enough for a lock without fences', async () => {
  const program = testIn(lock)
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model: ptx75 })
  if (explanation.kind !== 'allowed') throw new Error(`it is ${explanation.kind}`)
  const changes = editsOf(must(explanation.repairs[0], 'a repair').changes)
  expect(changes.map((one) => repairText(program, one))).toEqual([
    'replace atom.relaxed.gpu.cas r0, [m], 0, 1 with atom.acquire.gpu.cas r0, [m], 0, 1 in d0.b0.t0 and 1 other thread of its text, line 3: adds synchronisation',
    'replace atom.relaxed.gpu.exch r2, [m], 0 with atom.release.gpu.exch r2, [m], 0 in d0.b0.t0 and 1 other thread of its text, line 8: adds synchronisation',
  ])
  const orders = applied(program, changes).threads.map(({ instructions }) =>
    instructions.flatMap((one) => (one.kind === 'atomic' ? [one.order] : [])),
  )
  expect(orders).toEqual([['acquire', 'release'], ['acquire', 'release'], []])
})

test('each thread keeps the copy of shared memory that it accesses', () => {
  const program = testIn('.shared s; d0.b0..1.t0 { st.relaxed.cta [s], 1; ld r0, [s]; } check (d0.b0.t0:r0 == 1) as q;')
  const [store] = must(program.threads[0], 'a thread').instructions
  if (store?.kind !== 'store') throw new Error('it begins with a store')
  const instruction = { ...store, order: 'release' } as const
  const changed = inAllThreads(program, [{ thread: 0, at: 0, change: { kind: 'replace', instruction, what: 'order' } }])
  const names = changed.map(({ change }) => (change.kind === 'replace' ? accessedName(change.instruction) : undefined))
  expect(names).toEqual(program.threads.map(({ instructions }) => accessedName(must(instructions[0], 'a store'))))
  expect(new Set(names).size).toBe(2)
})
