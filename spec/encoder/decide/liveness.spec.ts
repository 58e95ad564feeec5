import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import type { Liveness } from '../../../encoder/decide/verdict.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { countCandidates } from '../../../encoder/execution/candidates.js'
import { isBarrier } from '../../../litmus/instruction.js'
import type { Program } from '../../../litmus/program.js'
import { examples } from '../../examples.js'
import { herd, solver, testIn } from '../../support.js'

const said = (liveness: Liveness | undefined): string =>
  liveness?.kind === 'hangs' ? (liveness.always ? 'hangs' : 'can hang') : (liveness?.kind ?? 'nothing')

const livenessOf = async (program: Program) =>
  decide(program, await solver(), { model: defaultModel }).answers[0]?.liveness

/** Examples in which a thread waits, at a barrier, in a loop, or as the host for a kernel; what is to be expected of them, by hand. */
const byHand: Readonly<Record<string, string>> = {
  'algorithms/deque.test': 'ends',
  'algorithms/flag.test': 'ends',
  'algorithms/grid-barrier.test#1': 'ends',
  // At .cta scope the two additions are no atomics to each other: one may be lost, and both CTAs wait for a 2.
  'algorithms/grid-barrier.test#2': 'can hang',
  'algorithms/look-back.test': 'ends',
  'algorithms/producer-consumer.test': 'ends',
  'algorithms/spin-lock.test': 'ends',
  'algorithms/ticket-lock.test': 'ends',
  'barriers/buffer.test': 'ends',
  // A barrier waits for no thread that has come to its end.
  'barriers/early-exit.test': 'ends',
  'barriers/exchange.test': 'ends',
  'barriers/full-and-empty.test': 'ends',
  'barriers/tree.test': 'ends',
  'barriers/vote.test': 'ends',
  'cuda/spaces/MP+barrier.cluster.test': 'ends',
  // No thread waits for one that has come to its end.
  'cuda/spaces/MP+barrier.cluster+exit.litmus': 'ends',
  'cuda/spaces/MP+barrier.cluster+exit-stale.litmus': 'ends',
  'cuda/spaces/MP+barrier.cluster+late.test': 'ends',
  'cuda/spaces/MP+barrier.cluster+phases.test': 'ends',
  'cuda/spaces/MP+barrier.cluster+two-clusters.test': 'ends',
  'cuda/streams/alias+event.test': 'ends',
  'cuda/streams/alias+running-grid.test': 'ends',
  'cuda/streams/managed.test': 'ends',
  'cuda/streams/read-only+end.test': 'ends',
  'cuda/streams/surface+running-grid.test': 'ends',
  'kernels/block-sum+divergent.test': 'ends',
  'kernels/block-sum.test': 'ends',
  'kernels/by-hand/grid-barrier+block-scope.test': 'ends',
  'kernels/by-hand/grid-barrier.test': 'ends',
  'kernels/by-hand/last-block+no-acquire.test': 'ends',
  'kernels/by-hand/last-block.test': 'ends',
  'kernels/by-hand/look-back.test': 'ends',
  'kernels/by-hand/pointer+volatile.test': 'ends',
  'kernels/by-hand/pointer.test': 'ends',
  'kernels/by-hand/ring+relaxed-head.test': 'ends',
  'kernels/by-hand/ring.test': 'ends',
  'kernels/by-hand/spin-lock+no-fence.test': 'ends',
  'kernels/by-hand/spin-lock.test': 'ends',
  'kernels/by-hand/ticket-lock+volatile.test': 'ends',
  'kernels/by-hand/ticket-lock.test': 'ends',
  'kernels/by-hand/vector+words.test': 'ends',
  'kernels/by-hand/word+struct.test': 'ends',
  'kernels/cooperative-groups+plain-launch.test': 'ends',
  'kernels/cooperative-groups.test': 'ends',
  'kernels/double-checked+volatile.test': 'ends',
  'kernels/double-checked.test': 'ends',
  'kernels/grid-barrier+block-scope.test': 'ends',
  'kernels/grid-barrier.test': 'ends',
  'kernels/last-block+no-acquire.test': 'ends',
  'kernels/last-block+no-release.test': 'ends',
  'kernels/last-block.test': 'ends',
  'kernels/look-back+relaxed.test': 'ends',
  'kernels/look-back.test': 'ends',
  'kernels/mcs-lock+relaxed-handover.test': 'ends',
  'kernels/mcs-lock.test': 'ends',
  'kernels/mpmc-queue+relaxed-sequence.test': 'ends',
  'kernels/mpmc-queue.test': 'ends',
  'kernels/pointer+volatile.test': 'ends',
  'kernels/pointer.test': 'ends',
  'kernels/rcu+no-fence.test': 'ends',
  'kernels/rcu.test': 'ends',
  'kernels/ring+relaxed-head.test': 'ends',
  'kernels/ring.test': 'ends',
  'kernels/seqlock+acquire-after.test': 'ends',
  'kernels/seqlock.test': 'ends',
  'kernels/spin-lock+no-fence.test': 'ends',
  'kernels/spin-lock.test': 'ends',
  'kernels/split-k+no-barrier.test': 'ends',
  'kernels/split-k.test': 'ends',
  'kernels/ticket-lock+volatile.test': 'ends',
  'kernels/ticket-lock.test': 'ends',
  'kernels/vector+one-flag.test': 'ends',
  'kernels/vector+words.test': 'ends',
  'kernels/vector.test': 'ends',
  // Lanes wait for each other at different instructions.
  'kernels/warp-aggregate+full-mask.test': 'hangs',
  'kernels/warp-aggregate.test': 'ends',
  'kernels/warp-counter+no-syncwarp.test': 'ends',
  'kernels/warp-counter.test': 'ends',
  'kernels/word+struct.test': 'ends',
  'kernels/word.test': 'ends',
  'kernels/work-stealing+no-fence.test': 'ends',
  'kernels/work-stealing.test': 'ends',
  'memory/bounds.test': 'ends',
  'memory/byte-flag.test#1': 'ends',
  // The model says nothing of it.
  'memory/byte-flag.test#2': 'nothing',
  'memory/flag-and-data+halves.test': 'ends',
  'memory/mpmc-queue.test': 'ends',
  'memory/pointer.test': 'ends',
  'memory/ring.test': 'ends',
  'memory/seqlock.test': 'ends',
  'memory/stack+tag.litmus': 'ends',
  'memory/stack.test': 'ends',
  'warps/ballot.test#1': 'ends',
  'warps/ballot.test#2': 'hangs',
  'warps/exchange.test': 'ends',
  'warps/leader.test': 'ends',
  'warps/reduce.test': 'ends',
}

