import fc from 'fast-check'
import { raceRelations } from '../../axioms/algebra/roles.js'
import { models, ptx60, ptx75 } from '../../axioms/models.js'
import { graphUnder } from '../../encoder/decide/graph-under.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { candidates, counting } from '../../encoder/execution/candidates.js'
import { isConsistent } from '../../encoder/execution/replay.js'
import { herdPrograms } from '../../fuzz/herd.js'
import { only, programs } from '../../fuzz/programs.js'
import type { Program } from '../../litmus/program.js'
import { bruteRace, findRace, hasSameRaces, type RaceVerdict } from '../../races/find-races.js'
import { racesOf } from '../../races/races.js'
import { must } from '../../source/must.js'
import { ok, then } from '../../source/result.js'
import { witnessOf } from '../../witness/build.js'
import { replay, resolveWitness } from '../../witness/replay.js'
import { proposed, strict } from '../axioms/ptx-9.4.js'
import { warpgroup, whole } from '../axioms/ptx-9.4.wgmma.js'
import { holds, randomly } from '../extent.js'
import { herd, solver, testIn } from '../support.js'

const declared = 'x = 0; y = 0;'

const races = async (body: string) => {
  const program = testIn(
    `.global x; .global y; .global z physically aliases x; .surfref s virtually aliases x; ${body} check ([x] == 0) as q;`,
  )
  const verdict = findRace(program, await solver(), { model: ptx75 })
  return verdict.kind === 'racy'
    ? verdict.races.map(({ lacks, baseCause, intraThread }) => ({
        lacks: lacks.map(({ kind }) => kind),
        baseCause,
        intraThread,
      }))
    : verdict.kind
}

describe('a count of arrivals that a plain store resets', () => {
  const arrivals = (before: string, other = '') =>
    testIn(`.global count; .global x;
d0.b0.t0 { ${other} fence.sc.gpu; atom.relaxed.gpu.add r0, [count], 1; }
d0.b1.t0 { ${other} ${before} st [count], 0; END: }
check ([count] == 0) as reset;`)
  const last = 'atom.relaxed.gpu.add r0, [count], 1; bne r0, 1, END;'
  const verdicts = async (program: Program) => [
    findRace(program, await solver(), { model: ptx75 }),
    bruteRace(program, { model: ptx75, most: 10_000 }),
  ]

  test('does not race with an atomic whose write is ordered before it, since that is one operation', async () => {
    const program = arrivals(last)
    for (const verdict of await verdicts(program)) {
      expect(verdict).toMatchObject({ kind: 'race-free', assumptions: [{ section: '8.10.6' }] })
      expect('assumptions' in verdict && verdict.assumptions?.[0]?.places).toHaveLength(2)
    }
    const graph = graphUnder(ptx75, program, defaultBound, 'accesses')
    const relations = must(raceRelations(ptx75), 'the relations of races')
    const { listing } = counting(10_000)
    const listed = [...candidates(graph, ptx75, listing)]
      .filter((one) => isConsistent(graph, ptx75, one))
      .flatMap((one) => racesOf(graph, one, relations).map(({ isOfHalf }) => isOfHalf))
    expect(new Set(listed)).toEqual(new Set([true]))
  })
  test('races if its thread has read nothing', async () => {
    for (const verdict of await verdicts(arrivals('')))
      expect(verdict.kind === 'racy' && verdict.races.map(({ isOfHalf }) => isOfHalf)).toEqual([undefined])
  })
  test('is not listed beside a true race', async () => {
    for (const verdict of await verdicts(arrivals(last, 'st [x], 1;')))
      expect(verdict.kind === 'racy' && verdict.races.map(({ isOfHalf }) => isOfHalf)).toEqual([undefined])
  })
  test('of which nothing is assumed where a fence orders no atomic', async () => {
    const [verdict] = await verdicts(
      testIn('.global x; d0.b0.t0 { atom.relaxed.gpu.add r0, [x], 1; } check ([x] == 1) as q;'),
    )
    expect(verdict).not.toHaveProperty('assumptions')
  })
})

