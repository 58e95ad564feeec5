/**
 * Blocks that never start, since others occupy the GPU (CUDA guide, thread blocks: they run in any order, in parallel or in series). It matters to
 * hangs only: whatever ends with some blocks missing goes on when they start.
 */

import { kernelThreads } from '../../../litmus/host/dependents.js'
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
  operation,
  type Predicate,
} from '../../values/expression.js'
import type { Unit, UnknownValue } from '../graph/event.js'

/** The units of the kernels of which not all blocks are resident. `fresh` makes what an execution chooses. */
export function unitsOf(program: Program, fresh: (from: UnknownValue) => Expression): readonly Unit[] {
  const { host, residency = [] } = program
  if (host === undefined) return []
  return residency.flatMap(({ task }) =>
    [...groupBy(kernelThreads(host, task), (thread) => unitName(positionAt(program, thread))).values()].map(
      (threads): Unit => {
        const chosen = fresh({ from: 'schedule', width: 1, values: 2, thread: threads[0], instruction: 0 })
        return { task, threads, neverStarts: compare('equal', chosen, constant(1n, 1)) }
      },
    ),
  )
}

const unitName = (position: ThreadPosition): string =>
  position.cluster === undefined ? ctaName(position) : clusterName(position)

const positionAt = ({ threads }: Program, thread: number): ThreadPosition =>
  must(threadPosition(threadAt(threads, thread)), 'the position of a thread of a kernel')

/** Returns when a thread may start as far as places go. */
export const hasPlace = (units: readonly Unit[], thread: number): Predicate =>
  allOf(units.filter(({ threads }) => threads.includes(thread)).map(({ neverStarts }) => negation(neverStarts)))

/**
 * Returns whether blocks that never start have no place: as many others as are sure to be resident have started and do
 * not end. `starts` says when each task does.
 */
export const isOccupied = (
  { program, units }: { readonly program: Program; readonly units: readonly Unit[] },
  ends: readonly Predicate[],
  starts: readonly Predicate[],
): Predicate =>
  allOf(
    (program.residency ?? []).map(({ task, resident }) => {
      const own = units.filter((one) => one.task === task)
      const [first] = own
      if (first === undefined) return always
      const blocks = new Set(first.threads.map((thread) => ctaName(positionAt(program, thread)))).size
      const places = Math.max(1, Math.floor(resident / blocks))
      const stays = own.map(({ threads, neverStarts }) =>
        allOf([
          must(starts[task], 'the start of each task'),
          negation(neverStarts),
          negation(allOf(threads.map((thread) => must(ends[thread], 'the end of each thread')))),
        ]),
      )
      const staying = stays.reduce<Expression>(
        (sum, stay) => operation('add', sum, choice(stay, constant(1n, 32), constant(0n, 32))),
        constant(0n, 32),
      )
      return anyOf([
        allOf(own.map(({ neverStarts }) => negation(neverStarts))),
        negation(compare('less-unsigned', staying, constant(BigInt(places), 32))),
      ])
    }),
  )

/** How many blocks of a kernel have threads in the program. */
export const blocksOf = ({ threads }: Pick<Program, 'threads'>, host: Host, task: number): number => {
  const positions = kernelThreads(host, task).map((thread) => threadPosition(threadAt(threads, thread)))
  return positions.filter((one, i) => !positions.slice(0, i).some((other) => sameCta(one, other))).length
}
