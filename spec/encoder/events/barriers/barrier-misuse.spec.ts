import { verdictOf } from '../../../support.js'
import { misuses } from './misuses.js'

const tid = 'mov.u32 r, %tid.x;'
const predicate = 'setp.eq.u32 p, 0, 0;'

describe('an aligned barrier in a divergent branch', () => {
  const branch = (barrier: string, rest: string, threads = 't0..1') =>
    `d0.b0.${threads} { ${tid} setp.eq.u32 p, r, 0; @p ${barrier}; ${rest} }`

  test('is undefined if a thread of the warp goes on without it', async () => {
    expect(await misuses(branch('bar.sync 0', 'st.shared.u32 [x], r;'))).toEqual(['0:3 divergent 1'])
    expect(await misuses(branch('barrier.sync.aligned 0', 'st.shared.u32 [x], r;'))).toEqual(['0:3 divergent 1'])
  })
  test('is defined without `.aligned`', async () => {
    expect(await misuses(branch('barrier.sync 0', 'st.shared.u32 [x], r;'))).toEqual([])
  })
  test('is defined if that thread ends', async () => {
    expect(await misuses(branch('bar.sync 0', ''))).toEqual([])
    const early = `d0.b0.t0..1 { ${tid} beq r, 1, END; bar.sync 0; st.shared.u32 [x], r; END: }`
    expect(await misuses(early)).toEqual([])
  })
  test('is defined between warps, at a barrier with a count', async () => {
    const warps = (barrier: string) =>
      `d0.b0.t31..32 { ${tid} and.b32 r, r, 32; setp.eq.u32 p, r, 0; @p ${barrier}; bar.sync 0; }`
    expect(await misuses(warps('bar.sync 1, 32'))).toEqual([])
    expect(await misuses(warps('bar.sync 1'))).toEqual(['0:4 divergent 1'])
    expect(await misuses(warps('barrier.sync 1'))).toEqual([])
    expect(await misuses(`d0.b0.t31..32 { ${tid} beq r, 32, L; bar.sync 1, 32; L: bar.sync 0; }`)).toEqual([])
  })
  test('is undefined in both branches', async () => {
    const both = `d0.b0.t0..1 { ${tid} beq r, 1, L; bar.sync 0; goto E; L: bar.sync 0; E: }`
    expect(await misuses(both)).toEqual(['0:2 divergent 1', '1:5 divergent 0'])
  })
  test('is undefined whichever branch comes first in the text', async () => {
    const skipping = (rest: string) => `d0.b0.t0..1 { ${tid} beq r, 0, L; ${rest} goto E; L: bar.sync 0; E: }`
    expect(await misuses(skipping('st.shared.u32 [x], r;'))).toEqual(['0:5 divergent 1'])
    expect(await misuses(skipping(''))).toEqual([])
    // What is done before the branch counts on both paths.
    expect(await misuses(`d0.b0.t0..1 { ${tid} st.shared.u32 [x], r; beq r, 1, E; bar.sync 0; E: }`)).toEqual([])
  })
  test('is undefined if a read decides, in the executions where it does', async () => {
    const read = (value: number) =>
      `d0.b0.t0..1 { ld.relaxed.cta.shared.u32 r, [f]; bne r, ${value}, L; bar.sync 0; L: st.shared.u32 [x], 1; }
       d0.b0.t32 { st.relaxed.cta.shared.u32 [f], 1; }`
    expect(await misuses(read(1))).toEqual(['0:2 divergent 1', '1:2 divergent 0'])
    expect(await misuses(read(2))).toEqual([])
  })
  test('of a cluster is undefined if a thread of the warp goes on without it', async () => {
    const cluster = (aligned: string, rest: string, threads = 't0..1', bits = 1) =>
      misuses(`d0.b0.${threads} { ${tid} and.b32 r, r, ${bits}; bne r, 0, L;
        barrier.cluster.arrive${aligned}; barrier.cluster.wait${aligned}; L: ${rest} }`)
    expect(await cluster('.aligned', 'st.shared.u32 [x], r;')).toEqual(['0:3 divergent 1', '0:4 divergent 1'])
    expect(await cluster('', 'st.shared.u32 [x], r;')).toEqual([])
    expect(await cluster('.aligned', '')).toEqual([])
    expect(await cluster('.aligned', 'st.shared.u32 [x], r;', 't31..32', 32)).toEqual([])
  })
  test('counts rounds of loops: a thread that leaves the loop earlier and goes on', async () => {
    const loop = (rounds: string, rest: string) =>
      `d0.b0.t0..1 { ${tid} mov.u32 i, 0; L: bar.sync 0; add.u32 i, i, 1; ${rounds} blt i, n, L; ${rest} }`
    expect(await misuses(loop('add.u32 n, r, 1;', 'st.shared.u32 [x], 1;'))).toEqual(['1:3 divergent 0'])
    expect(await misuses(loop('add.u32 n, r, 1;', ''))).toEqual([])
    expect(await misuses(loop('mov.u32 n, 2;', 'st.shared.u32 [x], 1;'))).toEqual([])
  })
  describe('without a count', () => {
    const pair = (lines: string) => misuses(`d0.b0.t0..1 { ${tid} ${lines} }`)
    test('is undefined if the thread that goes on has still a choice, whatever it chooses', async () => {
      const rest = 'bne r, 0, E; st.shared.u32 [x], 1; E:'
      expect(await pair(`bne r, 0, L; bar.sync 0; L: ${rest}`)).toEqual(['0:2 divergent 1'])
      expect(await pair(`bne r, 0, L; bar.sync 0, 32; L: ${rest}`)).toEqual([])
      expect(await pair(`bne r, 0, L; bar.sync 0; L: setp.eq.u32 p, r, 0; @p st.shared.u32 [x], 1;`)).toEqual([
        '0:2 divergent 1',
      ])
    })
    test('is right if the other leaves at once, by whichever way', async () => {
      expect(await pair('bge r, 1, E; bar.sync 0; beq r, 0, F; st.shared.u32 [x], 1; F: bar.sync 0; E:')).toEqual([])
      expect(await pair('bge r, 1, L; bar.sync 0; st.shared.u32 [x], 1; L: goto M; M:')).toEqual([])
    })
    test('in a loop, is undefined if the round goes on', async () => {
      const halving = (skip: string) =>
        `mov.u32 o, 2; L: bge r, o, ${skip}; bar.sync 0; S: sub.u32 o, o, 1; bge o, 1, L; E:`
      expect(await pair(halving('S'))).toEqual(['0:4 divergent 1'])
      expect(await pair(halving('E'))).toEqual([])
    })
  })
  test('is of threads that run one text: those with a text of their own come together by themselves', async () => {
    expect(await misuses('d0.b0.t0 { bar.sync 0; } d0.b0.t1 { bar.sync 0; st.shared.u32 [x], 1; }')).toEqual([])
  })
})

