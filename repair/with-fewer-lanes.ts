/**
 * Looks for repairs of a program with many threads among fewer: some lanes of each warp, by which it does what it must
 * not. Each repair is then verified with all threads. One that is not enough there shows which lanes were missing.
 */

import type { TimeLimit } from '../encoder/decide/time-limit.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Lanes } from '../litmus/module/lanes.js'
import { withLanes } from '../litmus/module/with-lanes.js'
import { isCompiled, type Program } from '../litmus/program.js'
import { applied } from './apply.js'
import { atFirst, type Bounded } from './at-first.js'
import type { Counterexample } from './counterexample.js'
import { inTurn } from './in-turn.js'
import type { Changed, Wanted } from './judge.js'
import { lanesIn, lanesName, racesIn, slotsWith, sorted, withoutMoves } from './lanes.js'
import { likelyFirst } from './likely-first.js'
import type { Goal, OfLanes } from './result.js'
import { type Excluding, type Search, search } from './search.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

export interface AmongLanes extends Pick<Search, 'program' | 'slots' | 'weigh' | 'budget' | 'progress' | 'isTooHeavy'> {
  readonly goal: Goal
  readonly options: Bounded
  readonly limit: TimeLimit
  readonly excluding: Excluding
  readonly toleratesUndefined: boolean | undefined
  /** Judges a change of the whole program. */
  readonly judge: (changed: Changed) => Wanted
  /** An execution that offends, by which lanes are chosen; undefined if none is known. */
  readonly offending: Counterexample | undefined
  readonly lanes: Lanes
}

/** A selection that is enough with some lanes, and the result with all of them. */
export interface FoundAmongLanes {
  readonly selection: Selection
  readonly program: Program
  readonly within: Within | undefined
  readonly lanes: OfLanes
}

/** The end of a search: the lanes that it had last, and whether time or its budget ended it. */
export interface EndedAmongLanes {
  readonly lanes: Lanes
  readonly spent: boolean
  readonly judged: number
}

/** How often lanes are added. */
const mostRounds = 4

function* chained<T extends { readonly selection: Selection }>(
  first: T | undefined,
  others: Iterable<T>,
): Generator<T> {
  if (first !== undefined) yield first
  yield* others
}

/** Yields repairs, those that are cheapest with the lanes first. The last is one that could not be verified. */
export function* amongLanes(given: AmongLanes, solver: Solver): Generator<FoundAmongLanes, EndedAmongLanes> {
  const { program, goal, options, offending } = given
  let { lanes } = given
  let judged = 0
  const seen = new Set<string>()
  const isRacy = offending?.question !== undefined && racesIn(offending, options.model).length > 0
  // If a claim needs all threads, the accesses that race are what changes can order.
  const goals: readonly Goal[] = [
    goal,
    ...(isRacy ? [{ kind: 'race-free', ...(goal.ends === undefined ? {} : { ends: goal.ends }) } as const] : []),
  ]
  // Each move is another program, so moves come last.
  const attempts = [withoutMoves(given.slots), given.slots].flatMap((slots) => goals.map((goal) => ({ goal, slots })))
  for (const { goal: tried, slots } of attempts) {
    let found = 0
    for (let round = 0; round < mostRounds; round++) {
      const more = yield* withTheseLanes(tried, slots)
      if (more === undefined) break
      lanes = more
    }
    if (found > 0 || !given.limit.goesOn()) break

    /** Searches with the present lanes; returns more of them if these turn out to be too few. */
    function* withTheseLanes(its: Goal, among: readonly Slot[]): Generator<FoundAmongLanes, Lanes | undefined> {
      const small = withLanes(program, lanes)
      if (small === undefined) return undefined
      const start = atFirst(small, its, solver, options, given.limit, given.limit, given.toleratesUndefined)
      if (start.now.kind !== 'offends') return undefined
      if (its.kind === 'claims') {
        const timed = { ...options, timeout: given.limit.left(), goesOn: given.limit.goesOn }
        if (inTurn(small, its.questions, solver, timed, given.toleratesUndefined === true) !== undefined)
          return undefined
      }
      const slots = slotsWith(small, among)
      const searching = search(
        {
          ...given,
          ...{ program: small, slots, judge: start.judged, model: options.model, bound: options.bound },
          counterexamples: [start.now.counterexample],
          anyOrder: true,
        },
        given.excluding,
      )
      const { counterexample } = start.now
      const near = likelyFirst({
        ...{ program: small, slots, weigh: given.weigh, judge: start.judged, offending: counterexample },
        ...{ model: options.model, goesOn: given.limit.goesOn, progress: given.progress },
      })
      for (const { selection } of chained(near, searching)) {
        judged += 1
        const key = selection.join()
        if (seen.has(key)) continue
        seen.add(key)
        const edits = editsOf(changesOf(given.slots, selection))
        const changed = applied(program, edits)
        const unsafe = selection.some((level, slot) => given.slots[slot]?.levels[level]?.safe === false)
        const verdict = given.judge({ program: changed, edits, unsafe })
        const of = {
          lanes: lanesName(lanes),
          threads: program.threads.filter(isCompiled).length,
          ...(its === goal ? {} : { racesOnly: true as const }),
        }
        if (verdict.kind === 'offends') {
          const more = sorted([...lanes, ...lanesIn(verdict.counterexample, options.model)])
          if (more.length > lanes.length) return more
        } else if (verdict.kind === 'good') {
          found += 1
          yield { selection, program: changed, within: verdict.within, lanes: of }
        } else if (verdict.kind === 'undecided') {
          found += 1
          yield { selection, program: changed, within: undefined, lanes: { ...of, unverified: verdict.reason } }
        }
      }
      return undefined
    }
  }
  return { lanes, spent: !given.limit.goesOn(), judged }
}
