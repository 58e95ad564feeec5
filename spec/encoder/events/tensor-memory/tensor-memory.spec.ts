import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import {
  alone,
  arrive,
  before,
  commit,
  cp,
  ld,
  mma,
  program,
  relaxed,
  relinquish,
  shift,
  st,
  tryWait,
  waitLd,
  waitSt,
} from '../../../axioms/ptx-9.4.tcgen05.js'
import { solver, testIn } from '../../../support.js'

/** Returns the reasons why the behaviour is undefined, each once; brute force must agree on the instructions. */
async function problems(text: string): Promise<readonly string[]> {
  const test = testIn(text)
  const { answers } = decide(test, await solver(), { model: proposed, liveness: false })
  const [found = [], brute = []] = [answers, bruteForce(test, proposed).answers].map(([one]) =>
    one?.undefined.kind === 'known' ? one.undefined.found : [],
  )
  const at = (some: typeof found) => some.map(({ thread, instruction }) => `${thread}:${instruction}`).toSorted()
  expect(at(brute)).toEqual(at(found))
  return [...new Set(found.map((one) => ('problem' in one ? one.problem : one.reason)))]
}

const alloc = (columns: number | string, where = 'where', group = 1): string =>
  `tcgen05.alloc.cta_group::${group}.sync.aligned.shared::cta.b32 [${where}], ${columns};`
const dealloc = (columns: number, at = 't', group = 1): string =>
  `tcgen05.dealloc.cta_group::${group}.sync.aligned.b32 ${at}, ${columns};`
const only = (lines: string): string =>
  `.shared .b32 where; .shared .b32 where2; .shared .b64 bar; d0.b0.t0 { ${lines} } check (true) as q;`
const load = 'ld.shared.u32 t, [where];'
const load2 = 'ld.shared.u32 t2, [where2];'
const all = `${commit()} ${tryWait()} ${waitLd} ${waitSt}`

describe('lifetimes', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['an allocation that is freed', `${alloc(64)} ${relinquish} ${load} ${dealloc(64)}`, []],
    ['columns that are left', `${alloc(64)}`, ['left']],
    ['no power of two', `${alloc(96)} ${load} ${dealloc(96)}`, ['columns']],
    ['too few columns', `${alloc(16)} ${load} ${dealloc(16)}`, ['columns']],
    ['too many columns', `${alloc(1024)} ${load} ${dealloc(1024)}`, ['columns']],
    ['another number of columns', `${alloc(64)} ${load} ${dealloc(32)}`, ['no allocation', 'left']],
    ['another address', `${alloc(64)} ${load} add.u32 u, t, 1; ${dealloc(64, 'u')}`, ['no allocation', 'left']],
    ['freed twice', `${alloc(64)} ${load} ${dealloc(64)} ${dealloc(64)}`, ['no allocation']],
    [
      'fewer columns after more',
      `${alloc(64)} ${alloc(32, 'where2')} ${load} ${load2} ${dealloc(64)} ${dealloc(32, 't2')}`,
      [],
    ],
    [
      'more columns after fewer',
      `${alloc(32)} ${alloc(64, 'where2')} ${load} ${load2} ${dealloc(32)} ${dealloc(64, 't2')}`,
      ['more columns'],
    ],
    [
      'an allocation after the permit is given up',
      `${relinquish} ${alloc(64)} ${load} ${dealloc(64)}`,
      ['relinquished'],
    ],
    [
      'two groups',
      `${alloc(64)} ${load} mbarrier.init.shared.b64 [bar], 1; tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64 [bar]; ${tryWait()} ${dealloc(64)}`,
      ['two groups'],
    ],
  ])('%s', async (_, lines, expected) => {
    expect((await problems(only(lines))).toSorted()).toEqual([...expected].toSorted())
  })
  test('a number of columns that is read is not covered', () => {
    const { answers } = bruteForce(testIn(only(`ld.shared.u32 n, [where2]; ${alloc('n')}`)), proposed)
    expect(answers[0]).toMatchObject({ verdict: { kind: 'not covered' } })
  })
})