describe('races of kernels', () => {
  const waiting = (quorum: number) =>
    testIn(
      herd(
        'y = 0;',
        [
          ['P0@cta 0,gpu 0,kernel a', `bar.cta.sync 0, 0, ${quorum}`],
          ['P1@cta 0,gpu 0,kernel b', 'st.weak y, 1'],
          ['P2@cta 0,gpu 0,kernel c', 'ld.weak r0, y'],
          ['P3@host', 'a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, s>>>()', 'c<<<1, 1, 0, t>>>()'],
        ],
        'exists (P2:r0 == 1)',
      ),
    )
  test.each([
    [1, 'racy'],
    [2, 'race-free'],
  ])(
    'what comes after one that waits for %d arrivals: %s, since it starts only if that ends',
    async (quorum, expected) => {
      const program = waiting(quorum)
      expect(findRace(program, await solver(), { model: ptx75 }).kind).toBe(expected)
      expect(bruteRace(program, { model: ptx75, most: 10_000 }).kind).toBe(expected)
    },
  )
  /** Kernel a writes x, and waits for ever. */
  const stuck = (calls: readonly string[]) =>
    herd(
      declared,
      [
        ['P0@cta 0,gpu 0,kernel a', 'st.weak x, 1', 'L:', 'ld.relaxed.gpu r0, y', 'beq r0, 0, L'],
        ['P1@cta 0,gpu 0,kernel b', 'st.weak x, 2'],
        ['P2@host', ...calls],
      ],
      'exists (x == 1)',
    )
  test.each([
    ['in another stream', ['a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, t>>>()'], 'racy'],
    ['in its stream', ['a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, s>>>()'], 'race-free'],
    [
      'after a wait for an event after it',
      ['a<<<1, 1, 0, s>>>()', 'cudaEventRecord(e, s)', 'cudaStreamWaitEvent(t, e)', 'b<<<1, 1, 0, t>>>()'],
      'race-free',
    ],
    [
      'after a wait for an event before it',
      ['cudaEventRecord(e, s)', 'a<<<1, 1, 0, s>>>()', 'cudaStreamWaitEvent(t, e)', 'b<<<1, 1, 0, t>>>()'],
      'racy',
    ],
    ['after the host', ['a<<<1, 1, 0, s>>>()', 'cudaStreamSynchronize(s)', 'b<<<1, 1, 0, t>>>()'], 'race-free'],
    ['on the host, which does not wait', ['a<<<1, 1, 0, s>>>()', 'st.weak x, 3', 'b<<<1, 1, 0, s>>>()'], 'racy'],
    [
      'on the host, which waits',
      ['a<<<1, 1, 0, s>>>()', 'cudaDeviceSynchronize()', 'st.weak x, 3', 'b<<<1, 1, 0, s>>>()'],
      'race-free',
    ],
  ])('what comes after one that never ends does not happen: %s', async (_, calls, expected) => {
    const program = testIn(stuck(calls))
    expect(findRace(program, await solver(), { model: ptx75 }).kind).toBe(expected)
    expect(bruteRace(program, { model: ptx75, most: 10_000 }).kind).toBe(expected)
  })
  test('where one may or may not end, events after it are after it', async () => {
    const program = testIn(stuck(['st.relaxed.sys y, 1', 'a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, s>>>()']))
    const free = { kind: 'race-free', ends: true, undefined: [] }
    expect(findRace(program, await solver(), { model: ptx75 })).toEqual(free)
    expect(bruteRace(program, { model: ptx75, most: 10_000 })).toEqual(free)
  })
  test('name the accesses that no call of the host orders', async () => {
    const program = testIn(`.global x; kernel a { d0.b0.t0 { st [x], 1; } } kernel b { d0.b0.t0 { ld r, [x]; } }
      host { a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, t>>>(); } check (r == 0) as q;`)
    const verdict = findRace(program, await solver(), { model: ptx75 })
    expect(verdict.kind === 'racy' && verdict.races.map(({ operations }) => operations)).toEqual([['a in s', 'b in t']])
  })
})

