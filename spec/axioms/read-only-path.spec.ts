import { nvlitmus } from '../../axioms/nvlitmus.js'
import { ptx60 } from '../../axioms/ptx-6.0.js'
import { verdictOf } from '../support.js'

/** One thread stores and loads by the read-only path, with something between. */
const storeThenLoad = (between: string) => `.global x; .global y physically aliases x;
  d0.b0.t0 { st.weak [x], 42; ${between} ld.global.nc.u32 r, [x]; }
  check (r == 0) as stale;`

describe('the read-only path', () => {
  test.each([
    '',
    'fence.sc.sys;',
    'fence.proxy.alias;',
    'fence.proxy.texture; fence.proxy.constant; fence.proxy.surface;',
  ])('a store is not seen for sure, with %p between', async (between) =>
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
  test('a message is not seen for sure, whatever the scope and the fence', async () => {
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
  test('models without it do not cover it', async () => {
    expect(await verdictOf(storeThenLoad(''), ptx60)).toBe('not covered')
    expect(await verdictOf(storeThenLoad(''), nvlitmus)).toBe('not covered')
  })
})
