import fc from 'fast-check'
import { defaultModel, ptx60, ptx75 } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { counterexampleTo } from '../../../../fuzz/draw.js'
import { only } from '../../../../fuzz/programs.js'
import { fateOf, meetings } from '../../../../fuzz/restarts.js'
import { randomly } from '../../../extent.js'
import { bruteVerdicts, hangText, solver } from '../../../support.js'

/** Returns the verdict of both procedures on the first question, and whether a thread may wait for ever. */
async function said(text: string, model = defaultModel): Promise<string> {
  const program = only(text)
  const [answer] = decide(program, await solver(), { model }).answers
  const [brute] = bruteVerdicts(program, model, 20_000)
  const kind = answer?.verdict.kind
  if (answer?.undefined.kind === 'known' && answer.undefined.found.length > 0) return 'undefined'
  expect(brute).toBe(kind)
  return `${kind}, ${hangText(answer?.liveness)}`
}

const warps = (...all: readonly string[]): string =>
  ['.shared .u32 x; .shared .u32 f;', ...all.map((text, i) => `d0.b0.t${32 * i} { ${text} }`)].join('\n')

describe('a barrier that completes starts again at once', () => {
  const [sync, arrive] = ['bar.sync 2, 64;', 'bar.arrive 2, 64;']

  test.each([
    ['as many arrivals as make whole phases: the wait ends', [arrive, arrive, arrive, `${sync} mov.u32 r, 1;`], 'ends'],
    ['one more: it may be the last', [arrive, arrive, arrive, arrive, `${sync} mov.u32 r, 1;`], 'can hang'],
    ['two pairs', [sync, sync, sync, `${sync} mov.u32 r, 1;`], 'ends'],
    ['three that wait', [sync, sync, `${sync} mov.u32 r, 1;`], 'hangs'],
    ['fewer than take part', ['', '', `${sync} mov.u32 r, 1;`], 'hangs'],
  ])('%s', async (_, texts, expected) => {
    const asked = `${warps(...texts)} check (P${texts.length - 1}:r == 1) as ends;`
    expect(await said(asked)).toBe(`${expected === 'hangs' ? 'forbidden' : 'allowed'}, ${expected}`)
  })
  test.each([ptx60, ptx75])(
    'it is open which threads meet, and only those that meet are ordered, under $name',
    async (model) => {
      const pairs = (first: string, second: string, asked: string) =>
        said(`${warps(`${first} ${sync}`, `${sync} ${second}`, sync, sync)} check (${asked}) as q;`, model)
      expect(await pairs('st.shared.u32 [x], 1;', 'ld.shared.u32 r, [x];', 'P1:r == 0')).toBe('allowed, ends')
      const two = (asked: string) =>
        said(`${warps(`st.shared.u32 [x], 1; ${sync}`, `${sync} ld.shared.u32 r, [x];`)} check (${asked}) as q;`, model)
      expect(await two('P1:r == 0')).toBe('forbidden, ends')
    },
  )

  /**
   * T2 meets T0 in one phase and T1 in the other; it brings 1 to the first, so that the results say who came when.
   * Unless T0 meets T1: then T2 waits for ever.
   */
  const reduce = (register: string, predicate: string) =>
    `setp.eq.u32 p, ${predicate}, 1; bar.red.popc.u32 ${register}, 0, 64, p;`
  const turns = (second: string, asked: string, publish = 'st.release.cta.shared.u32 [f], 1;') =>
    said(
      `${warps(`${reduce('r', '0')} ${publish}`, second, `${reduce('a', '1')} ${reduce('b', '0')}`)} check (${asked}) as q;`,
    )
  test('a wait of a later phase does not come before an arrival of an earlier one', async () => {
    const acquires = `ld.acquire.cta.shared.u32 s, [f]; ${reduce('r', '0')}`
    expect(await turns(acquires, 'P1:s == 1 && P0:r == 1')).toBe('allowed, can hang')
    expect(await turns(acquires, 'P1:s == 1 && P0:r == 0')).toBe('forbidden, can hang')
    expect(await turns(acquires, 'P1:s == 0 && P0:r == 0')).toBe('allowed, can hang')
  })
  test('nor does the decision about that arrival depend on events after the wait', async () => {
    const branches = `ld.relaxed.cta.shared.u32 s, [f]; beq s, 0, E; mov.u32 t, 1; E: @p mov.u32 t, 2; ${reduce('r', '0')}`
    const relaxed = 'st.relaxed.cta.shared.u32 [f], 1;'
    expect(await turns(branches, 'P1:s == 1 && P0:r == 1', relaxed)).toBe('allowed, can hang')
    expect(await turns(branches, 'P1:s == 1 && P0:r == 0', relaxed)).toBe('forbidden, can hang')
  })
  test('a warp comes again in a later phase, or too early', async () => {
    expect(await said(`${warps(`${sync} ${sync}`, sync, sync)} check (true) as q;`)).toBe('allowed, can hang')
    expect(await said(`${warps(`${arrive} ${arrive}`, sync, sync)} check (true) as q;`)).toBe('undefined')
    // Barrier 3 tells P0 that the first phase is over, and keeps P2 out of that.
    const all = 'bar.sync 3, 96;'
    const reset = warps(`${arrive} ${all} ${arrive}`, `${sync} ${all}`, `${all} ${sync}`)
    expect(await said(`${reset} check (true) as q;`)).toBe('allowed, ends')
  })
  test('an arrival that does not wait comes after the phases before its own', async () => {
    // P0 arrives before barrier 0, P1 after it: P0 is in no later phase than P1, and a warp that waits is left.
    const one = warps('bar.arrive 1, 64; bar.sync 0, 64;', 'bar.sync 0, 64; bar.sync 1, 64;', 'bar.sync 1, 64;')
    expect(await said(`${one} check (true) as q;`)).toBe('forbidden, hangs')
  })
  test('other counts, and reductions among others, are undefined if they may be of one phase', async () => {
    const three = (other: string) => said(`${warps(sync, sync, other)} check (true) as q;`)
    expect(await three('bar.sync 2, 96;')).toBe('undefined')
    expect(await three('setp.eq.u32 p, 1, 1; bar.red.popc.u32 r, 2, 64, p;')).toBe('undefined')
    const later = warps(`${sync} bar.sync 3, 96;`, `${sync} bar.sync 3, 96;`, 'bar.sync 3, 96; bar.sync 2, 32;')
    expect(await said(`${later} check (true) as q;`)).toBe('allowed, ends')
  })
})

randomly(
  'barriers that start again do what warps that take turns may do',
  { runs: 25, seed: 9_713, least: { hanging: 5, ending: 5, misused: 3 } },
  async (draw) => {
    const z3 = await solver()
    const tally = { programs: 0, hanging: 0, ending: 0, misused: 0 }
    const counterexample = counterexampleTo(
      fc.property(meetings, ({ meeting, text }) => {
        const { ends, hangs, misuses } = fateOf(meeting)
        const [answer] = decide(only(text), z3, { model: ptx75 }).answers
        tally.programs++
        const isUndefined = answer?.undefined.kind === 'known' && answer.undefined.found.length > 0
        if (misuses) {
          tally.misused++
          if (!isUndefined) throw new Error('undefined behaviour is missed')
        }
        // A thread that does not know whether the barrier has been reset must not use it, even if it has been.
        if (isUndefined) return
        const expected = hangs ? (ends ? 'can hang' : 'hangs') : 'ends'
        tally[hangs ? 'hanging' : 'ending']++
        if (hangText(answer?.liveness) !== expected)
          throw new Error(`warps that take turns: ${expected}; z3: ${hangText(answer?.liveness)}`)
      }),
      draw,
    )
    return { ...tally, counterexample }
  },
)
