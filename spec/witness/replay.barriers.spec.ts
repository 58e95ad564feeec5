import { ptx75 } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import type { Witness } from '../../report/witness.js'
import { witnessOf } from '../../witness/build.js'
import { witnessText } from '../../witness/text.js'
import { solver, testIn } from '../support.js'
import { replayed } from './replayed.js'

/** Returns a witness of two threads that both contribute a predicate that holds. */
async function document(): Promise<Witness> {
  const program = testIn(`.shared .u32 x;
    d0.b0.t0 { setp.eq.u32 p, 0, 0; bar.red.popc.u32 n, 0, p; st.shared.u32 [x], n; }
    d0.b0.t1 { ld.shared.u32 r, [x]; setp.eq.u32 p, r, 0; bar.red.popc.u32 n, 0, p; }
    check (d0.b0.t0:n == 2) as both;`)
  const [question] = program.questions
  if (question === undefined) throw new Error('a question is needed')
  const { graph, found } = witnesses(program, question, await solver(), { model: ptx75 })
  const [execution] = found
  if (execution === undefined) throw new Error('both can bring it')
  return witnessOf({ graph, model: ptx75, execution, question, show: [] })
}

describe('the result of a reduction', () => {
  test('is in the witness, and in its text', async () => {
    const one = await document()
    expect(one.events.filter(({ kind }) => kind === 'barrier').map(({ value }) => value)).toEqual(['2', '2'])
    expect(witnessText(one)).toMatch(/bar\.red\.popc\.u32 n, 0, p +returns 2/)
    expect(replayed(one, ptx75)).toEqual([])
  })
  test('must agree with the values of the threads', async () => {
    const one = await document()
    const events = one.events.map((event) => (event.kind === 'barrier' ? { ...event, value: '1' } : event))
    expect(replayed({ ...one, events }, ptx75)).toContain(
      'barrier 1 does not return what follows from what its threads bring',
    )
  })
  test('is named in conditions', async () => {
    const program = testIn(`.shared .u32 x;
      d0.b0.t0 { setp.eq.u32 p, 0, 0; bar.red.popc.u32 n, 0, p; bne n, 1, END; st.shared.u32 [x], 1; END: }
      check (x == 1) as alone;`)
    const [question] = program.questions
    if (question === undefined) throw new Error('a question is needed')
    const { graph, found } = witnesses(program, question, await solver(), { model: ptx75 })
    const [execution] = found
    if (execution === undefined) throw new Error('it is alone')
    const { events } = witnessOf({ graph, model: ptx75, execution, question, show: [] })
    expect(events.at(-1)).toMatchObject({ kind: 'write', guard: '(passes e1) && (e1 == 1)' })
  })
})
