import { nvlitmus } from '../../axioms/nvlitmus.js'
import { ptx60 } from '../../axioms/ptx-6.0.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { decide } from '../../encoder/decide/decide.js'
import { herd, solver, testIn, verdictOf } from '../support.js'

const declarations = `.global x; .global y; .global z physically aliases y; .surfref s virtually aliases y;`

/** The verdicts under ptx-7.5 and nvlitmus. */
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
  test('the order of fence.sc synchronises all the same', async () => {
    const sb = ['st [x], 1; fence.sc.gpu; ld p, [y];', 'st [y], 1; fence.sc.gpu; ld q, [x];'] as const
    expect(await both(...sb, 'p == 0 && q == 0')).toEqual(['forbidden', 'forbidden'])
  })
  test('the two ends of a pattern must be morally strong, so a pattern across proxies is none', async () => {
    const across = [
      'st [x], 1; sust.release.sys [s], 1; st.relaxed.sys [y], 2;',
      'ld.relaxed.sys f, [y]; suld.acquire.sys g, [s]; ld r, [x];',
    ] as const
    expect(await both(...across, 'f == 2 && r == 0')).toEqual(['forbidden', 'allowed'])
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

describe('what a model does not cover it does not decide', () => {
  const kinds = async (body: string, asked: string, model: typeof ptx60) => {
    const text = `${declarations} .texref t virtually aliases x; d0.b0.t0 { ${body} } check (${asked}) as q;`
    return decide(testIn(text), await solver(), { model }).answers.map(({ verdict }) => verdict)
  }

  test.each([
    ['another proxy', 'tld r, [t];', 'r == 0', 'proxies'],
    ['a proxy fence', 'ld r, [x]; fence.proxy.surface;', 'r == 0', 'proxies'],
    ['an alias fence', 'ld r, [x]; fence.proxy.alias;', 'r == 0', 'aliases'],
    ['two addresses of one location', 'ld r, [y]; st [z], 1;', 'r == 0', 'aliases'],
  ])('ptx-6.0: %s', async (_, body, asked, feature) => {
    expect(await kinds(body, asked, ptx60)).toEqual([
      { kind: 'not covered', reason: expect.stringContaining(`ptx-6.0 does not cover ${feature}: spec:1:`) },
    ])
  })

  test.each([
    ['red', 'red.add [x], 1; ld r, [x];', 'r == 0', 'red'],
    ['another atomic', 'atom.exch r, [x], 1;', 'r == 0', 'atomics other than add'],
    ['a one-sided fence', 'ld r, [x]; fence.acquire.gpu;', 'r == 0', 'one-sided fences'],
    ['a cluster', 'ld.relaxed.cluster r, [x];', 'r == 0', 'clusters'],
    ['a final value', 'ld r, [x];', '[x] == 0', 'final values'],
  ])('nvlitmus: %s', async (_, body, asked, feature) => {
    expect(await kinds(body, asked, nvlitmus)).toEqual([
      { kind: 'not covered', reason: expect.stringContaining(`nvlitmus does not cover ${feature}: `) },
    ])
  })

  test.each([
    ['a branch', '', 'L:', 'branches'],
    ['a barrier', '', 'bar.cta.sync 1', 'barriers'],
    ['an initial value', 'x = 1;', 'ld.weak r, x', 'initial values'],
    ['an initial register', 'P0:r = 1;', 'st.weak x, r', 'initial values'],
  ])('nvlitmus: %s', async (_, initial, cell, feature) => {
    const program = testIn(herd(initial, [['P0@cta 0,gpu 0', cell]], 'exists (true)'))
    expect(decide(program, await solver(), { model: nvlitmus }).answers.map(({ verdict }) => verdict)).toEqual([
      { kind: 'not covered', reason: expect.stringContaining(`nvlitmus does not cover ${feature}: `) },
    ])
  })
})
