import { redefine } from '../../../../axioms/algebra/edit.js'
import type { Role } from '../../../../axioms/algebra/reading.js'
import { type Model, union } from '../../../../axioms/algebra/terms.js'
import { defaultModel, ptx75 } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import type { Liveness } from '../../../../encoder/decide/verdict.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { herd, solver, testIn } from '../../../support.js'
import { far, t0, t1 } from '../control.js'

const said = (liveness: Liveness | undefined): string => {
  switch (liveness?.kind) {
    case 'hangs':
      return liveness.always ? 'hangs' : 'can hang'
    case 'ends':
      return liveness.within === undefined ? 'ends' : `ends within bound ${liveness.within.bound}`
    default:
      return liveness?.kind ?? 'nothing'
  }
}

/** Returns the answer of z3 and of brute force, which must agree, for a text. */
async function liveness(text: string, bound = 2): Promise<string> {
  const program = testIn(text)
  const [answer] = decide(program, await solver(), { model: defaultModel, bound }).answers
  const [brute] = bruteForce(program, defaultModel, { bound }).answers
  // Brute force cannot try every value that an atomic may read from itself.
  if (brute?.liveness?.kind !== 'undecided') expect(said(brute?.liveness)).toBe(said(answer?.liveness))
  return said(answer?.liveness)
}

/** Returns z3's answer only, since brute force does not enumerate unknown values. */
async function livenessByZ3(text: string): Promise<string> {
  const [answer] = decide(testIn(text), await solver(), { model: defaultModel }).answers
  return said(answer?.liveness)
}

const test2 = (initial: string, first: readonly string[], second: readonly string[], place = far): string =>
  herd(
    `x = 0; ${initial}`,
    [
      [t0, ...first],
      [place, ...second],
    ],
    'exists (x == 9)',
  )

describe('a thread hangs at a barrier', () => {
  const sync = (one: number) => `bar.cta.sync ${one}`

  test('that it meets in another order than the others', async () => {
    expect(await liveness(test2('', [sync(1), sync(2)], [sync(2), sync(1)], t1))).toBe('hangs')
    expect(await liveness(test2('', [sync(1), sync(2)], [sync(1), sync(2)], t1))).toBe('ends')
  })
  test('that another thread may pass by', async () => {
    const skips = (value: number) =>
      test2('', [`st.weak x, ${value}`, sync(1)], ['ld.weak r0, x', 'bne r0, 0, L', sync(1), 'L:'], t1)
    expect(await liveness(skips(1))).toBe('can hang')
    expect(await liveness(skips(0))).toBe('ends')
  })
  test('of a cluster, where another waits and has not arrived', async () => {
    const cluster = (second: readonly string[]) =>
      herd(
        'x = 0;',
        [
          ['P0@cta 0,cluster 0,gpu 0', 'barrier.cluster.arrive', 'barrier.cluster.wait', 'ld.weak r0, x'],
          ['P1@cta 1,cluster 0,gpu 0', ...second],
        ],
        'exists (x == 9)',
      )
    const spin = ['L:', 'ld.relaxed.gpu r0, x', 'bne r0, 1, L', 'barrier.cluster.arrive']
    expect(await liveness(cluster(spin))).toBe('hangs')
    expect(await liveness(cluster(['st.weak x, 1']))).toBe('ends')
  })
})

describe('a thread waits for its warp', () => {
  const t32 = 'P1@cta 0,thread 32,gpu 0'
  const [spins, sets] = [['L:', 'ld.relaxed.cta r0, x', 'bne r0, 1, L'], 'st.relaxed.cta x, 1']
  const arrivals = [
    'bar.arrive 1, 64',
    'barrier.arrive 1, 64',
    'barrier.cluster.arrive',
    'barrier.cluster.arrive.relaxed',
  ]

  test.each(arrivals)('where it arrives: %s', async (arrive) => {
    expect(await liveness(test2('', [arrive, sets], [...spins, arrive], t1))).toBe('hangs')
    expect(await liveness(test2('', [arrive, sets], [...spins, arrive], t32))).toBe('ends')
    expect(await liveness(test2('', [arrive, sets], [arrive, ...spins], t1))).toBe('ends')
  })
  test('where it waits for the cluster', async () => {
    const [arrive, wait] = ['barrier.cluster.arrive', 'barrier.cluster.wait']
    expect(await liveness(test2('', [arrive, wait, sets], [arrive, ...spins, wait], t1))).toBe('hangs')
    expect(await liveness(test2('', [arrive, wait, sets], [arrive, ...spins], t1))).toBe('hangs')
    expect(await liveness(test2('', [arrive, wait, sets], [arrive, ...spins, wait], t32))).toBe('ends')
    expect(await liveness(test2('', [arrive, wait, sets], [arrive, wait, ...spins], t1))).toBe('ends')
  })
  test('until that has ended, or has come to the barrier by another instruction', async () => {
    const [arrive, wait] = ['barrier.arrive 1, 32', 'barrier.sync 1, 32']
    expect(await liveness(test2('', [arrive, sets], ['ld.relaxed.cta r0, x'], t1))).toBe('ends')
    expect(await liveness(test2('', [arrive, sets], [...spins, wait], t1))).toBe('hangs')
    expect(await liveness(test2('', [arrive, sets], [wait, ...spins], t1))).toBe('ends')
  })
})

