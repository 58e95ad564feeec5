/** What texts and pictures show of an execution: all of it, or its argument. */

import type { Pair } from '../encoder/events/graph/event.js'
import type { UnknownSource } from '../report/parts.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { argumentOf, endsOf, finalNamed } from './argument.js'
import { isInitial } from './labels.js'
import { threadRanges } from './thread-ranges.js'

/** An execution, and what is shown of it. */
export interface View {
  /** The execution with the relations and the final state of what is shown. All events are there, with their ids. */
  readonly witness: Witness
  readonly whole: Witness
  readonly isShown: (event: number) => boolean
  /** Absent if everything is shown. */
  readonly left?: Left
}

/** What is not shown: numbers, and the threads of which nothing is shown although something happens in them. */
interface Left {
  /** The number of executed events that are not shown, and that of all; initial writes do not count. */
  readonly events: number
  readonly of: number
  readonly threads: readonly string[]
  /** The number of final values that are not shown. */
  readonly final: number
}

/** Returns whether an unknown value is that of an event that is shown, or of what is no event in such a thread. */
function isUsedIn({ events, threads }: Witness, shown: ReadonlySet<number>) {
  const nameOf = ({ thread }: WitnessEvent): string | undefined => threads[thread ?? -1]?.name
  const isShown = ({ id }: WitnessEvent): boolean => shown.has(id)
  return ({ thread, what }: UnknownSource): boolean => {
    const own = events.filter((event) => nameOf(event) === thread)
    const alike = own.filter(({ text }) => text === what)
    return thread === null || (alike.length === 0 ? own : alike).some(isShown)
  }
}

/** The room of a picture, in pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** What of an execution a picture shows. */
export interface Drawn {
  /** Relations that are drawn completely, such as `fr`. With these, the whole execution is drawn. */
  readonly show?: readonly string[]
  readonly isWhole?: boolean | undefined
  /** Events that are shown besides the argument, by id. */
  readonly opened?: readonly number[]
  /** The race that is shown, of several; its two accesses. */
  readonly race?: Pair | undefined
  /** The room for a picture of the argument. */
  readonly room?: Room
}

/** Returns the argument of an execution, or all of it. */
export function viewOf(witness: Witness, { show = [], isWhole = false, opened = [], race }: Drawn): View {
  const view = isWhole || show.length > 0 ? wholeView(witness) : argumentView(witness, opened, race)
  return race === undefined ? view : { ...view, witness: { ...view.witness, races: [[...race]] } }
}

/** Returns a line on what is left out: `not shown: 934 of 1120 events (all of P3 to P9), 12 final values`. */
export const leftTexts = ({ left }: Pick<View, 'left'>): readonly string[] => {
  if (left === undefined) return []
  const { events, of, threads, final } = left
  const among = threads.length === 0 ? '' : ` (all of ${threadRanges(threads).join(', ')})`
  const values = final === 0 ? [] : [counted(final, 'final value')]
  return [printable(`not shown: ${[`${events} of ${counted(of, 'event')}${among}`, ...values].join(', ')}`)]
}

/** An execution is shown as a whole if it has at most as many columns, and as many executed events in each and in all. */
const mostColumns = 4
const mostInColumn = 9
const mostEvents = 16

const isSmall = (columns: readonly (readonly WitnessEvent[])[]): boolean =>
  columns.length <= mostColumns &&
  columns.every((own) => own.length <= mostInColumn) &&
  columns.flat().length <= mostEvents

/** Returns whether an event is of a thread on a GPU, not of the host or of a task in a stream. */
function onGpu({ threads, streams = [] }: Witness): (event: WitnessEvent) => boolean {
  const tasks = new Set(streams.flatMap((stream) => stream.events))
  return ({ id, thread }) => threads[thread ?? -1]?.cta !== undefined && !tasks.has(id)
}

/** Returns the whole execution as a view. */
export const wholeView = (witness: Witness): View => ({ witness, whole: witness, isShown: () => true })

/**
 * Returns the argument of an execution, or where its threads end if it has none; all of it if it is small. What is
 * `opened`, by the ids of events, is shown, too. `race` is the one that the argument is about, of several.
 */
export function argumentView(witness: Witness, opened: readonly number[] = [], race?: Pair): View {
  const { events, threads, relations, final } = witness
  const executed = events.filter((event) => event.executed && !isInitial(event))
  const ofThreads = groupBy(executed, ({ thread }) => thread)
  const columns = groupBy(executed, ({ thread, asynchronous }) => `${thread} ${asynchronous === true}`)
  const small = isSmall([...columns.values()])
  const inQuestion = argumentOf(witness, race)
  const ofGpus = witness.events.filter(onGpu(witness))
  // One launch orders nothing but its start and its end. What the host reads, writes or is returned says something.
  const isPlain = (event: WitnessEvent): boolean => event.executed && event.value === null
  const isHostIdle =
    events.every((event) => isInitial(event) || ofGpus.includes(event) || isPlain(event)) &&
    (inQuestion.size > 0 || (witness.streams ?? []).flatMap((stream) => stream.events).length <= 2)
  const isAllOnGpu = executed.every((one) => ofGpus.includes(one))
  if (small && (isAllOnGpu || !isHostIdle || !executed.some((one) => ofGpus.includes(one)))) return wholeView(witness)
  // All of a small execution is shown, but for what the host and its streams do that says nothing.
  const all = [...events.filter(isInitial), ...ofGpus].map(({ id }) => id)
  const asked = inQuestion.size === 0 ? endsOf(witness) : inQuestion
  const argument: ReadonlySet<number> = small ? new Set([...all, ...inQuestion]) : asked
  // A line that says that one event is left out takes as much room as the event. A read would need its write.
  const alone = [...ofThreads.values()].flatMap((own) =>
    own.filter(
      ({ kind }, i) =>
        kind !== 'read' && i > 0 && [own[i - 1], own[i + 1]].every((beside) => argument.has(beside?.id ?? -1)),
    ),
  )
  const shown = new Set([...argument, ...alone.map(({ id }) => id), ...opened])
  const isShown = (event: number): boolean => shown.has(event)
  const leftOut = executed.filter(({ id }) => !isShown(id))
  if (leftOut.length === 0) return wholeView(witness)
  const locations = new Set([...shown].map((id) => events[id]?.location))
  const named = finalNamed(witness)
  const memory = final.memory.filter((one) => locations.has(one.location) || named.memory.includes(one))
  const { registers } = named
  const left: Left = {
    events: leftOut.length,
    of: executed.length,
    threads: threads.flatMap(({ name }, index) => {
      const own = ofThreads.get(index) ?? []
      return own.length > 0 && !own.some(({ id }) => isShown(id)) ? [name] : []
    }),
    final: final.memory.length + final.registers.length - memory.length - registers.length,
  }
  const unknown = witness.unknown?.filter(isUsedIn(witness, shown))
  const within = Object.entries(relations).map(
    ([name, pairs]) => [name, pairs.filter((pair) => pair.every(isShown))] as const,
  )
  const { rf, co, sync_fence, ...others } = Object.fromEntries(within)
  return {
    witness: {
      ...witness,
      relations: { ...others, rf: rf ?? [], co: co ?? [], sync_fence: sync_fence ?? [] },
      final: { memory, registers },
      ...(unknown === undefined ? {} : { unknown }),
    },
    whole: witness,
    isShown,
    left,
  }
}
