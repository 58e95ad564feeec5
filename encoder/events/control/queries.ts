/**
 * Queries of the host: `cudaStreamQuery` and `cudaEventQuery`, which return whether tasks have completed. One that
 * returns `cudaSuccess` synchronises as a call that waits does (ISA 8.9.4); one that returns `cudaErrorNotReady` orders
 * nothing. An execution chooses what a query returns, within these bounds.
 */

import type { Host } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  always,
  anyOf,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  type Predicate,
} from '../../values/expression.js'
import type { CallEvent, LoopWait, Origin, UnknownValue } from '../graph/event.js'
import { awaitingCalls } from './calls.js'
import type { Progress } from './tasks.js'

const [cudaSuccess, cudaErrorNotReady] = [constant(0n, 32), constant(600n, 32)]

/**
 * Returns the 32-bit result of a query, and the condition under which it is `cudaSuccess`. `fresh` makes a value that
 * an execution chooses.
 */
export function queried(
  { thread, instruction }: Origin,
  host: Host | undefined,
  fresh: (from: UnknownValue) => Expression,
): { readonly returned: Expression; readonly succeeds: Predicate } {
  const { tasks } = waitAt(must(host, 'the host of a query'), instruction)
  // There is nothing to wait for.
  if (tasks.length === 0) return { returned: cudaSuccess, succeeds: always }
  const chosen = fresh({ from: 'schedule', width: 1, values: 2, thread, instruction })
  const succeeds = compare('equal', chosen, constant(1n, 1))
  return { returned: choice(succeeds, cudaSuccess, cudaErrorNotReady), succeeds }
}

const waitAt = ({ waits }: Host, instruction: number): Host['waits'][number] =>
  must(
    waits.find(({ call }) => call === instruction),
    'the tasks that a call is about',
  )

/**
 * Returns the constraints on the results of queries: tasks have completed if a query says so, and no query contradicts
 * an earlier call of the host. The guards of calls say when they are executed, whatever other threads do.
 */
export const constraintsOfQueries = (
  host: Host,
  calls: readonly CallEvent[],
  { tasks, comesTo }: Pick<Progress, 'tasks' | 'comesTo'>,
): readonly Predicate[] => {
  const awaiting = awaitingCalls(host, calls)
  const completes = (task: number): Predicate => must(tasks[task], 'the progress of each task').completes
  return awaiting.flatMap(({ event, tasks, query }, at) => {
    if (!query || tasks.length === 0) return []
    const reached = comesTo(host.thread, (before) => before.id < event.id)
    const before = awaiting.slice(0, at)
    const saidBefore = allOf(
      tasks.map((task) =>
        anyOf(before.flatMap((one) => (coveredBy(host, one.tasks).has(task) ? [one.event.guard] : []))),
      ),
    )
    const denied = allOf([reached, event.made, negation(event.guard)])
    return [
      anyOf([negation(event.guard), negation(reached), allOf(tasks.map(completes))]),
      anyOf([negation(denied), negation(saidBefore)]),
    ]
  })
}

/** Returns all tasks that have completed once these have. */
function coveredBy(host: Host, tasks: readonly number[]): ReadonlySet<number> {
  const covered = new Set(tasks)
  // Iteration also reaches what is added meanwhile.
  for (const task of covered) for (const earlier of must(host.tasks[task], 'each task').after) covered.add(earlier)
  return covered
}

/**
 * Returns the condition under which the queries of a round let it be repeated for ever: once tasks have completed,
 * queries eventually say so.
 */
export const staysSo = (
  host: Host,
  calls: readonly CallEvent[],
  { tasks }: Pick<Progress, 'tasks'>,
  { from, to }: Pick<LoopWait, 'from' | 'to'>,
): Predicate =>
  allOf(
    awaitingCalls(host, calls)
      .filter(({ event, query }) => query && from <= event.id && event.id < to)
      .map(({ event, tasks: asked }) =>
        anyOf([
          negation(event.made),
          event.guard,
          negation(allOf(asked.map((task) => must(tasks[task], 'the progress of each task').completes))),
        ]),
      ),
  )
