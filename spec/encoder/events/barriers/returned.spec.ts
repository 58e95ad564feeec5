import { agreedVerdict } from '../../../support.js'

/**
 * Returns whether lane 0 may read what a third thread writes only because it reads what lane 1 stores: `first` and
 * `second` are what the lanes do with what they read, in `v`. Values are known, so that only dependencies forbid it.
 */
const circle = (first: string, second: string): string =>
  `.global .u32 x; .global .u32 y; .global .u32 z; .global .u32 a[2];
   d0.b0.t0 { ld.relaxed.gpu.global.u32 v, [x]; setp.eq.u32 p, 0, 0; ${first} }
   d0.b0.t1 { ld.relaxed.gpu.global.u32 v, [z]; setp.eq.u32 p, 0, 0; ${second} }
   d0.b1.t0 { ld.relaxed.gpu.global.u32 v, [y]; and.b32 w, v, 0; add.u32 w, w, 1; st.relaxed.gpu.global.u32 [x], w; }
   check (P0:v == 1 && P2:v == 1) as q;`

/** Stores 1, which is computed from a register. */
const from = (register: string): string =>
  `and.b32 w, ${register}, 0; add.u32 w, w, 1; st.relaxed.gpu.global.u32 [y], w;`
const constant = 'st.relaxed.gpu.global.u32 [y], 1;'

const idx = (lane: string) => `shfl.sync.idx.b32 s, v, ${lane}, 0x1f, 3;`

describe('the result of a lane depends on the reads of the lanes from which it comes', () => {
  test.each([
    ['of a shuffle from the lane', idx('0'), `${idx('0')} ${from('s')}`],
    [
      'of a vote',
      'setp.eq.u32 p, v, 1; vote.sync.any.pred q, p, 3;',
      'vote.sync.any.pred q, p, 3; selp.u32 s, 1, 0, q; and.b32 w, s, 0; add.u32 w, w, 1; st.relaxed.gpu.global.u32 [y], w;',
    ],
    ['of a reduction', 'redux.sync.add.u32 s, v, 3;', `redux.sync.add.u32 s, v, 3; ${from('s')}`],
    ['of a match', 'match.any.sync.b32 s, v, 3;', `match.any.sync.b32 s, v, 3; ${from('s')}`],
    ['by way of another lane', `${idx('0')} ${idx('1')} ${from('s')}`, `${idx('0')} mov.u32 v, s; ${idx('1')}`],
    [
      'in a register beside a predicate',
      'shfl.sync.idx.b32 s|q, v, 0, 0x1f, 3;',
      `shfl.sync.idx.b32 s|q, v, 0, 0x1f, 3; ${from('s')}`,
    ],
    [
      'in an address',
      idx('0'),
      `${idx('0')} and.b32 w, s, 0; mov.u64 b, y; mad.wide.u32 b, w, 4, b; st.relaxed.gpu.global.u32 [b], 1;`,
    ],
    ['in a branch', idx('0'), `${idx('0')} bne s, 1, E; ${constant} E:`],
    ['in a guard', idx('0'), `${idx('0')} setp.eq.u32 p, s, 1; @p ${constant}`],
    [
      'of what decides the lane',
      'shfl.sync.idx.b32 s, 5, 0, 0x1f, 3; and.b32 v, v, 1; shfl.sync.idx.b32 s, v, 0, 0x1f, 3;',
      `shfl.sync.idx.b32 s, 5, 0, 0x1f, 3; shfl.sync.idx.b32 s, v, 0, 0x1f, 3; shfl.sync.up.b32 s, v, s, 0, 2; ${from('s')}`,
    ],
    ['of the mask with which the lane comes', 'or.b32 m, v, 2; bar.warp.sync m;', `bar.warp.sync 3; ${constant}`],
    ['of whether the lane comes', 'bne v, 1, E; bar.warp.sync 3; E:', `bar.warp.sync 3; ${constant}`],
    [
      'of whether the lane comes, where no memory is ordered',
      'bne v, 1, E; redux.sync.add.u32 s, 1, 3; E:',
      `redux.sync.add.u32 s, 1, 3; ${constant}`,
    ],
  ])('%s', async (_, first, second) => {
    expect(await agreedVerdict(circle(first, second))).toBe('forbidden')
  })

  test.each([
    ['from another lane', idx('1'), `${idx('1')} ${from('s')}`],
    ['of what nothing is computed from', idx('0'), `${idx('0')} ${constant}`],
    ['of an election', 'elect.sync s|q, 3;', `elect.sync s|q, 3; ${from('s')}`],
    [
      'of whether a lane comes that the mask does not name',
      'bne v, 1, E; bar.warp.sync 1; E:',
      `bar.warp.sync 2; ${constant}`,
    ],
    ['in the other direction', idx('0'), `${from('v')} ${idx('0')}`],
  ])('not %s', async (_, first, second) => {
    expect(await agreedVerdict(circle(first, second))).toBe('allowed')
  })

  test('a lane that gives away its own value need not depend on it', async () => {
    const exchange = 'shfl.sync.bfly.b32 s, v, 1, 0x1f, 3;'
    expect(await agreedVerdict(circle(`${exchange} ${from('s')}`, exchange))).toBe('allowed')
    expect(await agreedVerdict(circle(`${exchange} ${from('v')}`, exchange))).toBe('forbidden')
  })
})