describe('a thread hangs in a loop', () => {
  const spin = (load: string, stop = 1) => ['L:', `${load} r0, flag`, `bne r0, ${stop}, L`]
  const flag = (value: number, load = 'ld.acquire.gpu') =>
    test2('flag = 0;', [`st.release.gpu flag, ${value}`], spin(load))

  test('that waits for a value which is never written', async () => {
    expect(await liveness(flag(1))).toBe('ends')
    expect(await liveness(flag(2))).toBe('hangs')
    expect(await liveness(flag(1), 1)).toBe('ends')
  })
  test('if the value may be overwritten before it is read', async () => {
    const twice = ['st.relaxed.gpu flag, 1', 'st.relaxed.gpu flag, 2']
    expect(await liveness(test2('flag = 0;', twice, spin('ld.relaxed.gpu')))).toBe('can hang')
  })
  test('if a compare-and-swap fails for ever', async () => {
    const lock = ['L:', 'atom.acquire.gpu.cas r0, lock, 0, 1', 'bne r0, 0, L']
    expect(await liveness(test2('lock = 0;', lock, lock))).toBe('hangs')
    expect(await liveness(test2('lock = 0;', [...lock, 'st.release.gpu lock, 0'], lock))).toBe('can hang')
    const unlock = [...lock, 'st.release.gpu lock, 0']
    expect(await liveness(test2('lock = 0;', unlock, unlock))).toBe('ends')
  })
  test('without reading anything', async () => {
    expect(await liveness(test2('', ['L:', 'goto L'], ['st.weak x, 1']))).toBe('hangs')
  })
  test('if the other thread also waits', async () => {
    const wait = (mine: string, other: string) => [
      'L:',
      `ld.acquire.gpu r0, ${other}`,
      'bne r0, 1, L',
      `st.release.gpu ${mine}, 1`,
    ]
    const both = (first: readonly string[]) => test2('a = 0; b = 0;', first, wait('b', 'a'))
    expect(await liveness(both(wait('a', 'b')))).toBe('hangs')
    expect(await liveness(both(['st.release.gpu a, 1', ...wait('a', 'b')]))).toBe('ends')
  })
  test('whose paths part, once two rounds leave the thread as it was', async () => {
    const either = (value: number) =>
      test2(
        'a = 0; b = 0;',
        [`st.relaxed.gpu a, ${value}`],
        ['L:', 'ld.relaxed.gpu r0, a', 'beq r0, 1, OUT', 'ld.relaxed.gpu r1, b', 'bne r1, 1, L', 'OUT:'],
      )
    expect(await liveness(either(1))).toBe('ends within bound 2')
    // There are executions beyond the bound, so it is not known that none ends.
    expect(await liveness(either(3))).toBe('can hang')
    expect(await liveness(either(3), 1)).toBe('ends within bound 1')
  })
  test('that is inside another one, and has the name that is written', async () => {
    const nested = [
      'OUT:',
      'ld.relaxed.gpu r0, x',
      'IN:',
      'ld.relaxed.gpu r1, y',
      'beq r1, 0, IN',
      'add r2, r2, 1',
      'goto OUT',
    ]
    const program = testIn(test2('y = 0;', ['st.relaxed.gpu y, 1', 'st.relaxed.gpu y, 0'], nested))
    const [answer] = decide(program, await solver(), { model: defaultModel }).answers
    const { cuts, waits } = buildEvents(program)
    expect(said(answer?.liveness)).toBe('can hang')
    expect(waits.map(({ loop }) => loop.name)).toContain('IN')
    expect([...cuts.map(({ loop }) => loop), ...waits.map(({ loop }) => loop.name)].join()).not.toContain('copy')
  })
  test('not if it counts: what a later round does is unknown', async () => {
    const counts = ['L:', 'ld.relaxed.gpu r0, flag', 'add r1, r1, 1', 'bne r0, 1, L']
    expect(await liveness(test2('flag = 0;', ['st.weak x, 1'], counts))).toBe('ends within bound 2')
  })
  describe('that looks at the time', () => {
    const clock = (register: string) => `mov.u32 ${register}, %clock`
    const until = (value: string) => ['L:', clock('r1'), `bne r1, ${value}, L`]

    test('not if the time ends it', async () => {
      expect(await livenessByZ3(test2('', until('1000'), ['st.weak x, 1']))).toBe('ends')
      const timeout = [
        'L:',
        'ld.relaxed.gpu r0, flag',
        'beq r0, 1, OUT',
        clock('r1'),
        'beq r1, 9, OUT',
        'goto L',
        'OUT:',
      ]
      expect(await livenessByZ3(test2('flag = 0;', timeout, ['st.weak x, 1']))).toBe('ends within bound 2')
    })
    test('unless the time only ends a loop inside', async () => {
      const backing = ['L:', 'ld.relaxed.gpu r0, flag', clock('r1'), 'M:', clock('r2'), 'bne r1, r2, M', 'bne r0, 1, L']
      expect(await livenessByZ3(test2('flag = 0;', backing, ['st.weak x, 1']))).toBe('hangs')
    })
  })
  test('not if it writes something else in each round', async () => {
    const adds = ['L:', 'atom.acquire.gpu.add r0, x, 1', 'bne r0, 0, L']
    expect(await liveness(test2('', ['st.relaxed.gpu x, 5'], adds))).toBe('ends within bound 2')
  })
  describe('whose rounds write what they read', () => {
    const loop = (atomic: string, back: string) => ['L:', `atom.acquire.gpu.${atomic}`, `${back}, L`]
    const exchange = loop('exch r0, lock, 1', 'bne r0, 0')

    test.each([
      ['exchange', exchange, 'lock = 1;'],
      ['add of 0', loop('add r0, lock, 0', 'beq r0, 1'), 'lock = 1;'],
      ['or', loop('or r0, lock, 1', 'beq r0, 3'), 'lock = 3;'],
      ['compare and swap', loop('cas r0, lock, 1, 1', 'bne r0, 0'), 'lock = 1;'],
    ])('by an %s', async (_, text, initial) => {
      expect(await liveness(test2(initial, ['st.relaxed.gpu x, 1'], text))).toBe('hangs')
      expect(await liveness(test2(initial, ['st.relaxed.gpu lock, 0'], text))).toBe('ends')
      expect(await liveness(test2(initial, ['st.weak lock, 0'], text))).toBe('can hang')
    })
    test('and two of them that wait by what each writes over and over', async () => {
      expect(await liveness(test2('lock = 1;', exchange, exchange), 1)).toBe('hangs')
      const stops = loop('add r0, lock, 0', 'beq r0, 0')
      expect(await liveness(test2('lock = 0;', stops, stops), 1)).toBe('hangs')
    })
    test('unless a round of the one releases what the other waits for', async () => {
      const spin = (...round: readonly string[]) => ['L:', ...round, 'beq r0, 0, L']
      const hands = (order: string) =>
        liveness(
          test2(
            'y = 0;',
            ['st.weak x, 1', ...spin(`atom.${order}.gpu.add r0, y, 0`)],
            [...spin('ld.weak r0, x', 'atom.acquire.gpu.add r1, y, 0'), 'st.relaxed.gpu y, 1'],
          ),
          1,
        )
      expect(await hands('release')).toBe('ends')
      expect(await hands('relaxed')).toBe('can hang')
    })
    test('which the bound cuts where a weak write may be lost between', async () => {
      const adds = loop('add r0, x, 0', 'beq r0, 0')
      const verdict = async (write: string) => {
        const [answer] = decide(testIn(test2('', [`${write} x, 1`], adds)), await solver(), {
          model: defaultModel,
        }).answers
        return answer?.verdict
      }
      expect(await verdict('st.relaxed.gpu')).toEqual({ kind: 'forbidden', vacuous: false })
      expect(await verdict('st.weak')).toMatchObject({ kind: 'forbidden', within: { bound: 2 } })
      expect(await verdict('st.relaxed.cta')).toMatchObject({ kind: 'forbidden', within: { bound: 2 } })
    })
  })
})

