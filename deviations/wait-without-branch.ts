/** A load after a wait at an mbarrier, without a branch that tests whether the wait has succeeded. */

import type { Instruction } from '../litmus/instruction.js'
import { destinationOf } from '../litmus/operands.js'
import { asking } from './asking.js'
import type { Deviation } from './deviation.js'
import { reachedFrom } from './ways.js'

/** The load begins before the answer arrives. If a branch tests the answer, everything after the branch waits. */
export const waitWithoutBranch: Deviation = {
  name: 'wait-without-branch',
  compiler: 'ptxas 13.0',
  architecture: 'sm_90',
  what: 'a load does not wait for a test_wait or try_wait at an mbarrier if no branch depends on its answer',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions) => {
    const waits = instructions.filter((one, at) => {
      if (one.kind !== 'mbarrier' || one.waitsFor === undefined || one.order !== 'acquire') return false
      const asks = asking(instructions, destinationOf(one))
      return reachedFrom(instructions, at, (next) => asks(next) || isFence(next)).some(({ kind }) => kind === 'load')
    })
    return { instructions: relaxed(instructions, new Set(waits)), places: waits.map(({ span }) => span) }
  },
}

const isFence = (one: Instruction): boolean => one.kind === 'fence' && (one.order === 'acq_rel' || one.order === 'sc')

/**
 * Makes these waits acquire only after a branch: the waits become relaxed, and there is a fence at the target of the
 * branch.
 */
function relaxed(instructions: readonly Instruction[], waits: ReadonlySet<Instruction>): readonly Instruction[] {
  const fences = [...waits].flatMap((wait) => {
    if (wait.kind !== 'mbarrier' || wait.scope === undefined) return []
    const { scope, span } = wait
    return [
      {
        asks: asking(instructions, destinationOf(wait)),
        fence: { kind: 'fence', order: 'acquire', scope, span } as const,
      },
    ]
  })
  const after = (one: Instruction): readonly Instruction[] => {
    const branches =
      one.kind === 'label'
        ? instructions.filter((other) => other.kind === 'branch' && other.target === one.name)
        : [one]
    return fences.filter(({ asks }) => branches.some(asks)).map(({ fence }) => fence)
  }
  return instructions.flatMap((one) => [
    one.kind === 'mbarrier' && waits.has(one) ? { ...one, order: 'relaxed' as const } : unguarded(one),
    ...after(one),
  ])
}

/** Returns a branch that no longer counts as the guard of one instruction, since it may now lead around two. */
function unguarded(one: Instruction): Instruction {
  if (one.kind !== 'branch') return one
  const { guards: _, ...branch } = one
  return branch
}
