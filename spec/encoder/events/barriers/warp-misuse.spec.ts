import { misuses } from './misuses.js'

const apart = (first: string, second: string, others = ''): string =>
  `d0.b0.t0 { setp.eq.u32 p, 0, 0; mov.u32 t, 0; ${first} } d0.b0.t1 { setp.eq.u32 p, 0, 0; mov.u32 t, 1; ${second} } ${others}`
const sync = 'bar.warp.sync 3;'

describe('a lane that its mask does not name', () => {
  test.each([
    ['bar.warp.sync 2;', '0:2 not in mask'],
    ['vote.sync.any.pred q, p, 6;', '0:2 not in mask'],
    ['shfl.sync.idx.b32 s, t, 0, 0x1f, 2;', '0:2 not in mask'],
  ])('%s', async (line, expected) => {
    expect(await misuses(apart(line, ''))).toEqual([expected])
  })
  test('is undefined only where it comes there', async () => {
    expect(await misuses(apart('setp.eq.u32 p, 1, 0; @p bar.warp.sync 2;', ''))).toEqual([])
    const read = 'ld.relaxed.cta.shared.u32 m, [f]; or.b32 m, m, 2; bar.warp.sync m;'
    const store = 'd0.b0.t32 { st.relaxed.cta.shared.u32 [f], 1; }'
    expect(await misuses(apart(read, '', store))).toEqual(['0:4 not in mask'])
    expect(await misuses(apart(read.replace('m, m, 2', 'm, m, 1'), '', store))).toEqual([])
  })
})

describe('lanes that wait for each other at different instructions', () => {
  test.each([
    ['with other masks', 'bar.warp.sync 7;', sync, '1:2 other mask 0'],
    [
      'of which one is not waited for',
      sync,
      'bar.warp.sync 6;',
      '0:2 other mask 1',
      'd0.b0.t2 { bar.warp.sync 0xc; } d0.b0.t3 { L: ld.relaxed.cta.shared.u32 v, [x]; beq v, 0, L; }',
    ],
    ['with other words', 'vote.sync.any.pred q, p, 3;', 'vote.sync.all.pred q, p, 3;', '1:2 other mask 0'],
    ['of other kinds', 'shfl.sync.idx.b32 s, t, 0, 0x1f, 3;', 'redux.sync.add.u32 s, t, 3;', '1:2 other mask 0'],
    ['of which one is of all lanes', 'movmatrix.sync.aligned.m8n8.trans.b16 v, t;', sync, '1:2 other mask 0'],
    [
      'after others that they have in common',
      `${sync} ${sync} vote.sync.any.pred q, p, 3;`,
      `${sync} ${sync} bar.warp.sync 7;`,
      '1:4 other mask 0',
    ],
    ['where one of all lanes has ended', 'movmatrix.sync.aligned.m8n8.trans.b16 v, t;', '', '0:2 ended lane 1'],
  ])('are undefined %s', async (_, first, second, expected, others = '') => {
    expect(await misuses(apart(first, second, others))).toContain(expected)
  })

  test.each([
    [
      'the same in two branches',
      'd0.b0.t0..1 { mov.u32 t, %laneid; beq t, 1, L; bar.warp.sync 3; goto E; L: bar.warp.sync 3; E: }',
    ],
    ['one that ends', apart(sync, '')],
    ['masks of their own', apart('bar.warp.sync 1;', 'bar.warp.sync 2;')],
    [
      'one after the other',
      apart(`${sync} vote.sync.any.pred q, p, 3; ${sync}`, `${sync} vote.sync.any.pred q, p, 3; ${sync}`),
    ],
    [
      'one that waits elsewhere, and comes in the end',
      apart(`bar.warp.sync 1; ${sync}`, `bar.warp.sync 2; bar.warp.sync 2; ${sync}`),
    ],
    ['of two warps', 'd0.b0.t0 { bar.warp.sync 3; } d0.b0.t33 { bar.warp.sync 2; bar.warp.sync 3; }'],
    ['one that waits for ever in a loop', apart(sync, 'L: ld.relaxed.cta.shared.u32 v, [x]; beq v, 0, L;')],
    [
      'in a loop',
      'd0.b0.t0..1 { mov.u32 i, 0; L: bar.warp.sync 3; vote.sync.any.pred q, 1, 3; add.u32 i, i, 1; blt i, 3, L; }',
    ],
    ['with a mask that the lanes find together', 'd0.b0.t0..1 { activemask.b32 m; bar.warp.sync m; bar.warp.sync 3; }'],
  ])('are defined: %s', async (_, threads) => {
    expect(await misuses(threads)).toEqual([])
  })
})
