import { withoutAxiom } from '../../../../axioms/algebra/edit.js'
import { ptx75 } from '../../../../axioms/models.js'
import { herd } from '../../../support.js'
import { far, t0, verdict } from '../control.js'

describe('branches', () => {
  test('instructions after a taken branch are not executed', async () => {
    const skips = (value: number) =>
      herd('x = 0;', [[t0, `ld r0, ${value}`, 'beq r0, 1, L', 'st.weak x, 1', 'L:']], 'exists (x == 1)')
    expect(await verdict(skips(1))).toBe('forbidden')
    expect(await verdict(skips(2))).toBe('allowed')
  })
  test.each([
    ['beq', [1, 1], [1, 2]],
    ['bne', [1, 2], [1, 1]],
    ['blt', [-1, 0], [0, -1]],
    ['ble', [1, 1], [2, 1]],
    ['bgt', [0, -1], [-1, 0]],
    ['bge', [1, 1], [1, 2]],
  ] as const)('%s', async (branch, taken, not) => {
    const ends = ([a, b]: readonly [number, number]) =>
      herd('', [[t0, `ld r0, ${a}`, 'ld r1, 0', `${branch} r0, ${b}, L`, 'ld r1, 1', 'L:']], 'exists (P0:r1 == 0)')
    expect(await verdict(ends(taken))).toBe('allowed')
    expect(await verdict(ends(not))).toBe('forbidden')
  })
  test('a register has, where ways meet, the value of the way that was taken', async () => {
    const asks = (condition: string) =>
      herd(
        'x = 0;',
        [
          [t0, 'st.weak x, 1'],
          [far, 'ld.weak r0, x', 'beq r0, 0, ELSE', 'ld r1, 5', 'goto END', 'ELSE:', 'ld r1, 6', 'END:'],
        ],
        `exists (${condition})`,
      )
    expect(await verdict(asks('P1:r0 == 0 /\\ P1:r1 == 6'))).toBe('allowed')
    expect(await verdict(asks('P1:r0 == 1 /\\ P1:r1 == 5'))).toBe('allowed')
    expect(await verdict(asks('P1:r0 == 0 /\\ P1:r1 == 5'))).toBe('forbidden')
  })
  test('a write depends on the reads that decide whether the thread comes to it, past the join too', async () => {
    const lb = (first: readonly string[]) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, ...first],
          [far, 'ld.relaxed.gpu r0, y', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    const load = 'ld.relaxed.gpu r0, x'
    expect(await verdict(lb([load, 'beq r0, 0, L', 'st.relaxed.gpu y, 1', 'L:']))).toBe('forbidden')
    expect(await verdict(lb([load, 'beq r0, 0, L', 'L:', 'st.relaxed.gpu y, 1']))).toBe('forbidden')
    expect(await verdict(lb([load, 'beq r1, 0, L', 'L:', 'st.relaxed.gpu y, 1', 'add r1, r0, 0']))).toBe('allowed')
    expect(
      await verdict(lb([load, 'beq r0, 0, L', 'L:', 'st.relaxed.gpu y, 1']), {
        model: withoutAxiom(ptx75, 'No-Thin-Air'),
      }),
    ).toBe('allowed')
  })
  test('a write to which the thread does not come is not read', async () => {
    const guarded = (value: number) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, 'ld.weak r0, y', `bne r0, ${value}, L`, 'st.weak x, 1', 'L:'],
          [far, 'ld.weak r1, x'],
        ],
        'exists (P1:r1 == 1)',
      )
    expect(await verdict(guarded(0))).toBe('allowed')
    expect(await verdict(guarded(1))).toBe('forbidden')
  })
  test('only on the way on which a read feeds it, a value depends on that read', async () => {
    const lb = (...skipped: readonly string[]) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, 'ld.relaxed.gpu r0, x', 'ld r1, 1', ...skipped, 'add r1, r0, 0', 'L:', 'st.relaxed.gpu y, r1'],
          [far, 'ld.relaxed.gpu r0, y', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    expect(await verdict(lb('goto L'))).toBe('allowed')
    expect(await verdict(lb('beq r2, 1, L', 'ld r2, 0'))).toBe('forbidden')
  })
})
