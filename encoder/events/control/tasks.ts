/**
 * The tasks that the host enqueues, as events (the start and the end of kernels and transfers, records of events and
 * waits for them), and the order that the runtime's calls impose (ISA 8.9.4, API synchronization).
 */

import { dependencyOf } from '../../../litmus/host/dependents.js'
import type { Host, Task } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import { allOf, anyOf, both, negation, never, type Predicate } from '../../values/expression.js'
import type { CallEvent, Event, Pair, TaskEvent } from '../graph/event.js'
import { awaitingCalls, callsIn } from './calls.js'

/** The progress of the host's tasks: what comes after a task that does not end never happens. */
export interface Progress {
  /** The tasks: when each starts, and when it completes. */
  readonly tasks: readonly { readonly starts: Predicate; readonly completes: Predicate }[]
  /**
   * Returns the condition under which tasks let a thread get to a place: the thread starts; for the host, everything
   * completes that its calls before that place wait for.
   */
  readonly comesTo: (thread: number, isBefore: (call: CallEvent) => boolean) => Predicate
}

/**
 * Returns the progress in executions where each thread that starts ends if its formula holds. `calls` are those of the
 * host, with guards that say when it makes them, whatever other threads do. `mayStart` says of a dependent kernel when
 * the kernel before it, which has started, lets it start.
 */
export function progressOf(
  program: Host,
  calls: readonly CallEvent[],
  ends: readonly Predicate[],
  mayStart: (dependent: number) => Predicate,
): Progress {
  const { thread: host, tasks } = program
  const progress: { readonly starts: Predicate; readonly completes: Predicate }[] = []
  const completed = (some: readonly number[]): readonly Predicate[] =>
    some.map((task) => must(progress[task], 'a task enqueued before what waits for it').completes)
  // A query does not wait.
  const waiting = awaitingCalls(program, calls).filter(({ query }) => !query)
  const hostComesTo = (isBefore: (call: CallEvent) => boolean): Predicate =>
    allOf(
      waiting.flatMap(({ event, tasks }) =>
        isBefore(event) ? [anyOf([negation(event.made), allOf(completed(tasks))])] : [],
      ),
    )
  for (const [task, { call, after, work, primary }] of tasks.entries()) {
    const dependent =
      primary === undefined ? [] : [must(progress[primary], 'the kernel before a dependent one').starts, mayStart(task)]
    const made = calls.find(({ origin }) => origin?.instruction === call)
    const enqueued =
      made === undefined
        ? never
        : both(
            hostComesTo(({ id }) => id < made.id),
            made.guard,
          )
    const starts = allOf([enqueued, ...completed(after), ...dependent])
    const own = ('threads' in work ? work.threads : []).map((thread) => must(ends[thread], 'the end of each thread'))
    progress.push({ starts, completes: allOf([starts, ...own]) })
  }
  const startOf = new Map(
    tasks.flatMap(({ work }, i) =>
      'threads' in work ? work.threads.map((thread) => [thread, must(progress[i], 'each task').starts] as const) : [],
    ),
  )
  return {
    tasks: progress,
    comesTo: (thread, isBefore) =>
      thread === host ? hostComesTo(isBefore) : must(startOf.get(thread), 'a task for each thread but the host'),
  }
}

/**
 * Returns the events of tasks, whose ids follow the given ones, and the pairs that order calls, tasks and their
 * threads, one step each. A dependent kernel starts after the kernel before it has started, and its threads wait for
 * the end of that kernel where their code says so.
 */
export function taskEvents(
  host: Host,
  events: readonly Event[],
  progress: Progress,
): { readonly events: readonly TaskEvent[]; readonly api: readonly Pair[] } {
  const { tasks, waits } = host
  const byThread = groupBy(events, ({ origin }) => origin?.thread)
  const ofThread = (thread: number): readonly number[] => (byThread.get(thread) ?? []).map(({ id }) => id)
  const calls = groupBy(callsIn(events), ({ origin }) => must(origin, 'the place of a call').instruction)
  const own: TaskEvent[] = []
  const add = (task: number, phase: TaskEvent['phase']): number => {
    const id = events.length + own.length
    const { starts, completes } = must(progress.tasks[task], 'the progress of each task')
    const guard = phase === 'end' ? completes : starts
    own.push({ id, kind: 'task', sets: ['API'], origin: undefined, guard, task, phase })
    return id
  }
  const ends = tasks.map((task, index) => {
    const threads = threadsOf(task)
    if (threads === undefined) {
      const at = add(index, 'whole')
      return { ...task, start: at, end: at, within: [] }
    }
    return { ...task, start: add(index, 'start'), end: add(index, 'end'), within: threads.flatMap(ofThread) }
  })
  // A call in a loop has several events, and a call that cannot be reached has none.
  const callsAt = (call: number): readonly number[] => (calls.get(call) ?? []).map(({ id }) => id)
  const endOf = (task: number): number => must(ends[task], 'each task that is waited for').end
  const startOf = (task: number): number => must(ends[task], 'the kernel before a dependent one').start
  const api = ends.flatMap(({ call, after, primary, start, end, within }): readonly Pair[] => {
    const before = [...callsAt(call), ...after.map(endOf), ...(primary === undefined ? [] : [startOf(primary)])]
    return [
      ...before.map((id): Pair => [id, start]),
      ...within.flatMap((id): readonly Pair[] => [
        [start, id],
        [id, end],
      ]),
      ...(start === end ? [] : [[start, end] as const]),
    ]
  })
  const returns = waits.flatMap(({ call, tasks }) =>
    callsAt(call).flatMap((id) => tasks.map((task): Pair => [endOf(task), id])),
  )
  const dependencies = awaitedTasks(host, events).map(([task, event]): Pair => [endOf(task), event])
  return { events: own, api: [...api, ...returns, ...dependencies] }
}

const threadsOf = ({ work }: Task): readonly number[] | undefined => ('threads' in work ? work.threads : undefined)

/**
 * Returns what the threads of dependent kernels wait for, as pairs of a task and an event that comes when the task has
 * completed.
 */
const awaitedTasks = (host: Host, events: readonly Event[]): readonly (readonly [task: number, event: number])[] =>
  events.flatMap((event) => {
    if (event.kind !== 'barrier' || event.rule !== 'grid' || event.action !== 'wait') return []
    const primary = event.origin && dependencyOf(host, event.origin.thread)?.primary
    return primary === undefined ? [] : [[primary, event.id] as const]
  })
