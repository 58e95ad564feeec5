/**
 * Hangs: executions in which a thread waits for ever, and no other thread has anything left to do. Scheduling is fair:
 * each thread that can continue does, and a thread that keeps reading eventually sees what the model promises it
 * (`axioms/ptx-progress.cat`). So a thread in a loop waits for ever if its last round left memory and the thread as
 * they were, and no write that it is promised follows what it read in coherence. A thread at a barrier waits for ever
 * if it does not pass.
 */

import { must } from '../../../source/must.js'
import { compare, type Evaluator, never } from '../../values/expression.js'
import type { Logic } from '../../values/logic.js'
import type { EventGraph, LoopWait, MemoryEvent } from '../graph/event.js'
import type { Loop } from '../graph/loop.js'
import { overlapping, together } from '../memory/places.js'
import { barriersOf, mayHoldUp } from './barriers.js'

/** A place where a thread waits, and the condition under which it waits there for ever. */
export interface Wait<B> {
  readonly thread: number
  /** The event of a barrier, or a loop with the reads that may end it. */
  readonly at:
    | { readonly kind: 'barrier'; readonly event: number }
    | {
        readonly kind: 'loop'
        readonly loop: Loop
        readonly round: LoopWait
        readonly reads: readonly number[]
        readonly later: readonly LaterWrite<B>[]
      }
  readonly when: B
}

/**
 * A write that may follow, in coherence, the one that a read of a waiting thread returns; and the conditions under
 * which it does and eventually becomes visible, and under which it does but need not.
 */
export interface LaterWrite<B> {
  readonly read: number
  readonly write: number
  readonly seen: B
  readonly unseen: B
}

/** The functions that decide about hangs, in executions over some logic. */
export interface HangDomain<B> {
  readonly logic: Logic<B>
  readonly truth: Evaluator<B, unknown>['truth']
  readonly passes: (barrier: number) => B
  /**
   * Returns whether the write is executed, and follows the one that the read returns in coherence, that is, whether the
   * pair is in `fr`.
   */
  readonly isOverwritten: (read: number, write: number) => B
  /** Returns whether the thread that repeats the round eventually sees the write, by that read. */
  readonly isPromised: (write: number, read: number, round: LoopWait) => B
}

/** Returns the places where threads may wait for ever. */
export function waitsForEver<B>(graph: EventGraph, domain: HangDomain<B>): readonly Wait<B>[] {
  const { logic, truth, passes } = domain
  const { and, not, all } = logic
  const atBarriers = barriersOf(graph)
    .filter(mayHoldUp)
    .map(({ id, origin, guard }): Wait<B> => {
      const here = truth(guard)
      const when = here === logic.ff ? here : and(here, not(passes(id)))
      return { thread: must(origin, 'the thread of a barrier').thread, at: { kind: 'barrier', event: id }, when }
    })
  const inLoops = graph.waits.map((wait): Wait<B> => {
    const here = truth(wait.guard)
    const reads = readsOf(graph, wait)
    const later = here === logic.ff ? [] : reads.flatMap((read) => laterWrites(graph, read, wait, domain))
    const at = { kind: 'loop', loop: wait.loop, round: wait, reads: reads.map(({ id }) => id), later } as const
    return { thread: wait.thread, at, when: and(here, all(later.map(({ seen }) => not(seen)))) }
  })
  return [...atBarriers, ...inLoops].filter(({ when }) => when !== logic.ff)
}

/**
 * Returns whether the execution is a hang: some thread waits for ever, and each of the others waits for ever, has
 * ended, or is held up by a kernel that does not end or by blocks that leave it no place.
 */
export function isHang<B>(
  { ends, blocked, complete, occupied }: EventGraph,
  waits: readonly Wait<B>[],
  { logic, truth }: Pick<HangDomain<B>, 'logic' | 'truth'>,
): B {
  if (waits.length === 0) return logic.ff
  const over = ends.map((end, thread) => {
    const ended = truth(end)
    const waiting = waits.flatMap((wait) => (wait.thread === thread ? [wait.when] : []))
    if (ended === logic.tt) return ended
    return logic.any([ended, ...waiting, truth(must(blocked[thread], 'each thread'))])
  })
  return logic.all([logic.not(truth(complete)), truth(occupied), ...over])
}

/**
 * Returns the writes that may follow what a read of the last round returns, and the condition under which a later round
 * may go on without any of them. Values that the rounds of waiting threads write over and over change nothing if the
 * read returns the same value.
 */
function laterWrites<B>(
  graph: EventGraph,
  read: MemoryEvent,
  wait: LoopWait,
  { logic, truth, isOverwritten, isPromised }: HangDomain<B>,
): readonly LaterWrite<B>[] {
  const { and, any, not, ff } = logic
  return graph.events.flatMap((write): readonly LaterWrite<B>[] => {
    if (write.kind !== 'write' || together(write, read, overlapping) === never) return []
    const overwritten = isOverwritten(read.id, write.id)
    if (overwritten === ff) return []
    const isSame = compare('equal', write.value, read.value)
    const again = graph.waits.filter(({ from, to }) => from <= write.id && write.id < to)
    const changes =
      again.length === 0
        ? overwritten
        : and(overwritten, not(and(any(again.map(({ guard }) => truth(guard))), truth(isSame))))
    if (changes === ff) return []
    const promised = isPromised(write.id, read.id, wait)
    return [{ read: read.id, write: write.id, seen: and(changes, promised), unseen: and(changes, not(promised)) }]
  })
}

const readsOf = ({ events }: EventGraph, { from, to }: LoopWait): readonly MemoryEvent[] =>
  events.slice(from, to).filter((event): event is MemoryEvent => event.kind === 'read')
