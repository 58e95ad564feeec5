/** Changes of a program, tried one after the other: whether they put an outcome out of reach. */

import { beforehand } from '../encoder/decide/beforehand.js'
import type { Options } from '../encoder/decide/decide.js'
import type { Decision } from '../encoder/decide/verdict.js'
import { buildEvents } from '../encoder/events/events.js'
import { defaultBound } from '../encoder/events/unroll.js'
import type { Program } from '../litmus/program.js'
import { must } from '../source/must.js'
import { carriedOver, type Reached } from './carry.js'
import { applied, type Mending, originsOf, type Repair } from './repair.js'

export interface Trials {
  /**
   * Those that forbid the outcome, of changes that are made together; each is tried when it is asked for. What is vacuous is no help. What the
   * budget leaves out is counted once all others are tried.
   */
  readonly forbidding: (all: readonly (readonly Repair[])[]) => Iterable<Mending>
  readonly counts: () => Tried
}

/** How many changes were tried, how many the budget has left out, and of how many tried ones z3 could not say what they come to. */
export interface Tried {
  readonly tried: number
  readonly leftOut: number
  readonly undecided: number
}

export interface Budget {
  /** Changes of one list that are looked at. */
  readonly looked: number
  /** Changes that z3 is asked about. */
  readonly asked: number
}

interface TrialOptions extends Budget {
  readonly progress: (tried: number) => void
}

/** Executions that are kept to be carried over, the latest first. */
const mostKept = 16

/**
 * Tries changes of a program with one question, whose outcome a known execution reaches. z3 is asked only about those in which no known
 * execution reaches it still; `decide` asks it.
 */
export function trials(
  program: Program,
  known: Reached,
  { model, bound = defaultBound }: Options,
  decide: (changed: Program) => Decision,
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
      if (reached.some((one) => carriedOver(one, to, model, question) !== undefined)) return undefined
    }
    left -= 1
    const { graph, answers } = decide(changed)
    const { verdict } = must(answers[0], 'an answer to the question')
    switch (verdict.kind) {
      case 'allowed':
        reached = [{ graph, origins, execution: verdict.execution }, ...reached].slice(0, mostKept)
        return undefined
      case 'forbidden':
        return verdict.vacuous ? undefined : { changes, within: verdict.within }
      default:
        counts.undecided += 1
        return undefined
    }
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
