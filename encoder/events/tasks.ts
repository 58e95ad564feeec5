/**
 * What the host enqueues, as events: the start and the end of kernels and transfers, records of events and waits for them; and what the
 * runtime's calls order (ISA 8.9.4, API synchronization).
 */

import type { Host, Task } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { always } from '../values/expression.js'
import type { Event, Pair, TaskEvent } from './event.js'

/** The events of tasks, numbered on from those given, and the pairs that calls, tasks and their threads are ordered by, one step each. */
export function taskEvents(
  { thread: host, tasks, waits }: Host,
  events: readonly Event[],
): { readonly events: readonly TaskEvent[]; readonly api: readonly Pair[] } {
  const ofThread = (thread: number): readonly number[] =>
    events.flatMap(({ id, origin }) => (origin?.thread === thread ? [id] : []))
  const calls = new Map(
    events.flatMap(({ id, origin }) => (origin?.thread === host ? [[origin.instruction, id] as const] : [])),
  )
  const own: TaskEvent[] = []
  const add = (task: number, phase: TaskEvent['phase']): number => {
    const id = events.length + own.length
    own.push({ id, kind: 'task', sets: ['API'], origin: undefined, guard: always, task, phase })
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
  const callAt = (call: number): number => must(calls.get(call), 'an event for each call of the host')
  const endOf = (task: number): number => must(ends[task], 'each task that is waited for').end
  const api = ends.flatMap(({ call, after, start, end, within }): readonly Pair[] => {
    const before = [callAt(call), ...after.map(endOf)]
    return [
      ...before.map((id): Pair => [id, start]),
      ...within.flatMap((id): readonly Pair[] => [
        [start, id],
        [id, end],
      ]),
      ...(start === end ? [] : [[start, end] as const]),
    ]
  })
  const returns = waits.flatMap(({ call, tasks }) => tasks.map((task): Pair => [endOf(task), callAt(call)]))
  return { events: own, api: [...api, ...returns] }
}

const threadsOf = ({ work }: Task): readonly number[] | undefined => ('threads' in work ? work.threads : undefined)