const waits = ({ threads, host }: Program): boolean =>
  (host?.waits.length ?? 0) > 0 ||
  threads.some(({ instructions }) => instructions.some((one) => isBarrier(one) || one.kind === 'branch'))

describe('hangs of the examples', () => {
  const all = examples('ptx-7.5').filter(({ program }) => waits(program))
  const expected = (name: string): string | undefined => byHand[name] ?? byHand[name.replace(/#\d+$/, '')]

  test('are known by hand of each in which a thread waits', () => {
    expect(all.map(({ name }) => name).filter((name) => expected(name) === undefined)).toEqual([])
  })
  test.each(all.map(({ name, program }) => [name, program] as const))('%s', async (name, program) => {
    expect(said(await livenessOf(program))).toBe(expected(name))
    if (countCandidates(buildEvents(program)) > 20_000) return
    const brute = bruteForce(program, defaultModel).answers[0]?.liveness
    if (brute?.kind !== 'undecided') expect(said(brute)).toBe(expected(name))
  })
  test('a barrier for two CTAs hangs where one is launched', async () => {
    const cta = ['atom.acq_rel.gpu.add r0, count, 1', 'WAIT:', 'ld.acquire.gpu r1, count', 'blt r1, 2, WAIT']
    const launched = (ctas: number) =>
      testIn(
        herd(
          'count = 0;',
          Array.from({ length: ctas }, (_, i) => [`P${i}@cta ${i},gpu 0`, ...cta]),
          '~exists (count == 3)',
        ),
      )
    for (const [ctas, expected] of [
      [1, 'hangs'],
      [2, 'ends'],
    ] as const) {
      expect(said(await livenessOf(launched(ctas)))).toBe(expected)
      expect(said(bruteForce(launched(ctas), defaultModel).answers[0]?.liveness)).toBe(expected)
    }
  })
})

test('without being asked for, nothing is said', async () => {
  const program = testIn(herd('x = 0;', [['P0@cta 0,gpu 0', 'L:', 'goto L']], 'exists (x == 1)'))
  const [answer] = decide(program, await solver(), { model: defaultModel, liveness: false }).answers
  expect(answer?.verdict).toMatchObject({ kind: 'forbidden', vacuous: true })
  expect(answer?.liveness).toBeUndefined()
})

test('a test with a loop that goes on beyond the bound is not known to hang always', async () => {
  const program = testIn(
    herd(
      'x = 0;',
      [
        ['P0@cta 0,gpu 0', 'L:', 'goto L'],
        ['P1@cta 0,gpu 0', 'ld.weak r0, x', 'M:', 'add r0, r0, 1', 'bne r0, 9, M'],
      ],
      'exists (x == 1)',
    ),
  )
  // P1 does not come to its end within the bound, and what it does beyond is unknown.
  expect(await livenessOf(program)).toMatchObject({ kind: 'ends', within: { bound: 2 } })
  const bounded = decide(program, await solver(), { model: defaultModel, bound: 9 })
  expect(said(bounded.answers[0]?.liveness)).toBe('hangs')
})
