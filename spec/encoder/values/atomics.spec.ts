import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { ptx75 } from '../../../axioms/models.js'
import { herd } from '../../support.js'
import { far, t0, verdict } from '../events/control.js'

describe('compare-and-swap and exchange', () => {
  test('one that fails writes nothing', async () => {
    const cas = (expected: number) =>
      herd('x = 0;', [[t0, `atom.relaxed.gpu.cas r0, x, ${expected}, 7`]], 'exists (x == 7)')
    expect(await verdict(cas(0))).toBe('allowed')
    expect(await verdict(cas(1))).toBe('forbidden')
  })
  test('one that fails does not release: its write is not there to be read', async () => {
    const mp = (expected: number) =>
      herd(
        'f = 0; x = 0;',
        [
          [t0, 'st.weak x, 1', `atom.acq_rel.gpu.cas r0, f, ${expected}, 0`],
          [far, 'ld.acquire.gpu r1, f', 'atom.acq_rel.gpu.exch r0, f, 2', 'ld.weak r2, x'],
        ],
        'exists (P0:r0 == 2)',
      )
    expect(await verdict(mp(2))).toBe('allowed')
  })
  test('an exchange does not depend on the value that it reads', async () => {
    const lb = (operation: string) =>
      herd(
        'x = 0;',
        [
          [t0, `atom.relaxed.gpu.${operation} r0, x, 1`],
          [far, 'ld.relaxed.gpu r0, x', 'st.relaxed.gpu x, r0'],
        ],
        'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
      )
    expect(await verdict(lb('exch'), { model: withoutAxiom(ptx75, 'SC-per-Location') })).toBe('forbidden')
    expect(await verdict(lb('add'))).toBe('forbidden')
  })
})
