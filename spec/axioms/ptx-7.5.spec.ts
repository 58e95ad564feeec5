import { redefine, withoutAxiom } from '../../axioms/algebra/edit.js'
import { difference, except, on, or, seq, union } from '../../axioms/algebra/terms.js'
import { api, GEN, id, M, NC, po, rf, rmw } from '../../axioms/algebra/vocabulary.js'
import { ptx75 } from '../../axioms/models.js'
import { exampleNamed } from '../examples.js'
import { verdictOf, verdicts } from '../support.js'

describe('proxy-preserved base causality', () => {
  test.each([
    ['preserved-generic', 'isa/8.10.6-MP.test#1'],
    ['preserved-same-proxy', 'paper/figure-6-pair-3-5-surface.test#1'],
    ['preserved-to-generic', 'paper/section-3.2-CoWR-generic-load.test#3'],
    ['preserved-from-generic', 'cuda/spaces/MP+constant.test#4'],
    ['preserved-across-proxies', 'paper/figure-8f-CoWR-surface-constant.test#1'],
    ['preserved-alias-generic', 'isa/8.10.6-CoWR.test#1'],
    ['preserved-alias-to-generic', 'paper/section-6.2.4-surface-to-generic.test#1'],
    ['preserved-alias-from-generic', 'paper/section-6.2.4-generic-to-surface.test#1'],
    ['preserved-alias-across-proxies', 'paper/section-6.2.4-surface-to-texture.test#1'],
    ['preserved-api', 'cuda/streams/alias+event.test#1'],
    ['to-own-end', 'cuda/streams/read-only+end.test#1'],
    ['from-own-start', 'cuda/streams/read-only+start.test#1'],
  ])('without %s other outcomes of %s are allowed', async (row, name) => {
    const { program, verdicts: expected } = exampleNamed(name, 'ptx-7.5')
    const model = redefine(ptx75, row, () => difference(id, id))
    const changed = (await verdicts(program, model)).filter((verdict, i) => verdict !== expected[i])
    expect(new Set(changed)).toEqual(new Set(['allowed']))
  })

  test.each([
    ['to-own-end', 'read-only+end.test#1'],
    ['from-own-start', 'read-only+start.test#1'],
  ])('%s also uses the read-only path', async (name, example) => {
    const one = exampleNamed(`cuda/streams/${example}`, 'ptx-7.5')
    const proxied = on(except(M, or(GEN, NC)))
    const model = redefine(ptx75, name, () => (name === 'to-own-end' ? seq(proxied, api) : seq(api, proxied)))
    expect(await verdicts(one.program, model)).not.toEqual(one.verdicts)
  })
})

const twoCtas = (first: string, second: string, asked: string) => `
  .global x; .global y; .global z;
  d0.b0.t0 { ${first} }
  d0.b1.t0 { ${second} }
  check (${asked}) as outcome;`

