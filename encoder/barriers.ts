/**
 * Execution barriers, by the rule that herd-style tests follow. Barriers of one CTA at one place of the program, with the same
 * resource where they name one, form a group. A `sync` passes once as many of its group are reached as its quorum asks, or without
 * a quorum all of them; then the barriers of any set that is large enough may be the arrivals, without a quorum all.
 */

import type { BarrierEvent, EventGraph } from './events.js'
import type { Domain, Evaluator, Predicate } from './expression.js'
import type { Logic } from './logic.js'

export const barriersOf = ({ events }: EventGraph): readonly BarrierEvent[] =>
  events.filter((event) => event.kind === 'barrier')

/** The barriers that may be in a group with this one, itself among them, in order. */
export const mayBeTogether = (barriers: readonly BarrierEvent[], { instance }: BarrierEvent): readonly BarrierEvent[] =>
  barriers.filter((other) => other.instance === instance)

export interface BarrierRules<B> {
  /** Whether two barriers are of one group. A barrier that is not reached has no resource but what the text fixes. */
  readonly together: (one: BarrierEvent, other: BarrierEvent) => B
  /** Whether a `sync` passes. */
  readonly passes: (sync: BarrierEvent) => B
  /** Whether those of the others for which it holds are as many as the `sync` asks for. */
  readonly enough: (sync: BarrierEvent, holds: (other: BarrierEvent) => B) => B
}

/** What decides about barriers, given which are reached. */
export function barrierRules<B, V>(
  graph: EventGraph,
  domain: Domain<B, V>,
  { value, truth }: Evaluator<B, V>,
): BarrierRules<B> {
  const { logic } = domain
  const { and, or, not, all, tt, ff } = logic
  const barriers = barriersOf(graph)
  const reached = ({ guard }: { readonly guard: Predicate }): B => truth(guard)

  const together = (one: BarrierEvent, other: BarrierEvent): B => {
    if (one === other) return tt
    if (one.instance !== other.instance) return ff
    const [first, second] = [one.resource, other.resource]
    if (first === undefined || second === undefined) return first === second ? tt : ff
    const known = and(first.fixed ? tt : reached(one), second.fixed ? tt : reached(other))
    if (known === ff) return ff
    return and(known, domain.compare('equal', value(first.value), value(second.value), 32))
  }
  const enough = (sync: BarrierEvent, holds: (other: BarrierEvent) => B): B => {
    const group = mayBeTogether(barriers, sync)
    if (sync.quorum === undefined) return all(group.map((other) => or(not(together(sync, other)), holds(other))))
    const counted = group.map((other) => and(together(sync, other), holds(other)))
    const atLeast = counts(counted, logic)
    const quorum = value(sync.quorum)
    const asksMoreThan = (n: number): B => domain.compare('less-unsigned', domain.constant(BigInt(n), 32), quorum, 32)
    return all([
      ...counted.map((_, n) => or(not(asksMoreThan(n)), atLeast[n + 1] ?? ff)),
      not(asksMoreThan(counted.length)),
    ])
  }
  const passes = (sync: BarrierEvent): B => {
    const here = reached(sync)
    return here === ff ? ff : and(here, enough(sync, reached))
  }
  return { together, passes, enough }
}

/** For each number up to that of the items, whether so many of them hold. */
function counts<B>(items: readonly B[], { tt, ff, and, or }: Logic<B>): readonly B[] {
  let atLeast: readonly B[] = [tt, ...items.map(() => ff)]
  for (const item of items)
    atLeast = atLeast.map((already, n) => (n === 0 ? tt : or(already, and(atLeast[n - 1] ?? ff, item))))
  return atLeast
}

/** The `sync`s of its thread that a barrier stands behind. */
export const syncsBefore = (barriers: readonly BarrierEvent[], { id, origin }: BarrierEvent): readonly BarrierEvent[] =>
  barriers.filter((other) => other.action === 'sync' && other.origin?.thread === origin?.thread && other.id < id)

/** From each barrier that arrived to every `sync` of its group that passes, but itself. */
export const arrivalsSeen = <B>(
  barriers: readonly BarrierEvent[],
  { together }: Pick<BarrierRules<B>, 'together'>,
  { and, ff }: Logic<B>,
  arrived: (barrier: number) => B,
  passed: (barrier: number) => B,
): readonly (readonly [number, number, B])[] =>
  barriers.flatMap((from) =>
    mayBeTogether(barriers, from).flatMap((to): readonly (readonly [number, number, B])[] => {
      if (to === from || to.action !== 'sync') return []
      const when = and(and(arrived(from.id), passed(to.id)), together(from, to))
      return when === ff ? [] : [[from.id, to.id, when]]
    }),
  )
