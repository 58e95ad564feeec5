import { defaultModel } from '../../axioms/models.js'
import { fixableAt, fixEdits, fixTitle } from '../../language/fixes.js'
import { fix } from '../../repair/fix.js'
import { repairsIn } from '../../repair/result.js'
import { must } from '../../source/must.js'
import { solver, testIn, testsIn } from '../support.js'

const text = `.global x; .global f;
d0.b0.t0 { st.relaxed.gpu [x], 1; st.relaxed.gpu [f], 1; }
d0.b1.t0 { ld.acquire.gpu r, [f]; ld.relaxed.gpu s, [x]; }
check (r == 1 && s == 0) as stale;
check (s == 1) as seen;
`

test('a fix is offered at its question', () => {
  const tests = testsIn(text)
  const at = text.indexOf('stale')
  expect(fixableAt(tests, { start: at, end: at })).toEqual([{ test: 0, question: 0, name: 'stale' }])
  expect(fixableAt(tests, { start: 0, end: 5 })).toEqual([])
})

test('its title states the change and its purpose', async () => {
  const program = testIn(text)
  const question = must(program.questions[0], 'a question')
  const goal = { kind: 'claims', questions: [question] } as const
  const [repaired] = repairsIn(fix(program, await solver(), { model: defaultModel, goal }))
  expect(fixTitle(program, question, must(repaired, 'a repair'))).toMatch(/release.* \(forbids stale\)$/)
})

test('the text changes at the place of the fix', () => {
  const source = { name: 'a.test', text }
  const after = text.replace('st.relaxed.gpu [f]', 'st.release.gpu [f]')
  const [edit, ...others] = fixEdits(source, { title: '', text: after })
  expect(others).toEqual([])
  expect(edit).toMatchObject({ start: text.indexOf('axed.gpu [f]'), text: 'ease' })
})
