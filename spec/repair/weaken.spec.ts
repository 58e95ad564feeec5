import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Program } from '../../litmus/program.js'
import type { WeakenOptions } from '../../repair/result.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { weaken } from '../../repair/weaken.js'
import { solver, testIn } from '../support.js'

/** What may be weaker alone and together, verified here once more. */
async function weakened(program: Program, options: Partial<WeakenOptions> = {}) {
  const z3 = await solver()
  const found = weaken(program, z3, { model: defaultModel, ...options })
  if (found.kind !== 'weakened') return found.kind
  for (const { program: changed } of [...found.alone, found.best])
    expect(decide(changed, z3, { model: defaultModel }).answers.map(({ verdict }) => verdict.kind)).toEqual(
      program.questions.map(() => 'forbidden'),
    )
  const texts = (some: typeof found.alone) =>
    some.flatMap(({ changes }) => editsOf(changes).map((one) => repairText(program, one).replace(/ in d0.*/, '')))
  expect(found.best.cost.sum).toBeLessThan(found.before.sum)
  return { alone: texts(found.alone), best: texts([found.best]) }
}

const mp = (writer: string, reader: string) =>
  testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; ${writer} }
d0.b1.t0 { ${reader} ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

test('a full fence may be one of acquire and release, a scope may be narrower, and between full fences nothing is needed', async () => {
  const program = mp('fence.sc.sys; st.relaxed.gpu [y], 1;', 'ld.relaxed.gpu r0, [y]; fence.sc.gpu;')
  expect(await weakened(program)).toEqual({
    alone: [
      'replace fence.sc.sys with fence.acq_rel.gpu',
      'replace st.relaxed.gpu [y], 1 with st.weak [y], 1',
      'replace ld.relaxed.gpu r0, [y] with ld.weak r0, [y]',
      'replace fence.sc.gpu with fence.acq_rel.gpu',
    ],
    best: ['replace fence.sc.sys with fence.acq_rel.gpu', 'replace fence.sc.gpu with fence.acq_rel.gpu'],
  })
})

test('what is redundant goes, and of two that do the same thing each may go, but not both', async () => {
  const program = mp('fence.acq_rel.gpu; st.release.gpu [y], 1;', 'ld.acquire.gpu r0, [y];')
  const found = await weakened(program)
  expect(found).toEqual({
    alone: ['remove fence.acq_rel.gpu', 'replace st.release.gpu [y], 1 with st.relaxed.gpu [y], 1'],
    best: ['remove fence.acq_rel.gpu'],
  })
})

test('what is needed stays', async () => {
  expect(await weakened(mp('st.release.gpu [y], 1;', 'ld.acquire.gpu r0, [y];'))).toBe('nothing to do')
})

test('without claims there is nothing to go by, and claims that do not hold are none', async () => {
  const program = mp('st.relaxed.gpu [y], 1;', 'ld.acquire.gpu r0, [y];')
  expect(await weakened(program)).toBe('no claims')
  expect(await weakened({ ...program, questions: [] })).toBe('no claims')
})

test('a program without races stays so, unless they are allowed', async () => {
  const program = testIn(`.global x;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; }
assert (r0 == 0 || r0 == 1) as known;`)
  expect(await weakened(program)).toBe('nothing to do')
  expect(await weakened(program, { allowRaces: true })).toEqual({
    alone: ['replace st.relaxed.gpu [x], 1 with st.weak [x], 1', 'replace ld.relaxed.gpu r0, [x] with ld.weak r0, [x]'],
    best: ['replace st.relaxed.gpu [x], 1 with st.weak [x], 1', 'replace ld.relaxed.gpu r0, [x] with ld.weak r0, [x]'],
  })
})

test('a proxy fence that nothing needs goes', async () => {
  const program = testIn(`.global x; .global a physically aliases x;
d0.b0.t0 { st.weak [x], 1; fence.proxy.alias; ld.weak r0, [a]; fence.proxy.alias; ld.weak r1, [a]; }
assert (r0 == 1) as seen;`)
  expect(await weakened(program)).toMatchObject({ best: ['remove fence.proxy.alias'] })
})

test('only the kinds that are wanted', async () => {
  const program = mp('fence.sc.sys; st.relaxed.gpu [y], 1;', 'ld.relaxed.gpu r0, [y]; fence.sc.gpu;')
  expect(await weakened(program, { only: ['scopes'] })).toMatchObject({
    best: [
      'replace fence.sc.sys with fence.sc.gpu',
      'replace st.relaxed.gpu [y], 1 with st.relaxed.cta [y], 1',
      'replace ld.relaxed.gpu r0, [y] with ld.relaxed.cta r0, [y]',
    ],
  })
})
