import { ptx60, ptx75 } from '../../../../axioms/models.js'
import { herd } from '../../../support.js'
import { far, t0, t1, verdict } from '../control.js'

const sync = 'bar.sync 0'
/** The first thread of the second warp of the CTA. */
const t32 = 'P1@cta 0,thread 32,gpu 0'

/** Returns whether P1 may miss what P0 writes. */
const mp = (first: readonly string[], second: readonly string[], place = t1, others: readonly string[][] = []) =>
  herd('x = 0; y = 0; P0:r5 = 0; P1:r5 = 0;', [[t0, ...first], [place, ...second], ...others], 'exists (P1:r0 == 0)')

const written = ['st.weak x, 1', sync]
const read = [sync, 'ld.weak r0, x']

describe('a named barrier', () => {
  test.each([ptx75, ptx60])('orders what comes before it with what follows, under $name', async (model) => {
    expect(await verdict(mp(written, read), { model })).toBe('forbidden')
    expect(await verdict(mp(written, read, far), { model })).toBe('allowed')
    expect(await verdict(mp([sync, 'st.weak x, 1'], read), { model })).toBe('allowed')
    expect(await verdict(mp(written, ['ld.weak r0, x', sync]), { model })).toBe('allowed')
  })
  test('is another one by another number', async () => {
    const other = mp(['st.weak x, 1', 'bar.sync 0', 'bar.sync 1'], ['bar.sync 1', 'bar.sync 0', 'ld.weak r0, x'])
    expect(await verdict(other)).toBe('forbidden (vacuous)')
    expect(await verdict(mp(['bar.sync 1', 'st.weak x, 1', sync], ['bar.sync 1', 'ld.weak r0, x', sync]))).toBe(
      'allowed',
    )
  })
  test.each(['barrier.sync 0', 'barrier.cta.sync 0', 'barrier.sync.aligned 0'])('is the same as %s', async (one) => {
    expect(await verdict(mp(written, [one, 'ld.weak r0, x']))).toBe('forbidden')
  })
  test('is reset once it is complete: a thread is in its k-th phase at its k-th use', async () => {
    const late = [sync, 'st.weak x, 1', sync]
    expect(await verdict(mp(late, [sync, 'ld.weak r0, x', sync]))).toBe('allowed')
    expect(await verdict(mp(late, [sync, ...read]))).toBe('forbidden')
  })
  test('each round of a loop is a phase', async () => {
    const rounds = ['L:', 'add r5, r5, 1', sync, 'ld.weak r0, x', sync, 'blt r5, 2, L']
    const writer = [sync, sync, 'st.weak x, 1', sync, sync]
    expect(await verdict(mp(writer, rounds))).toBe('forbidden')
    expect(await verdict(mp([sync, sync, sync, 'st.weak x, 1', sync], rounds))).toBe('allowed')
  })
  test('is counted on each way to it', async () => {
    const ways = (skipped: number) => [
      'ld.relaxed.cta r1, y',
      `bne r1, ${skipped}, L`,
      'barrier.sync 0',
      'L:',
      'barrier.sync 0',
      'ld.weak r0, x',
    ]
    const writer = ['barrier.sync 0', 'st.weak x, 1', 'barrier.sync 0']
    expect(await verdict(mp(writer, ways(0)))).toBe('forbidden')
    expect(await verdict(mp(writer, ways(1)))).toBe('allowed')
  })
  test('has its number in a register', async () => {
    const numbered = (one: string, other: string) =>
      mp(['st.weak x, 1', one], ['ld.relaxed.cta r1, y', 'and.b32 r1, r1, 1', other, 'ld.weak r0, x'], t1, [])
    expect(await verdict(numbered('bar.sync 0', 'bar.sync r1'))).toBe('forbidden')
    expect(await verdict(numbered('bar.sync r5', 'bar.sync r1'))).toBe('forbidden')
    expect(await verdict(numbered('bar.sync 1', 'bar.sync r1'))).toBe('forbidden (vacuous)')
    const after = mp(['bar.sync 1', 'st.weak x, 1', sync], ['ld r1, 1', 'bar.sync r1', 'bar.sync 0', 'ld.weak r0, x'])
    expect(await verdict(after)).toBe('forbidden')
  })
  test('does not wait for threads that have ended', async () => {
    expect(await verdict(mp(['st.weak x, 1'], read))).toBe('allowed')
    const early = mp(['ld.relaxed.cta r1, y', 'bne r1, 0, END', ...written, 'END:'], read)
    expect(await verdict(early)).toBe('forbidden')
    expect(await verdict(mp(['ld.relaxed.cta r1, x', 'bne r1, 1, L', sync, 'L:', sync], read))).toBe('allowed')
  })
  test('no thread ends because of a write after a barrier that waits for that end', async () => {
    const circle = herd(
      'x = 0;',
      [
        [t0, 'barrier.sync 0', 'st.relaxed.cta x, 1'],
        [t1, 'ld.relaxed.cta r0, x', 'beq r0, 1, END', 'barrier.sync 0', 'barrier.sync 0', 'END:'],
      ],
      'exists (P1:r0 == 1)',
    )
    expect(await verdict(circle)).toBe('forbidden')
  })
  test('the waits that a thread would have reached after its end decide nothing', async () => {
    const again = (register: string) => [sync, `ld.relaxed.cta ${register}, x`, `bne ${register}, 0, END`]
    const early = herd(
      'x = 0;',
      [
        [t0, sync, 'st.relaxed.cta x, 1', ...again('r0'), sync, 'END:'],
        [t1, ...again('r0'), ...again('r1'), sync, 'END:'],
      ],
      'exists (P0:r0 == 1 /\\ P1:r0 == 1)',
    )
    expect(await verdict(early)).toBe('allowed')
  })
})

