/** Needs of pieces as data. */

import { audit } from '../../audit/audit.js'
import { kept, restored } from '../../audit/kept.js'
import { defaultModel } from '../../axioms/models.js'
import { auditProgress } from '../../report/audit.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

test('a need is restored as it was, but for its execution', async () => {
  const program = testIn(`.global x; .global y;
d0.b0.t0 { st [x], 1; fence.sc.sys; st.relaxed.gpu [y], 1; fence.acq_rel.gpu; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; bne r0, 1, DONE; fence.acq_rel.gpu; ld r1, [x]; DONE: }
check (r0 == 0) as q;`)
  const result = audit(program, await solver(), { model: defaultModel })
  if (result.kind !== 'audited') throw new Error(result.kind)
  expect(new Set(result.audited.map(({ need }) => need.kind)).size).toBe(3)
  const pieces = result.audited.map(kept)
  expect(auditProgress.parse(JSON.parse(JSON.stringify({ format: 1, key: '', pieces }))).pieces).toEqual(pieces)
  for (const [i, { piece, need }] of result.audited.entries()) {
    const again = must(restored(must(pieces[i], 'a piece'), piece), 'a need')
    expect(again.need).toEqual(need.kind === 'needed' ? { ...need, reached: undefined } : need)
    if (need.kind === 'may be weaker') expect(again.need).toHaveProperty('to', need.to)
  }
  const { piece } = must(result.audited[0], 'a piece')
  expect(restored({ number: 1, need: { kind: 'not needed', form: 99 } }, piece)).toBeUndefined()
})
