import type { Model } from '../../../../axioms/algebra/terms.js'
import { nvlitmus, ptx60, ptx75 } from '../../../../axioms/models.js'
import { agreedVerdict, testIn, verdicts } from '../../../support.js'

const all = '0x3'
const sync = `bar.warp.sync ${all};`

/** Returns a test whose first thread writes `x`, which the second may miss. */
const mp = (first: string, second: string, place = 't1', others = ''): string =>
  `.shared .u32 x; .shared .u32 y; .global .u32 z; d0.b0.t0 { setp.eq.u32 p, 0, 0; ${first} }
   d0.b0.${place} { setp.eq.u32 p, 0, 0; mov.u32 i, 0; ${second} } ${others} check (P1:r == 0) as q;`

const written = `st.shared.u32 [x], 1; ${sync}`
const read = `${sync} ld.shared.u32 r, [x];`

const verdict = (text: string, model?: Model) => agreedVerdict(text, model === undefined ? {} : { model })

describe('bar.warp.sync', () => {
  test.each([ptx75, ptx60])('orders what comes before it with what follows, under $name', async (model) => {
    expect(await verdict(mp(written, read), model)).toBe('forbidden')
    expect(await verdict(mp('st.shared.u32 [x], 1;', 'ld.shared.u32 r, [x];'), model)).toBe('allowed')
    expect(await verdict(mp(`${sync} st.shared.u32 [x], 1;`, read), model)).toBe('allowed')
  })
  test('is not covered by a model without barriers', async () => {
    expect(await verdict(mp(written, read), nvlitmus)).toMatch(/^not covered: nvlitmus does not cover barriers/)
  })
  test('is among the lanes of one warp', async () => {
    const alone = 'st.shared.u32 [x], 1; bar.warp.sync 0x1;'
    expect(await verdict(mp(alone, 'bar.warp.sync 0x1; ld.shared.u32 r, [x];', 't32'))).toBe('allowed')
  })
  test('waits for the lanes that its mask names', async () => {
    const third = (mask: string) => `d0.b0.t2 { bar.warp.sync ${mask}; }`
    expect(await verdict(mp(written, read, 't1', third('0x4')))).toBe('forbidden')
    const whole = 'bar.warp.sync 0x7;'
    expect(
      await verdict(mp(`st.shared.u32 [x], 1; ${whole}`, `${whole} ld.shared.u32 r, [x];`, 't1', third('0x7'))),
    ).toBe('forbidden')
    // The third lane orders the other two only if it waits for both.
    expect(
      await verdict(mp('st.shared.u32 [x], 1;', 'bar.warp.sync 0x6; ld.shared.u32 r, [x];', 't1', third('0x6'))),
    ).toBe('allowed')
  })
  test('does not wait for lanes that have ended, or that no thread runs', async () => {
    expect(await verdict(mp('st.shared.u32 [x], 1;', `${read}`))).toBe('allowed')
    expect(await verdict(mp('', 'bar.warp.sync 0xffffffff; ld.shared.u32 r, [x];'))).toBe('allowed')
  })
  test('meets the same with the same mask, wherever it is written', async () => {
    const branches = `ld.shared.u32 v, [y]; beq v, 0, L; ${sync} goto E; L: ${sync} E: ld.shared.u32 r, [x];`
    expect(await verdict(mp(written, branches))).toBe('forbidden')
    expect(await verdict(mp(written, `mov.u32 m, 3; bar.warp.sync m; ld.shared.u32 r, [x];`))).toBe('forbidden')
  })
  test('meets the k-th with the k-th, by the mask', async () => {
    const late = `${sync} st.shared.u32 [x], 1; ${sync}`
    expect(await verdict(mp(late, `${read} ${sync}`))).toBe('allowed')
    expect(await verdict(mp(late, `${sync} ${read}`))).toBe('forbidden')
    // Another mask counts by itself.
    expect(await verdict(mp(`bar.warp.sync 0x1; bar.warp.sync 0x1; ${written}`, read))).toBe('forbidden')
  })
  test('each round of a loop is one more', async () => {
    const rounds = `L: add.u32 i, i, 1; ${read} ${sync} blt i, 2, L;`
    expect(await verdict(mp(`${sync} ${sync} st.shared.u32 [x], 1; ${sync} ${sync}`, rounds))).toBe('forbidden')
    expect(await verdict(mp(`${sync} ${sync} ${sync} st.shared.u32 [x], 1; ${sync}`, rounds))).toBe('allowed')
  })
  test('is counted on each way to it', async () => {
    const ways = (skipped: number) =>
      `ld.relaxed.cta.shared.u32 v, [y]; bne v, ${skipped}, L; ${sync} L: ${sync} ld.shared.u32 r, [x];`
    const writer = `${sync} st.shared.u32 [x], 1; ${sync}`
    expect(await verdict(mp(writer, ways(0)))).toBe('forbidden')
    expect(await verdict(mp(writer, ways(1)))).toBe('allowed')
  })
  test('may have a mask that is read', async () => {
    const masked = (value: number) =>
      mp(
        `st.shared.u32 [x], 1; ${sync}`,
        `ld.relaxed.gpu.global.u32 m, [z]; or.b32 m, m, 2; bne m, 3, E; bar.warp.sync m; ld.shared.u32 r, [x]; goto F; E: mov.u32 r, 5; F:`,
        't1',
        `d0.b1.t0 { st.relaxed.gpu.global.u32 [z], ${value}; }`,
      )
    expect(await verdict(masked(1))).toBe('forbidden')
    expect(await verdict(masked(1).replace('P1:r == 0', 'P1:r == 1'))).toBe('allowed')
    expect(await verdict(masked(4).replace('P1:r == 0', 'P1:r == 1'))).toBe('forbidden')
  })
})

