/**
 * Misuse of Tensor Memory (ISA, `tcgen05.alloc`, `tcgen05.dealloc`): columns that are not freed, or not allocated, and
 * instructions of one kernel that are for different numbers of CTAs.
 */

import { ctaOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { allOf, anyOf, both, compare, constant, negation, never, type Predicate } from '../../values/expression.js'
import type { Event, MisusedTensorMemory, Origin, Pair, TensorCells, TensorProblem, Undefined } from '../graph/event.js'
import { commonCells, isTensor } from '../graph/tensor-cells.js'
import { misusedPairs } from './pairs.js'
import type { Allocation, CertainCells, Deallocation, TensorRecords, TensorUse } from './recording.js'

/** Returns where Tensor Memory may be misused. `ends` says when each thread ends. */
export function misusedTensorMemory(
  program: Program,
  events: readonly Event[],
  { allocations, deallocations, tensorUses, certain }: Omit<TensorRecords, 'pendingTensor'>,
  ends: readonly Predicate[],
): readonly Undefined[] {
  return [
    ...allocations.flatMap((one) => [
      ...left(program, one, deallocations, ends),
      ...more(one, allocations),
      ...relinquished(one, tensorUses, events),
    ]),
    ...deallocations.flatMap((one) => ofNoAllocation(one, allocations, deallocations)),
    ...certain.flatMap((one) => [...notAllocated(one, allocations), ...freed(one, deallocations, events)]),
    ...twoGroups(program, tensorUses),
    ...misusedPairs(program, tensorUses, allocations, ends),
  ]
}

const misuse = (
  problem: TensorProblem,
  { thread, instruction, iterations }: Origin,
  when: Predicate,
  unlessBefore?: Pair,
): readonly (MisusedTensorMemory & Undefined)[] =>
  when === never
    ? []
    : [
        {
          reason: 'tensor memory',
          problem,
          thread,
          instruction,
          iterations,
          when,
          ...(unlessBefore === undefined ? {} : { unlessBefore }),
        },
      ]

/** Returns whether a deallocation is of what an allocation got. */
const frees = ({ address, columns, cta, guard }: Deallocation, one: Allocation): Predicate =>
  cta === one.cta
    ? allOf([
        guard,
        compare('equal', address, constant(BigInt(one.column), 32)),
        compare('equal', columns, constant(BigInt(one.columns), 32)),
      ])
    : never

/** "All of the Tensor Memory that was allocated … must be explicitly deallocated … before the kernel exits." */
function left(
  { threads }: Program,
  one: Allocation,
  deallocations: readonly Deallocation[],
  ends: readonly Predicate[],
): readonly Undefined[] {
  const end = allOf(ends.filter((_, thread) => ctaOf(threadAt(threads, thread)) === one.cta))
  const isFreed = anyOf(deallocations.map((other) => frees(other, one)))
  return misuse('left', one, allOf([one.guard, end, negation(isFreed)]))
}

/** "The number of columns allocated should not increase between any two allocations in the execution order within the CTA." */
const more = (one: Allocation, allocations: readonly Allocation[]): readonly Undefined[] =>
  allocations
    .filter(({ cta, columns }) => cta === one.cta && columns < one.columns)
    .flatMap((smaller) => misuse('more columns', one, both(one.guard, smaller.guard), [one.event, smaller.event]))

/** "It is illegal for a CTA to perform `tcgen05.alloc` after any of its constituent threads execute `tcgen05.relinquish_alloc_permit`." */
const relinquished = (one: Allocation, uses: readonly TensorUse[], events: readonly Event[]): readonly Undefined[] =>
  uses
    .filter(({ does, cta }) => does === 'relinquish' && cta === one.cta)
    .flatMap((use) => {
      const { id } = must(
        events.find((event) => isTensor(event) && event.cells.length === 0 && isSame(event.origin, use)),
        'the event of an instruction',
      )
      return misuse('relinquished', one, both(one.guard, use.guard), [one.event, id])
    })

const isSame = (one: Origin | undefined, other: Origin): boolean =>
  one?.thread === other.thread &&
  one.instruction === other.instruction &&
  one.iterations.join() === other.iterations.join()

/** "The operand `taddr` must point to a previous Tensor Memory allocation." */
function ofNoAllocation(
  one: Deallocation,
  allocations: readonly Allocation[],
  deallocations: readonly Deallocation[],
): readonly Undefined[] {
  const isAllocated = anyOf(allocations.map((other) => both(other.guard, frees(one, other))))
  const early = allocations.flatMap((other) =>
    misuse('early', one, allOf([one.guard, other.guard, frees(one, other)]), [other.event, one.event]),
  )
  const again = anyOf(
    deallocations.flatMap((other) =>
      other === one || other.cta !== one.cta
        ? []
        : [allOf([other.guard, compare('equal', one.address, other.address)])],
    ),
  )
  return [
    ...misuse('no allocation', one, both(one.guard, negation(isAllocated))),
    ...misuse('no allocation', one, both(one.guard, again)),
    ...early,
  ]
}

/** Returns where cells are not allocated, or only after the access. */
function notAllocated(
  { event, cells, guard, ...origin }: CertainCells,
  allocations: readonly Allocation[],
): readonly Undefined[] {
  const has = ({ cta, column, columns }: Allocation, cell: TensorCells): boolean =>
    cta === cell.cta && column <= cell.columns[0] && cell.columns[1] <= column + columns && cell.lanes[1] <= 128
  const outside = cells.map((cell) => {
    const inside = allocations.filter((one) => has(one, cell))
    return both(cell.when, negation(anyOf(inside.map((one) => one.guard))))
  })
  return [
    ...misuse('not allocated', origin, both(guard, anyOf(outside))),
    ...allocations.flatMap((one) => {
      const within = anyOf(cells.flatMap((cell) => (has(one, cell) ? [cell.when] : [])))
      return misuse('early', origin, allOf([guard, one.guard, within]), [one.event, event])
    }),
  ]
}

/** Returns where an access may come after its cells are freed. */
const freed = (
  { event, guard, ...origin }: CertainCells,
  deallocations: readonly Deallocation[],
  events: readonly Event[],
): readonly Undefined[] =>
  deallocations.flatMap((one) => {
    const [access, deallocation] = [events[event], events[one.event]]
    if (access === undefined || deallocation === undefined || !isTensor(access) || !isTensor(deallocation)) return []
    const meet = commonCells(access, deallocation)
    return misuse('freed', origin, allOf([guard, one.guard, meet]), [event, one.event])
  })

/** "All `tcgen05` instructions within a kernel must specify the same value for the `.cta_group` qualifier." */
function twoGroups({ threads }: Program, uses: readonly TensorUse[]): readonly Undefined[] {
  const kernelOf = ({ thread }: TensorUse): string | undefined => {
    const one = threadAt(threads, thread)
    return one.kind === 'device' ? one.position.kernel : undefined
  }
  return uses
    .filter(({ group }) => group === 2)
    .flatMap((use) =>
      misuse(
        'two groups',
        use,
        both(
          use.guard,
          anyOf(
            uses.filter((other) => other.group === 1 && kernelOf(other) === kernelOf(use)).map(({ guard }) => guard),
          ),
        ),
      ),
    )
}
