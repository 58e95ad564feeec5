/** Changes of a program, tried one after the other: whether they put an outcome out of reach. */

import { beforehand } from '../encoder/decide/beforehand.js'
import type { Options } from '../encoder/decide/decide.js'
import type { Decision, UndefinedBehaviour } from '../encoder/decide/verdict.js'
import { defaultBound } from '../encoder/events/bound.js'
import { buildEvents } from '../encoder/events/events.js'
import { reaches } from '../encoder/execution/replay.js'
import { isBarrier } from '../litmus/instruction.js'
import type { Program } from '../litmus/program.js'
import { applied, originsOf } from '../repair/apply.js'
import { carriedOver, type Reached } from '../repair/carry.js'
import type { Mending, Repair } from '../repair/repair.js'
import { must } from '../source/must.js'

export interface Trials {
  /**
   * The lists of changes that forbid the outcome when made together. Each is tried when the caller asks for the next. A vacuous verdict
   * does not count. What the budget leaves out is counted after all others are tried.
   */
  readonly forbidding: (all: readonly (readonly Repair[])[]) => Iterable<Mending>
  readonly counts: () => Tried
}

/** How many changes were tried, how many the budget left out, and how many of those tried z3 could not decide. */
export interface Tried {
  readonly tried: number
  readonly leftOut: number
  readonly undecided: number
}

export interface Budget {
  /** The most changes of one list that are examined. */
  readonly looked: number
  /** The most changes that z3 is asked about. */
  readonly asked: number
}

interface TrialOptions extends Budget {
  readonly progress: (tried: number) => void
}

/**
 * A barrier may be one that not all threads of its CTA come to, and the phase of the other parity one that never ends. No other change makes a
 * thread wait, or go wrong.
 */
const isSafe = ({ change }: Repair): boolean =>
  change.kind === 'insert' ? !isBarrier(change.instruction) : change.kind !== 'replace' || change.what !== 'parity'

/** Whether asynchronous operations or mbarriers are used in an undefined way: whatever is forbidden then says nothing. */
const misuses = (reached: UndefinedBehaviour): boolean =>
  reached.kind === 'known' && reached.found.some(({ reason }) => reason === 'asynchronous' || reason === 'mbarrier')

/** The most executions that are kept to be carried over, the latest first. */
const mostKept = 16

/**
 * Tries changes of a program with one question, whose outcome a known execution reaches. z3 is asked, by `decide`, only about changes after
 * which no known execution still reaches the outcome.
 */
export function trials(
  program: Program,
  known: Reached,
  { model, bound = defaultBound }: Options,
  decide: (changed: Program, liveness: boolean) => Decision,
  { looked, asked, progress }: TrialOptions,
): Trials {
  const question = must(program.questions[0], 'the question')
  const counts = { tried: 0, leftOut: 0, undecided: 0 }
  let reached: readonly Reached[] = [known]
  let left = asked

  const tried = (changes: readonly Repair[]): Mending | undefined => {
    const changed = applied(program, changes)
    const origins = originsOf(program, changes)
    if (beforehand(changed, model, bound) === undefined) {
      const to = { graph: buildEvents(changed, bound), origins }
      if (
        reached.some(
          (one) => carriedOver(one, to, model, (graph, execution) => reaches(question, graph, execution)) !== undefined,
        )
      )
        return undefined
    }
    left -= 1
    const { graph, answers } = decide(changed, false)
    const { verdict, undefined: behaviour } = must(answers[0], 'an answer to the question')
    switch (verdict.kind) {
      case 'allowed':
        reached = [{ graph, origins, execution: verdict.execution }, ...reached].slice(0, mostKept)
        return undefined
      case 'forbidden':
        return verdict.vacuous || misuses(behaviour) || !(changes.every(isSafe) || endsWell(changed))
          ? undefined
          : { changes, within: verdict.within }
      default:
        counts.undecided += 1
        return undefined
    }
  }

  /** Whether all executions end, none of them in undefined behaviour. */
  const endsWell = (changed: Program): boolean => {
    const { liveness, undefined: reached } = must(decide(changed, true).answers[0], 'an answer to the question')
    return liveness?.kind === 'ends' && reached.kind === 'known' && reached.found.length === 0
  }

  function* forbidding(all: readonly (readonly Repair[])[]): Generator<Mending, undefined> {
    for (const [i, changes] of all.entries()) {
      if (i === looked || left === 0) {
        counts.leftOut += all.length - i
        return undefined
      }
      progress(counts.tried)
      counts.tried += 1
      const mending = tried(changes)
      if (mending !== undefined) yield mending
    }
    return undefined
  }

  return { forbidding, counts: () => ({ ...counts }) }
}
