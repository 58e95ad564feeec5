import { candidate, mixedCandidate } from '../../../axioms/algebra/candidate.js'
import { readModel } from '../../../axioms/algebra/cat/read.js'
import { openBuiltIn } from '../../../axioms/include.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { candidates, counting } from '../../../encoder/execution/candidates.js'
import { broken } from '../../../encoder/execution/replay.js'
import { agreedVerdict, testIn } from '../../support.js'

const writer = '.global .u64 w; .global .u32 f; d0.b0.t0 { st.weak.u64 [w], 0x100000002; st.release.gpu.u32 [f], 1; }'

describe('data races of accesses that overlap partially (ISA 8.7.2)', () => {
  test('the model says nothing about a program with one, and the two accesses are named', async () => {
    const text = `.global .u64 w;
d0.b0.t0 { st.relaxed.gpu.u64 [w], 1; }
d0.b1.t0 { ld.relaxed.gpu.u32 r, [w]; }
check (r == 1) as read;`
    expect(await agreedVerdict(text)).toBe(
      'not covered: ptx-9.4 says nothing about accesses of different sizes that race (ISA 8.7.2): spec:2:12 and spec:3:12',
    )
  })

  test('accesses in causality order do not race', async () => {
    const text = `${writer} d0.b1.t0 { ld.acquire.gpu.u32 g, [f]; beq g, 0, END; ld.weak.u32 r, [w+4]; END: }
      check (g == 1 && r == 0) as stale;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })

  test('they are one in any execution in which they are not', async () => {
    const text = `${writer} d0.b1.t0 { ld.acquire.gpu.u32 g, [f]; ld.weak.u32 r, [w+4]; } check (g == 1 && r == 0) as stale;`
    expect(await agreedVerdict(text)).toContain('not covered')
  })

  test('accesses of one thread are in order', async () => {
    const text = '.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 7; ld.weak.u8 r, [w]; } check (r != 7) as other;'
    expect(await agreedVerdict(text)).toBe('forbidden')
  })

  test('two reads do not race', async () => {
    const text = `.global .u64 w = 7; d0.b0.t0 { ld.weak.u64 r, [w]; } d0.b1.t0 { ld.weak.u32 s, [w]; }
      check (r != 7 || s != 7) as other;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })

  test('strong accesses of one size are morally strong, and of two sizes never: moral strength needs complete overlap (ISA 8.7)', async () => {
    const text = (width: number) => `.global .u64 w;
      d0.b0.t0 { st.release.gpu.u32 [w], 1; } d0.b1.t0 { ld.acquire.gpu.u${width} r, [w]; } check (r == 1) as read;`
    expect(await agreedVerdict(text(32))).toBe('allowed')
    expect(await agreedVerdict(text(64))).toContain('not covered')
  })
})

describe('models', () => {
  const model = (text: string) => {
    const read = readModel(
      { name: 'own.cat', text },
      openBuiltIn(() => ({ ok: false, reason: 'there is no such file' })),
    )
    if (!read.ok) throw new Error(JSON.stringify(read.diagnostics))
    return read.value
  }
  const inOneThread = '.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 7; ld.weak.u8 r, [w]; } check (r == 7) as same;'

  test('one that does not mention complete overlap does not cover mixed sizes', async () => {
    expect(await agreedVerdict(inOneThread, { model: model('"own"\nacyclic po | rf | co | fr as sc') })).toBe(
      'not covered: own.cat does not cover mixed sizes: spec:1:28',
    )
  })

  test('nor does one that lacks the relations that define races', async () => {
    const text = '"own"\nacyclic po | (rf & complete) | rf | co | fr as sc'
    expect(await agreedVerdict(inOneThread, { model: model(text) })).toContain(
      'own.cat does not define moral strength and causality order',
    )
  })

  test('one that defines them does', async () => {
    const text =
      '"own"\nlet ms = complete & (po | po^-1)\nlet cause = po+\nacyclic po | rf | co | fr as sc\nempty ms & 0 as ms\nempty cause & 0 as cause'
    expect(await agreedVerdict(inOneThread, { model: model(text) })).toBe('allowed')
  })
})

describe('atomics of different widths (ISA 8.7.2)', () => {
  const listed = (scope: string) => {
    const graph = buildEvents(
      testIn(`.global .u64 w;
        d0.b0.t0 { atom.exch.relaxed.${scope}.b64 r, [w], 0x100000001; }
        d0.b1.t0 { atom.exch.relaxed.${scope}.b32 s, [w], 2; }
        check (r == 0 && s == 0) as both_first;`),
    )
    const { listing } = counting(10_000)
    const none = { name: 'none', summary: '', axioms: [], excludes: [], roles: new Map() }
    return [...candidates(graph, none, listing)].map((execution) => ({
      both: execution.values[2] === 0n && execution.values[4] === 0n,
      broken: broken(graph, mixedCandidate, execution).map(({ name }) => name),
    }))
  }

  test('one is performed before the other, even in a race', () => {
    const all = listed('gpu')
    expect(all.some(({ both }) => both)).toBe(true)
    expect(all.filter(({ both, broken }) => both && broken.length === 0)).toEqual([])
    expect(all.filter(({ both, broken }) => !both && broken.length === 0).length).toBeGreaterThan(0)
    expect(
      all.filter(({ both, broken }) => both && broken.join() === 'atomicity of mixed sizes').length,
    ).toBeGreaterThan(0)
  })

  test('unless the scope of one does not include the other', () => {
    expect(listed('cta').filter(({ both, broken }) => both && broken.length === 0).length).toBeGreaterThan(0)
  })

  test('programs without partial overlap need no such rule', () => {
    expect(candidate.map(({ name }) => name)).not.toContain('atomicity of mixed sizes')
  })
})
