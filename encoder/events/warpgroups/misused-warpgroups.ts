/**
 * Misuse of `wgmma` by the threads of a warpgroup: `.aligned` demands that all of them execute the same instruction,
 * and the manual that all warps have the same descriptors (ISA, `wgmma.mma_async`).
 */

import type { Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import { allOf, anyOf, both, compare, negation, never, type Predicate } from '../../values/expression.js'
import type { WarpgroupUse } from '../asynchronous/recording.js'
import { leaderOf, leadersOf } from '../barriers/leaders.js'
import { matesOf } from '../barriers/warps.js'
import type { Undefined, WarpgroupProblem } from '../graph/event.js'
import { differ } from './descriptors.js'

/**
 * Returns where a thread executes an instruction of its warpgroup and another one does not, or executes another
 * instruction in its place, or has another descriptor. The first threads of the warps are compared with each other, and
 * the others of each warp with its first. `ends` says when each thread ends.
 */
export function misusedWarpgroups(
  program: Program,
  uses: readonly WarpgroupUse[],
  ends: readonly Predicate[],
): readonly Undefined[] {
  const byThread = groupBy(uses, ({ thread }) => thread)
  return uses.flatMap((use): readonly Undefined[] => {
    const { thread, instruction, iterations } = use
    const misuse = (problem: WarpgroupProblem, other: number, when: Predicate): readonly Undefined[] =>
      when === never ? [] : [{ reason: 'warpgroup', problem, thread, instruction, iterations, other, when }]
    return comparedWith(program, thread).flatMap((other) => {
      const its = byThread.get(other) ?? []
      const there = its.filter(({ words }) => words === use.words)
      const comes = anyOf(there.map((one) => allOf([one.guard, compare('equal', one.count, use.count)])))
      const ended = both(must(ends[other], 'the end of each thread'), negation(comes))
      return [
        ...misuse('apart', other, both(use.guard, ended)),
        ...there.flatMap((one) =>
          use.descriptors.flatMap((descriptor, i) => {
            const second = one.descriptors[i]
            if (second === undefined || other > thread) return []
            const together = allOf([use.guard, one.guard, compare('equal', one.count, use.count)])
            return misuse('other descriptor', other, both(together, differ(descriptor, second)))
          }),
        ),
      ]
    })
  })
}

/**
 * Returns where a warp changes its registers again, and another warp of its warpgroup may not have done so before (ISA,
 * `setmaxnreg`: "all warps in the warpgroup must synchronize explicitly").
 */
export function unsynchronisedRegisters(program: Program, uses: readonly WarpgroupUse[]): readonly Undefined[] {
  const changes = uses.flatMap(({ registers, ...use }) => (registers === undefined ? [] : [{ ...use, registers }]))
  return changes.flatMap(({ thread, instruction, iterations, guard, count, registers }): readonly Undefined[] =>
    changes
      .filter((other) => other.thread !== thread && leadersOf(program, thread).includes(other.thread))
      .flatMap((other): readonly Undefined[] => {
        const when = allOf([guard, other.guard, compare('less-unsigned', other.count, count)])
        if (when === never) return []
        const unlessBefore = [other.registers, registers] as const
        const common = { reason: 'warpgroup', problem: 'not synchronised', thread, instruction, iterations } as const
        return [{ ...common, other: other.thread, when, unlessBefore }]
      }),
  )
}

/** Returns the threads with which one is compared. */
const comparedWith = (program: Program, thread: number): readonly number[] => {
  const leader = leaderOf(program, thread)
  return thread === leader
    ? [...leadersOf(program, thread).filter((other) => other !== thread), ...matesOf(program, thread)]
    : [leader]
}
