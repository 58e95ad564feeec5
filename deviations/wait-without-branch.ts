/** An access after a wait at an mbarrier, without a branch that tests whether the wait has succeeded. */

import type { Instruction } from '../litmus/instruction.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import { destinationOf } from '../litmus/operands.js'
import { asking } from './asking.js'
import type { Deviation } from './deviation.js'
import { reachedFrom } from './ways.js'

/** The access begins before the answer arrives. If a branch tests the answer, everything after the branch waits. */
export const waitWithoutBranch: Deviation = {
  name: 'wait-without-branch',
  compiler: 'ptxas 13.0',
  architecture: 'sm_90',
  what: 'an access does not wait for a test_wait or try_wait at an mbarrier if no branch depends on its answer',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions) => {
    const waits = instructions.flatMap((wait, at) => {
      if (wait.kind !== 'mbarrier' || wait.waitsFor === undefined || wait.order !== 'acquire') return []
      const asks = asking(instructions, destinationOf(wait))
      const ends = (next: Instruction): boolean => asks(next) || isFence(next)
      if (!reachedFrom(instructions, at, ends).some((next) => isEarly(next, wait))) return []
      const unreleased = reachedFrom(instructions, at, (next) => ends(next) || isAccess(next)).filter(
        (next) => next.kind === 'mbarrier' && next.order === 'release' && isEarly(next, wait),
      )
      return [{ wait, asks, unreleased: new Set(unreleased) }]
    })
    return { instructions: relaxed(instructions, waits), places: waits.map(({ wait }) => wait.span) }
  },
}

/** A wait whose answer comes late. */
interface LateWait {
  readonly wait: Mbarrier
  readonly asks: (one: Instruction) => boolean
  /** The arrivals after it that release what came before the wait, and not the wait itself. */
  readonly unreleased: ReadonlySet<Instruction>
}

const isAccess = ({ kind }: Instruction): boolean => kind === 'load' || kind === 'store' || kind === 'atomic'

/**
 * Returns whether an access begins before the answer of a wait. mbarriers do what they are asked in order, except that a
 * `try_wait` is suspended while later instructions go on.
 */
const isEarly = (next: Instruction, { action }: Mbarrier): boolean =>
  next.kind === 'mbarrier' ? action === 'try_wait' : isAccess(next)

const isFence = (one: Instruction): boolean => one.kind === 'fence' && (one.order === 'acq_rel' || one.order === 'sc')

/**
 * Makes these waits acquire only after a branch: the waits become relaxed, and there is a fence at the target of the
 * branch. An arrival that comes early becomes relaxed, and a fence before the wait releases what came before that.
 */
function relaxed(instructions: readonly Instruction[], waits: readonly LateWait[]): readonly Instruction[] {
  const late = new Map<Instruction, LateWait>(waits.map((one) => [one.wait, one]))
  const fence = (order: 'acquire' | 'release', { scope, span }: Mbarrier): readonly Instruction[] =>
    scope === undefined ? [] : [{ kind: 'fence', order, scope, span }]
  const before = (one: Instruction): readonly Instruction[] => {
    const found = late.get(one)
    return found === undefined || found.unreleased.size === 0 ? [] : fence('release', found.wait)
  }
  const after = (one: Instruction): readonly Instruction[] => {
    const branches =
      one.kind === 'label'
        ? instructions.filter((other) => other.kind === 'branch' && other.target === one.name)
        : [one]
    return waits.filter(({ asks }) => branches.some(asks)).flatMap(({ wait }) => fence('acquire', wait))
  }
  const isRelaxed = (one: Instruction): boolean => late.has(one) || waits.some(({ unreleased }) => unreleased.has(one))
  return instructions.flatMap((one) => [
    ...before(one),
    one.kind === 'mbarrier' && isRelaxed(one) ? { ...one, order: 'relaxed' as const } : unguarded(one),
    ...after(one),
  ])
}

/** Returns a branch that no longer counts as the guard of one instruction, since it may now lead around two. */
function unguarded(one: Instruction): Instruction {
  if (one.kind !== 'branch') return one
  const { guards: _, ...branch } = one
  return branch
}
