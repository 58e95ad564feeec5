/** Whether executions reach a piece. What is taken out where none comes changes nothing, whatever it is for. */

import { decide } from '../encoder/decide/decide.js'
import type { UndefinedBehaviour } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import { type Program, threadAt } from '../litmus/program.js'
import { anything } from '../repair/judge.js'
import type { SearchOptions } from '../repair/result.js'
import { sharing } from '../repair/same-text.js'
import { must } from '../source/must.js'
import type { Place } from './pieces.js'

export type Reaching = 'reached' | 'not reached' | { readonly kind: 'undecided'; readonly reason: string }

/**
 * Returns whether an execution comes to one of these instructions: a trap that is there instead can be reached. What
 * the host does is taken as reached. Throws `InternalError` where `decide` does.
 */
export function reaching(
  program: Program,
  places: readonly Place[],
  solver: Solver,
  options: Pick<SearchOptions, 'model' | 'bound' | 'timeout'>,
): Reaching {
  if (places.some(({ thread }) => threadAt(program.threads, thread).kind !== 'device')) return 'reached'
  const { asking, reachingIn } = trapped(program, places)
  const { answers } = decide(asking, solver, options)
  return reachingIn(must(answers[0], 'an answer').undefined)
}

interface Trapped {
  readonly asking: Program
  readonly reachingIn: (wrong: UndefinedBehaviour) => Reaching
}

/**
 * Returns the program with traps at these places, in all threads of a text, as one that asks nothing else; and how to
 * read what is undefined in it.
 */
export function trapped(program: Program, places: readonly Place[]): Trapped {
  const traps = places.flatMap(({ thread, at }) => sharing(program, thread).map((one) => ({ thread: one, at })))
  const isTrap = (thread: number, at: number): boolean => traps.some((one) => one.thread === thread && one.at === at)
  const threads = program.threads.map((one, thread) => ({
    ...one,
    instructions: one.instructions.map((instruction, at) =>
      isTrap(thread, at) ? ({ kind: 'trap', span: instruction.span } as const) : instruction,
    ),
  }))
  return {
    asking: { ...program, threads, questions: [anything(program)] },
    reachingIn: (wrong: UndefinedBehaviour): Reaching =>
      wrong.kind === 'undecided'
        ? wrong
        : wrong.found.some(({ reason, thread, instruction }) => reason === 'trap' && isTrap(thread, instruction))
          ? 'reached'
          : 'not reached',
  }
}
