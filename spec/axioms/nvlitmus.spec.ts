import { nvlitmus, ptx75 } from '../../axioms/models.js'
import { verdictOf } from '../support.js'

const declarations = `.global x; .global y; .global z physically aliases y; .surfref s virtually aliases y;`

/** Returns the verdicts under ptx-7.5 and nvlitmus. */
const both = async (first: string, second: string, asked: string) => {
  const text = `${declarations} d0.b0.t0 { ${first} } d0.b1.t0 { ${second} } check (${asked}) as q;`
  return [await verdictOf(text, ptx75), await verdictOf(text, nvlitmus)]
}

describe('nvlitmus against ptx-7.5', () => {
  test('moral strength compares no addresses: a flag read through a physical alias synchronises', async () => {
    expect(
      await both('st [x], 1; st.release.gpu [y], 1;', 'ld.acquire.gpu f, [z]; ld r, [x];', 'f == 1 && r == 0'),
    ).toEqual(['allowed', 'forbidden'])
  })
  test('but morally strong writes of two addresses need not be in one order', async () => {
    const final = `${declarations} d0.b0.t0 { st.relaxed.gpu [y], 1; } d0.b1.t0 { st.relaxed.gpu [z], 2; }
      d0.b2.t0 { ld.relaxed.gpu a, [y]; ld.relaxed.gpu b, [y]; } d0.b3.t0 { ld.relaxed.gpu c, [y]; ld.relaxed.gpu d, [y]; }
      check (a == 1 && b == 2 && c == 2 && d == 1) as q;`
    expect(await verdictOf(final, nvlitmus)).toBe('allowed')
    expect(await verdictOf(final.replaceAll('[z]', '[y]'), nvlitmus)).toBe('forbidden')
  })
  test('fences neither release nor acquire', async () => {
    const mp = [
      'st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1;',
      'ld.relaxed.gpu f, [y]; fence.acq_rel.gpu; ld r, [x];',
    ] as const
    expect(await both(...mp, 'f == 1 && r == 0')).toEqual(['forbidden', 'allowed'])
  })
  test('the order of fence.sc still synchronises', async () => {
    const sb = ['st [x], 1; fence.sc.gpu; ld p, [y];', 'st [y], 1; fence.sc.gpu; ld q, [x];'] as const
    expect(await both(...sb, 'p == 0 && q == 0')).toEqual(['forbidden', 'forbidden'])
  })
  test('the two ends of a pattern must be morally strong, so nothing across proxies is a pattern', async () => {
    const across = [
      'st [x], 1; sust.release.sys [s], 1; st.relaxed.sys [y], 2;',
      'ld.relaxed.sys f, [y]; suld.acquire.sys g, [s]; ld r, [x];',
    ] as const
    expect(await both(...across, 'f == 2 && r == 0')).toEqual(['forbidden', 'allowed'])
  })
  test('the far end of a release may be weak: a read of it in its thread, by an alias, carries on', async () => {
    const through = (order: string) =>
      both(
        `st [x], 1; st.release.gpu [y], 1; st.${order} [y], 3; atom.add.relaxed.gpu p, [z], 1 == 3;`,
        'ld.acquire.gpu f, [z]; ld r, [x];',
        'f == 4 && r == 0',
      )
    expect(await through('weak')).toEqual(['allowed', 'forbidden'])
    expect(await through('relaxed.gpu')).toEqual(['allowed', 'forbidden'])
    const [, without] = await both(
      'st [x], 1; st.weak [y], 3; atom.add.relaxed.gpu p, [z], 1 == 3;',
      'ld.acquire.gpu f, [z]; ld r, [x];',
      'f == 4 && r == 0',
    )
    expect(without).toBe('allowed')
  })
  test('and so may that of an acquire', async () => {
    const through = (order: string) =>
      verdictOf(
        `${declarations} d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; } d0.b2.t0 { st.relaxed.gpu [y], 9; }
         d0.b1.t0 { atom.add.relaxed.gpu p, [z], 1; ld.${order} q, [y]; ld.acquire.gpu f, [y]; ld r, [x]; }
         check (p == 1 && q == 2 && f == 9 && r == 0) as q1;`,
        nvlitmus,
      )
    expect(await through('weak')).toBe('forbidden')
    expect(await through('relaxed.gpu')).toBe('forbidden')
  })
  test('values come out of thin air, unless by way of an atomic on itself', async () => {
    expect(await both('ld p, [x]; st [y], p;', 'ld q, [y]; st [x], q;', 'p == 123456')).toEqual([
      'forbidden',
      'allowed',
    ])
    expect(await both('ld p, [x]; st [y], p;', 'ld q, [y]; add q, q, 1; st [x], q;', 'p == 7')).toEqual([
      'forbidden',
      'forbidden',
    ])
  })
  test('Atomicity looks at coherence neighbours only: a weak write between hides a strong one', async () => {
    const lost = (between: string) =>
      both('atom.add.gpu p, [x], 1;', `st.relaxed.gpu [x], 5; ${between} ld.relaxed.gpu q, [x];`, 'p == 0 && q == 1')
    expect(await lost('st.weak [x], 6;')).toEqual(['forbidden', 'allowed'])
    expect(await lost('')).toEqual(['forbidden', 'forbidden'])
  })
})
