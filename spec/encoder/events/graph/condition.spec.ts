import { herd } from '../../../support.js'
import { far, t0, verdict } from '../control.js'

describe('conditions', () => {
  test('a filter leaves out executions, and a question without executions is vacuous', async () => {
    const filtered = (filter: string) =>
      herd(
        'x = 0;',
        [
          [t0, 'st.weak x, 1'],
          [far, 'ld.weak r0, x'],
        ],
        `filter (${filter})\nexists (P1:r0 == 0)`,
      )
    expect(await verdict(filtered('P1:r0 == 1'))).toBe('forbidden')
    expect(await verdict(filtered('x == 1'))).toBe('allowed')
    expect(await verdict(filtered('x == 3'))).toBe('forbidden (vacuous)')
  })
  test.each([
    ['exists (x = 1)', 'allowed'],
    ['exists ([x] == 2)', 'forbidden'],
    ['~exists (x == 1)', 'allowed'],
    ['~exists (x == 2)', 'forbidden'],
    ['forall (x == 1)', 'forbidden'],
    ['forall (x == 2)', 'allowed'],
    ['exists (~x == 2 /\\ x >= 1)', 'allowed'],
    ['exists (not (x == 1) \\/ x > 0 /\\ x < 2)', 'allowed'],
    ['exists ((x == 1 \\/ x == 2) /\\ x != 1)', 'forbidden'],
    ['locations [x] exists (0:r == 3 /\\ y2 <= 7)', 'allowed'],
  ])('%s', async (condition, expected) => {
    const initial = 'x = 0; P0:r = 3; y = 7; y2 @ generic aliases y;'
    expect(await verdict(herd(initial, [[t0, 'st.weak x, 1', 'ld.weak r1, y']], condition))).toBe(expected)
  })
  test('registers may hold an address, which is one more name of the location', async () => {
    expect(await verdict(herd('P0:p = x;', [[t0, 'st.weak p, 4', 'ld.weak r, x']], 'exists (P0:r == 4)'))).toBe(
      'allowed',
    )
  })
})
