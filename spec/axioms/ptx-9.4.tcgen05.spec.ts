import {
  after,
  alone,
  commit,
  cp,
  ld,
  mma,
  races,
  relaxed,
  shift,
  st,
  tryWait,
  waitLd,
  waitSt,
} from './ptx-9.4.tcgen05.js'

/** All operations of the thread are complete. */
const done = `${commit()} ${tryWait()} ${after} ${waitLd} ${waitSt}`

/** A copy of four columns, and a product of 16 columns, which has scale factors in the first one. */
const scales = cp('t+40', '32x128b.warpx4')
const scaled =
  'mov.u32 j, 0x08840000; tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [t], da, db, j, [t+32], [t+40], yes;'

describe('pipelined pairs of one thread (9.7.18.6.2)', () => {
  test.each([
    ['mma, mma of one accumulator', `${mma()} ${mma()}`, 'free'],
    ['mma, mma of overlapping accumulators', `${mma()} ${mma('t+8')}`, 'racy'],
    ['mma, mma of other accumulators', `${mma()} ${mma('t+32')}`, 'free'],
    ['mma reads A, mma writes there', `${mma('t', '[t+32]')} ${mma('t+32')}`, 'free'],
    ['mma writes, mma reads A there', `${mma('t+32')} ${mma('t', '[t+32]')}`, 'racy'],
    ['cp of A, mma', `${cp('t+32')} ${mma('t', '[t+32]')}`, 'free'],
    ['cp of a part of A, mma', `${cp('t+32', '128x128b')} ${mma('t', '[t+32]')}`, 'free'],
    ['cp of the second part of A, mma', `${cp('t+36', '128x128b')} ${mma('t', '[t+32]')}`, 'free, strict racy'],
    ['cp.4x256b of A, mma', `${cp('t+32', '4x256b')} ${mma('t', '[t+32]')}`, 'free'],
    ['mma reads A, cp', `${mma('t', '[t+32]')} ${cp('t+32')}`, 'free'],
    ['cp, mma, cp again', `${cp('t+32')} ${mma('t', '[t+32]')} ${cp('t+32')}`, 'free'],
    ['cp, mma of half of it, cp again', `${cp('t+36')} ${mma('t', '[t+32]')} ${cp('t+36')}`, 'racy'],
    ['cp of scales, mma of the first, cp again', `${scales} ${scaled} ${scales}`, 'free'],
    ['cp, cp', `${cp()} ${cp()}`, 'racy'],
    ['cp of the accumulator, mma', `${cp()} ${mma()}`, 'racy'],
    ['mma, cp to the accumulator', `${mma()} ${cp()}`, 'racy'],
    ['shift of A, mma', `${shift('t+32')} ${mma('t', '[t+32]')}`, 'free'],
    ['mma reads A, shift', `${mma('t', '[t+32]')} ${shift('t+32')}`, 'free'],
    ['shift, cp.4x256b', `${shift()} ${cp('t', '4x256b')}`, 'free'],
    ['shift, cp of another shape', `${shift()} ${cp()}`, 'racy'],
    ['mma, shift of the accumulator', `${mma()} ${shift()}`, 'racy'],
    ['st, ld', `${st()} ${ld()}`, 'free'],
    ['st, st', `${st()} ${st()}`, 'free'],
    ['ld, st', `${ld()} ${st()}`, 'free'],
    ['st, mma of A', `${st('t+32')} ${mma('t', '[t+32]')}`, 'racy'],
    ['mma, ld', `${mma()} ${ld()}`, 'racy'],
    ['ld, mma', `${ld()} ${mma()}`, 'racy'],
  ])('%s', async (_, lines, verdict) => {
    expect(await races(alone(`${lines} ${done}`))).toBe(verdict)
  })
})

describe('completion in one thread (9.7.18.6.4.2)', () => {
  test.each([
    ['st, wait, mma', `${st('t+32')} ${waitSt} ${mma('t', '[t+32]')}`, 'free'],
    ['st, wait for loads, mma', `${st('t+32')} ${waitLd} ${mma('t', '[t+32]')}`, 'racy'],
    ['ld, wait, mma', `${ld()} ${waitLd} ${mma()}`, 'free'],
    ['ld, wait for stores, mma', `${ld()} ${waitSt} ${mma()}`, 'racy'],
    ['mma, commit, wait, fence, ld', `${mma()} ${commit()} ${tryWait()} ${after} ${ld()}`, 'free'],
    ['the same without the fence', `${mma()} ${commit()} ${tryWait()} ${ld()}`, 'free, strict racy'],
    ['the same with a relaxed wait', `${mma()} ${commit()} ${tryWait(relaxed)} ${ld()}`, 'racy'],
    ['a relaxed wait and the fence', `${mma()} ${commit()} ${tryWait(relaxed)} ${after} ${ld()}`, 'free'],
    ['no wait', `${mma()} ${commit()} ${after} ${ld()}`, 'racy'],
    ['the commit before the product', `${commit()} ${mma()} ${tryWait()} ${after} ${ld()}`, 'racy'],
  ])('%s', async (_, lines, verdict) => {
    expect(await races(alone(`${lines} ${waitLd} ${waitSt} bar.sync 1;`, { free: '' }))).toBe(verdict)
  })
})
