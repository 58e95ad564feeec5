/** The columns of texts and pictures of a witness: threads, and streams with what they execute. */

import type { Witness } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { type ShownEvent, shownEvents } from './rounds.js'
import { threadRanges } from './thread-ranges.js'
import type { View } from './view.js'

export interface Column {
  readonly name: string
  /** The CTA in which a thread runs; undefined for the host and streams, which run on no GPU. */
  readonly cta: Cta | undefined
  /** The events, in order of their ids. */
  readonly events: readonly ShownEvent[]
  /**
   * The entries of a column: the instructions of a thread, each with its events, or the events of a stream, one by one.
   */
  readonly lines: readonly Line[]
}

/** An instruction or a task. In a loop, some of its events may not be shown. */
export interface Line {
  readonly text: string
  readonly events: readonly ShownEvent[]
}

/** Equal in all respects for threads of one CTA. */
export interface Cta {
  readonly gpu: number
  readonly kernel: string | undefined
  readonly cluster: number | undefined
  readonly cta: number
}

/** Returns a name that no other CTA has. */
export const ctaName = ({ gpu, kernel, cluster, cta }: Cta): string => `${gpu} ${kernel} ${cluster} ${cta}`

/** The columns that are shown, and the names of threads that are only mentioned, since nothing happens in them. */
export interface ShownColumns {
  readonly columns: readonly Column[]
  readonly idle: readonly string[]
}

/** The most threads that have columns although nothing happens in them. */
const mostIdle = 4

/** Returns the columns of which something is shown, without those of many threads in which nothing happens. */
export function shownColumns({ witness, isShown, left }: View): ShownColumns {
  const all = columnsOf(witness).filter(
    ({ lines, events }) => left === undefined || lines.length === 0 || events.some(({ id }) => isShown(id)),
  )
  const idle = all.filter(({ cta, lines }) => cta !== undefined && lines.length === 0)
  return idle.length <= mostIdle
    ? { columns: all, idle: [] }
    : { columns: all.filter((column) => !idle.includes(column)), idle: threadRanges(idle.map(({ name }) => name)) }
}

/** Returns the host and the streams, then the threads by GPU, kernel, cluster and CTA, each where it first appears. */
export function columnsOf(witness: Witness): readonly Column[] {
  const { threads, streams = [] } = witness
  const events = shownEvents(witness)
  const inStreams = new Set(streams.flatMap((stream) => stream.events))
  const eventsOf = (ids: readonly number[]) => ids.map((id) => must(events[id], 'an event of that number'))
  const ofThreads = threads.flatMap(({ name, instructions, compiled, ...position }, index): readonly Column[] => {
    const own = events.filter(({ thread }) => thread === index)
    const isTransfer = own.some(({ id }) => inStreams.has(id))
    // The end of a guarded stretch has no text, and compiled code computes more than is worth showing.
    const written = instructions.filter(
      ({ text, events }) => events.length > 0 || (text !== '' && compiled === undefined),
    )
    const lines = written.map(({ text, events }) => ({ text, events: eventsOf(events) }))
    return isTransfer ? [] : [{ name, cta: ctaOf(position), events: own, lines }]
  })
  const ofStreams = streams.map(({ name, events: ids }): Column => {
    const own = eventsOf(ids)
    return { name, cta: undefined, events: own, lines: own.map((event) => ({ text: event.text, events: [event] })) }
  })
  const host = ofThreads.filter(({ cta }) => cta === undefined)
  const placed = ofThreads.filter(({ cta }) => cta !== undefined)
  return [...host, ...ofStreams, ...grouped(placed)]
}

/**
 * Returns columns in which the asynchronous operations of each thread have a separate one, beside that of the thread.
 */
export const withOperationsBeside = (columns: readonly Column[], { isShown }: View): readonly Column[] =>
  columns.flatMap((column) => {
    const operations = column.events.filter(({ asynchronous, id }) => asynchronous && isShown(id))
    const own = column.events.filter(({ asynchronous }) => !asynchronous)
    if (operations.length === 0) return [{ ...column, events: own }]
    return [
      { ...column, events: own },
      { name: `${column.name}, asynchronously`, cta: column.cta, events: operations, lines: [] },
    ]
  })

const ctaOf = ({ gpu, kernel, cluster, cta }: Omit<Witness['threads'][number], 'name' | 'instructions'>) =>
  gpu === undefined || cta === undefined ? undefined : { gpu, kernel, cluster, cta }

/** Columns of one GPU side by side, within them those of one kernel, and so on. */
const grouped = (['gpu', 'kernel', 'cluster', 'cta'] as const).reduceRight<
  (columns: readonly Column[]) => readonly Column[]
>(
  (inner, key) => (columns) => [...groupBy(columns, ({ cta }) => cta?.[key]).values()].flatMap(inner),
  (columns) => columns,
)