/** Each rule has a program that it forbids, and one that differs only just enough to be allowed. */
describe('rules', () => {
  const mp = (first: string, second: string) => verdictOf(twoCtas(first, second, 'd0.b1.t0:f == 1 && d0.b1.t0:r == 0'))

  test('observation starts at a write: the read of an atomic does not precede the observers of its write', async () => {
    const test = twoCtas('ld.relaxed.gpu f, [x]; st [x], 2;', 'atom.add.relaxed.gpu r, [x], 1;', 'd0.b0.t0:f == 3')
    expect(await verdictOf(test)).toBe('allowed')
    const fromReads = redefine(ptx75, 'cause', (body) => union(body, seq(rmw, rf, po)))
    expect(await verdictOf(test, fromReads)).toBe('forbidden')
  })
  test('a release pattern: the release itself', async () => {
    expect(await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('forbidden')
    expect(await mp('st [x], 1; st.relaxed.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('allowed')
  })
  test('a release pattern: a later strong write to the same address', async () => {
    expect(
      await mp('st [x], 1; st.release.gpu [y], 2; st.relaxed.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];'),
    ).toBe('forbidden')
    expect(
      await mp('st [x], 1; st.release.gpu [z], 2; st.relaxed.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];'),
    ).toBe('allowed')
    expect(await mp('st [x], 1; st.release.gpu [y], 2; st.weak [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe(
      'allowed',
    )
  })
  // A fence has no address, so the release and the acquiring end can still be morally strong.
  test('a release pattern: not by another address, whatever acquires', async () => {
    const read = 'ld.relaxed.gpu f, [y]; fence.acquire.gpu; ld r, [x];'
    expect(await mp('st [x], 1; st.release.gpu [z], 2; st.relaxed.gpu [y], 1;', read)).toBe('allowed')
    expect(await mp('st [x], 1; st.release.gpu [y], 2; st.relaxed.gpu [y], 1;', read)).toBe('forbidden')
  })
  test.each(['fence.release.gpu', 'fence.acq_rel.gpu', 'fence.sc.gpu'])(
    'a release pattern: %s and a later strong write',
    async (fence) => {
      expect(await mp(`st [x], 1; ${fence}; st.relaxed.gpu [y], 1;`, 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe(
        'forbidden',
      )
    },
  )
  test('an acquire fence does not release', async () => {
    expect(await mp('st [x], 1; fence.acquire.gpu; st.relaxed.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe(
      'allowed',
    )
  })
  test('an acquire pattern: an earlier strong read of the same address', async () => {
    expect(
      await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.relaxed.gpu f, [y]; ld.acquire.gpu g, [y]; ld r, [x];'),
    ).toBe('forbidden')
    expect(
      await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.relaxed.gpu f, [y]; ld.acquire.gpu g, [z]; ld r, [x];'),
    ).toBe('allowed')
  })
  test.each(['fence.acquire.gpu', 'fence.acq_rel.gpu', 'fence.sc.gpu'])(
    'an acquire pattern: %s and an earlier strong read',
    async (fence) => {
      expect(await mp('st [x], 1; st.release.gpu [y], 1;', `ld.relaxed.gpu f, [y]; ${fence}; ld r, [x];`)).toBe(
        'forbidden',
      )
      expect(await mp('st [x], 1; st.release.gpu [y], 1;', `ld.weak f, [y]; ${fence}; ld r, [x];`)).toBe('allowed')
    },
  )
  test('a release fence does not acquire', async () => {
    expect(await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.relaxed.gpu f, [y]; fence.release.gpu; ld r, [x];')).toBe(
      'allowed',
    )
  })
  test('moral strength: each scope includes the other thread', async () => {
    expect(await mp('st [x], 1; st.release.cta [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('allowed')
    expect(await mp('st [x], 1; st.release.gpu [y], 1;', 'ld.acquire.cta f, [y]; ld r, [x];')).toBe('allowed')
    expect(await mp('st [x], 1; st.release.cluster [y], 1;', 'ld.acquire.cluster f, [y]; ld r, [x];')).toBe('allowed')
  })
  test('moral strength: one proxy', async () => {
    expect(await mp('st [x], 1; sust.release.gpu [y], 1;', 'suld.acquire.gpu f, [y]; ld r, [x];')).toBe('forbidden')
    expect(await mp('st [x], 1; sust.release.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];')).toBe('allowed')
  })
  test('moral strength: one virtual address', async () => {
    const program = (flag: string) => `.global x; .global y; .global y2 physically aliases y;
      d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
      d0.b1.t0 { ld.acquire.gpu f, [${flag}]; ld r, [x]; }
      check (f == 1 && r == 0) as outcome;`
    expect(await verdictOf(program('y'))).toBe('forbidden')
    expect(await verdictOf(program('y2'))).toBe('allowed')
  })

  test.each([
    ['constant', '.const p virtually aliases x;', 'ld.const.u32 r, [p];'],
    ['texture', '.texref p virtually aliases x;', 'tex r, [p];'],
    ['surface', '.surfref p virtually aliases x;', 'suld r, [p];'],
  ])('a fence of the %s proxy is for the accesses of its own CTA', async (proxy, declared, read) => {
    const program = (first: string, second: string) => `.global x; .global y; ${declared}
      d0.b0.t0 { st [x], 1; ${first} st.release.gpu [y], 1; }
      d0.b1.t0 { ld.acquire.gpu f, [y]; ${second} ${read} }
      check (f == 1 && r == 0) as outcome;`
    const fence = `fence.proxy.${proxy};`
    expect(await verdictOf(program('', fence))).toBe('forbidden')
    expect(await verdictOf(program(fence, ''))).toBe('allowed')
  })

  const relay = (middle: string) => `.global x; .global y;
    d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
    d0.b1.t0 { ${middle} }
    d0.b2.t0 { ld.acquire.gpu f, [y]; ld r, [x]; }
    check (f == 2 && r == 0) as outcome;`

  test('observation goes on through atomics, and not through plain copies', async () => {
    expect(await verdictOf(relay('atom.relaxed.gpu.add a, [y], 1;'))).toBe('forbidden')
    expect(await verdictOf(relay('red.relaxed.gpu.add [y], 1;'))).toBe('forbidden')
    expect(await verdictOf(relay('ld.relaxed.gpu a, [y]; add b, a, 1; st.relaxed.gpu [y], b;'))).toBe('allowed')
  })
  test('a red acquires nothing, by itself or with a fence (8.11.1)', async () => {
    const program = (operation: string) => `.global x; .global y; .global z;
      d0.b0.t0 { st [x], 42; st.release.gpu [y], 1; }
      d0.b1.t0 { ${operation} ld r, [x]; }
      check (r == 0 && [y] == 2) as outcome;`
    expect(await verdictOf(program('red.gpu.add [y], 1; fence.acquire.gpu;'))).toBe('allowed')
    expect(await verdictOf(program('red.acq_rel.gpu.add [y], 1;'))).toBe('allowed')
    expect(await verdictOf(program('atom.gpu.add a, [y], 1; fence.acquire.gpu;'))).toBe('forbidden')
    expect(await verdictOf(program('atom.acq_rel.gpu.add a, [y], 1;'))).toBe('forbidden')
  })
  test('Fence-SC: fences whose scopes include each other are in one order', async () => {
    const sb = (fence: string) =>
      verdictOf(twoCtas(`st [x], 1; ${fence}; ld p, [y];`, `st [y], 1; ${fence}; ld q, [x];`, 'p == 0 && q == 0'))
    expect(await sb('fence.sc.gpu')).toBe('forbidden')
    expect(await sb('fence.sc.cta')).toBe('allowed')
    expect(await sb('fence.acq_rel.gpu')).toBe('allowed')
  })
  test('No-Thin-Air: true dependencies only', async () => {
    const lb = (first: string) => verdictOf(twoCtas(first, 'ld q, [y]; st [x], q;', 'p == 1 && q == 1'))
    expect(await lb('ld p, [x]; st [y], p;')).toBe('forbidden')
    expect(await lb('ld p, [x]; st [y], 1;')).toBe('allowed')
    expect(await lb('ld p, [x]; sub c, p, p; add c, c, 1; st [y], c;')).toBe('forbidden')
  })
  test('Atomicity: no morally strong write between the read and the write of an atomic', async () => {
    const count = (first: string, second: string) =>
      verdictOf(twoCtas(`atom.add.${first} p, [x], 1;`, `atom.add.${second} q, [x], 1;`, 'p == 0 && q == 0'))
    expect(await count('gpu', 'gpu')).toBe('forbidden')
    expect(await count('cta', 'gpu')).toBe('allowed')
  })
  test('Coherence: morally strong writes are in one order, racing ones need not be', async () => {
    const observers = (order: string) => `.global x;
      d0.b0.t0 { st.${order} [x], 1; } d0.b1.t0 { st.${order} [x], 2; }
      d0.b2.t0 { ld.relaxed.gpu a, [x]; ld.relaxed.gpu b, [x]; } d0.b3.t0 { ld.relaxed.gpu c, [x]; ld.relaxed.gpu d, [x]; }
      check (a == 1 && b == 2 && c == 2 && d == 1) as outcome;`
    expect(await verdictOf(observers('relaxed.gpu'))).toBe('forbidden')
    expect(await verdictOf(observers('weak'))).toBe('allowed')
  })
  test('SC-per-Location: overlapping morally strong operations follow program order', async () => {
    const corr = (order: string) =>
      verdictOf(twoCtas(`st.${order} [x], 1;`, `ld.${order} p, [x]; ld.${order} q, [x];`, 'p == 1 && q == 0'))
    expect(await corr('relaxed.gpu')).toBe('forbidden')
    expect(await corr('weak')).toBe('allowed')
  })
})

describe('axioms', () => {
  const forbiddenBy = async (name: string, program: string) => {
    expect(await verdictOf(program)).toBe('forbidden')
    expect(await verdictOf(program, withoutAxiom(ptx75, name))).toBe('allowed')
  }

  test('Causality forbids stale message passing', () =>
    forbiddenBy(
      'Causality',
      twoCtas('st [x], 1; st.release.gpu [y], 1;', 'ld.acquire.gpu f, [y]; ld r, [x];', 'f == 1 && r == 0'),
    ))
  test('No-Thin-Air forbids values out of nothing', () =>
    forbiddenBy('No-Thin-Air', twoCtas('ld p, [x]; st [y], p;', 'ld q, [y]; st [x], q;', 'p == 1')))
  test('Atomicity forbids lost updates', () =>
    forbiddenBy('Atomicity', twoCtas('atom.add.gpu p, [x], 1;', 'atom.add.gpu q, [x], 1;', 'p == 0 && q == 0')))
  test('Coherence forbids a final value that causality has overwritten', () =>
    forbiddenBy('Coherence', twoCtas('st [x], 1; st [x], 2;', 'ld q, [y];', '[x] == 1')))

  // Across CTAs no base causality between surface accesses is preserved, so that only the fences themselves are left to
  // object.
  test('Fence-SC forbids two fences that synchronise against their order', () =>
    forbiddenBy(
      'Fence-SC',
      twoCtas(
        'suld.relaxed.sys p, [x]; fence.sc.sys; sust.relaxed.sys [y], 1;',
        'suld.relaxed.sys q, [y]; fence.sc.sys; sust.relaxed.sys [x], 1;',
        'p == 1 && q == 1',
      ),
    ))
})