describe('a thread that keeps reading is promised to see only writes that are morally strong with its read', () => {
  const spin = (read: string) => ['L:', `${read} r0, x`, 'bne r0, 1, L']
  const wait = (write: string, read: string, place = far, initial = '') =>
    liveness(test2(initial, [`${write} x, 1`], spin(read), place))

  test.each([
    ['st.relaxed.gpu', 'ld.relaxed.gpu', far, 'ends'],
    ['st.relaxed.gpu', 'ld.acquire.sys', far, 'ends'],
    ['st.volatile', 'ld.volatile', far, 'ends'],
    ['st.relaxed.sys', 'ld.volatile', far, 'ends'],
    ['st.relaxed.cta', 'ld.volatile', far, 'can hang'],
    ['st.weak', 'ld.weak', far, 'can hang'],
    ['st.weak', 'ld.weak', t1, 'can hang'],
    ['st.weak', 'ld.relaxed.gpu', far, 'can hang'],
    ['st.relaxed.gpu', 'ld.weak', far, 'can hang'],
    ['st.relaxed.cta', 'ld.relaxed.cta', t1, 'ends'],
    ['st.relaxed.cta', 'ld.relaxed.cta', far, 'can hang'],
    ['st.relaxed.gpu', 'ld.acquire.cta', far, 'can hang'],
    ['st.relaxed.cta', 'ld.acquire.gpu', far, 'can hang'],
    ['st.relaxed.gpu', 'ld.global.nc', far, 'can hang'],
  ])('%s and %s at %s: it %s', async (write, read, place, expected) => {
    expect(await wait(write, read, place)).toBe(expected)
  })
  test.each([
    ['by an alias', 'z @ generic aliases x;', 'ld.relaxed.gpu r0, z', 'fence.proxy.alias'],
    ['by a texture', 'z @ texture aliases x;', 'tld r0, z', 'fence.proxy.texture'],
  ])('not %s, whatever fences are in the loop', async (_, alias, read, fence) => {
    const through = (...round: readonly string[]) =>
      test2(alias, ['st.relaxed.gpu x, 1'], ['L:', ...round, 'bne r0, 1, L'])
    expect(await liveness(through(read))).toBe('can hang')
    expect(await liveness(through(fence, read))).toBe('can hang')
  })
  test('progress as the model defines it; without a definition, moral strength, or everything', async () => {
    const by = async (model: Model, write = 'st.relaxed.gpu') =>
      said(
        decide(testIn(test2('', [`${write} x, 1`], spin('ld.relaxed.gpu'))), await solver(), { model }).answers[0]
          ?.liveness,
      )
    const rolesBut = (role: Role) => new Map([...ptx75.roles].filter(([name]) => name !== role))
    const silent = { ...ptx75, roles: rolesBut('progress') }
    expect(await by(ptx75)).toBe('ends')
    expect(await by(silent)).toBe('ends')
    expect(await by(silent, 'st.weak')).toBe('can hang')
    expect(await by({ ...silent, roles: new Map() }, 'st.weak')).toBe('ends')
    expect(await by(redefine(ptx75, 'promised', () => union()))).toBe('can hang')
  })
})