describe('executions that are looked at', () => {
  const decided = async (text: string, bound = 2) => {
    const program = testIn(text)
    const verdict = findRace(program, await solver(), { model: ptx75, bound })
    const brute = bruteRace(program, { model: ptx75, bound, most: 10_000 })
    const shown = (one: RaceVerdict) => {
      if (one.kind === 'racy') return { kind: one.kind }
      if (!('undefined' in one)) return one
      const { undefined: reached, ...rest } = one
      expect(reached).toEqual([])
      return rest
    }
    expect(shown(brute)).toEqual(shown(verdict))
    return shown(verdict)
  }
  const [p0, p1] = ['P0@cta 0,gpu 0', 'P1@cta 0,gpu 0'] as const
  const loops = [expect.stringMatching(/^P1 L, /)]
  /** Returns a test with a race before a loop that counts from what it reads. */
  const counting = (filter: string) =>
    herd(
      declared,
      [
        [p0, 'st.weak x, 1'],
        [p1, 'ld.weak r1, x', 'shr.u32 r0, r1, 31', 'L:', 'add r0, r0, 1', 'blt r0, 3, L'],
      ],
      `${filter} exists (P1:r1 == 1)`,
    )

  test('those that do not end within the bound too', async () => {
    expect(await decided(counting(''))).toEqual({ kind: 'racy' })
  })
  test('where a filter asks for the end, and none is within the bound, the answer is undecided', async () => {
    expect(await decided(counting('filter (P1:r0 == 3)'))).toEqual({
      kind: 'undecided',
      reason: expect.stringMatching(
        /^no execution that ends within bound 2 \(loop P1 L, .*\) meets the demands of the test/,
      ),
    })
    expect(await decided(counting('filter (P1:r0 == 3)'), 3)).toEqual({ kind: 'racy' })
  })
  describe('with rounds of a loop that only wait', () => {
    const mp = (body: readonly string[], rest: string, order = 'release') =>
      herd(
        'x = 0; f = 0;',
        [
          [p0, 'st.weak x, 1', `st.${order}.gpu f, 1`],
          ['P1@cta 1,gpu 0', 'L:', ...body],
        ],
        rest,
      )
    const early = ['ld.acquire.gpu r0, f', 'ld.weak r1, x', 'bne r0, 1, L']
    const late = ['ld.acquire.gpu r0, f', 'bne r0, 1, L', 'ld.weak r1, x']
    const cas = (...after: readonly string[]) => [
      'ld.weak r1, x',
      'atom.acq_rel.gpu.cas r0, f, 1, 2',
      'bne r0, 1, L',
      ...after,
    ]
    test.each([1, 2, 3])('their accesses race, though they change no final state: bound %d', async (bound) => {
      const filter = 'filter (P1:r0 == 1) exists (P1:r1 == 1)'
      expect(await decided(mp(early, filter), bound)).toEqual({ kind: 'racy' })
      expect(await decided(mp(late, filter), bound)).toEqual({ kind: 'race-free', ends: true })
      expect(await decided(mp(late, filter, 'relaxed'), bound)).toEqual({ kind: 'racy' })
    })
    test.each([1, 2])('by a failed compare-and-swap: bound %d', async (bound) => {
      const filter = 'filter (P1:r0 == 1) exists (P1:r1 == 1)'
      expect(await decided(mp(cas(), filter), bound)).toEqual({ kind: 'racy' })
      const after = ['atom.acq_rel.gpu.cas r0, f, 1, 2', 'bne r0, 1, L', 'ld.weak r1, x']
      expect(await decided(mp(after, filter), bound)).toEqual({ kind: 'race-free', ends: true })
    })
    test('after a round that writes, one more is examined, and nothing is lost where two only wait', async () => {
      const swaps = mp(['atom.relaxed.gpu.cas r0, n, 0, 1', 'ld.relaxed.gpu r1, f', 'beq r1, 0, L'], 'exists (x == 1)')
      const text = swaps.replace('f = 0;', 'f = 0; n = 0;')
      expect(await decided(text, 1)).toEqual({ kind: 'race-free', ends: true, within: { bound: 1, loops } })
      expect(await decided(text, 2)).toEqual({ kind: 'race-free', ends: true })
    })
    test('in a kernel', async () => {
      const kernels = herd(
        'x = 0; f = 0;',
        [
          ['P0@cta 0,gpu 0,kernel a', 'st.weak x, 1', 'st.release.gpu f, 1'],
          ['P1@cta 0,gpu 0,kernel b', 'L:', ...early],
          ['P2@host', 'a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, t>>>()'],
        ],
        'filter (P1:r0 == 1) exists (P1:r1 == 1)',
      )
      expect(await decided(kernels)).toEqual({ kind: 'racy' })
    })
    test('a witness of a race goes through the loop once more, and replays', async () => {
      const program = testIn(mp(early, 'filter (P1:r0 == 1) exists (P1:r1 == 1)'))
      const verdict = findRace(program, await solver(), { model: ptx75 })
      if (verdict.kind !== 'racy') throw new Error(`it is ${verdict.kind}`)
      const witness = witnessOf({ ...verdict, model: ptx75 })
      expect(witness.lookedAt).toBe('accesses')
      const replayed = then(resolveWitness(witness, 'w.json'), (one) => ok(replay(one, ptx75)))
      expect(replayed).toMatchObject({ ok: true, value: { kind: 'judged', objections: [] } })
      const { lookedAt: _, ...without } = witness
      expect(resolveWitness(without, 'w.json').ok).toBe(false)
    })
  })
  test('without a race there, so far', async () => {
    const free = counting('').replace('st.weak x', 'st.weak y')
    expect(await decided(free)).toEqual({ kind: 'race-free', ends: false, within: { bound: 2, loops } })
    expect(await decided(free, 3)).toEqual({ kind: 'race-free', ends: true })
  })
  test('none at all: vacuous', async () => {
    expect(await decided(counting('filter (P1:r1 == 7)'), 3)).toEqual({ kind: 'vacuous' })
    expect(
      await decided('.global x; d0.b0.t0 { st [x], 1; } d0.b0.t1 { ld r, [x] == 7; } check (r == 7) as q;'),
    ).toEqual({ kind: 'vacuous' })
  })
  test('of a deadlock, those that do not end, which is said', async () => {
    const crossed = (lines: readonly string[]) =>
      herd(
        declared,
        [
          [p0, ...lines, 'bar.cta.sync 0', 'bar.cta.sync 1'],
          [p1, 'st.weak x, 2', 'bar.cta.sync 1', 'bar.cta.sync 0'],
        ],
        'exists (x == 1)',
      )
    expect(await decided(crossed([]))).toEqual({ kind: 'race-free', ends: false })
    expect(await decided(crossed(['st.weak x, 1']))).toEqual({ kind: 'racy' })
  })
  test('the final write may be any that the filter asks for', async () => {
    const either = (value: number) =>
      herd(
        declared,
        [
          [p0, 'st.weak x, 1'],
          [p1, 'st.weak x, 2'],
        ],
        `filter (x == ${value}) exists (x == 1)`,
      )
    expect(await decided(either(1))).toEqual({ kind: 'racy' })
    expect(await decided(either(2))).toEqual({ kind: 'racy' })
  })
})

