import { defaultModel, nvlitmus } from '../../axioms/models.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { readObservables } from '../../litmus/observe.js'
import { printProgram } from '../../litmus/print.js'
import { herd, testIn, verdictOf, verdicts } from '../support.js'

const names = (text: string) => testIn(text).variables.map(({ name }) => name)

describe('shared memory', () => {
  const twice = (asked: string) => `.shared x;
    d0.b0.t0 { st.weak [x], 1; }
    d0.b1.t0 { ld.weak r, [x]; }
    check (${asked}) as q;`

  test('each CTA that accesses it has an instance', async () => {
    expect(names(twice('r == 1'))).toEqual(['d0.b0:x', 'd0.b1:x'])
    expect(await verdictOf(twice('r == 1'))).toBe('forbidden')
    expect(await verdictOf(twice('[d0.b0:x] == 1 && [d0.b1:x] == 0'))).toBe('allowed')
    expect(await verdictOf(twice('[P1:x] == 1'))).toBe('forbidden')
    expect(await verdictOf(twice('[d0.b0.t0:x] == 0'))).toBe('forbidden')
  })
  test('threads of a CTA share one, which keeps its name', async () => {
    const once = twice('r == 1 && [x] == 1').replace('d0.b1.t0', 'd0.b0.t1')
    expect(names(once)).toEqual(['x'])
    expect(await verdictOf(once)).toBe('allowed')
  })
  test('CTAs of one number in two clusters are two', () =>
    expect(names('.shared x; d0.c0.b0.t0 { st [x], 1; } d0.c1.b0.t0 { st [x], 2; } check (0 == 0) as q;')).toEqual([
      'd0.c0.b0:x',
      'd0.c1.b0:x',
    ]))
  test('an alias, even one declared before, is of the instance', async () => {
    const aliased = `.shared y physically aliases x; .shared x;
      d0.b0.t0 { st.weak [x], 1; fence.proxy.alias; ld.weak a, [y]; }
      d0.b1.t0 { ld.weak b, [y]; }
      check (a == 1) as own; check (a == 0) as stale; check (b == 1) as foreign;`
    expect(await verdicts(testIn(aliased))).toEqual(['allowed', 'forbidden', 'forbidden'])
  })

  const remote = (space: string) => `.shared x; .shared f;
    d0.c0.b0.t0 { st.weak${space} [d0.c0.b1:x], 1; st.release.cluster${space} [d0.c0.b1:f], 1; }
    d0.c0.b1.t0 { ld.acquire.cluster.shared a, [f]; ld.weak.shared r, [x]; }
    check (a == 1 && r == 0) as stale; check (a == 1 && r == 1) as fresh;`
  test.each(['.shared::cluster', ''])('a CTA of the cluster reaches the instance of another by %p', async (space) => {
    expect(names(remote(space))).toEqual(['x', 'f'])
    expect(await verdicts(testIn(remote(space)))).toEqual(['forbidden', 'allowed'])
  })
  test('and the own one', async () => {
    expect(
      await verdictOf('.shared x; d0.b0.t0 { st.weak.shared::cluster [d0.b0:x], 1; ld r, [x]; } check (r == 0) as q;'),
    ).toBe('forbidden')
  })
  test('an access to another CTA is not covered by the artifact', async () => {
    const read = '.shared x; d0.c0.b0.t0 { ld r, [d0.c0.b1:x]; } d0.c0.b1.t0 { } check (r == 1) as q;'
    expect(await verdictOf(read, nvlitmus)).toBe('not covered')
    expect(await verdictOf(read.replace('d0.c0.b1:', ''), nvlitmus)).toBe('forbidden')
  })
})

describe('local memory', () => {
  const text = `.local x;
    d0.b0.t0 { st.weak.local [x], 1; ld.weak.local a, [x]; }
    d0.b0.t1 { ld.weak b, [x]; }
    check (a == 0) as own; check (b == 1) as foreign; check ([d0.b0.t0:x] == 1 && [P1:x] == 0) as final;`
  test('each thread has an instance', async () => {
    expect(names(text)).toEqual(['d0.b0.t0:x', 'd0.b0.t1:x'])
    expect(await verdicts(testIn(text))).toEqual(['forbidden', 'forbidden', 'allowed'])
  })
})

describe('constant memory', () => {
  test('is read through the constant proxy, and by generic loads', async () => {
    const text = (load: string, between = '') => `.global g; .const c virtually aliases g;
      d0.b0.t0 { st.weak [g], 1; ${between} ${load} r, [c]; }
      check (r == 0) as stale;`
    expect(await verdictOf(text('ld.const'))).toBe('allowed')
    expect(await verdictOf(text('ld.const', 'fence.proxy.constant;'))).toBe('forbidden')
    expect(await verdictOf(text('ld'))).toBe('forbidden')
  })
})

const everything = `.global g; .shared s; .local l; .const c virtually aliases g; .shared u physically aliases s;
  d0.c0.b0.t0 { st.weak.shared [s], 1; st.weak.local [l], 2; ld.weak.shared::cluster a, [d0.c0.b1:s]; ld.weak b, [u]; }
  d0.c0.b1.t0 { st.weak [s], 3; ld.weak.local e, [l]; ld.const f, [c]; ld.global.nc h, [g]; st.weak.global [g], 4; }
  check (a == 3 && b == 0 && e == 0 && f == 4 && h == 4 && [d0.c0.b0:s] == 1 && [d0.c0.b1.t0:l] == 0 && [g] == 4) as q;`

describe('all spaces', () => {
  test.each(['herd', 'nvlitmus'] as const)('are printed for %s and read back alike', async (format) => {
    const program = testIn(everything)
    const printed = printProgram(program, format)
    const again = testIn(printed)
    const memory = ({ variables }: typeof program) =>
      variables.map(({ space, location, instance }) => ({ space, location, instance }))
    expect(memory(again)).toEqual(memory(program))
    expect(await verdicts(again)).toEqual(['allowed'])
    expect(await verdicts(program)).toEqual(['allowed'])
  })
  test('brute force agrees', () => {
    const { answers } = bruteForce(testIn(everything), defaultModel, { most: 100_000 })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed'])
  })
  test('an observed term may be an instance', () => {
    const read = (text: string) => readObservables({ name: '--observe', text }, testIn(everything))
    expect(read('[d0.c0.b1:s], [P0:l], [g]')).toMatchObject({
      ok: true,
      value: [{ variable: 'd0.c0.b1:s' }, { variable: 'd0.c0.b0.t0:l' }, { variable: 'g' }],
    })
    expect(read('[s]').ok).toBe(false)
  })
  test('initial values are those of each instance', async () => {
    const text = herd(
      's @ shared = 5; l @ local = 6; c @ const = 7;',
      [
        ['P0@cta 0,gpu 0', 'ld.weak r0, s', 'ld.weak r1, l', 'ld.const r2, c'],
        ['P1@cta 1,gpu 0', 'ld.weak r0, s', 'ld.weak r1, [P1:l]', 'ld.const r2, [c]'],
      ],
      'exists ~(P0:r0 = 5 /\\ P1:r0 = 5 /\\ P0:r1 = 6 /\\ P1:r1 = 6 /\\ P0:r2 = 7 /\\ P1:r2 = 7)',
    )
    expect(names(text)).toEqual(['P0:s', 'P1:s', 'P0:l', 'P1:l', 'c'])
    expect(await verdictOf(text)).toBe('forbidden')
  })
})