describe('no promise is needed if an axiom forces what the next round reads', () => {
  const publish = (release: string) => ['st.weak x, 1', `${release} y, 1`]
  const round = (...reads: readonly string[]) => ['L:', ...reads, 'beq r0, 0, L', 'beq r1, 0, L']
  const both = (release: string, reads: readonly string[], place = far) =>
    liveness(test2('y = 0;', publish(release), round(...reads), place))

  test('as a write that a barrier orders before the loop', async () => {
    const text = test2('', ['st.weak x, 1', 'bar.sync 0'], ['bar.sync 0', 'L:', 'ld.weak r0, x', 'bne r0, 1, L'], t1)
    expect(await liveness(text)).toBe('ends')
  })
  test('as a round that acquires, before or after it reads', async () => {
    const [weak, acquire] = ['ld.weak r0, x', 'ld.acquire.gpu r1, y']
    expect(await both('st.release.gpu', [weak, acquire])).toBe('ends')
    expect(await both('st.release.gpu', [acquire, weak])).toBe('ends')
    expect(await both('st.release.gpu', [weak, 'ld.relaxed.gpu r1, y', 'fence.acquire.gpu'])).toBe('ends')
  })
  test('but not if nothing synchronises', async () => {
    expect(await both('st.relaxed.gpu', ['ld.weak r0, x', 'ld.acquire.gpu r1, y'])).toBe('can hang')
    expect(await both('st.release.gpu', ['ld.weak r0, x', 'ld.relaxed.gpu r1, y'])).toBe('can hang')
    expect(await both('st.release.cta', ['ld.weak r0, x', 'ld.acquire.gpu r1, y'])).toBe('can hang')
  })
  test('across an alias by its fence in the round', async () => {
    const wait = (...round: readonly string[]) =>
      liveness(test2('y = 0; z @ generic aliases x;', publish('st.release.gpu'), ['L:', ...round, 'beq r0, 0, L']))
    expect(await wait('ld.weak r0, z', 'ld.acquire.gpu r1, y', 'fence.proxy.alias')).toBe('ends')
    expect(await wait('ld.weak r0, z', 'ld.acquire.gpu r1, y')).toBe('can hang')
  })
})

