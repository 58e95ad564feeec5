import { buildEvents } from '../../../../encoder/events/events.js'
import { herd, testIn } from '../../../support.js'
import { far, t0, verdict } from '../control.js'

/** Returns a test with a thread that stores to two locations, and one with this loop. */
const loop = (body: readonly string[], asks: string): string =>
  herd(
    'a = 0; b = 0;',
    [
      [t0, 'st.relaxed.gpu b, 2', 'st.relaxed.gpu a, 1'],
      [far, 'L:', ...body],
    ],
    `exists (${asks})`,
  )

describe('a round that branches back leaves nothing in registers', () => {
  test('if each is written before it is read and before the loop is left, wherever ways part', async () => {
    const retries = (body: readonly string[]) => verdict(loop([...body, 'bne r1, 2, L'], 'P1:r0 == 0'))
    expect(await retries(['ld.relaxed.gpu r0, a', 'bne r0, 1, L', 'ld.relaxed.gpu r1, b'])).toBe('forbidden')
    expect(await retries(['ld.relaxed.gpu r0, a', 'bne r0, 1, L', 'mov r2, 1', 'ld.relaxed.gpu r1, b'])).toBe(
      'forbidden',
    )
    const eitherWay = ['ld.relaxed.gpu r0, a', 'beq r0, 1, ONE', 'mov r2, 3', 'goto L', 'ONE:', 'mov r2, 4']
    expect(await retries([...eitherWay, 'ld.relaxed.gpu r1, b'])).toBe('forbidden')
  })
  test('but does if one is left unwritten on a way out', async () => {
    const body = ['ld.relaxed.gpu r0, a', 'beq r0, 1, OUT', 'ld.relaxed.gpu r1, b', 'bne r1, 1, L', 'OUT:']
    // Written in the first round, and left alone in the second one.
    expect(await verdict(loop(body, 'P1:r0 == 1 /\\ P1:r1 == 2'))).toBe('allowed')
  })
  test('but does if a way through the next round reads one that it has not written', async () => {
    const body = [
      'ld.relaxed.gpu r0, a',
      'beq r0, 0, ON',
      'mov r2, r1',
      'goto OUT',
      'ON:',
      'ld.relaxed.gpu r1, b',
      'goto L',
    ]
    expect(await verdict(loop([...body, 'OUT:'], 'P1:r2 == 2'))).toBe('allowed')
  })
  test('but does if a guard leaves one unwritten', async () => {
    const body = ['ld.relaxed.gpu r0, a', 'setp.eq.s32 p, r0, 0', '@p ld.relaxed.gpu r1, b', 'bne r0, 1, L']
    expect(await verdict(loop(body, 'P1:r1 == 2'))).toBe('allowed')
  })
})

describe('a loop that is left once it writes needs one round', () => {
  const events = (body: readonly string[], bound: number): number =>
    buildEvents(testIn(loop(body, 'a == 1')), bound).events.length
  const needsOne = (body: readonly string[]): boolean => events(body, 1) === events(body, 3)

  test('if the write comes after the last branch back', () => {
    expect(needsOne(['ld.relaxed.gpu r0, a', 'bne r0, 1, L', 'st.relaxed.gpu b, 1'])).toBe(true)
    expect(needsOne(['ld.relaxed.gpu r0, a', 'beq r0, 1, OUT', 'goto L', 'OUT:', 'st.weak b, 1'])).toBe(true)
    expect(needsOne(['ld.relaxed.gpu r0, a', 'st.relaxed.gpu b, 1', 'bne r0, 1, L'])).toBe(false)
    expect(needsOne(['atom.relaxed.gpu.add r0, a, 1', 'bne r0, 1, L'])).toBe(false)
  })
  test('if only a compare-and-swap that has failed branches back', () => {
    const cas = ['ld.relaxed.gpu r0, a', 'add r2, r0, 1', 'atom.relaxed.gpu.cas r1, a, r0, r2']
    expect(needsOne([...cas, 'bne r1, r0, L'])).toBe(true)
    expect(needsOne([...cas, 'bne r0, r1, L', 'st.weak b, r1'])).toBe(true)
    expect(needsOne([...cas, 'beq r1, r0, L'])).toBe(false)
    expect(needsOne([...cas, 'bne r1, r2, L'])).toBe(false)
    expect(needsOne([...cas, 'bne r1, 0, L'])).toBe(false)
    expect(needsOne([...cas, 'IN:', 'bne r1, r0, L', 'bne r1, 7, IN'])).toBe(true)
    expect(needsOne([...cas, 'setp.ne.s32 p, r1, r0', '@p goto L'])).toBe(true)
    expect(needsOne([...cas, 'setp.eq.s32 p, r1, r0', '@p goto L'])).toBe(false)
    expect(needsOne(['atom.relaxed.gpu.cas r1, a, 0, 1', 'bne r1, 0, L'])).toBe(true)
    expect(needsOne(['atom.relaxed.gpu.cas r1, a, 0, 1', 'bne r1, 0, L', 'bne r1, 1, L'])).toBe(false)
  })
  test('and one that may branch back although its compare-and-swap has written needs more', async () => {
    // The compare-and-swap compares 32 bits of a register that has 64.
    const wide = ['mov r1, 5', 'ld.relaxed.gpu r0, a', 'mov.u64 r2, 0x100000007', 'beq r0, 8, OUT']
    const body = [...wide, 'atom.relaxed.gpu.cas.b32 r1, a, r2, 8', 'bne r1, r2, L', 'OUT:']
    const test = loop(body, 'P1:r0 == 8').replace('st.relaxed.gpu a, 1', 'st.relaxed.gpu a, 7')
    expect(await verdict(test)).toBe('allowed')
  })
})