describe('a count at a named barrier', () => {
  const counted = (threads: number) => ['st.weak x, 1', `bar.sync 0, ${threads}`]
  const reads = (threads: number) => [`bar.sync 0, ${threads}`, 'ld.weak r0, x']

  test('is that of the threads of whole warps', async () => {
    expect(await verdict(mp(counted(64), reads(64), t32))).toBe('forbidden')
    expect(await verdict(mp(counted(32), reads(32)))).toBe('forbidden')
    expect(await verdict(mp(counted(64), reads(64)))).toBe('forbidden (vacuous)')
    expect(await verdict(mp(counted(96), reads(96), t32))).toBe('forbidden (vacuous)')
  })
  test('does not include warps that have ended', async () => {
    expect(await verdict(mp(['st.weak x, 1'], reads(64), t32))).toBe('forbidden (vacuous)')
    expect(await verdict(mp(['st.weak x, 1'], reads(32), t32))).toBe('allowed')
  })
  test('a warp comes with the last of its threads, but for those that have ended', async () => {
    const mate = (...cells: readonly string[]) => [['P2@cta 0,thread 33,gpu 0', ...cells]]
    const crossed = mp(
      ['bar.sync 0, 64', 'st.weak x, 1', 'bar.sync 1'],
      [...reads(64), 'bar.sync 1'],
      t32,
      mate('bar.sync 1'),
    )
    expect(await verdict(crossed)).toBe('forbidden (vacuous)')
    expect(await verdict(mp(counted(64), reads(64), t32, mate('bar.sync 0, 64')))).toBe('forbidden')
    expect(await verdict(mp(counted(64), reads(64), t32, mate()))).toBe('forbidden')
  })
  test('does not wait for warps that take no part: they may end because of later writes', async () => {
    const waiting = (third: string) =>
      herd(
        'y = 0;',
        [
          [t0, 'bar.sync 1, 64', 'st.relaxed.cta y, 1'],
          [t32, 'bar.sync 1, 64'],
          [third, 'L:', 'ld.relaxed.cta r0, y', 'bne r0, 1, L'],
        ],
        'exists (P2:r0 == 1)',
      )
    expect(await verdict(waiting('P2@cta 0,thread 64,gpu 0'))).toBe('allowed')
    expect(await verdict(waiting('P2@cta 0,thread 33,gpu 0'))).toBe('forbidden (vacuous)')
  })
  test('is in a register', async () => {
    const held = mp(counted(64), ['ld.relaxed.cta r1, y', 'add r1, r1, 64', 'bar.sync 0, r1', 'ld.weak r0, x'], t32)
    expect(await verdict(held)).toBe('forbidden')
    expect(await verdict(held.replace('add r1, r1, 64', 'add r1, r1, 96'))).toBe('forbidden (vacuous)')
  })
  test('an arrival does not wait, and sees nothing', async () => {
    const arrives = ['st.weak x, 1', 'bar.arrive 0, 64']
    expect(await verdict(mp(arrives, reads(64), t32))).toBe('forbidden')
    expect(await verdict(mp(counted(64), ['bar.arrive 0, 64', 'ld.weak r0, x'], t32))).toBe('allowed')
    expect(await verdict(mp([], ['bar.arrive 0, 64', 'ld.weak r0, x'], t32))).toBe('allowed')
    expect(await verdict(mp(['bar.arrive 0, 64', 'st.weak x, 1'], reads(64), t32))).toBe('allowed')
  })
  test('an arrival is a use like any other', async () => {
    const producer = ['bar.arrive 0, 64', 'bar.sync 1, 64', 'st.weak x, 1', 'bar.arrive 0, 64']
    const consumer = (...rest: readonly string[]) => ['bar.sync 0, 64', 'bar.arrive 1, 64', ...rest, 'ld.weak r0, x']
    expect(await verdict(mp(producer, consumer('bar.sync 0, 64'), t32))).toBe('forbidden')
    expect(await verdict(mp(producer, consumer(), t32))).toBe('allowed')
  })
})

