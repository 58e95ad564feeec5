import { ptx60 } from '../../axioms/models.js'
import { verdictOf } from '../support.js'

describe('ptx-6.0', () => {
  const mp = (first: string, second: string) =>
    verdictOf(
      `.global x; .global y; d0.b0.t0 { ${first} } d0.b1.t0 { ${second} } check (f == 1 && r == 0) as q;`,
      ptx60,
    )

  test('synchronises by patterns, with and without fences', async () => {
    expect(await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('forbidden')
    expect(
      await mp(
        'st [x], 1; fence.release.gpu; st.relaxed.gpu [y], 1;',
        'ld.relaxed.gpu f, [y]; fence.acquire.gpu; ld r, [x];',
      ),
    ).toBe('forbidden')
    expect(await mp('st [x], 1; st.relaxed.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('allowed')
  })
  test('synchronises by the order of fence.sc', async () => {
    const sb = (fence: string) =>
      verdictOf(
        `.global x; .global y; d0.b0.t0 { st [x], 1; ${fence} ld p, [y]; } d0.b1.t0 { st [y], 1; ${fence} ld q, [x]; }
         check (p == 0 && q == 0) as both;`,
        ptx60,
      )
    expect(await sb('fence.sc.gpu;')).toBe('forbidden')
    expect(await sb('fence.sc.cta;')).toBe('allowed')
    expect(await sb('fence.acq_rel.gpu;')).toBe('allowed')
  })
  test('orders all accesses of a thread to one location', async () => {
    const corr = (order: string) =>
      verdictOf(
        `.global x; d0.b0.t0 { st.${order} [x], 1; } d0.b1.t0 { ld.${order} p, [x]; ld.${order} q, [x]; } check (p == 1 && q == 0) as q;`,
        ptx60,
      )
    expect(await corr('relaxed.gpu')).toBe('forbidden')
    expect(await corr('weak')).toBe('allowed')
  })
})