describe('counts of named barriers', () => {
  const three = (...threads: readonly string[]) => threads.map((text, i) => `d0.b0.t${32 * i} { ${text} }`).join(' ')
  const [two, all] = ['bar.sync 1, 64;', 'bar.sync 1, 96;']

  test('more warps may come than take part: the barrier starts again', async () => {
    expect(await misuses(three(two, two, two))).toEqual([])
    const verdict = (threads: string) => verdictOf(`.shared .u32 x; ${threads} check ([x] == 1) as one;`)
    expect(await verdict(three(two, two, two))).toBe('forbidden')
    expect(await verdict(three(two, two, ''))).toBe('forbidden')
    const read = three('ld.shared.u32 n, [x]; bar.sync n, 64;', two, two)
    expect(await verdict(`${read} d0.b0.t96 { st.shared.u32 [x], 1; }`)).toBe('not covered')
    expect(await misuses(three(all, all, all))).toEqual([])
    expect(await misuses(three(two, two, ''))).toEqual([])
    expect(await misuses(three('bar.sync 1;', 'bar.sync 1;', 'bar.sync 1;'))).toEqual([])
  })
  test('threads of one warp count as one', async () => {
    expect(await misuses(`d0.b0.t0..2 { bar.sync 1, 32; }`)).toEqual([])
  })
  test('all name the same count', async () => {
    expect(await misuses(three(two, all, ''))).toEqual(['1:0 other count 0'])
    expect(await misuses(three('bar.sync 1;', all, all))).toEqual([])
    expect(await misuses(three('bar.sync 1;', two, two))).toEqual(['1:0 other count 0', '2:0 other count 0'])
    expect(await misuses(three(two + all, two, all))).toContain('2:0 other count 0')
  })
  test('a register may hold an invalid one', async () => {
    const held = (value: number) => `d0.b0.t0 { ld.shared.u32 r, [x]; add.u32 r, r, ${value}; bar.sync 0, r; }`
    expect(await misuses(held(33))).toEqual(['0:2 no whole warps'])
    expect(await misuses(held(0))).toEqual(['0:2 no whole warps'])
    expect(await misuses(held(32))).toEqual([])
  })
  test('a register may hold the number of no barrier', async () => {
    const held = (value: number) => `d0.b0.t0 { ld.shared.u32 r, [x]; add.u32 r, r, ${value}; bar.sync r; }`
    expect(await misuses(held(16))).toEqual(['0:2 no such barrier'])
    expect(await misuses(held(15))).toEqual([])
  })
})

