/**
 * Looks for repairs of a program with many threads among fewer: some lanes of each warp, by which it does what it must
 * not. Each repair is then verified with all threads. One that is not enough there shows which lanes were missing.
 */

import { type TimeLimit, timeLimit } from '../encoder/decide/time-limit.js'
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
import { goalWith, lanesIn, lanesName, racesIn, slotsWith, sorted, withoutMoves } from './lanes.js'
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
  /** The changed program with these lanes, and the goal there: the repair was verified for them. */
  readonly verified: { readonly program: Program; readonly goal: Goal }
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

/** The lane that often acts for its warp. A search with it alone takes a fraction of the time. */
const leader: Lanes = [0]

/**
 * Yields repairs, those that are cheapest with the lanes first. The last is one that could not be verified. Lane 0 comes
 * first: what is enough with it is then judged with the other lanes, and only then with all threads.
 */
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
    if (lanes.length > 1) yield* withTheseLanes(tried, slots, leader, shareOf(given.limit))
    for (let round = 0; round < mostRounds && found === 0; round++) {
      const more = yield* withTheseLanes(tried, slots, lanes, given.limit)
      if (more === undefined) break
      lanes = more
    }
    if (found > 0 || !given.limit.goesOn()) break

    /** Searches with some lanes; returns more of them if these turn out to be too few. */
    function* withTheseLanes(
      its: Goal,
      among: readonly Slot[],
      some: Lanes,
      limit: TimeLimit,
    ): Generator<FoundAmongLanes, Lanes | undefined> {
      const fewer = smaller(its, some, limit)
      if (fewer === undefined || fewer.start.now.kind !== 'offends') return undefined
      const { counterexample } = fewer.start.now
      if (fewer.goal.kind === 'claims') {
        const timed = { ...options, timeout: limit.left(), goesOn: limit.goesOn }
        if (inTurn(fewer.program, fewer.goal.questions, solver, timed, given.toleratesUndefined === true) !== undefined)
          return undefined
      }
      const here = slotsWith(program, fewer, among)
      const searching = search(
        {
          ...{ ...given, limit },
          ...{ program: fewer.program, slots: here, judge: fewer.start.judged },
          ...{ model: options.model, bound: options.bound },
          counterexamples: [counterexample],
          anyOrder: true,
        },
        given.excluding,
      )
      const near = likelyFirst({
        ...{ program: fewer.program, slots: here, weigh: given.weigh, judge: fewer.start.judged },
        ...{ offending: counterexample, model: options.model, goesOn: limit.goesOn, progress: given.progress },
      })
      /** The lanes with which a repair is judged before it is with all threads, where these are more. */
      const between = some.length < lanes.length ? smaller(its, lanes, given.limit) : undefined
      const others = between && { ...between, slots: slotsWith(program, between, among) }
      for (const { selection } of chained(near, searching)) {
        judged += 1
        const key = selection.join()
        if (seen.has(key)) continue
        seen.add(key)
        const unsafe = selection.some((level, slot) => given.slots[slot]?.levels[level]?.safe === false)
        const changed = (one: Program, slots: readonly Slot[]): Changed => {
          const edits = editsOf(changesOf(slots, selection))
          return { program: applied(one, edits), edits, unsafe }
        }
        const there = others?.start.judged(changed(others.program, others.slots))
        if (there !== undefined && there.kind !== 'good' && there.kind !== 'undecided') return undefined
        const whole = changed(program, given.slots)
        const verdict = given.judge(whole)
        const of = {
          lanes: lanesName(there?.kind === 'good' ? lanes : some),
          threads: program.threads.filter(isCompiled).length,
          ...(its === goal ? {} : { racesOnly: true as const }),
        }
        const [least, slots] = there?.kind === 'good' && others !== undefined ? [others, others.slots] : [fewer, here]
        const verified = { program: changed(least.program, slots).program, goal: least.goal }
        if (verdict.kind === 'offends') {
          const more = sorted([...some, ...lanesIn(verdict.counterexample, options.model)])
          if (more.length > some.length) return more
        } else if (verdict.kind === 'good') {
          found += 1
          yield { selection, program: whole.program, within: verdict.within, lanes: of, verified }
        } else if (verdict.kind === 'undecided') {
          found += 1
          const unverified = { ...of, unverified: verdict.reason }
          yield { selection, program: whole.program, within: undefined, lanes: unverified, verified }
        }
      }
      return undefined
    }
  }
  return { lanes, spent: !given.limit.goesOn(), judged }

  /** Decides the program with some lanes for a goal; undefined if there is none with fewer threads. */
  function smaller(its: Goal, some: Lanes, limit: TimeLimit) {
    const fewer = withLanes(program, some)
    if (fewer === undefined) return undefined
    const own = goalWith(program, fewer, its)
    const start = atFirst(fewer.program, own, solver, options, limit, limit, given.toleratesUndefined)
    return { ...fewer, goal: own, start }
  }
}

/** A third of the time that is left. */
const shareOf = ({ left }: TimeLimit): TimeLimit => {
  const all = left()
  return timeLimit(all === undefined ? undefined : all / 3)
}
