import { defaultModel } from '../../../../axioms/models.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { bytesOf } from '../../../../encoder/events/memory/places.js'
import { findRace } from '../../../../races/find-races.js'
import { agreedVerdict, solver, testIn, verdictOf } from '../../../support.js'
import { misuses } from '../barriers/misuses.js'

const declared = `.shared .align 32 .u32 x[64]; .shared .u32 y[4]; .global .align 32 .u32 g[256]; .global .u64 at = 0;`
const asked = 'check (x[0] == 1) as q;'
const rowAddress = 'mov.u32 l, %laneid; shl.b32 o, l, 4; cvt.u64.u32 p, o; mov.u64 b, &x; add.u64 p, p, b;'

/** Every word of `x` and `y` is read, so that ranges have a piece for each. */
const everything = 'd0.b0.t64 { ld.shared.v4.u32 {a, b, c, d}, [y]; }'

/** Returns the accesses of the first warp to `x` and `y`, thread by thread: `t0 reads x+0..16`. */
function accesses(threads: string, more = everything): readonly string[] {
  const program = testIn(`${declared} ${threads} ${more} ${asked}`)
  const { events } = buildEvents(program)
  return events.filter(isMemory).flatMap((event) => {
    const { origin, kind, places } = event
    if (origin === undefined || program.threads[origin.thread]?.name === 'd0.b0.t64') return []
    const name = program.threads[origin.thread]?.name.replace('d0.b0.', '')
    return places.map(({ location, offset }) => {
      const memory = program.locations[location]?.name.replace(/.*:/, '')
      return `${name} ${kind}s ${memory}+${offset}..${offset + bytesOf(event)}`
    })
  })
}

const ldmatrix = (count: string, registers: string, address: string): string =>
  `ldmatrix.sync.aligned.m8n8.${count}.shared.b16 ${registers}, ${address};`
const stmatrix = (count: string, values: string, address: string): string =>
  `stmatrix.sync.aligned.m8n8.${count}.shared.b16 ${address}, ${values};`
const racy = async (threads: string): Promise<string> =>
  findRace(testIn(`${declared} ${threads} ${asked}`), await solver(), { model: defaultModel }).kind

describe('ldmatrix and stmatrix', () => {
  const written = 'd0.b0.t32 { st.shared.u32 [x], 1; st.shared.u32 [x+124], 1; st.shared.u32 [x+252], 1; }'

  test('access 16 bytes for each lane that gives an address, where something else does', () => {
    const first = accesses(`d0.b0.t0..15 { ${rowAddress} ${ldmatrix('x1', 'r', '[p]')} } ${written}`)
    expect(first.filter((one) => one.startsWith('t0 '))).toEqual(['t0 reads x+0..4'])
    expect(first.filter((one) => one.startsWith('t7 '))).toEqual(['t7 reads x+124..128'])
    expect(first.filter((one) => /^t(?:[1-689]|1.) /.test(one))).toEqual([])
    const stored = accesses(`d0.b0.t0..7 { ${rowAddress} ${stmatrix('x1', 'l', '[p]')} } ${written}`)
    expect(stored.filter((one) => !one.startsWith('t32'))).toEqual(['t0 writes x+0..4', 't7 writes x+124..128'])
  })
  test('access a whole object if a lane that gives an address is not in the program', () => {
    const alone = accesses(`d0.b0.t0 { ${ldmatrix('x1', 'r', '[x+16]')} } ${written}`)
    expect(alone.filter((one) => one.startsWith('t0 '))).toEqual([
      't0 reads x+0..4',
      't0 reads x+124..128',
      't0 reads x+252..256',
    ])
  })
  test('do not race with themselves if lanes are not in the program', async () => {
    expect(await racy(`d0.b0.t0..1 { ${rowAddress} ${stmatrix('x1', 'l', '[p]')} }`)).toBe('race-free')
    const beside = (place: string) =>
      `d0.b0.t0..1 { ${rowAddress} ${stmatrix('x1', 'l', '[p]')} } d0.b0.t32 { st.shared.u32 ${place}, 1; }`
    expect(await racy(beside('[x+16]'))).toBe('racy')
    expect(await racy(beside('[x+252]'))).toBe('racy')
    expect(await racy(beside('[y]'))).toBe('race-free')
  })
  test('race with accesses that are not ordered', async () => {
    const load = `d0.b0.t0..7 { ${rowAddress} BEFORE ${ldmatrix('x1', 'r', '[p]')} }`
    const store = 'd0.b0.t32 { st.shared.u32 [x+20], 1; BEFORE }'
    expect(await racy(`${load}${store}`.replaceAll('BEFORE', ''))).toBe('racy')
    expect(await racy(`${load}${store}`.replaceAll('BEFORE', 'bar.sync 0;'))).toBe('race-free')
  })
  test('are undefined at an address that is misaligned, or not in shared memory', async () => {
    const at = (address: string) =>
      verdictOf(
        `${declared} d0.b0.t0..7 { mov.u64 p, ${address}; ${ldmatrix('x1', 'r', '[p]').replace('.shared', '')} } ${asked}`,
      )
    expect(await at('&x')).toBe('forbidden')
    expect(await at('&x+8')).toBe('undefined')
    expect(await at('&x+256')).toBe('undefined')
    expect(await at('&g')).toBe('undefined')
  })
  test('may have an address that is read', async () => {
    const threads = `d0.b0.t0..7 { ld.global.u64 i, [at]; mov.u64 p, &x; add.u64 p, p, i; ${stmatrix('x1', '0', '[p]')} }
      d0.b0.t32 { st.shared.u32 [x+16], 1; st.shared.u32 [x+32], 1; st.global.u64 [at], 16; }`
    expect(accesses(threads).filter((one) => one.startsWith('t0 writes'))).toEqual(
      ['0..4', '4..16', '16..20', '20..32'].map((range) => `t0 writes x+${range}`),
    )
  })
  test('access a whole object if their address may be any', () => {
    const threads = `d0.b0.t0..7 { ld.global.u64 i, [at]; mov.u64 p, &x; add.u64 p, p, i; ${stmatrix('x1', '0', '[p]')} }
      d0.b0.t32 { ld.shared.u32 v, [y]; cvt.u64.u32 w, v; clock: mov.u64 c, %clock64; st.global.u64 [at], c; st.shared.u32 [x+32], 1; }`
    expect(accesses(threads).filter((one) => one.startsWith('t0 writes'))).toEqual([
      't0 writes x+0..4',
      't0 writes x+4..32',
      't0 writes x+32..36',
      't0 writes x+36..256',
      't0 writes y+0..4',
      't0 writes y+4..8',
      't0 writes y+8..12',
      't0 writes y+12..16',
    ])
  })
})