describe('races', () => {
  test('weak accesses of two threads', async () => {
    expect(await races('d0.b0.t0 { st [x], 1; } d0.b0.t1 { ld r, [x]; }')).toEqual([
      { lacks: ['weak'], baseCause: false, intraThread: false },
    ])
  })
  test('strong ones are none, unless a scope leaves the other out', async () => {
    expect(await races('d0.b0.t0 { st.relaxed.cta [x], 1; } d0.b0.t1 { ld.relaxed.cta r, [x]; }')).toBe('race-free')
    expect(await races('d0.b0.t0 { st.relaxed.gpu [x], 1; } d0.b1.t0 { ld.relaxed.cta r, [x]; }')).toEqual([
      { lacks: ['scope'], baseCause: false, intraThread: false },
    ])
  })
  test('a reduction of a peer counts in the CTA that has the memory, or strictly in that of the peer', async () => {
    const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
    const program = testIn(`.shared .u32 s; .shared .b64 m;
      d0.c0.b0.t0 { ${meet} red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [d0.c0.b1:s], 5, [d0.c0.b1:m]; ${meet} }
      d0.c0.b0.t1 { ${meet} atom.relaxed.cta.shared::cluster.add.u32 r, [d0.c0.b1:s], 1; ${meet} }
      d0.c0.b1.t0 { mbarrier.init.shared.b64 [m], 1; ${meet} ${meet} } check (true) as q;`)
    const found = async (name: string) => {
      const verdict = findRace(program, await solver(), {
        model: must(
          models.find((one) => one.name === name),
          name,
        ),
      })
      return verdict.kind === 'racy' ? verdict.races.map(({ lacks }) => lacks.map(({ kind }) => kind)) : verdict.kind
    }
    expect(await found('ptx-9.4')).toEqual([['scope']])
    expect(await found('ptx-9.4-strict')).toBe('race-free')
  })
  test('reads do not conflict, nor do the halves of an atomic', async () => {
    expect(await races('d0.b0.t0 { ld r, [x]; } d0.b0.t1 { ld r, [x]; }')).toBe('race-free')
    expect(await races('d0.b0.t0 { atom.add.gpu r, [x], 1; } d0.b1.t0 { atom.add.gpu r, [x], 1; }')).toBe('race-free')
  })
  test('rounds of a loop are operations of their own', async () => {
    const looping = (second: string) => `.global .u64 p[2] = {&x, ${second}};
      d0.b0.t0 { mov.u32 i, 0; mov.u64 t, &p; L: ld.u64 q, [t]; st.u32 [q], i; add.u32 i, i, 1; add.u64 t, t, 8; blt i, 2, L; }`
    expect(await races(looping('&z'))).toEqual([expect.objectContaining({ baseCause: true, intraThread: true })])
    expect(await races(looping('&x'))).toBe('race-free')
  })
  test('accesses that synchronisation orders are not a race', async () => {
    expect(
      await races('d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu f, [y] == 1; ld r, [x]; }'),
    ).toBe('race-free')
  })
  test('within one thread, by another proxy or another address', async () => {
    expect(await races('d0.b0.t0 { st [x], 1; suld r, [s]; }')).toEqual([
      { lacks: ['proxy'], baseCause: true, intraThread: true },
    ])
    expect(await races('d0.b0.t0 { st [x], 1; ld r, [z]; }')).toEqual([
      { lacks: ['address'], baseCause: true, intraThread: true },
    ])
    expect(await races('d0.b0.t0 { st [x], 1; fence.proxy.alias; ld r, [z]; }')).toBe('race-free')
  })
})

