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
  'async/alias.test': 'ends',
  'async/arrive-when-copied.test#1': 'ends',
  // Two arrivals are pending, and one comes.
  'async/arrive-when-copied.test#2': 'hangs',
  'async/arrive-when-copied.test#3': 'ends',
  'async/arrive-when-copied.test#4': 'ends',
  'async/arrive-when-copied.test#5': 'ends',
  'async/cp-async.test': 'ends',
  'async/double-buffer.test': 'ends',
  'async/drop.test#1': 'ends',
  // The second phase waits for two.
  'async/drop.test#2': 'hangs',
  'async/end-of-kernel.test': 'ends',
  'async/expected-late.test#1': 'ends',
  'async/expected-late.test#2': 'ends',
  'async/expected-late.test#3': 'ends',
  'async/expected-late.test#4': 'ends',
  // Where the bytes come before the arrival, they are never announced.
  'async/expected-late.test#5': 'can hang',
  'async/forward.test': 'ends',
  'async/hand-back-to-peer.test': 'ends',
  'async/init-for-cluster.test#1': 'ends',
  // The arrival may come before the initialisation, which then undoes it.
  'async/init-for-cluster.test#2': 'can hang',
  'async/init-for-cluster.test#3': 'ends',
  'async/init-for-cluster.test#4': 'ends',
  // The same.
  'async/init-for-cluster.test#5': 'can hang',
  'async/load-behind-flag.test': 'ends',
  'async/load-of-written.test': 'ends',
  'async/load-read-by-other.test': 'ends',
  'async/load-to-peer.test': 'ends',
  'async/load.test': 'ends',
  'async/multicast.test': 'ends',
  'async/not-carried.test': 'ends',
  'async/one-question.test': 'ends',
  'async/one-space.test': 'ends',
  'async/orders.test': 'ends',
  'async/overlap.test': 'ends',
  'async/overwritten-by-load.test': 'ends',
  'async/part.test': 'ends',
  'async/peer-forward.test': 'ends',
  'async/persistent.test#1': 'ends',
  // The second tile may be overwritten before it is read, and its phase be over.
  'async/persistent.test#2': 'can hang',
  'async/persistent.test#3': 'ends',
  'async/pipeline.test#1': 'ends',
  'async/pipeline.test#2': 'ends',
  // The third announcement may come before the first tile, so that the phase has ended by the time it is waited for twice.
  'async/pipeline.test#3': 'can hang',
  // The third tile may come before the consumer asks for the phase before it.
  'async/pipeline.test#4': 'can hang',
  // The tx-count is never 0 again.
  'async/pipeline.test#5': 'hangs',
  // The same.
  'async/pipeline.test#6': 'hangs',
  // Two arrivals are expected where one comes.
  'async/pipeline.test#7': 'hangs',
  'async/push.test': 'ends',
  'async/remote-arrival.test': 'ends',
  'async/signal.test': 'ends',
  'async/split-barrier.test': 'ends',
  'async/start-of-kernel.test': 'ends',
  'async/store-by-one.test': 'ends',
  'async/surface.test': 'ends',
  'async/tensor.test': 'ends',
  'async/tensor-map.test': 'ends',
  'async/to-peer.test': 'ends',
  'async/two-consumers.test#1': 'ends',
  'async/two-consumers.test#2': 'ends',
  // One phase more may end before the producer looks.
  'async/two-consumers.test#3': 'can hang',
  'async/write-after-read.test': 'ends',
  'barriers/buffer.test': 'ends',
  // A barrier waits for no thread that has come to its end.
  'barriers/early-exit.test': 'ends',
  'barriers/exchange.test': 'ends',
  'barriers/full-and-empty.test': 'ends',
  'barriers/tree.test': 'ends',
  'barriers/vote.test': 'ends',
  'cuda/calls/lock.test': 'ends',
  'cuda/spaces/MP+barrier.cluster+exit-stale.litmus': 'ends',
  // No thread waits for one that has come to its end.
  'cuda/spaces/MP+barrier.cluster+exit.litmus': 'ends',
  'cuda/spaces/MP+barrier.cluster+late.test': 'ends',
  'cuda/spaces/MP+barrier.cluster+phases.test': 'ends',
  'cuda/spaces/MP+barrier.cluster+two-clusters.test': 'ends',
  'cuda/spaces/MP+barrier.cluster.test': 'ends',
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
  'kernels/bulk-copy+no-fence.test': 'ends',
  'kernels/bulk-copy.test': 'ends',
  'kernels/cluster-gather+early-exit.test': 'ends',
  'kernels/cluster-gather.test': 'ends',
  'kernels/cluster-push+no-wait.test': 'ends',
  'kernels/cluster-push.test': 'ends',
  'kernels/cluster-sum+no-sync.test': 'ends',
  'kernels/cluster-sum.test': 'ends',
  'kernels/cooperative-groups+plain-launch.test': 'ends',
  'kernels/cooperative-groups.test': 'ends',
  'kernels/double-checked+volatile.test': 'ends',
  'kernels/double-checked.test': 'ends',
  'kernels/fix-up+no-sync.test': 'ends',
  'kernels/fix-up.test': 'ends',
  'kernels/flag+no-fence.test': 'ends',
  'kernels/flag.test': 'ends',
  'kernels/grid-barrier+block-scope.test': 'ends',
  'kernels/grid-barrier.test': 'ends',
  'kernels/handover-block+relaxed.test': 'ends',
  'kernels/handover-block.test': 'ends',
  'kernels/handover-cluster+plain-launch.test': 'ends',
  'kernels/handover-cluster.test': 'ends',
  'kernels/handover-device+block-scope.test': 'ends',
  'kernels/handover-device.test': 'ends',
  'kernels/histogram+no-sync.test': 'ends',
  'kernels/histogram.test': 'ends',
  'kernels/last-block+no-acquire.test': 'ends',
  'kernels/last-block+no-release.test': 'ends',
  'kernels/last-block.test': 'ends',
  'kernels/look-back+relaxed.test': 'ends',
  'kernels/look-back.test': 'ends',
  'kernels/mailbox+device-scope.test': 'ends',
  'kernels/mailbox.test': 'ends',
  'kernels/mcs-lock+relaxed-handover.test': 'ends',
  'kernels/mcs-lock.test': 'ends',
  'kernels/memcpy-async+no-wait.test': 'ends',
  'kernels/memcpy-async.test': 'ends',
  'kernels/mpmc-queue+relaxed-sequence.test': 'ends',
  'kernels/mpmc-queue.test': 'ends',
  'kernels/once+no-fence.test': 'ends',
  'kernels/once.test': 'ends',
  'kernels/pipeline+one-behind.test': 'ends',
  'kernels/pipeline.test': 'ends',
  'kernels/pointer+volatile.test': 'ends',
  'kernels/pointer.test': 'ends',
  'kernels/quad+two-halves.test': 'ends',
  'kernels/quad.test': 'ends',
  'kernels/rcu+no-fence.test': 'ends',
  'kernels/rcu.test': 'ends',
  'kernels/ring+relaxed-head.test': 'ends',
  'kernels/ring.test': 'ends',
  'kernels/rw-lock+relaxed-reader.test': 'ends',
  'kernels/rw-lock.test': 'ends',
  'kernels/seqlock+acquire-after.test': 'ends',
  'kernels/seqlock.test': 'ends',
  // The initialisation may undo an arrival.
  'kernels/shared-barrier+no-sync.test': 'can hang',
  'kernels/shared-barrier+no-wait.test': 'ends',
  'kernels/shared-barrier.test': 'ends',
  'kernels/spin-lock+no-fence.test': 'ends',
  'kernels/spin-lock.test': 'ends',
  'kernels/split-k+no-barrier.test': 'ends',
  'kernels/split-k.test': 'ends',
  'kernels/stack+relaxed-push.test': 'ends',
  'kernels/stack.test': 'ends',
  'kernels/stream-mailbox+early-record.test': 'ends',
  'kernels/stream-mailbox.test': 'ends',
  'kernels/tensor-tile+no-fence.test': 'ends',
  'kernels/tensor-tile.test': 'ends',
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
  'kernels/work-list+one-barrier.test': 'ends',
  'kernels/work-list.test': 'ends',
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