describe('a reduction at a named barrier', () => {
  /** Returns a test in which three threads contribute whether a value, of `y` for P1, is 1. */
  const vote = (red: string, asked: string, second = 'p') =>
    herd(
      'y = 0;',
      [
        [t0, 'setp.eq.u32 p, 1, 1', `${red}, p`, 'st.weak y, 2'],
        [t1, 'ld.relaxed.cta r1, y', 'setp.eq.u32 p, r1, 1', `${red}, ${second}`],
        ['P2@cta 0,gpu 0', 'st.relaxed.cta y, 1', 'setp.eq.u32 p, 1, 0', `${red}, p`],
      ],
      `exists (${asked})`,
    )
  const popc = 'bar.red.popc.u32 r0, 0'

  test.each([
    ['P1:r1 == 0 /\\ P1:r0 == 1', 'allowed'],
    ['P1:r1 == 1 /\\ P1:r0 == 2', 'allowed'],
    ['P1:r1 == 1 /\\ P1:r0 != 2', 'forbidden'],
    ['P1:r1 == 0 /\\ P0:r0 != 1', 'forbidden'],
    ['P0:r0 != P1:r0 \\/ P1:r0 != P2:r0', 'forbidden'],
    ['P1:r1 == 2', 'forbidden'],
  ])('counts the predicates that hold, for all who wait: %s is %s', async (asked, expected) => {
    expect(await verdict(vote(popc, asked))).toBe(expected)
  })
  test('of the complement', async () => {
    expect(await verdict(vote(popc, 'P1:r1 == 0 /\\ P0:r0 == 2', '!p'))).toBe('allowed')
    expect(await verdict(vote(popc, 'P1:r1 == 0 /\\ P0:r0 != 2', '!p'))).toBe('forbidden')
  })
  const agree = (red: string, [a, b]: readonly [number, number], asked: string) =>
    herd(
      '',
      [
        [t0, `setp.eq.u32 p, ${a}, 1`, `${red} q, 0, p`, 'ld r0, 0', '@q ld r0, 1'],
        [t1, `setp.eq.u32 p, ${b}, 1`, `${red} q, 0, p`],
      ],
      `exists (${asked})`,
    )
  test.each([
    ['and', [1, 1], 1],
    ['and', [1, 0], 0],
    ['or', [0, 1], 1],
    ['or', [0, 0], 0],
  ] as const)('.%s of %j is %d', async (operation, brought, expected) => {
    expect(await verdict(agree(`bar.red.${operation}.pred`, brought, `P0:r0 != ${expected}`))).toBe('forbidden')
    expect(await verdict(agree(`bar.red.${operation}.pred`, brought, `P0:r0 == ${expected}`))).toBe('allowed')
  })
  test('is over those who take part: not over threads that have ended', async () => {
    const [popcAt0, end] = ['bar.red.popc.u32 r0, 0, p', 'END:']
    const early = (asked: string) =>
      herd(
        'y = 0;',
        [
          [t0, 'setp.eq.u32 p, 1, 1', popcAt0],
          [t1, 'ld.relaxed.cta r1, y', 'setp.eq.u32 p, 1, 1', 'beq r1, 1, END', popcAt0, end],
          ['P2@cta 0,gpu 0', 'st.relaxed.cta y, 1'],
        ],
        `exists (${asked})`,
      )
    expect(await verdict(early('P1:r1 == 1 /\\ P0:r0 == 1'))).toBe('allowed')
    expect(await verdict(early('P1:r1 == 0 /\\ P0:r0 == 2'))).toBe('allowed')
    expect(await verdict(early('P1:r1 == 0 /\\ P0:r0 == 1'))).toBe('forbidden')
  })
  test('orders memory as a sync does', async () => {
    const red = ['setp.eq.u32 p, 0, 0', 'bar.red.popc.u32 r2, 0, p']
    expect(await verdict(mp(['st.weak x, 1', ...red], [...red, 'ld.weak r0, x']))).toBe('forbidden')
  })
  test('its result can decide about the next phase', async () => {
    const next = (text: string) => ['bar.red.popc.u32 r1, 0, p', `bne r1, ${text}, END`, 'bar.sync 0']
    const rounds = (text: string) =>
      mp(
        ['setp.eq.u32 p, 0, 0', ...next(text), 'END:', 'st.weak x, 1', 'bar.sync 1'],
        ['setp.eq.u32 p, 0, 0', ...next(text), 'END:', 'bar.sync 1', 'ld.weak r0, x'],
      )
    expect(await verdict(rounds('2'))).toBe('forbidden')
    expect(await verdict(rounds('1'))).toBe('forbidden')
  })
  test('its result can be part of an address', async () => {
    const at = (asked: string) =>
      `.shared .u32 a[4]; d0.b0.t0..1 { mov.u64 b, a; setp.eq.u32 p, 0, 0; bar.red.popc.u32 n, 0, p;
        mad.wide.u32 at, n, 4, b; st.shared.u32 [at], 7; } check (${asked}) as q;`
    expect(await verdict(at('a[2] == 7'))).toBe('allowed')
    expect(await verdict(at('a[1] == 7 || a[2] != 7'))).toBe('forbidden')
  })
})