test.each([
  'vote.sync.all.pred q, p, 3;',
  'vote.sync.ballot.b32 v, p, 3;',
  'shfl.sync.bfly.b32 v, 1, 1, 0x1f, 3;',
  'match.any.sync.b32 v, 1, 3;',
  'redux.sync.add.u32 v, 1, 3;',
  'elect.sync v|q, 3;',
])('%s waits and orders no memory', async (line) => {
  expect(await verdict(mp(`st.shared.u32 [x], 1; ${line}`, `${line} ld.shared.u32 r, [x];`))).toBe('allowed')
  const strong = mp(`st.relaxed.cta.shared.u32 [x], 1; ${line}`, `${line} ld.relaxed.cta.shared.u32 r, [x];`)
  expect(await verdict(strong)).toBe('allowed')
  // It waits: the other lane never comes.
  expect(await verdict(mp('L: ld.relaxed.cta.shared.u32 v, [y]; beq v, 0, L;', `${line} mov.u32 r, 0;`))).toBe(
    'forbidden (vacuous)',
  )
})

test('the order of qualifiers does not matter', async () => {
  const [one, other] = ['vote.sync.any.pred q, p, 3;', 'vote.any.sync.pred q, p, 3;']
  expect(await verdict(mp(one, `${other} mov.u32 r, 0;`))).toBe('allowed')
  // Otherwise the second would wait for the end of the first.
  expect(await verdict(mp(`${one} ${sync}`, `${other} ${sync} mov.u32 r, 0;`))).toBe('allowed')
})

test('other qualifiers do not meet', async () => {
  const ballot = 'vote.sync.ballot.b32 v, p, 3;'
  const any = 'vote.sync.any.pred q, p, 3;'
  expect(await verdict(mp(`${ballot} ${any}`, `${ballot} ${any} mov.u32 r, 0;`))).toBe('allowed')
  expect(await verdict(mp(`${ballot} ${any}`, `${any} ${ballot} mov.u32 r, 0;`))).toBe('forbidden (vacuous)')
})