describe('what comes after a kernel that never ends waits with it', () => {
  const kernels = (calls: readonly string[]) =>
    herd(
      'x = 0; y = 0;',
      [
        ['P0@cta 0,gpu 0,kernel a', 'L:', 'ld.relaxed.gpu r0, y', 'beq r0, 0, L'],
        ['P1@cta 0,gpu 0,kernel b', 'st.relaxed.gpu y, 1'],
        ['P2@host', ...calls],
      ],
      'exists (x == 9)',
    )
  test.each([
    ['the next kernel of its stream', ['a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, s>>>()'], 'hangs'],
    ['the host', ['a<<<1, 1, 0, s>>>()', 'cudaStreamSynchronize(s)', 'b<<<1, 1, 0, t>>>()'], 'hangs'],
    ['not another stream', ['a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, t>>>()', 'cudaDeviceSynchronize()'], 'ends'],
    ['not what comes before it', ['b<<<1, 1, 0, s>>>()', 'a<<<1, 1, 0, s>>>()'], 'ends'],
  ])('%s', async (_, calls, expected) => {
    expect(await liveness(kernels(calls))).toBe(expected)
  })
})

describe('a wait at the barrier of a cluster does not pass because of what follows it', () => {
  const cluster = (second: readonly string[], relaxed = '') =>
    herd(
      'x = 0;',
      [
        [
          'P0@cta 0,cluster 0,gpu 0',
          `barrier.cluster.arrive${relaxed}`,
          'barrier.cluster.wait',
          'st.relaxed.cluster x, 1',
        ],
        ['P1@cta 1,cluster 0,gpu 0', 'L:', 'ld.relaxed.cluster r1, x', 'bne r1, 1, L', ...second],
      ],
      'exists (x == 1)',
    )
  test.each([
    ['the end of a thread', []],
    ['a relaxed arrival', ['barrier.cluster.arrive.relaxed', 'barrier.cluster.wait']],
    ['an arrival', ['barrier.cluster.arrive', 'barrier.cluster.wait']],
  ])('%s', async (_, second) => {
    expect(await liveness(cluster(second))).toBe('hangs')
    expect(await liveness(cluster(second, '.relaxed'))).toBe('hangs')
  })
  test('through a wait in between', async () => {
    const text = herd(
      'x = 0;',
      [
        [
          'P0@cta 0,cluster 0,gpu 0',
          ...['barrier.cluster.arrive.relaxed', 'barrier.cluster.wait'],
          ...['barrier.cluster.arrive.relaxed', 'barrier.cluster.wait'],
          'st.relaxed.cluster x, 1',
        ],
        [
          'P1@cta 1,cluster 0,gpu 0',
          ...['barrier.cluster.arrive.relaxed', 'barrier.cluster.wait'],
          ...['barrier.cluster.arrive.relaxed', 'barrier.cluster.wait'],
        ],
        ['P2@cta 2,cluster 0,gpu 0', 'L:', 'ld.relaxed.cluster r1, x', 'bne r1, 1, L'],
      ],
      'exists (x == 1)',
    )
    expect(await liveness(text)).toBe('hangs')
  })
})

describe('a thread waits for a word that was written in halves', () => {
  const waiting = (value: string) => `.global .u64 w; .global .u32 done;
    d0.b0.t0 { st.weak.u64 [w], 0; st.weak.u32 [w], 1; st.release.gpu.u32 [done], 1; }
    d0.b1.t0 {
      ld.acquire.gpu.u32 d, [done]; beq d, 0, END;
      L: ld.relaxed.gpu.u64 r, [w]; bne r, ${value}, L;
      END: }
    check (d == 1) as passes;`

  test('for ever, if it is never that: what each half is read from is overwritten in the other only', async () => {
    expect(await liveness(waiting('5'))).toBe('can hang')
  })

  test('and goes on, if it is', async () => {
    expect(await liveness(waiting('1'))).toBe('ends')
  })
})