test('a strict model sees the same races where no execution tells it from the other', () => {
  const isSame = (text: string) => hasSameRaces(testIn(text), { model: proposed }, strict)
  const init = '.shared .b64 bar; d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; bar.sync 0;'
  const waits = 'd0.b0.t1 { bar.sync 0; mbarrier.try_wait.parity.shared.b64 p, [bar], 0; }'
  expect(isSame(`${init} mbarrier.arrive.shared.b64 _, [bar]; } ${waits} check (true) as q;`)).toBe(true)
  expect(isSame(warpgroup(whole))).toBe(false)
})

/** Returns everything that a verdict says except its execution, and the addresses that are accessed in others. */
const reported = (verdict: RaceVerdict) => {
  if (verdict.kind === 'racy') return verdict.kind
  return 'undefined' in verdict ? { ...verdict, undefined: verdict.undefined?.map(({ place }) => place) } : verdict
}

for (const model of [ptx75, ptx60])
  randomly(
    `programs race as brute force says: ${model.name}`,
    { runs: 25, seed: 3, least: { racy: 3, free: 3 } },
    async (draw) => {
      const z3 = await solver()
      const seen = { racy: 0, free: 0 }
      const property = fc.property(fc.oneof(programs(model), herdPrograms(model)), (text) => {
        const program = only(text)
        const brute = bruteRace(program, { model, most: draw.mostCandidates })
        if (brute.kind === 'undecided') return
        expect(reported(findRace(program, z3, { model }))).toEqual(reported(brute))
        if (brute.kind === 'racy') seen.racy++
        if (brute.kind === 'race-free') seen.free++
      })
      return { programs: await holds(property, draw), ...seen }
    },
  )
