import { redefine } from '../../../../axioms/algebra/edit.js'
import { intersection } from '../../../../axioms/algebra/terms.js'
import { clusterbar, id } from '../../../../axioms/algebra/vocabulary.js'
import { nvlitmus, ptx60, ptx75 } from '../../../../axioms/models.js'
import { modelIn } from '../../../axioms/algebra/cat/models.js'
import { agreedVerdict, herd } from '../../../support.js'

const arrive = 'barrier.cluster.arrive'
const wait = 'barrier.cluster.wait'
const t0 = 'P0@cta 0,cluster 0,gpu 0'
const t1 = 'P1@cta 1,cluster 0,gpu 0'
const mate = 'P2@cta 1,cluster 0,gpu 0'

const stale = 'exists (P1:r0 == 0)'

/** Returns whether P1 may miss what P0 writes. */
const mp = (first: readonly string[], second: readonly string[], [here, there]: readonly [string, string] = [t0, t1]) =>
  herd(
    'x = 0; P0:r5 = 0; P1:r5 = 0;',
    [
      [here, ...first],
      [there, ...second],
    ],
    stale,
  )

const written = ['st.weak x, 1', arrive, wait]
const read = [arrive, wait, 'ld.weak r0, x']

describe('the barrier of a cluster', () => {
  test('orders accesses before an arrival and those after a wait, across CTAs', async () => {
    expect(await agreedVerdict(mp(written, read))).toBe('forbidden')
    const without = redefine(ptx75, 'cluster-sync', () => intersection(clusterbar, id))
    expect(await agreedVerdict(mp(written, read), { model: without })).toBe('allowed')
  })
  test('a relaxed arrival orders nothing, and still arrives', async () => {
    const relaxed = mp(['st.weak x, 1', `${arrive}.relaxed`, wait], read)
    expect(await agreedVerdict(relaxed)).toBe('allowed')
    expect(await agreedVerdict(relaxed, { model: redefine(ptx75, 'cluster-sync', () => clusterbar) })).toBe('forbidden')
    expect(await agreedVerdict(mp(written, [`${arrive}.relaxed`, wait, 'ld.weak r0, x']))).toBe('forbidden')
  })
  test.each([
    ['fence.acq_rel.cluster', 'forbidden'],
    ['fence.release.gpu', 'forbidden'],
    ['fence.sc.sys', 'forbidden'],
    ['fence.acq_rel.cta', 'allowed'],
    ['fence.acquire.cluster', 'allowed'],
  ])('before a relaxed arrival %s: %s, by its order and its scope', async (fence, expected) => {
    expect(await agreedVerdict(mp(['st.weak x, 1', fence, `${arrive}.relaxed`, wait], read))).toBe(expected)
    expect(await agreedVerdict(mp(['st.weak x, 1', `${arrive}.relaxed`, fence, wait], read))).toBe('allowed')
  })
  test.each([
    ['orders the threads of one CTA', t0, 'P1@cta 0,cluster 0,gpu 0', 'forbidden'],
    ['ends where the cluster does', t0, 'P1@cta 1,cluster 1,gpu 0', 'allowed'],
    ['knows CTAs by their cluster', t0, 'P1@cta 0,cluster 1,gpu 0', 'allowed'],
    ['ends where the GPU does', t0, 'P1@cta 1,cluster 0,gpu 1', 'allowed'],
    ['is of the CTA where no cluster is declared', 'P0@cta 0,gpu 0', 'P1@cta 0,gpu 0', 'forbidden'],
    ['and of no other CTA then', 'P0@cta 0,gpu 0', 'P1@cta 1,gpu 0', 'allowed'],
  ])('%s', async (_, here, there, expected) => {
    expect(await agreedVerdict(mp(written, read, [here, there]))).toBe(expected)
  })
  test('accesses between an arrival and its wait may come late, or early', async () => {
    expect(await agreedVerdict(mp([arrive, 'st.weak x, 1', wait], read))).toBe('allowed')
    expect(await agreedVerdict(mp(written, [arrive, 'ld.weak r0, x', wait]))).toBe('allowed')
  })
  test('phases are apart: the first wait is for first arrivals, the second for second ones', async () => {
    const late = [arrive, wait, 'st.weak x, 1', arrive, wait]
    expect(await agreedVerdict(mp(late, read))).toBe('allowed')
    expect(await agreedVerdict(mp(late, [arrive, wait, ...read]))).toBe('forbidden')
    expect(await agreedVerdict(mp([...written, arrive, wait], read))).toBe('forbidden')
  })
  test('a loop that meets it does not merely wait: each round is a phase', async () => {
    const rounds = [arrive, wait, 'ld.relaxed.gpu r0, x', arrive, wait]
    const writer = ['st.relaxed.gpu x, 1', arrive, wait, arrive, wait, 'st.relaxed.gpu x, 2', arrive, wait]
    expect(
      await agreedVerdict(
        herd(
          'x = 0;',
          [
            ['P0@cta 0,cluster 0,gpu 0', 'L:', ...rounds, 'beq r0, 1, L'],
            ['P1@cta 1,cluster 0,gpu 0', ...writer],
          ],
          'exists (P0:r0 == 2)',
        ),
      ),
    ).toBe('allowed')
  })
  test('passes on the writes that its thread has seen', async () => {
    const relay = (order: string) =>
      herd(
        'f = 0; x = 0;',
        [
          ['P0@cta 0,cluster 1,gpu 0', 'st.weak x, 1', 'st.release.gpu f, 1'],
          [t1, ...read],
          ['P2@cta 0,cluster 0,gpu 0', 'ld.acquire.gpu r1, f', `${arrive}${order}`, wait],
        ],
        'exists (P2:r1 == 1 /\\ P1:r0 == 0)',
      )
    expect(await agreedVerdict(relay(''))).toBe('forbidden')
    expect(await agreedVerdict(relay('.relaxed'))).toBe('allowed')
  })
  test('it is base causality, which other proxies need a fence for', async () => {
    const surface = (between: readonly string[]) =>
      herd(
        'x = 0; s @ surface aliases x;',
        [
          [t0, 'sust.weak s, 1', ...between, arrive, wait],
          [t1, ...read],
        ],
        stale,
      )
    expect(await agreedVerdict(surface([]))).toBe('allowed')
    expect(await agreedVerdict(surface(['fence.proxy.surface']))).toBe('forbidden')
  })
})