describe('the values that lanes return to each other', () => {
  const lanes = (body: string, question: string, threads = 't0..1', others = '') =>
    `.global .u32 z; d0.b0.${threads} { mov.u32 t, %laneid; setp.eq.u32 p, t, 1; ${body} } ${others} check (${question}) as q;`

  test('depends on their reads', async () => {
    const sum = lanes(
      'ld.relaxed.gpu.global.u32 v, [z]; redux.sync.add.u32 s, v, 3;',
      'P0:s == 1',
      't0..1',
      'd0.b1.t0 { st.relaxed.gpu.global.u32 [z], 1; }',
    )
    expect(await verdict(sum)).toBe('allowed')
    expect(await verdict(sum.replace('P0:s == 1', 'P0:s != P1:s'))).toBe('forbidden')
    expect(await verdict(sum.replace('P0:s == 1', 'P0:s == 3'))).toBe('forbidden')
  })
  test('counts those that come, not those that have ended', async () => {
    const voted = 'mov.u32 r, 2; beq t, 1, E; setp.eq.u32 p, 0, 0; vote.sync.all.pred q, p, 3; selp.u32 r, 1, 0, q; E:'
    expect(await verdict(lanes(voted, 'P0:r != 1'))).toBe('forbidden')
    expect(await verdict(lanes('beq t, 1, E; redux.sync.add.u32 s, 5, 3; E:', 'P0:s != 5'))).toBe('forbidden')
  })
  test('is unknown of a lane that has ended, or that the mask does not name', async () => {
    const shuffled = (lane: number, mask: string, body = '') =>
      lanes(`${body} shfl.sync.idx.b32 s, 5, ${lane}, 0x1f, ${mask}; E:`, 'P0:s == 77')
    expect(await verdict(shuffled(1, '3'))).toBe('forbidden')
    expect(await verdict(shuffled(1, '3', 'beq t, 1, E;'))).toBe('allowed')
    expect(await verdict(shuffled(7, '0xffffffff'))).toBe('allowed')
    expect(await verdict(lanes('shl.b32 m, 1, t; shfl.sync.idx.b32 s, 5, 1, 0x1f, m;', 'P0:s == 77'))).toBe('allowed')
  })
  test('decides ways and rounds of loops, where it is the same in all executions', async () => {
    const counted = lanes(
      'redux.sync.max.u32 n, t, 3; add.u32 n, n, 4; mov.u32 i, 0; L: add.u32 i, i, 1; bar.warp.sync 3; blt i, n, L;',
      'P0:i != 5',
    )
    expect(await verdict(counted)).toBe('forbidden')
  })
  test('is a mask for those that it names', async () => {
    const voted = lanes('vote.sync.ballot.b32 m, p, 3; beq t, 0, E; redux.sync.add.u32 s, 7, m; E:', 'P1:s != 7')
    expect(await verdict(voted)).toBe('forbidden')
  })
})

describe('movmatrix', () => {
  const transpose = (operand: string) => `movmatrix.sync.aligned.m8n8.trans.b16 d, ${operand};`
  const loop = 'L: ld.relaxed.cta.shared.u32 v, [x]; beq v, 0, L;'
  const raise = 'st.relaxed.cta.shared.u32 [x], 1;'
  const waiting = (first: string, second: string): string =>
    `.shared .u32 x; d0.b0.t0 { ${first} } d0.b0.t1 { ${second} } check (x == 1) as q;`

  test('waits for all lanes of the warp', async () => {
    expect(await verdict(waiting(`${loop} ${transpose('0')}`, `${raise} ${transpose('0')}`))).toBe('allowed')
    expect(await verdict(waiting(`${loop} ${transpose('0')}`, `${transpose('0')} ${raise}`))).toBe(
      'forbidden (vacuous)',
    )
    expect(await verdict(waiting(`${loop} ${transpose('0')}`, raise))).toBe('allowed')
  })
  test('depends on the reads of the lanes whose elements it gets', async () => {
    const circle = (lane: string): string =>
      `.shared .u32 x; d0.b0.t0 { ld.relaxed.cta.shared.u32 r, [x]; ${transpose('r')} }
       d0.b0.${lane} { ${transpose('0')} and.b32 e, d, 0; add.u32 e, e, 1; st.relaxed.cta.shared.u32 [x], e; }
       check (P0:r == 1) as q;`
    // The first lane of each row of the transposed matrix gets elements of the first two rows; the second, of the next
    // two.
    expect(await verdict(circle('t4'))).toBe('forbidden')
    expect(await verdict(circle('t5'))).toBe('allowed')
  })
})

