/**
 * Hangs: executions in which a thread waits for ever, and no other thread has anything left to do. Scheduling is fair: each thread that can
 * continue does, and every thread that reads the location by the same path sees a write in the end. So a thread in a loop waits for ever if
 * its last round wrote nothing, left the thread as it was, and read what no write follows in coherence. A thread at a barrier waits for
 * ever if it does not pass.
 */

import { sameCta } from '../../../litmus/position.js'
import { type ProxyName, proxies, proxyNames } from '../../../litmus/proxy.js'
import { must } from '../../../source/must.js'
import { type Evaluator, never } from '../../values/expression.js'
import type { Logic } from '../../values/logic.js'
import type { Event, EventGraph, LoopWait, MemoryEvent } from '../graph/event.js'
import type { Loop } from '../graph/loop.js'
import { positionOf } from '../graph/scopes.js'
import { overlapping, overlappingAtAddress, together } from '../memory/places.js'
import { barriersOf, isWait } from './barriers.js'

/** What a thread waits at, and when it waits there for ever. */
export interface Wait<B> {
  readonly thread: number
  /** The event of a barrier, or a loop with the reads that may end it. */
  readonly at:
    | { readonly kind: 'barrier'; readonly event: number }
    | { readonly kind: 'loop'; readonly loop: Loop; readonly reads: readonly number[] }
  readonly when: B
}

/** What decides about hangs, in executions over some logic. */
export interface HangDomain<B> {
  readonly logic: Logic<B>
  readonly truth: Evaluator<B, unknown>['truth']
  readonly executed: (event: number) => B
  readonly passes: (barrier: number) => B
  /** Whether the write is executed, and follows in coherence the one that the read returns: whether they are in `fr`. */
  readonly isOverwritten: (read: number, write: number) => B
}

/** Where threads may wait for ever. */
export function waitsForEver<B>(graph: EventGraph, domain: HangDomain<B>): readonly Wait<B>[] {
  const { logic, truth, executed, passes } = domain
  const { and, not, all } = logic
  const atBarriers = barriersOf(graph)
    .filter(isWait)
    .map(({ id, origin, guard }): Wait<B> => {
      const here = truth(guard)
      const when = here === logic.ff ? here : and(here, not(passes(id)))
      return { thread: must(origin, 'the thread of a barrier').thread, at: { kind: 'barrier', event: id }, when }
    })
  const inLoops = graph.waits.map((wait): Wait<B> => {
    const reads = readsOf(graph, wait)
    const stays = reads.map((read) => logic.or(not(executed(read.id)), readsOn(read, wait)))
    const at = { kind: 'loop', loop: wait.loop, reads: reads.map(({ id }) => id) } as const
    return { thread: wait.thread, at, when: and(truth(wait.guard), all(stays)) }
  })
  return [...atBarriers, ...inLoops].filter(({ when }) => when !== logic.ff)

  /** Whether every later round may read what this one read: no write that must be seen in the end comes after it. */
  function readsOn(read: MemoryEvent, wait: LoopWait): B {
    const later = graph.events.filter(
      (event): event is MemoryEvent => event.kind === 'write' && together(event, read, overlapping) !== never,
    )
    return all(
      later.map((write) => {
        const overwritten = domain.isOverwritten(read.id, write.id)
        return overwritten === logic.ff ? logic.tt : not(and(overwritten, isSeenInTheEnd(write, read, wait)))
      }),
    )
  }

  /**
   * Whether the write reaches the read's path: it takes the same path, or the fences between the two are executed, those of the reader in
   * each round. These are the paths of proxy-preserved base causality (ISA 8.9.5), read as a promise of progress.
   */
  function isSeenInTheEnd(write: MemoryEvent, read: MemoryEvent, { from, to }: LoopWait): B {
    const [source, target] = [writesBy(write), proxyOf(read)]
    const near = sameCta(positionOf(graph.program, write), positionOf(graph.program, read))
    const sameAddress = truth(together(write, read, overlappingAtAddress))
    const samePath = source === target && (near || !proxies[source].perCta) ? sameAddress : logic.ff
    if (samePath === logic.tt) return samePath
    const fence = (proxy: ProxyName, access: MemoryEvent, counts: (event: Event) => boolean): B =>
      logic.any(
        graph.events.filter((event) => counts(event) && isFenceFor(proxy, access, event)).map(({ id }) => executed(id)),
      )
    const inRound = ({ id }: Event): boolean => from <= id && id < to
    const behind = ({ id, origin }: Event): boolean => id > write.id && origin?.thread === write.origin?.thread
    const fenced = all([
      ...(source === 'generic' ? [] : [fence(source, write, (event) => inRound(event) || behind(event))]),
      ...(sameAddress === logic.tt ? [] : [logic.or(sameAddress, fence('alias', read, inRound))]),
      ...(target === 'generic' ? [] : [fence(target, read, inRound)]),
    ])
    return logic.or(samePath, fenced)
  }

  function isFenceFor(proxy: ProxyName, access: MemoryEvent, event: Event): boolean {
    const { set, perCta } = proxies[proxy]
    return (
      event.kind === 'fence' &&
      event.sets.includes(set) &&
      (!perCta || sameCta(positionOf(graph.program, event), positionOf(graph.program, access)))
    )
  }
}

/**
 * Whether it is a hang: some thread waits for ever, and every thread waits for ever, has ended, or is held up by a kernel that does not
 * end.
 */
export function isHang<B>(
  { ends, blocked, complete }: EventGraph,
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
  return logic.and(logic.not(truth(complete)), logic.all(over))
}

const readsOf = ({ events }: EventGraph, { from, to }: LoopWait): readonly MemoryEvent[] =>
  events.slice(from, to).filter((event): event is MemoryEvent => event.kind === 'read')

/** The path by which a write reaches memory. A bulk copy ends with a fence to the generic proxy. */
const writesBy = (write: MemoryEvent): ProxyName => {
  const proxy = proxyOf(write)
  return proxy === 'async' ? 'generic' : proxy
}

/** The path of an access. Initial writes are visible by every path. */
const proxyOf = ({ sets }: MemoryEvent): ProxyName =>
  proxyNames.find((name) => sets.includes(proxies[name].set)) ?? 'generic'
