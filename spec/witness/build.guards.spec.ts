import { ptx75 } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { solver, testIn } from '../support.js'

test('events to which a thread does not come are there with their guards, and not executed', async () => {
  const program = testIn(`.global x; .global y;
    d0.b0.t0 { ld.weak r, [x]; beq r, 0, L; st.weak [y], 1; L: st.weak [y], 2; }
    check (r == 0) as q;`)
  const question = must(program.questions[0], 'a question')
  const { graph, model, found } = witnesses(program, question, await solver(), { model: ptx75 })
  const execution = must(found[0], 'an execution')
  const { events } = witnessOf({ graph, model, execution, question })
  const own = events.filter(({ thread }) => thread !== null)
  expect(own.map(({ text, executed, value }) => [text, executed, value])).toEqual([
    ['ld.weak r, [x]', true, '0'],
    ['st.weak [y], 1', false, null],
    ['st.weak [y], 2', true, '2'],
  ])
})