describe('wmma.load and wmma.store', () => {
  const load = (layout: string, more: string) => `wmma.load.a.sync.aligned.${layout}.m8n8k32.shared.s4 r, [x]${more};`
  const words =
    'd0.b0.t64 { st.shared.v4.u32 [x], {1, 1, 1, 1}; st.shared.v4.u32 [x+32], {1, 1, 1, 1}; st.shared.v4.u32 [x+16], {1, 1, 1, 1}; }'

  test('access rows that are a stride apart', () => {
    expect(accesses(`d0.b0.t0 { ${load('row', ', 64')} }`, words)).toEqual([
      ...['0..4', '4..8', '8..12', '12..16'].map((range) => `t0 reads x+${range}`),
      ...['32..36', '36..40', '40..44', '44..48'].map((range) => `t0 reads x+${range}`),
    ])
  })
  test('access columns in the other layout', () => {
    expect(accesses(`d0.b0.t0 { ${load('col', ', 16')} }`, words)).toEqual([
      't0 reads x+0..4',
      't0 reads x+8..12',
      't0 reads x+16..20',
      't0 reads x+24..28',
      't0 reads x+32..36',
      't0 reads x+40..44',
    ])
  })
  test('are undefined if a row begins at no multiple of what the ISA asks, and the report says so', async () => {
    const problems = async (stride: number) => {
      const load = `wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {${'abcdefgh'.split('').join(', ')}}, [m], ${stride};`
      const program = testIn(`.shared .align 32 .u32 m[512]; d0.b0.t0 { ${load} } check (m[0] == 1) as q;`)
      const verdict = findRace(program, await solver(), { model: defaultModel })
      const undefineds = 'undefined' in verdict ? (verdict.undefined ?? []) : []
      return undefineds.map(({ problem }) => problem)
    }
    expect(await problems(32)).toEqual([])
    expect(await problems(24)).toEqual(['misaligned row'])
  })
  test('access a whole object if their stride depends on what is read', () => {
    const threads = `d0.b0.t0 { ld.global.u32 n, [g]; ${load('row', ', n')} }`
    expect(accesses(threads, 'd0.b0.t64 { st.shared.u32 [x+252], 1; }')).toContain('t0 reads x+252..256')
  })
  test('are undefined if the address or the stride differ', async () => {
    const differ = (address: string, stride: string) =>
      misuses(`.global .align 32 .f64 m[64]; d0.b0.t0..1 { mov.u32 l, %laneid; mul.lo.u32 o, l, ${address}; cvt.u64.u32 o, o; mov.u64 p, &m; add.u64 p, p, o;
        mul.lo.u32 s, l, ${stride}; add.u32 s, s, 4; wmma.load.a.sync.aligned.row.m8n8k4.global.f64 r, [p], s; }`)
    expect(await differ('0', '0')).toEqual([])
    expect(await differ('32', '0')).toEqual(['1:8 other operands 0'])
    expect(await differ('0', '4')).toEqual(['1:8 other operands 0'])
  })
  test('are stored by one lane, any of them', async () => {
    const store = 'd0.b0.t0..1 { wmma.store.d.sync.aligned.row.m8n8k32.shared.s32 [x], {0, 0}; AFTER }'
    expect(await racy(store.replace('AFTER', ''))).toBe('race-free')
    expect(await racy(store.replace('AFTER', 'ld.shared.u32 v, [x];'))).toBe('racy')
    expect(await racy(store.replace('AFTER', 'bar.warp.sync 3; ld.shared.u32 v, [x];'))).toBe('race-free')
  })
  test('are not covered with a stride that is less than a row', async () => {
    expect(await verdictOf(`${declared} d0.b0.t0 { ${load('row', ', 8')} } ${asked}`)).toBe('not covered')
  })
})

