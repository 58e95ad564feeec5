import { defaultModel } from '../../axioms/models.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import {
  after,
  alone,
  arrive,
  before,
  commit,
  ld,
  mma,
  program,
  relaxed,
  st,
  tryWait,
  waitLd,
  waitSt,
} from '../axioms/ptx-9.4.tcgen05.js'
import { solver, testIn } from '../support.js'

/** Returns what the cheapest repair changes, which must read back as it is meant. */
async function repaired(text: string): Promise<readonly string[]> {
  const test = testIn(text.replaceAll('; ', ';\n'))
  const found = fix(test, await solver(), { model: defaultModel, goal: { kind: 'race-free' }, only: ['async'] })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const edits = editsOf(must(found.repairs[0], 'a repair').changes)
  expect(patched(test, edits)?.printed).toBe(false)
  return edits.map((one) => repairText(test, one).replace(/ in d0.*$/, ''))
}

const last = `${commit('bar2')} ${tryWait('', 'bar2')} ${after} ${waitLd} ${waitSt}`
const handed = (second: string, first: string) => program(first, second, { free: '', last: '' })

describe('a repair inserts', () => {
  test.each([
    [
      'a wait for loads',
      alone(`${ld()} ${mma()} ${commit()} ${tryWait()} ${after}`),
      ['tcgen05.wait::ld.sync.aligned'],
    ],
    [
      'a wait for stores',
      alone(`${st('t+32')} ${mma('t', '[t+32]')} ${commit()} ${tryWait()} ${after}`),
      ['tcgen05.wait::st.sync.aligned'],
    ],
    [
      'a wait before the fence',
      handed(`${ld()} ${before} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${after} ${mma()} ${last}`),
      ['tcgen05.wait::ld.sync.aligned'],
    ],
    [
      'the first fence',
      handed(`${ld()} ${waitLd} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${after} ${mma()} ${last}`),
      ['tcgen05.fence::before_thread_sync'],
    ],
    [
      'the second fence',
      handed(`${ld()} ${waitLd} ${before} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${mma()} ${last}`),
      ['tcgen05.fence::after_thread_sync'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await repaired(text)).toEqual(expected.map((one) => `insert ${one}`))
  })
})

test('a commit takes the place of an arrival', async () => {
  const text = handed(`${tryWait()} ${after} ${ld()} ${waitLd}`, `${mma()} ${arrive()}`)
  expect(await repaired(text)).toEqual([
    expect.stringContaining('tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64'),
  ])
})
