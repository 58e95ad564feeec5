import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { solver, testIn } from '../../support.js'

/** Returns the instructions at which undefined behaviour is reached, and the verdict; brute force must agree. */
async function reached(text: string) {
  const program = testIn(text)
  const [answer] = decide(program, await solver(), { model: defaultModel, liveness: false }).answers
  const [brute] = bruteForce(program, defaultModel).answers
  const said = (one: typeof answer) => ({
    verdict: one?.verdict.kind,
    at:
      one?.undefined.kind === 'known'
        ? one.undefined.found.map(({ thread, instruction }) => `${thread}:${instruction}`)
        : 'undecided',
  })
  expect(said(brute)).toEqual(said(answer))
  return said(answer)
}

const indexed = (mask: string, scale = 4) => `.global .u32 a[2]; .global .u32 i;
  d0.b0.t0 { ld.relaxed.gpu.u32 r, [i]; ${mask} mul.wide.u32 o, r, ${scale}; mov.u64 p, a; add.u64 p, p, o; st.relaxed.gpu.u32 [p], 7; }
  d0.b1.t0 { st.relaxed.gpu.u32 [i], 2; } check (a[0] == 7) as first;`

describe('undefined behaviour', () => {
  test('an access outside of all memory, in the executions that get there', async () => {
    expect(await reached(indexed(''))).toEqual({ verdict: 'allowed', at: ['0:4'] })
  })

  test('an access within it has none', async () => {
    expect(await reached(indexed('and.b32 r, r, 1;'))).toEqual({ verdict: 'allowed', at: [] })
  })

  test('an access that is not aligned to its size', async () => {
    expect(await reached(indexed('and.b32 r, r, 2;', 1))).toEqual({ verdict: 'allowed', at: ['0:5'] })
  })

  test.each(['ld.weak.v2.u32 {v, w}, [p];', 'st.weak.v2.u32 [p], {1, 2};'])(
    'a vector that is not aligned to the size of all its scalars: %s',
    async (vector) => {
      const at = (offset: number) =>
        `.global .u32 a[4]; d0.b0.t0 { mov.u64 p, &a; add.u64 p, p, ${offset}; ${vector} } check (0 == 0) as any;`
      expect((await reached(at(4))).at).toEqual(['0:2'])
      expect((await reached(at(8))).at).toEqual([])
      expect((await reached(at(16))).at).toEqual(['0:2'])
    },
  )

  test.each(['st.weak.u32 [p], 1;', 'atom.add.relaxed.gpu.u32 v, [p], 1;', 'red.add.relaxed.gpu.u32 [p], 1;'])(
    'a write to constant memory, by its generic address: %s',
    async (access) => {
      const by = (one: string) => `.const .u32 c[2]; d0.b0.t0 { mov.u64 p, c; ${one} } check (c[0] == 1) as changed;`
      expect(await reached(by(access))).toEqual({ verdict: 'forbidden', at: ['0:1'] })
      expect(await reached(by('ld.weak.u32 v, [p];'))).toEqual({ verdict: 'forbidden', at: [] })
    },
  )

  test('not by the address of a global name of it', async () => {
    const text = `.const .u32 c; .global g virtually aliases c; d0.b0.t0 { mov.u64 p, g; st.weak.u32 [p], 1; ld.weak.u32 v, [p]; }
      check (v == 1) as changed;`
    expect(await reached(text)).toEqual({ verdict: 'allowed', at: [] })
  })

  test('a null pointer', async () => {
    const text = `.global .u32 x; .global .u64 p; d0.b0.t0 { st.relaxed.gpu.u64 [p], &x; }
      d0.b1.t0 { ld.relaxed.gpu.u64 r, [p]; ld.weak.u32 v, [r]; } check (v == 0) as zero;`
    expect(await reached(text)).toEqual({ verdict: 'allowed', at: ['1:1'] })
  })

  test('not where a test of the pointer keeps the thread from it', async () => {
    const text = `.global .u32 x; .global .u64 p; d0.b0.t0 { st.relaxed.gpu.u64 [p], &x; }
      d0.b1.t0 { ld.relaxed.gpu.u64 r, [p]; beq r, 0, END; ld.weak.u32 v, [r]; END: } check (v == 0) as zero;`
    expect(await reached(text)).toEqual({ verdict: 'allowed', at: [] })
  })

  test('the thread stops there, so that nothing after it happens', async () => {
    const text = `.global .u32 x; .global .u32 y; d0.b0.t0 { mov.u64 p, x; add.u64 p, p, 4; st.weak.u32 [p], 1; st.weak.u32 [y], 1; }
      check (y == 1) as after;`
    expect(await reached(text)).toEqual({ verdict: 'forbidden', at: ['0:2'] })
  })

  test('an address of the own shared memory does not lead to that of another CTA', async () => {
    const text = `.shared .u32 s; .global .u64 p; .global .u32 f;
      d0.b0.t0 { st.weak.u32 [s], 1; mov.u64 r, s; ld.weak.u32 v, [r]; st.relaxed.gpu.u64 [p], r; st.release.gpu.u32 [f], 1; }
      d0.b1.t0 { st.weak.u32 [s], 2; ld.acquire.gpu.u32 g, [f]; beq g, 0, END; ld.weak.u64 r, [p]; ld.weak.u32 v, [r]; END: }
      check (P1:g == 1 && P1:v != 2) as other;`
    expect(await reached(text)).toEqual({ verdict: 'forbidden', at: [] })
  })
})