describe('a wait at the barrier of a cluster', () => {
  test('blocks while a thread of the cluster has neither arrived nor come to its end', async () => {
    const crossed = (first: readonly string[], second: readonly string[], place = mate.replace('P2', 'P1')) =>
      herd(
        '',
        [
          [t1.replace('P1', 'P0'), ...first],
          [place, ...second],
        ],
        'exists (true)',
      )
    const sync = 'bar.cta.sync 0'
    expect(await agreedVerdict(crossed([arrive, wait, sync], [sync, arrive, wait]))).toBe('forbidden (vacuous)')
    const otherWarp = 'P1@cta 1,cluster 0,thread 32,gpu 0'
    expect(await agreedVerdict(crossed([arrive, sync, wait], [sync, arrive, wait], otherWarp))).toBe('allowed')
    expect(await agreedVerdict(crossed([arrive, wait, sync], [arrive, sync, wait], otherWarp))).toBe('allowed')
    // Threads of one warp wait for each other where they arrive, and where they wait.
    expect(await agreedVerdict(crossed([arrive, sync, wait], [sync, arrive, wait]))).toBe('forbidden (vacuous)')
    expect(await agreedVerdict(crossed([arrive, wait, sync], [arrive, sync, wait]))).toBe('forbidden (vacuous)')
    // A thread that stops before its end has not exited.
    expect(await agreedVerdict(crossed([arrive, wait, sync], [sync]))).toBe('forbidden (vacuous)')
  })
  test('does not wait for threads that have come to their end, and sees nothing of them', async () => {
    expect(await agreedVerdict(mp(['st.weak x, 1'], read))).toBe('allowed')
    expect(await agreedVerdict(mp(['st.weak x, 1'], read).replace('r0 == 0', 'r0 == 1'))).toBe('allowed')
    expect(await agreedVerdict(mp(['st.weak x, 1'], [arrive, wait, ...read]))).toBe('allowed')
    expect(await agreedVerdict(mp(written, [arrive, wait, ...read]))).toBe('forbidden')
  })
  test('waits for an arrival where the thread comes to one, whichever way it takes', async () => {
    const skips = (value: number) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, 'ld.weak r0, y', 'st.weak x, 1', 'beq r0, 0, L', arrive, wait, 'L:'],
          [t1, ...read],
          [mate, 'st.weak y, 1'],
        ],
        `exists (P0:r0 == ${value} /\\ P1:r0 == 0)`,
      )
    expect(await agreedVerdict(skips(0))).toBe('allowed')
    expect(await agreedVerdict(skips(1))).toBe('forbidden')
  })
  test('counts the phases of the way that the thread has taken', async () => {
    const counted = (value: number) =>
      herd(
        'x = 0; y = 0;',
        [
          [t0, 'ld.weak r0, y', 'beq r0, 0, L', arrive, wait, 'L:', 'st.weak x, 1', arrive, wait],
          [t1, arrive, wait, 'ld.weak r0, x', arrive, wait, 'ld.weak r1, x'],
          [mate, 'st.weak y, 1'],
        ],
        `exists (P0:r0 == ${value} /\\ P1:r0 == 0)`,
      )
    expect(await agreedVerdict(counted(0))).toBe('forbidden')
    expect(await agreedVerdict(counted(1))).toBe('allowed')
    expect(await agreedVerdict(counted(1).replace('P1:r0', 'P1:r1'))).toBe('forbidden')
  })
  test('counts the rounds of loops', async () => {
    const rounds = (asked: string, times: number) =>
      herd(
        'x = 0; y = 0; P0:r5 = 0; P1:r5 = 0;',
        [
          [
            t0,
            'A:',
            'st.weak x, 1',
            arrive,
            wait,
            'add r5, r5, 1',
            `blt r5, ${times}, A`,
            'st.weak y, 1',
            arrive,
            wait,
          ],
          [t1, 'B:', arrive, wait, 'add r5, r5, 1', 'blt r5, 2, B', 'ld.weak r0, x', arrive, wait, 'ld.weak r1, y'],
        ],
        `exists (${asked})`,
      )
    expect(await agreedVerdict(rounds('P1:r0 == 0', 2))).toBe('forbidden')
    expect(await agreedVerdict(rounds('P1:r1 == 0', 2))).toBe('forbidden')
    expect(await agreedVerdict(rounds('P1:r1 == 0', 1))).toBe('forbidden')
    expect(await agreedVerdict(rounds('P1:r0 == 1 /\\ P1:r1 == 1', 2))).toBe('allowed')
  })
})

describe('models that do not speak of the barrier of a cluster', () => {
  test.each([ptx60, nvlitmus])('$name does not cover it', async (model) => {
    expect(await agreedVerdict(mp(written, read), { model })).toMatch(/^not covered: /)
  })
  test('nor does one in cat that only knows the barriers of a CTA, until it mentions clusterbar', async () => {
    const inCat = (cause: string) =>
      modelIn(`"of others"\nlet c = (po | ${cause})+\nirreflexive (rf | rf^-1; co); c as C`)
    expect(await agreedVerdict(mp(written, read), { model: inCat('syncbar & scta') })).toMatch(/^not covered: /)
    const released = inCat('syncbar & scta | [B & REL]; clusterbar; [B & ACQ]')
    expect(await agreedVerdict(mp(written, read), { model: released })).toBe('forbidden')
  })
  test('and goes on to decide programs with the barriers of a CTA', async () => {
    const cta = [t0, 'P1@cta 0,cluster 0,gpu 0'] as const
    const sync = 'bar.cta.sync 0'
    expect(await agreedVerdict(mp(['st.weak x, 1', sync], [sync, 'ld.weak r0, x'], cta), { model: ptx60 })).toBe(
      'forbidden',
    )
  })
})