/** What brute force takes minutes for, or does not finish, however few candidates there are: nothing is known about what memory or registers hold. */
const tooLong =
  /^kernels.(block-sum.divergent|bulk-copy|cluster-push|histogram.no-sync|memcpy-async|pipeline|shared-barrier.no-wait|tensor-tile)|^warps.reduce/

const waits = ({ threads, host }: Program): boolean =>
  (host?.waits.length ?? 0) > 0 ||
  threads.some(({ instructions }) => instructions.some((one) => isBarrier(one) || one.kind === 'branch'))

describe('hangs of the examples', () => {
  const all = examples(defaultModel.name).filter(({ program }) => waits(program))
  const expected = (name: string): string | undefined => byHand[name] ?? byHand[name.replace(/#\d+$/, '')]

  test('are known by hand of each in which a thread waits', () => {
    expect(all.map(({ name }) => name).filter((name) => expected(name) === undefined)).toEqual([])
  })
  test.each(all.map(({ name, program }) => [name, program] as const))('%s', async (name, program) => {
    expect(said(await livenessOf(program))).toBe(expected(name))
    const graph = buildEvents(program)
    // Each wait that may time out can do so besides, which is not counted there.
    const waits = graph.unknowns.filter(({ from }) => from === 'patience').length
    if (tooLong.test(name) || countCandidates(graph) * 4 ** waits > 20_000) return
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
