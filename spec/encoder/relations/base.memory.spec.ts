import { po } from '../../../axioms/algebra/vocabulary.js'
import { defaultModel, ptx75, strictForm } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { encode } from '../../../encoder/formula/encode.js'
import { must } from '../../../source/must.js'
import { agreedVerdict, testIn } from '../../support.js'

describe('the scalars of a vector access are in no order (ISA 8.2.4)', () => {
  const reader = `d0.b1.t0 { ld.acquire.gpu.u32 flag, [a[1]]; ld.weak.u32 data, [a]; }
    check (flag == 1 && data == 0) as stale;`

  test('a release element says nothing about the others', async () => {
    expect(await agreedVerdict(`.global .u32 a[2]; d0.b0.t0 { st.release.gpu.v2.u32 [a], {1, 1}; } ${reader}`)).toBe(
      'allowed',
    )
  })

  test('two stores in that order release the first by the second', async () => {
    const stores = 'st.release.gpu.u32 [a], 1; st.release.gpu.u32 [a+4], 1;'
    expect(await agreedVerdict(`.global .u32 a[2]; d0.b0.t0 { ${stores} } ${reader}`)).toBe('forbidden')
  })

  const writer = '.global .u32 a[2]; d0.b0.t0 { st.release.gpu.u32 [a+4], 1; st.release.gpu.u32 [a], 1; }'
  test('an acquire element says nothing about the others', async () => {
    const vector = 'd0.b1.t0 { ld.acquire.gpu.v2.u32 {flag, data}, [a]; } check (flag == 1 && data == 0) as stale;'
    expect(await agreedVerdict(`${writer} ${vector}`)).toBe('allowed')
  })

  test('two loads in that order do', async () => {
    const scalars = 'd0.b1.t0 { ld.acquire.gpu.u32 flag, [a]; ld.acquire.gpu.u32 data, [a+4]; }'
    expect(await agreedVerdict(`${writer} ${scalars} check (flag == 1 && data == 0) as stale;`)).toBe('forbidden')
  })

  test('all addresses of a vector access are computed before it loads anything', async () => {
    const text = `.global .u64 a[2] = {&a, 7}; d0.b0.t0 { .reg .u64 r = &a; ld.weak.v2.u64 {r, s}, [r]; }
      check (s != 7) as other;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })
})

describe('overlap is of bytes, by a virtual address (ISA 8.2.1)', () => {
  const aliased = (fence: string) =>
    `.global .u32 a[2]; .global .u32 b[2] physically aliases a;
     d0.b0.t0 { st.weak.u32 [a+4], 1; ${fence} mov.u64 p, b; ld.weak.u32 r, [p+4]; } check (r == 0) as stale;`

  test('an element by another virtual address may be stale', async () => {
    expect(await agreedVerdict(aliased(''))).toBe('allowed')
  })

  test('and does not follow an alias fence', async () => {
    expect(await agreedVerdict(aliased('fence.proxy.alias;'))).toBe('forbidden')
  })

  test('accesses that have no byte in common are apart', async () => {
    const text = `.global .u32 a[2]; d0.b0.t0 { st.weak.u32 [a], 1; st.weak.u32 [a+4], 2; ld.weak.u32 r, [a]; }
      check (r != 1) as other;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })

  test('a read takes bytes from several writes', async () => {
    const text = (value: string) => `.global .u64 w;
      d0.b0.t0 { st.weak.u64 [w], 0x1111111122222222; st.weak.u16 [w+4], 0x3333; st.weak.u8 [w+7], 0x44; ld.weak.u64 r, [w]; }
      check (r == ${value}) as read;`
    expect(await agreedVerdict(text('0x4411333322222222'))).toBe('allowed')
    expect(await agreedVerdict(text('0x1111333322222222'))).toBe('forbidden')
  })

  test('the final memory is known byte by byte', async () => {
    const text = (value: string) => `.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 1; st.weak.u32 [w+4], 7; }
      check (w == ${value}) as last;`
    expect(await agreedVerdict(text('0x700000001'))).toBe('allowed')
    expect(await agreedVerdict(text('1'))).toBe('forbidden')
  })

  test('a read is before a write that follows only in bytes that they have in common', async () => {
    // The write to the other half follows the initial write that the read takes its half from.
    const text = `.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 5; st.weak.u32 [w+4], 7; ld.weak.u32 r, [w]; }
      check (r == 5) as lower;`
    expect(await agreedVerdict(text)).toBe('allowed')
  })
})