describe('cells', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['inside', `${mma()} ${ld('t+62')} ${all}`, []],
    ['columns after the last', `${ld('t+63')} ${waitLd}`, ['not allocated']],
    ['an accumulator beyond', `${mma('t+60')} ${all}`, ['not allocated']],
    ['an address that nothing stored', `mov.u32 z, 0; ${ld('z')} ${waitLd}`, ['not allocated']],
    ['lanes of another warp', `${st('t+0x200000')} ${waitSt}`, ['quarter']],
    ['an accumulator at lane 32', `${mma('t+0x200000')} ${all}`, ['lane']],
    ['an accumulator at lane 16', `${mma('t+0x100000')} ${all}`, ['lane']],
    ['half of the lanes, from lane 16 on', `mov.u32 i, 0x04040010; ${mma('t+0x100000')} ${all}`, []],
    ['half of the lanes, from lane 8 on', `mov.u32 i, 0x04040010; ${mma('t+0x80000')} ${all}`, ['lane']],
    ['two operands in halves of the lanes', `mov.u32 i, 0x04040010; ${mma('t+0x100000', '[t+0x100020]')} ${all}`, []],
    ['operands in two halves of the lanes', `mov.u32 i, 0x04040010; ${mma('t+0x100000', '[t+32]')} ${all}`, ['lane']],
    ['a first factor at lane 64', `${mma('t', '[t+0x400020]')} ${all}`, ['lane']],
    ['a shift from lane 32 on', `${shift('t+0x200000')} ${all}`, []],
    ['a shift from lane 5 on', `${shift('t+0x50000')} ${all}`, ['lane']],
    ['a copy to all lanes, from lane 1 on', `${cp('t+0x10000')} ${all}`, ['lane']],
    ['lanes between two warps', `${st('t+0x100000')} ${waitSt}`, ['quarter']],
  ])('%s', async (_, lines, expected) => {
    expect(await problems(alone(lines))).toEqual(expected)
  })
  test('cells that may be freed', async () => {
    expect(await problems(alone(ld()))).toEqual(['freed'])
    expect(await problems(alone(`${ld()} ${waitLd}`))).toEqual([])
    expect(await problems(alone(`${cp()} ${commit()}`))).toContain('freed')
    expect(await problems(alone(`${cp()} ${all}`))).toEqual([])
  })
  test('an arrival that is left behind at an mbarrier of the own CTA is not undefined', async () => {
    expect(await problems(alone(`${cp()} ${all} ${commit()}`))).toEqual([])
  })
  test('cells that another warp frees, after relaxed synchronisation', async () => {
    const freed = (fence: string) =>
      problems(
        program(`${tryWait(relaxed)} ${dealloc(64)}`, `${ld()} ${waitLd} ${fence} ${arrive(relaxed)}`, {
          free: '',
          last: '',
        }),
      )
    expect(await freed(before)).toEqual([])
    expect(await freed('')).toEqual(['freed'])
  })
  test('cells that are allocated only after an access, or after they are freed', async () => {
    const allocated = (first: string, second: string) =>
      problems(
        `${only(`mov.u32 t, 0; ${alloc(512)} ${first}`).replace('check', `d0.b0.t128 { mov.u32 t, 0; ${second} } check`)}`,
      )
    const access = `${ld()} ${waitLd}`
    expect(await allocated(`bar.sync 0; bar.sync 1; ${dealloc(512)}`, `bar.sync 0; ${access} bar.sync 1;`)).toEqual([])
    expect(await allocated(`bar.sync 0; ${dealloc(512)}`, `${access} bar.sync 0;`)).toEqual(['early'])
    expect(await allocated('bar.sync 0;', `bar.sync 0; ${dealloc(512)}`)).toEqual([])
    expect(await allocated('bar.sync 0;', `${dealloc(512)} bar.sync 0;`)).toEqual(['early'])
  })
  test('the bytes of an address may hold results later', async () => {
    const answer = async (last: string) => {
      const text = only(`${alloc(64)} ${load} ${ld()} ${waitLd} ${dealloc(64)} st.shared.u32 [where], r0; ${last}`)
      const { answers } = decide(testIn(text), await solver(), { model: proposed })
      return answers[0]?.verdict
    }
    expect(await answer('')).toMatchObject({ kind: 'allowed' })
    const reason = expect.stringContaining('nothing says which cells of Tensor Memory its address names')
    expect(await answer(`${load2.replace('where2', 'where')} ${ld('t2')} ${waitLd}`)).toMatchObject({
      kind: 'not covered',
      reason,
    })
  })
  test('memory that is read before the address is there', async () => {
    const text = `.shared .b32 where; d0.b0.t0 { ${alloc(64)} bar.sync 0; ${load} ${dealloc(64)} } d0.b0.t128 { ${load} tcgen05.ld.sync.aligned.32x32b.x1.b32 {r}, [t]; ${waitLd} bar.sync 0; } check (true) as q;`
    expect(await problems(text)).toContain('not allocated')
  })
})

describe('descriptors of matrices', () => {
  test.each([1, 2, 4, 6])('the swizzling mode %i', async (mode) => {
    const lines = `or.b64 da, da, 0x${(2 * mode).toString(16)}000000000000000;`
    expect(await problems(alone(`${lines} ${cp()} ${all}`))).not.toContain('swizzling')
  })
  test.each([3, 5, 7])('there is no swizzling mode %i', async (mode) => {
    const lines = `or.b64 da, da, 0x${(2 * mode).toString(16)}000000000000000;`
    expect(await problems(alone(`${lines} ${mma()} ${all}`))).toContain('swizzling')
    expect(await problems(alone(`${lines} ${cp()} ${all}`))).toContain('swizzling')
  })
})

test('a shape that no product has is not covered, with the reason', () => {
  const { answers } = bruteForce(testIn(alone(`mov.u32 i, 0; ${mma()} ${all}`)), proposed)
  expect(answers[0]).toMatchObject({ verdict: { kind: 'not covered', reason: expect.stringContaining('no shape') } })
})

describe('a pair of CTAs', () => {
  const group2 = (lines: string): string => lines.replaceAll('cta_group::1', 'cta_group::2')
  const pair = (second: string): string =>
    group2(program(`${mma('t', 'da')} ${commit()} ${tryWait()}`, second, { free: '', last: '' }))
  test('a product needs the peer', async () => {
    expect(await problems(pair(arrive('', 'bar2')))).toContain('no peer')
  })
})