describe('st.bulk', () => {
  const stored = (lines: string, question: string) =>
    agreedVerdict(`.shared .u32 x[4] = {1, 2, 3, 4}; d0.b0.t0 { ${lines} } check (${question}) as q;`)
  test('stores zeros', async () => {
    expect(await stored('st.bulk [x], 8, 0;', 'not (x == {0, 0, 3, 4})')).toBe('forbidden')
    expect(await stored('mov.u32 n, 16; st.bulk.weak.shared::cta [x], n, 0;', 'not (x == {0, 0, 0, 0})')).toBe(
      'forbidden',
    )
  })
  test('is undefined outside of its object', async () => {
    expect(await verdictOf(`.shared .u32 x[4]; d0.b0.t0 { st.bulk [x+8], 16, 0; } check (x[0] == 0) as q;`)).toBe(
      'undefined',
    )
  })
  test('is not covered with a size that is no multiple of 8', async () => {
    expect(
      await verdictOf(`.shared .u32 x[4]; d0.b0.t0 { mov.u32 n, 12; st.bulk [x], n, 0; } check (x[0] == 0) as q;`),
    ).toBe('not covered')
  })
})

describe('what matrix instructions compute', () => {
  const product = 'mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {a, b}, {v}, {v}, {v, v};'
  test('is not computed, so that what needs a suitable value is undecided', async () => {
    const verdict = (question: string) => verdictOf(`d0.b0.t0 { mov.u32 v, 1; ${product} } check (${question}) as q;`)
    expect(await verdict('a == b')).toBe('undecided')
    expect(await verdict('a != b')).toBe('undecided')
    expect(await verdict('a != a')).toBe('forbidden')
    expect(await verdict('v == 1')).toBe('allowed')
  })
  test('depends on what other lanes read', async () => {
    const circle = (
      given: string,
    ) => `.shared .u32 f; d0.b0.t0 { ld.relaxed.cta.shared.u32 v, [f]; ${product.replaceAll('v', given)} }
      d0.b0.t1 { mov.u32 v, 0; mov.u32 w, 0; ${product} and.b32 a, a, 0; add.u32 a, a, 1; st.relaxed.cta.shared.u32 [f], a; } check (P0:v == 1) as q;`
    expect(await agreedVerdict(circle('v').replace('mov.u32 w', 'mov.u32 u'))).toBe('forbidden')
  })
  test('decides nothing that is then covered', async () => {
    const text = `.global .u32 x; d0.b0.t0 { mov.u32 v, 1; ${product} bne a, 3, E; st.global.u32 [x], 1; E: } check (x == 1) as q;`
    expect(await verdictOf(text)).toBe('not covered')
  })
  test('waits for the lanes, and orders no memory', async () => {
    const both = (first: string, second: string) =>
      `.shared .u32 f; d0.b0.t0 { mov.u32 v, 1; ${first} } d0.b0.t1 { mov.u32 v, 1; ${second} } check (P1:r == 0) as q;`
    const store = 'st.shared.u32 [f], 1;'
    expect(await agreedVerdict(both(`${store} ${product}`, `${product} ld.shared.u32 r, [f];`))).toBe('allowed')
  })
  test('is undefined without all lanes', async () => {
    expect(await misuses(`d0.b0.t0..1 { mov.u32 v, %laneid; bne v, 0, E; ${product} E: }`)).toEqual([
      '0:2 ended lane 1',
    ])
    expect(
      await misuses(`d0.b0.t0..1 { mov.u32 v, %laneid; bne v, 0, E; ${product} E: ld.shared.u32 w, [x]; }`),
    ).toEqual(['0:2 divergent 1'])
    expect(await misuses(`d0.b0.t0..1 { mov.u32 v, %laneid; ${product} }`)).toEqual([])
  })
})