describe('elect.sync', () => {
  const elected = (body: string, question: string) => `d0.b0.t0..2 { ${body} } d0.b0.t3 { } check (${question}) as q;`
  test('finds one of the lanes of the mask, any of them', async () => {
    const one = 'elect.sync e|p, 0x7; selp.u32 r, 1, 0, p;'
    for (const question of ['P0:r == 1', 'P1:r == 1', 'P2:r == 1'])
      expect(await verdict(elected(one, question))).toBe('allowed')
    for (const question of [
      'P0:r == 0 && P1:r == 0 && P2:r == 0',
      'P0:r == 1 && P1:r == 1',
      'P0:e != P2:e',
      'P0:e == 3',
    ])
      expect(await verdict(elected(one, question))).toBe('forbidden')
  })
  test('finds the same again for the same mask, and perhaps another for another', async () => {
    const again = 'elect.sync e|_, 0x7; elect.sync f|_, 0x7;'
    expect(await verdict(elected(again, 'P0:e != P0:f'))).toBe('forbidden')
    const other = 'mov.u32 t, %laneid; elect.sync e|_, 0x7; beq t, 2, E; elect.sync f|_, 0x3; E:'
    expect(await verdict(elected(other, 'P0:e == 0 && P0:f == 1'))).toBe('allowed')
    expect(await verdict(elected(other, 'P0:e == 1 && P0:f == 0'))).toBe('allowed')
    expect(await verdict(elected(other, 'P0:f == 2'))).toBe('forbidden')
  })
  test('passes over those that have ended', async () => {
    const ended = 'mov.u32 t, %laneid; beq t, 1, E; elect.sync e|_, 0x7; E:'
    expect(await verdict(elected(ended, 'P0:e == 1'))).toBe('forbidden')
    expect(await verdict(elected(ended, 'P0:e == 2'))).toBe('allowed')
    expect(await verdict(elected(ended, 'P0:e != P2:e'))).toBe('forbidden')
  })
  test('is not covered with a mask that is computed', async () => {
    const text =
      '.global .u32 z; d0.b0.t0 { ld.global.u32 m, [z]; or.b32 m, m, 1; elect.sync e|_, m; } check (P0:e == 0) as q;'
    expect(await verdict(text)).toMatch(/^not covered: .*: the election of a lane from a mask that is not a constant$/)
  })
})

describe('activemask', () => {
  const active = (body: string, question: string) => `d0.b0.t0..2 { ${body} } check (${question}) as q;`
  test('names the own lane, and others that run', async () => {
    const one = 'activemask.b32 m;'
    for (const question of ['P0:m == 1', 'P0:m == 3', 'P1:m == 6', 'P2:m == 7'])
      expect(await verdict(active(one, question))).toBe('allowed')
    for (const question of ['P0:m == 2', 'P1:m == 1', 'P0:m == 9', 'P0:m == 0'])
      expect(await verdict(active(one, question))).toBe('forbidden')
  })
  test('is the same for those that are active together', async () => {
    const one = 'activemask.b32 m;'
    expect(await verdict(active(one, 'P0:m == 3 && P1:m != 3'))).toBe('forbidden')
    expect(await verdict(active(one, 'P0:m == 5 && P1:m == 2 && P2:m == 5'))).toBe('allowed')
  })
  test('does not name a lane that goes another way', async () => {
    const branch = 'mov.u32 t, %laneid; mov.u32 m, 0; beq t, 2, E; activemask.b32 m; E:'
    expect(await verdict(active(branch, 'P0:m == 5'))).toBe('forbidden')
    expect(await verdict(active(branch, 'P0:m == 3'))).toBe('allowed')
  })
  test('is unknown for lanes with texts of their own', async () => {
    const apart = 'd0.b0.t0 { activemask.b32 m; } d0.b0.t1 { activemask.b32 m; } check (P0:m == 3 && P1:m == 2) as q;'
    expect(await verdict(apart)).toBe('allowed')
  })
  test('is a mask that its lanes have in common', async () => {
    const grouped = active('mov.u32 r, 9; activemask.b32 m; redux.sync.add.u32 r, 1, m; popc.b32 c, m;', 'P0:r != P0:c')
    expect(await verdicts(testIn(grouped))).toEqual(['forbidden'])
    expect(await verdicts(testIn(grouped.replace('P0:r != P0:c', 'P0:r == 2')))).toEqual(['allowed'])
  })
  test('differs each time', async () => {
    expect(await verdict(active('activemask.b32 m; activemask.b32 n;', 'P0:m == 1 && P0:n == 7'))).toBe('allowed')
  })
})
