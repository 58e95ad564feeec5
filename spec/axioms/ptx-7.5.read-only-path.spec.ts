import { nvlitmus, ptx60, ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { buildEvents } from '../../encoder/events/events.js'
import { interpretation } from '../../encoder/execution/replay.js'
import { pairsOf, relationsOf } from '../../witness/relations.js'
import { solver, testIn, verdictOf } from '../support.js'

/** Returns a test whose thread stores and loads by the read-only path, with something in between. */
const storeThenLoad = (between: string) => `.global x; .global y physically aliases x;
  d0.b0.t0 { st.weak [x], 42; ${between} ld.global.nc.u32 r, [x]; }
  check (r == 0) as stale;`

describe('the read-only path', () => {
  test.each([
    '',
    'fence.sc.sys;',
    'fence.proxy.alias;',
    'fence.proxy.texture; fence.proxy.constant; fence.proxy.surface;',
  ])('a store need not be visible, with %p between', async (between) =>
    expect(await verdictOf(storeThenLoad(between))).toBe('allowed'),
  )
  test('a generic load in its place sees it', async () => {
    expect(await verdictOf(storeThenLoad('').replace('.global.nc', ''))).toBe('forbidden')
  })
  test('a load may return a store that comes later', async () => {
    const early = (opcode: string) =>
      verdictOf(`.global x; d0.b0.t0 { ${opcode} r, [x]; st [x], 1; } check (r == 1) as early;`)
    expect(await early('ld.global.nc.u32')).toBe('allowed')
    expect(await early('ld.global.u32')).toBe('forbidden')
  })
  test('but not one that is computed from it', async () => {
    expect(
      await verdictOf('.global x; d0.b0.t0 { ld.global.nc.u32 r, [x]; add s, r, 1; st [x], s; } check (r == 1) as q;'),
    ).toBe('forbidden')
  })
  test('two loads of one thread may see two values in either order', async () => {
    const two = (first: string, second: string) =>
      verdictOf(`.global x; d0.b0.t0 { st [x], 1; ld.global.nc a, [x]; ld.global.nc b, [x]; }
        check (a == ${first} && b == ${second}) as q;`)
    expect(await two('0', '1')).toBe('allowed')
    expect(await two('1', '0')).toBe('allowed')
  })
  test('a message need not be visible, whatever the scope and the fence', async () => {
    expect(
      await verdictOf(`.global x; .global f;
        d0.b0.t0 { st [x], 1; fence.sc.sys; st.release.sys [f], 1; }
        d0.b0.t1 { ld.acquire.sys a, [f]; fence.sc.sys; ld.global.nc r, [x]; }
        check (a == 1 && r == 0) as stale;`),
    ).toBe('allowed')
  })
  test('a store that is morally strong with nothing of that path does not synchronise by it', async () => {
    expect(
      await verdictOf(`.global x; .global f;
        d0.b0.t0 { st [x], 1; st.release.sys [f], 1; }
        d0.b0.t1 { ld.global.nc a, [f]; fence.acquire.sys; ld r, [x]; }
        check (a == 1 && r == 0) as stale;`),
    ).toBe('allowed')
  })
  // No verdict depends on it, as axioms/README.md says.
  test('two loads of a CTA by that path are of one proxy: morally strong in a thread, and preserved', async () => {
    const program = testIn(`.global x; .global f;
      d0.b0.t0 { ld.global.nc a, [x]; ld.global.nc b, [x]; ld c, [x]; st.release.cta [f], 1; }
      d0.b0.t1 { ld.acquire.cta d, [f]; ld.global.nc e, [x]; }
      check (d == 1) as q;`)
    const [verdict] = decide(program, await solver(), { model: ptx75, liveness: false }).answers.map(
      ({ verdict }) => verdict,
    )
    if (verdict?.kind !== 'allowed') throw new Error('the flag can be seen')
    const graph = buildEvents(program)
    const relations = relationsOf(ptx75)
    const pairs = (name: string) => {
      const term = relations.get(name)
      if (term === undefined) throw new Error(`there is no ${name}`)
      return pairsOf(interpretation(graph, verdict.execution), term)
    }
    const [a, b, c, e] = graph.events.flatMap(({ id, kind, sets }) =>
      kind === 'read' && !sets.includes('ACQ') ? [id] : [],
    )
    expect(pairs('ms')).toContainEqual([a, b])
    expect(pairs('ms')).not.toContainEqual([b, c])
    expect(pairs('ms')).not.toContainEqual([a, e])
    expect(pairs('preserved')).toEqual(
      expect.arrayContaining([
        [a, b],
        [a, e],
        [b, e],
      ]),
    )
    expect(pairs('preserved')).not.toContainEqual([c, e])
  })
  test('models without it do not cover it', async () => {
    expect(await verdictOf(storeThenLoad(''), ptx60)).toBe('not covered')
    expect(await verdictOf(storeThenLoad(''), nvlitmus)).toBe('not covered')
  })
})
