/**
 * Starts of dependent kernels (ISA, `griddepcontrol`). A dependent kernel starts once each CTA of the kernel before it
 * has triggered it or has ended. Only the first trigger of a CTA passes anything on. If several threads trigger, an
 * execution chooses which of them is first.
 */

import { kernelThreads } from '../../../litmus/host/dependents.js'
import { ctaName } from '../../../litmus/position.js'
import type { Host, Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  anyOf,
  both,
  compare,
  constant,
  type Expression,
  negation,
  type Predicate,
} from '../../values/expression.js'
import type { BarrierEvent, Event, GuardedPair, UnknownValue } from '../graph/event.js'
import type { ThreadEnd } from './barrier-control.js'
import { deviceOf } from './barriers-by-place.js'

/** The triggers of a CTA, and which is the first. */
interface TriggeringCta {
  readonly threads: readonly number[]
  /** The kernel that they let start. */
  readonly dependent: number
  readonly triggers: readonly Trigger[]
}

interface Trigger extends BarrierEvent {
  readonly origin: NonNullable<BarrierEvent['origin']>
  /** The condition under which it is the first of its CTA, if it is executed. */
  readonly isFirst: Predicate
}

export interface Triggers {
  readonly ctas: readonly TriggeringCta[]
  /** The constraints on the choices of first triggers. */
  readonly constraints: readonly Predicate[]
}

/** Returns the triggers of all CTAs of kernels on which others depend. `fresh` makes the choices of an execution. */
export function triggersIn(
  program: Program,
  events: readonly Event[],
  fresh: (from: UnknownValue) => Expression,
): Triggers {
  const host = program.host
  if (host === undefined) return { ctas: [], constraints: [] }
  const all = host.tasks.flatMap(({ primary }, dependent) => {
    const threads = groupBy(kernelThreads(host, primary), (thread) => ctaName(deviceOf(program, thread)))
    return [...threads.values()].map((ofCta) => ({ dependent, ...triggersOf(ofCta, events, fresh) }))
  })
  return { ctas: all, constraints: all.flatMap(({ constraints }) => constraints) }
}

function triggersOf(
  threads: readonly number[],
  events: readonly Event[],
  fresh: (from: UnknownValue) => Expression,
): Pick<TriggeringCta, 'threads' | 'triggers'> & { readonly constraints: readonly Predicate[] } {
  const own = threads
    .map((thread) => events.filter(isTrigger).filter(({ origin }) => origin.thread === thread))
    .filter(({ length }) => length > 0)
  const firstOfThread = own.map((some) =>
    some.map((one, i) => ({ ...one, isFirst: allOf(some.slice(0, i).map(({ guard }) => negation(guard))) })),
  )
  const [first] = own[0] ?? []
  if (first === undefined || own.length === 1) return { threads, triggers: firstOfThread.flat(), constraints: [] }
  const width = Math.ceil(Math.log2(own.length))
  const chosen = fresh({ from: 'schedule', width, values: own.length, ...placeOf(first) })
  const isChosen = own.map((_, i) => compare('equal', chosen, constant(BigInt(i), width)))
  const comes = own.map((some) => anyOf(some.map(({ guard }) => guard)))
  const none = allOf(comes.map(negation))
  return {
    threads,
    triggers: firstOfThread.flatMap((some, i) =>
      some.map((one) => ({ ...one, isFirst: both(one.isFirst, must(isChosen[i], 'each thread')) })),
    ),
    // Without a trigger, the choice has no meaning.
    constraints: [anyOf([...isChosen.map((one, i) => both(one, must(comes[i], 'each thread'))), none])],
  }
}

type TriggerEvent = BarrierEvent & Pick<Trigger, 'origin'>

const isTrigger = (event: Event): event is TriggerEvent =>
  event.kind === 'barrier' && event.rule === 'grid' && event.action === 'arrive' && event.origin !== undefined

const placeOf = ({ origin: { thread, instruction } }: TriggerEvent) => ({ thread, instruction })

/**
 * Returns when each CTA of the kernel on which another depends has triggered it or has ended, in executions in which
 * the former starts.
 */
export const mayStart = ({ ctas }: Triggers, dependent: number, ends: readonly Predicate[]): Predicate =>
  allOf(
    ctas
      .filter((one) => one.dependent === dependent)
      .map(({ threads, triggers }) =>
        anyOf([
          ...triggers.map(({ guard }) => guard),
          allOf(threads.map((thread) => must(ends[thread], 'the end of each thread'))),
        ]),
      ),
  )

/** Returns the pairs from the first trigger of each CTA to everything that the dependent kernel does. */
export const triggered = ({ ctas }: Triggers, host: Host, events: readonly Event[]): readonly GuardedPair[] =>
  ctas.flatMap(({ dependent, triggers }) => {
    const inside = eventsOf(host, dependent, events)
    return triggers.flatMap(({ id, isFirst }) => inside.map((to): GuardedPair => [id, to, isFirst]))
  })

/** Returns the pairs from the first trigger of each CTA to those of its other threads. */
export const triggerOrder = ({ ctas }: Triggers): readonly GuardedPair[] =>
  ctas.flatMap(({ triggers }) =>
    triggers.flatMap((from) =>
      triggers.flatMap((to): readonly GuardedPair[] =>
        from.origin.thread === to.origin.thread ? [] : [[from.id, to.id, from.isFirst]],
      ),
    ),
  )

/**
 * Returns the control dependencies of dependent kernels on what decides whether they start: the reads that decide about
 * first triggers, or, if a CTA does not trigger, about the ends of its threads. A trigger orders no memory by itself:
 * without these dependencies a kernel could start because of what it writes.
 */
export function dependenciesOfStarts(
  triggers: Triggers,
  host: Host,
  events: readonly Event[],
  ctrl: readonly GuardedPair[],
  ends: readonly ThreadEnd[],
): readonly GuardedPair[] {
  const deciding = new Map<number, readonly (readonly [read: number, when: Predicate])[]>()
  for (const [task, { primary }] of host.tasks.entries()) {
    if (primary === undefined) continue
    const own = triggers.ctas
      .filter(({ dependent }) => dependent === task)
      .flatMap(({ threads, triggers }) => {
        const silent = allOf(triggers.map(({ guard }) => negation(guard)))
        return [
          ...triggers.flatMap(({ id, isFirst }) =>
            ctrl.flatMap(([read, to, when]) => (to === id ? [[read, both(isFirst, when)] as const] : [])),
          ),
          ...threads.flatMap((thread) =>
            [...must(ends[thread], 'the end of each thread').decidedBy].map(
              ([read, when]) => [read, both(silent, when)] as const,
            ),
          ),
        ]
      })
    deciding.set(task, [...own, ...(deciding.get(primary) ?? [])])
  }
  return [...deciding].flatMap(([task, reads]) => {
    const inside = eventsOf(host, task, events)
    return reads.flatMap(([read, when]) => inside.map((to): GuardedPair => [read, to, when]))
  })
}

function eventsOf(host: Host, task: number, events: readonly Event[]): readonly number[] {
  const threads = new Set(kernelThreads(host, task))
  return events.flatMap(({ id, origin }) => (origin !== undefined && threads.has(origin.thread) ? [id] : []))
}
