/** Finds why fences of proxies do not order two accesses that are ordered but for their proxies. */

import type { BaseSet } from '../axioms/algebra/names.js'
import type { RaceRelations } from '../axioms/algebra/roles.js'
import type { Event, EventGraph, MemoryEvent } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { type IdleFence, isStrong, threadOf, type Why } from './idle-fence.js'

/** The sets of the proxies that have fences of their own. */
const proxySets: readonly BaseSet[] = ['SUR', 'TEX', 'CON', 'ALIAS', 'ASYNC']

/** The proxies of which a fence counts in the thread of either access; of the others, only in that by the proxy. */
const inEither: readonly BaseSet[] = ['ALIAS', 'ASYNC']

/** Returns, for two accesses that are ordered except across proxies, the proxy fences that do not order them. */
export function idleProxyFences(
  graph: EventGraph,
  execution: Execution,
  { baseCause }: RaceRelations,
): (a: MemoryEvent, b: MemoryEvent) => readonly IdleFence[] {
  if (baseCause === undefined) return () => []
  const own = inBits(graph, execution)
  const before = (a: number, b: number): boolean => own.holds(baseCause, a, b)
  const fences = graph.events.filter(
    (one) =>
      one.kind === 'fence' &&
      execution.executed[one.id] === true &&
      !isStrong(one) &&
      one.sets.some((set) => proxySets.includes(set)),
  )
  return (a, b) => {
    const [first, last] = before(b.id, a.id) ? [b, a] : [a, b]
    const special = [first, last].find(({ sets }) => !sets.includes('GEN')) ?? last
    return fences.flatMap((fence): readonly IdleFence[] => {
      const why = whyOf(fence, first, last, special)
      return why === undefined ? [] : [{ fence: fence.id, why }]
    })
  }

  function whyOf(fence: Event, first: MemoryEvent, last: MemoryEvent, special: MemoryEvent): Why | undefined {
    const needed = special.sets.find((set) => proxySets.includes(set)) ?? 'ALIAS'
    if (!fence.sets.includes(needed)) return { kind: 'other proxy', access: special.id }
    const isOfEither = fence.sets.some((set) => inEither.includes(set))
    const other = isOfEither ? { other: special.id === first.id ? last.id : first.id } : {}
    const elsewhere: Why = { kind: 'other thread', access: special.id, ...other }
    const isBetween = before(first.id, fence.id) && before(fence.id, last.id)
    if (!isBetween) {
      const isBeside = (one: Event): boolean => execution.executed[one.id] === true && threadOf(one) === threadOf(fence)
      if (threadOf(fence) === threadOf(first)) {
        if (fence.id < first.id) return { kind: 'wrong side', of: 'release', access: first.id }
        const signal = graph.events.findLast((one) => isBeside(one) && one.id < fence.id && before(one.id, last.id))
        return signal && { kind: 'wrong side of the signal', of: 'release', signal: signal.id }
      }
      if (threadOf(fence) === threadOf(last)) {
        if (fence.id > last.id) return { kind: 'wrong side', of: 'acquire', access: last.id }
        const step = graph.events.find((one) => isBeside(one) && one.id > fence.id && before(first.id, one.id))
        return step && { kind: 'wrong side of the signal', of: 'acquire', signal: step.id }
      }
      return elsewhere
    }
    // What is between the two by the async proxy has a sentence of its own.
    if (fence.sets.includes('ASYNC')) return undefined
    return threadOf(fence) === threadOf(special) ||
      (isOfEither && [first, last].some((one) => threadOf(one) === threadOf(fence)))
      ? undefined
      : elsewhere
  }
}