describe('single-copy atomicity (ISA 8.10.3)', () => {
  const racing = `.global .u32 a[2];
    d0.b0.t0 { st.weak.u64 [a], 0x200000001; } d0.b1.t0 { st.weak.u64 [a], 0x400000003; }
    d0.b2.t0 { ld.weak.u64 r, [a]; }`

  test.each(['0x200000003', '0x400000001', '3', '0x200000000'])('a scalar is read as one: never %s', async (torn) => {
    expect(await agreedVerdict(`${racing} check (r == ${torn}) as torn;`)).toBe('forbidden')
  })

  test('also if a question divides it', async () => {
    expect(await agreedVerdict(`${racing} check (r == 0x200000003 && a[0] != 7) as torn;`)).toBe('forbidden')
  })

  test('and so does it remain in memory', async () => {
    expect(await agreedVerdict(`${racing} check (a[0] == 1 && a[1] == 4) as torn;`)).toBe('forbidden')
    expect(await agreedVerdict(`${racing} check (a[0] == 1 && a[1] == 2) as whole;`)).toBe('allowed')
  })

  test('also if another access divides it', async () => {
    const text = `.global .u64 w;
      d0.b0.t0 { st.release.gpu.u64 [w], 0x100000001; }
      d0.b1.t0 { ld.acquire.gpu.u64 r, [w]; bne r, 0x100000001, END; ld.weak.u32 half, [w]; END: }
      check (r == 1) as torn;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })

  test('also where the letter promises it to morally strong pairs alone, and under the strict model', async () => {
    const text = (value: string) => `.global .u32 x; d0.b0.t0 { st.weak.u32 [x], 0x10001; }
      d0.b1.t0 { ld.weak.u32 r, [x]; } check (r == ${value}) as q;`
    const strict = must(strictForm(defaultModel), 'the strict form')
    for (const model of [defaultModel, strict]) {
      expect(await agreedVerdict(text('1'), { model })).toBe('forbidden')
      expect(await agreedVerdict(text('0x10001'), { model })).toBe('allowed')
    }
  })

  test('its parts may be overwritten', async () => {
    const text = `.global .u64 w; d0.b0.t0 { st.weak.u64 [w], 1; st.weak.u32 [w+4], 2; ld.weak.u64 r, [w]; }
      check (r == 0x200000001) as both;`
    expect(await agreedVerdict(text)).toBe('allowed')
  })

  test('the scalars of a vector are not one', async () => {
    const text = `.global .u32 a[2];
      d0.b0.t0 { st.weak.v2.u32 [a], {1, 2}; } d0.b1.t0 { st.weak.v2.u32 [a], {3, 4}; }
      d0.b2.t0 { ld.weak.v2.u32 {r, s}, [a]; } check (r == 1 && s == 4) as torn;`
    expect(await agreedVerdict(text)).toBe('allowed')
  })
})

describe('addresses in registers', () => {
  test('an address dependency orders nothing', async () => {
    const text = `.global .u32 x; .global .u64 p;
      d0.b0.t0 { st.weak.u32 [x], 1; fence.acq_rel.gpu; st.relaxed.gpu.u64 [p], &x; }
      d0.b1.t0 { ld.relaxed.gpu.u64 r, [p]; setp.ne.u64 q, r, 0; @q ld.weak.u32 v, [r]; }
      check (r == &x && v == 0) as stale;`
    expect(await agreedVerdict(text)).toBe('allowed')
  })

  test('but values do not come out of thin air by it', async () => {
    const text = `.global .u64 x; .global .u64 y; .global .u64 p = &y;
      d0.b0.t0 { ld.relaxed.gpu.u64 q, [p]; st.relaxed.gpu.u64 [q], &x; }
      d0.b1.t0 { ld.relaxed.gpu.u64 v, [x]; setp.ne.u64 n, v, 0; @n st.relaxed.gpu.u64 [p], v; }
      check (q == &x) as from_nowhere;`
    expect(await agreedVerdict(text)).toBe('forbidden')
  })
})

test('program order is transitive, which closures rely on', () => {
  const program = testIn(
    '.global x[4]; d0.b0.t0 { ld.u32 a, [x]; st.v2.u32 [x+8], {a, 1}; beq a, 1, OUT; ld.v2.u32 {b, c}, [x+8]; OUT: st.u32 [x], 1; } ' +
      'check (b == 1) as any;',
  )
  const graph = buildEvents(program)
  const rows = encode(graph, ptx75).relation(po)
  const reached = (row: ReadonlyMap<number, unknown>) =>
    new Set([...row.keys()].flatMap((b) => [...(rows[b] ?? new Map()).keys()]))
  for (const row of rows) expect([...reached(row)].filter((event) => !row.has(event))).toEqual([])
  expect(rows.reduce((sum, row) => sum + row.size, 0)).toBeGreaterThan(10)
})
