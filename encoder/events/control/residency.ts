/**
 * Blocks and tasks that never start, since others occupy the GPU (CUDA guide, thread blocks: they run in any order, in parallel or in series; CUDA
 * execution model: while a call of the runtime does not return, some thread of a device makes progress). It matters to hangs only: whatever ends with some missing goes on when they start.
 */

import { kernelThreads, taskThreads } from '../../../litmus/host/dependents.js'
import { clusterName, ctaName, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Host, type Program, type ThreadPosition, threadAt } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
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
  never,
  operation,
  type Predicate,
} from '../../values/expression.js'
import type { Unit, UnknownValue } from '../graph/event.js'

/**
 * Returns what may never start: the units of kernels whose blocks are not all resident, and deferrals. `fresh` makes a
 * value that an execution chooses.
 */
export function unitsOf(program: Program, fresh: (from: UnknownValue) => Expression): readonly Unit[] {
  const { host, residency = [], deferrals = [] } = program
  if (host === undefined) return []
  const unit = (kind: Unit['kind'], task: number, threads: readonly [number, ...number[]]): Unit => {
    const chosen = fresh({ from: 'schedule', width: 1, values: 2, thread: threads[0], instruction: 0 })
    return { kind, task, threads, neverStarts: compare('equal', chosen, constant(1n, 1)) }
  }
  const blocks = residency.flatMap(({ task }) =>
    [...groupBy(kernelThreads(host, task), (thread) => unitName(positionAt(program, thread))).values()].map((threads) =>
      unit('blocks', task, threads),
    ),
  )
  const tasks = deferrals.flatMap((task) => {
    const [first, ...others] = taskThreads(host, task)
    return first === undefined ? [] : [unit('task', task, [first, ...others])]
  })
  return [...blocks, ...tasks]
}

const unitName = (position: ThreadPosition): string =>
  position.cluster === undefined ? ctaName(position) : clusterName(position)

const positionAt = ({ threads }: Program, thread: number): ThreadPosition =>
  must(threadPosition(threadAt(threads, thread)), 'the position of a thread of a kernel')

/** Returns the condition under which a thread has a place on the GPU. */
export const hasPlace = (units: readonly Unit[], thread: number): Predicate =>
  allOf(units.filter(({ threads }) => threads.includes(thread)).map(({ neverStarts }) => negation(neverStarts)))

/**
 * Returns whether what never starts has no place. A block has none if as many others of its kernel as are sure to be resident have started and do
 * not end, and a task that is deferred, or a block of one, if another task has started and does not end, or if the host makes no call any more:
 * `hostPolls`. `starts` says when each task may start.
 */
export function isOccupied(
  { program, units }: { readonly program: Program; readonly units: readonly Unit[] },
  ends: readonly Predicate[],
  starts: readonly Predicate[],
  hostPolls: Predicate,
): Predicate {
  const { host, residency = [], deferrals = [] } = program
  if (host === undefined || units.length === 0) return always
  const stays = (task: number, threads: readonly number[]): Predicate =>
    allOf([
      must(starts[task], 'the start of each task'),
      hasPlace(units, must(threads[0], 'a thread')),
      negation(allOf(threads.map((thread) => must(ends[thread], 'the end of each thread')))),
    ])
  const running = host.tasks.map((_, task) => ({
    task,
    staying: anyOf(placesOf(units, taskThreads(host, task)).map((threads) => stays(task, threads))),
  }))
  const isDeferred = (task: number): Predicate =>
    deferrals.includes(task)
      ? anyOf([hostPolls, ...running.flatMap((one) => (one.task === task ? [] : [one.staying]))])
      : never
  const blocks = residency.map(({ task, resident }) => {
    const own = units.filter((one) => one.kind === 'blocks' && one.task === task)
    const [first] = own
    if (first === undefined) return always
    const blocks = new Set(first.threads.map((thread) => ctaName(positionAt(program, thread)))).size
    const places = Math.max(1, Math.floor(resident / blocks))
    const staying = own.reduce<Expression>(
      (sum, { threads }) => operation('add', sum, choice(stays(task, threads), constant(1n, 32), constant(0n, 32))),
      constant(0n, 32),
    )
    return anyOf([
      allOf(own.map(({ neverStarts }) => negation(neverStarts))),
      negation(compare('less-unsigned', staying, constant(BigInt(places), 32))),
      isDeferred(task),
    ])
  })
  const tasks = units.flatMap(({ kind, task, neverStarts }) =>
    kind === 'task' ? [anyOf([negation(neverStarts), isDeferred(task)])] : [],
  )
  return allOf([...blocks, ...tasks])
}

/** Divides the threads of a task into those that start together. */
const placesOf = (units: readonly Unit[], threads: readonly number[]): readonly (readonly number[])[] => [
  ...groupBy(threads, (thread) =>
    units.findIndex((one) => one.kind === 'blocks' && one.threads.includes(thread)),
  ).values(),
]

/** Returns the number of blocks of a kernel that have threads in the program. */
export const blocksOf = ({ threads }: Pick<Program, 'threads'>, host: Host, task: number): number => {
  const positions = kernelThreads(host, task).map((thread) => threadPosition(threadAt(threads, thread)))
  return positions.filter((one, i) => !positions.slice(0, i).some((other) => sameCta(one, other))).length
}
