import { buildEvents } from '../../../../encoder/events/events.js'
import { herd, testIn } from '../../../support.js'
import { far, t0, verdict } from '../control.js'

/**
 * A loop that takes a number by compare-and-swap: the next one if another thread was faster, and none while none is
 * available.
 */
const retry = [
  'ld.relaxed.gpu r0, x',
  'goto TRY',
  'AGAIN:',
  'ld.relaxed.gpu r0, x',
  'TRY:',
  'beq r0, 0, AGAIN',
  'add r1, r0, 1',
  'atom.relaxed.gpu.cas r2, x, r0, r1',
  'beq r2, r0, OUT',
  'mov r0, r2',
  'goto TRY',
  'OUT:',
]
const accesses = (body: readonly string[], bound: number): number =>
  buildEvents(testIn(herd('x = 0;', [[t0, ...body]], 'exists (x == 1)')), bound).events.filter(
    ({ kind, origin }) => kind === 'read' && origin !== undefined,
  ).length

describe('a loop with two ways back, which is entered at one of them', () => {
  test('is one loop: each round has its accesses once', () => {
    for (const bound of [1, 2, 3, 4]) expect(accesses(retry, bound)).toBe(1 + 2 * bound)
  })
  test('is two loops if it is entered at both', () => {
    const both = ['ld.relaxed.gpu r0, x', 'beq r0, 5, AGAIN', ...retry.slice(1)]
    expect(accesses(both, 2)).toBeGreaterThan(1 + 2 * 2)
  })
  test('ends as it would in the order of the text', async () => {
    const test = (asks: string) =>
      herd(
        'x = 0;',
        [
          [t0, ...retry],
          [far, 'st.relaxed.gpu x, 5'],
        ],
        asks,
      )
    expect(await verdict(test('exists (P0:r2 == 5 /\\ x == 6)'))).toBe('allowed')
    expect(await verdict(test('exists (P0:r2 != 5)'), { bound: 1 })).toBe('forbidden within bound 1')
  })
  const counting = ['A:', 'add r0, r0, 1', 'IN:', 'add r1, r1, 1', 'blt r0, 3, A']
  const ends = async (body: readonly string[], state: string) => {
    expect(await verdict(herd('', [[t0, ...body]], `exists (${state})`))).toBe('allowed')
    expect(await verdict(herd('', [[t0, ...body]], `exists (~(${state}))`))).toBe('forbidden')
  }
  test('is executed to its end if it counts, also inside a loop', async () => {
    await ends(['goto IN', ...counting], 'P0:r1 == 4')
    const twice = ['OUTER:', 'mov r0, 0', 'goto IN', ...counting, 'add r3, r3, 1', 'blt r3, 3, OUTER']
    await ends(twice, 'P0:r1 == 12')
  })
  test('is in the order of the text if a thread may come to its first line without a jump', async () => {
    await ends(['mov r2, 0', 'beq r2, 1, IN', ...counting], 'P0:r1 == 3')
  })
})
