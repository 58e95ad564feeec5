/** What a program does before it is changed, and how changed programs are judged by that. */

import { decide } from '../encoder/decide/decide.js'
import type { TimeLimit } from '../encoder/decide/time-limit.js'
import type { Decision } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
import { onlyByRaces } from '../races/only-by-races.js'
import { originsOf } from './apply.js'
import { reaching } from './counterexample.js'
import { demandsOf } from './demands.js'
import { type Changed, type Judged, judge, type Wanted } from './judge.js'
import type { Goal, SearchOptions } from './result.js'
import { splitsBarriers } from './split-barriers.js'

/** The options of a search, with its bound. */
export type Bounded = SearchOptions & { readonly bound: number }

export interface AtFirst {
  readonly before: Decision
  /** What is wrong with the unchanged program, or that nothing is. */
  readonly now: Judged | { readonly kind: 'not covered'; readonly reason: string }
  /** Judges a changed program. Undecided if the unchanged one is. */
  readonly judged: (changed: Changed) => Wanted
}

/**
 * Decides a program for a goal within the time of `first`; changed programs have that of `limit`. `tolerated` says
 * whether its undefined behaviour may stay.
 */
export function atFirst(
  program: Program,
  goal: Goal,
  solver: Solver,
  options: Bounded,
  first: TimeLimit,
  limit: TimeLimit,
  tolerated?: boolean,
): AtFirst {
  const timed = ({ left, goesOn }: TimeLimit) => ({ ...options, timeout: left(), goesOn })
  const before = decide(program, solver, timed(first))
  const demands = demandsOf(goal, before, tolerated)
  if ('kind' in demands) return { before, now: demands, judged: () => ({ kind: 'undecided', reason: demands.reason }) }
  const unchanged = { program, edits: [], unsafe: false }
  const now = outcomeIn(program, before, demands.forbidden) ?? judge(program, unchanged, demands, solver, timed(first))
  const permitted = demands.kept.flatMap(({ question, isReachable }) => (isReachable ? [question] : []))
  // What only races bring about need not stay reachable without them.
  const raced = demands.raceFree && now.kind === 'offends' ? onlyByRaces(program, permitted, solver, timed(first)) : []
  const kept = demands.kept.filter(({ question }) => !raced.includes(question))
  const judged = (changed: Changed): Wanted => {
    const verdict = judge(program, changed, { ...demands, kept }, solver, timed(limit))
    const isOffered = verdict.kind === 'good' || verdict.kind === 'undecided'
    return isOffered && splitsBarriers(program, changed, options) ? { kind: 'unwanted' } : verdict
  }
  return { before, now, judged }
}

/** Returns what is wrong with the program if one of the outcomes can be reached. */
function outcomeIn(program: Program, { graph, answers }: Decision, forbidden: readonly Question[]): Judged | undefined {
  return answers.flatMap(({ question, verdict }): readonly Judged[] => {
    if (verdict.kind !== 'allowed' || !forbidden.includes(question)) return []
    const reached = { graph, execution: verdict.execution, origins: originsOf(program, []) }
    return [{ kind: 'offends', fault: { kind: 'violated', question }, counterexample: reaching(question, reached) }]
  })[0]
}