describe('a reduction', () => {
  const red = (words: string) => `${predicate} bar.red.${words} q, 0, p;`

  test('is not mixed with anything else', async () => {
    const two = (first: string, second: string) => `d0.b0.t0 { ${first} } d0.b0.t1 { ${second} }`
    expect(await misuses(two(red('popc.u32'), red('popc.u32')))).toEqual([])
    expect(await misuses(two(red('popc.u32'), red('and.pred')))).toEqual(['1:1 other reduction 0'])
    expect(await misuses(two(red('and.pred'), 'bar.sync 0;'))).toEqual(['1:0 other reduction 0'])
    expect(await misuses(two('bar.sync 0;', red('or.pred')))).toEqual(['1:1 other reduction 0'])
    expect(await misuses(two(`bar.sync 0; ${red('or.pred')}`, `bar.sync 0; ${red('or.pred')}`))).toEqual([])
  })
})

describe('an arrival at a barrier where the thread has arrived before', () => {
  const arrive = 'bar.arrive 1, 64;'
  const wait = 'bar.sync 1, 64;'
  const two = (first: string, second: string) => `d0.b0.t0 { ${first} } d0.b0.t32 { ${second} }`

  test('is undefined if the barrier may not have been reset', async () => {
    expect(await misuses(two(arrive + arrive, wait + wait))).toEqual(['0:1 not reset 1'])
    expect(await misuses(two(arrive + wait, wait + wait))).toEqual(['0:1 not reset 1'])
    expect(await misuses(two(arrive + arrive, ''))).toEqual(['0:1 not reset'])
  })
  test('is defined after a wait for the threads that waited there', async () => {
    const [waits, arrives] = ['bar.sync 2, 64;', 'bar.arrive 2, 64;']
    expect(await misuses(two(arrive + waits + arrive, wait + arrives + wait))).toEqual([])
    expect(await misuses(two(arrive + waits + arrive, arrives + wait + wait))).toEqual(['0:2 not reset 1'])
    expect(await misuses(two(`${arrive} bar.sync 0; ${arrive}`, `${wait} bar.sync 0; ${wait}`))).toEqual([])
  })
  test('is defined after a read of a value that the other wrote afterwards', async () => {
    const spin = 'W: ld.acquire.cta.shared.u32 g, [f]; beq g, 0, W;'
    const tells = 'st.release.cta.shared.u32 [f], 1;'
    expect(await misuses(two(arrive + spin + arrive, wait + tells + wait))).toEqual([])
    expect(await misuses(two(arrive + spin + arrive, tells + wait + wait))).toEqual(['0:4 not reset 1'])
  })
  test('is defined at another barrier', async () => {
    expect(await misuses(two(`${arrive} bar.arrive 2, 64;`, `${wait} bar.sync 2, 64;`))).toEqual([])
  })
  test('is defined after a sync, which waits for all', async () => {
    expect(await misuses(two(wait + arrive, wait + wait))).toEqual([])
  })
})
