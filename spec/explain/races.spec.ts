import fc from 'fast-check'
import { ptx60, ptx75 } from '../../axioms/models.js'
import { bruteRace, findRace } from '../../explain/find-races.js'
import { herdPrograms } from '../../fuzz/herd.js'
import { only, programs } from '../../fuzz/programs.js'
import { draws } from '../extent.js'
import { herd, solver, testIn } from '../support.js'

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
    'what comes behind one that waits for %d arrivals: %s, since it starts only if that ends',
    async (quorum, expected) => {
      const program = waiting(quorum)
      expect(findRace(program, await solver(), { model: ptx75 }).kind).toBe(expected)
      expect(bruteRace(program, { model: ptx75, most: 10_000 }).kind).toBe(expected)
    },
  )
  test('name what no call of the host orders', async () => {
    const program = testIn(`.global x; kernel a { d0.b0.t0 { st [x], 1; } } kernel b { d0.b0.t0 { ld r, [x]; } }
      host { a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, t>>>(); } check (r == 0) as q;`)
    const verdict = findRace(program, await solver(), { model: ptx75 })
    expect(verdict.kind === 'racy' && verdict.races.map(({ operations }) => operations)).toEqual([
      ['a, in s', 'b, in t'],
    ])
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
  test('reads do not conflict, nor do the halves of an atomic', async () => {
    expect(await races('d0.b0.t0 { ld r, [x]; } d0.b0.t1 { ld r, [x]; }')).toBe('race-free')
    expect(await races('d0.b0.t0 { atom.add.gpu r, [x], 1; } d0.b1.t0 { atom.add.gpu r, [x], 1; }')).toBe('race-free')
  })
  test('what synchronisation orders is no race', async () => {
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

const runs = draws(200, 40)

test.each([ptx75, ptx60])(`under $name ${runs} random programs race as brute force says`, async (model) => {
  const z3 = await solver()
  const seen = { racy: 0, free: 0 }
  const property = fc.property(fc.oneof(programs(model), herdPrograms(model)), (text) => {
    const program = only(text)
    const brute = bruteRace(program, { model, most: 300 })
    if (brute.kind === 'undecided') return
    expect(findRace(program, z3, { model }).kind).toBe(brute.kind)
    if (brute.kind === 'racy') seen.racy++
    if (brute.kind === 'race-free') seen.free++
  })
  fc.assert(property, { numRuns: runs, seed: 3 })
  expect(seen.racy).toBeGreaterThan(draws(10, 2))
  expect(seen.free).toBeGreaterThan(draws(10, 2))
})
