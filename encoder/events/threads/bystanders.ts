/**
 * Finds threads that do the same as others of their CTA, and whose events no other thread can tell from those of the
 * others. They make no events if a program is large.
 *
 * Such a thread comes to barriers at which all threads of its CTA meet, makes weak reads on which no event and no path
 * depends, and accesses that are alone with their bytes (`unseen.ts`). No question names its registers. Threads are
 * alike if they are of one warp and do all this alike; warps are alike if their lanes are. One thread of each warp
 * represents those that are like it, and two warps of each CTA represent those that are like them. The others count as
 * ended, and a barrier waits for no thread that has ended.
 *
 * An execution with all threads is one without these, since relations that grow with events
 * (`axioms/algebra/grows.ts`) have fewer pairs among fewer events. An execution without these becomes one with all:
 * each reads what the thread that represents it reads, and passes the same barriers, so that each pair of its events
 * with another is a pair of that thread's events. Which barriers it comes to depends on no read, so it waits for ever
 * only if that thread does, and misuses a barrier of its warp only if that thread does. If one of its reads takes part
 * in a race, so does the same read of that thread in the execution in which the two have changed places.
 */

import { termsOf } from '../../../litmus/condition.js'
import { ctaOf, warpOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { conjuncts } from '../../values/expression.js'
import { isChosenPhase } from '../barriers/named-barriers.js'
import { type BarrierEvent, type Event, isMemory } from '../graph/event.js'
import type { Ran } from './recording.js'
import { isPlain } from './unseen.js'

/** The warps of a CTA that represent all that are like them. */
const warpsKept = 2

/** Returns the threads that make no events, given the accesses that are alone with their bytes. */
export function bystandersIn(program: Program, ran: Ran, alone: ReadonlyMap<number, unknown>): ReadonlySet<number> {
  // Where lanes find out which of them are active, or a CTA may be cancelled, all count.
  if (ran.convergence.length > 0 || ran.cancellable.length > 0) return new Set()
  const acts = actsIn(program, ran, alone)
  const bystanders = new Set<number>()
  const ctas = groupBy(program.threads.keys(), (thread) => ctaOf(threadAt(program.threads, thread)))
  for (const [cta, threads] of ctas) {
    if (cta === undefined) continue
    const kept = new Map<string, number>()
    for (const warp of groupBy(threads, (thread) => warpOf(threadAt(program.threads, thread))).values()) {
      const lanes = warp.map((thread) => acts.get(thread))
      const text = lanes.join('\n')
      const before = lanes.includes(undefined) ? 0 : (kept.get(text) ?? 0)
      kept.set(text, before + 1)
      for (const [i, thread] of warp.entries())
        if (before >= warpsKept || (lanes[i] !== undefined && lanes.indexOf(lanes[i]) < i)) bystanders.add(thread)
    }
  }
  return bystanders
}

/** Returns what each thread does, as a text; undefined for one that others may tell from the rest. */
function actsIn(
  program: Program,
  ran: Ran,
  alone: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, string | undefined> {
  const excluded = excludedIn(program, ran)
  const ofThread = groupBy(ran.events, ({ origin }) => origin?.thread)
  return new Map(
    [...program.threads.entries()].map(([thread, { kind, instructions }]) => {
      if (kind !== 'device' || excluded.has(thread)) return [thread, undefined]
      const events = ofThread.get(thread) ?? []
      const first = events[0]?.id ?? 0
      const texts = [...events.map((event) => actOf(program, event, first, alone)), guardText(ran.flows[thread], first)]
      return [thread, texts.includes(undefined) ? undefined : `${instructions.length}: ${texts.join('; ')}`]
    }),
  )
}

/** Returns what an event of such a thread is, whose first event has that id; undefined if others may tell it. */
function actOf(program: Program, event: Event, first: number, alone: ReadonlyMap<number, unknown>): string | undefined {
  const guard = guardText(event, first)
  if (guard === undefined) return undefined
  const at = `${event.origin?.instruction} ${event.origin?.iterations} if ${guard}`
  if (event.kind === 'barrier') return barrierText(event, at)
  if (!isMemory(event)) return undefined
  if (alone.has(event.id)) return `${event.kind} alone ${at}`
  const [place] = event.places
  if (event.kind !== 'read' || place === undefined || !isPlain(program, event)) return undefined
  return `read ${event.value.width} of ${place.location} ${place.address} ${place.offset} ${at}`
}

/**
 * Returns what a barrier is at which all threads of the CTA meet, in the phase that its thread's uses determine;
 * undefined for any other.
 */
function barrierText(event: BarrierEvent, at: string): string | undefined {
  const { rule, action, quorum, resource, aligned } = event
  const isPlain = rule === 'named' && action === 'sync' && quorum === undefined && !isChosenPhase(event)
  return isPlain && resource?.value.kind === 'constant' ? `barrier ${resource.value.value} ${aligned} ${at}` : undefined
}

/** Returns a condition as the barriers that are passed; undefined if it says anything else. */
function guardText(one: Pick<Event, 'guard'> | undefined, first: number): string | undefined {
  const parts = one === undefined ? undefined : conjuncts(one.guard)
  return parts?.every((part) => part.kind === 'passes')
    ? parts.map((part) => (part.kind === 'passes' ? part.barrier - first : 0)).join(' ')
    : undefined
}

/** Returns the threads on which something else depends than events: what they do may be seen in another way. */
function excludedIn(program: Program, ran: Ran): ReadonlySet<number> {
  const { questions, filter, observed } = program
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const asked = [...conditions.flatMap(termsOf), ...observed].flatMap((term) =>
    term.kind === 'register' ? [term.thread] : [],
  )
  const records = [ran.undefined, ran.unmodelled, ran.assumed, ran.cuts, ran.waits, ran.applications]
  const pairs = [ran.rmw, ran.issue, ran.async_order, ran.completed, ran.one_operation, ran.phase_order]
  const threadOf = (id: number): readonly number[] => {
    const thread = ran.events[id]?.origin?.thread
    return thread === undefined ? [] : [thread]
  }
  return new Set([
    ...asked,
    ...records.flatMap((some) => some.map(({ thread }) => thread)),
    ...pairs.flatMap((some) => some.flatMap(([a, b]) => [...threadOf(a), ...threadOf(b)])),
    ...ran.demands.flatMap(({ access }) => threadOf(access)),
  ])
}
