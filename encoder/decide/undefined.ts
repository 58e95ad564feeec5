/** Whether executions reach undefined behaviour, accesses outside of memory or not aligned to their size, or a trap. */

import { once } from '../../source/once.js'
import type { EventGraph, Undefined } from '../events/event.js'
import type { Execution } from '../execution/execution.js'
import { concreteValue, truthIn } from '../execution/replay.js'
import type { Goal } from '../formula/smtlib.js'
import { undefinedByInstruction } from './problem.js'
import { type UndefinedBehaviour, type UndefinedIn, type Unknown, undecided } from './verdict.js'
import type { Asking } from './with-problem.js'

/** The undefined behaviour of an execution, instruction by instruction. */
export function undefinedIn(graph: EventGraph, execution: Execution): readonly UndefinedIn[] {
  const truth = truthIn(execution)
  return undefinedByInstruction(graph).flatMap((group) => {
    const reached = group.find(({ when }) => truth(when))
    return reached === undefined ? [] : [shownIn(reached, execution)]
  })
}

const shownIn = (reached: Undefined, execution: Execution): UndefinedIn => {
  const { thread, instruction, reason } = reached
  const at = { thread, instruction, execution }
  return reason === 'trap' ? { ...at, reason } : { ...at, reason, address: concreteValue(execution)(reached.address) }
}

/** What the executions that `asking` considers reach: an execution for each instruction. It is found when first needed. */
export const undefinedOf = (graph: EventGraph, goals: readonly Goal[], asking: Asking): (() => UndefinedBehaviour) =>
  once(
    (): UndefinedBehaviour => {
      const found: UndefinedIn[] = []
      let unknown: Unknown | undefined
      for (const [i, group] of undefinedByInstruction(graph).entries()) {
        const goal = goals[i]
        if (goal === undefined || goal.formula.kind === 'false') continue
        const result = asking.find(goal)
        if (result.kind === 'unknown') unknown = result
        if (result.kind !== 'sat') continue
        const truth = truthIn(result.execution)
        const reached = group.find(({ when }) => truth(when))
        if (reached !== undefined) found.push(shownIn(reached, result.execution))
      }
      return found.length === 0 && unknown !== undefined ? undecided(unknown) : { kind: 'known', found }
    },
    ({ kind }) => kind !== 'undecided',
  )
