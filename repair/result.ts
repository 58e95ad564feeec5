/** The result of a search for repairs or weakenings. */

import type { Options } from '../encoder/decide/decide.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Program, Question } from '../litmus/program.js'
import type { UndefinedStop } from '../report/parts.js'
import type { Costs } from './prices.js'
import type { Change, ChangeKind, Cost, WeakeningKind } from './repair.js'
import type { Rests } from './rests.js'

/**
 * The goal of a repair: that these questions' outcomes cannot happen (an `assert` is not violated), or that there is no
 * data race, or both; and if `ends` says so, that no thread waits for ever.
 */
export type Goal = (
  | { readonly kind: 'claims'; readonly questions: readonly Question[]; readonly raceFree?: boolean }
  | { readonly kind: 'race-free' }
) & { readonly ends?: boolean }

/** Returns whether there must be no data race. */
export const forbidsRaces = (goal: Goal): boolean => goal.kind === 'race-free' || goal.raceFree === true

export interface SearchOptions extends Options {
  readonly costs?: Costs | undefined
  /** Receives the progress in words, including the cost of what is being tried. */
  readonly progress?: ((line: string) => void) | undefined
}

/** The options of `fix`: the goal, which changes are considered, and how many repairs are wanted. */
export interface FixOptions extends SearchOptions {
  readonly goal: Goal
  /** The kinds of changes that are considered; all if absent. */
  readonly only?: readonly ChangeKind[] | undefined
  /** The number of repairs that are wanted; 1 by default. */
  readonly all?: number | undefined
  /** Receives each repair as soon as it is verified, the cheapest first. */
  readonly found?: ((repair: Repaired) => void) | undefined
  /** Receives a sentence before the search if the unchanged program does what is undefined, which may end no change. */
  readonly noted?: ((text: string) => void) | undefined
}

/** Changes, verified by deciding the changed program afresh. */
export interface Repaired {
  readonly changes: readonly Change[]
  readonly cost: Cost
  /** The program with the changes made. */
  readonly program: Program
  /** Present if the verdicts on the changed program hold only within a bound. */
  readonly within: Within | undefined
  /** What the verdicts on the changed program rest on; absent if it was not asked for. */
  readonly rests?: Rests
  /** True if the insertions at one place must be in this order: the opposite order was tried and failed. */
  readonly ordered: boolean
  /** True if the search was over before all that is cheaper was excluded. */
  readonly mayBeCheaper?: true
  /** Present if it was found among some lanes of each warp: with all of them, something else may be cheaper. */
  readonly lanes?: OfLanes
  /** If it is verified with these lanes only: the changed program with them, and the goal there. */
  readonly onlyFor?: { readonly program: Program; readonly goal: Goal }
}

/** The lanes of each warp with which a repair was found, as `lanes 0, 31`. */
export interface OfLanes {
  readonly lanes: string
  /** The number of all threads. */
  readonly threads: number
  /** The reason why it is not known that it is enough with all threads; absent if it is verified. */
  readonly unverified?: string | undefined
  /** True if no set of changes was enough for the claims with these lanes, and this one ends the data races there. */
  readonly racesOnly?: true | undefined
}

/** Returns the repairs that were found. */
export const repairsIn = (fixed: Fixed): readonly Repaired[] => (fixed.kind === 'repaired' ? fixed.repairs : [])

/** The result of `fix`. */
export type Fixed =
  /** The goal holds as it is. */
  | ({ readonly kind: 'nothing to do'; readonly rests?: Rests } & Besides)
  /**
   * The repairs, cheapest first. `undecided` counts the sets of changes that were tried and not decided, none costlier
   * than the last repair. What is wrong besides is that of the cheapest repair.
   */
  | ({
      readonly kind: 'repaired'
      readonly repairs: readonly Repaired[]
      readonly undecided: number
      readonly ended: SearchEnd
    } & Besides)
  /**
   * `inTurn`: a run in which threads take turns in one memory, which violates the goal, so that no fence, order or
   * scope can help.
   */
  | { readonly kind: 'no repair'; readonly reason: string; readonly inTurn: InTurn | undefined }
  | { readonly kind: 'undecided' | 'not covered'; readonly reason: string }

/** What is wrong with a program that reaches the goal; absent if it was not requested. */
export interface Besides {
  /** Claims outside the goal, or against it, that are not met. */
  readonly unmet?: readonly Question[]
  /** If there are no races, as the goal asks: the outcomes outside the goal, other than claims, that are still reachable. */
  readonly reachable?: readonly Question[]
  /** If races were removed: those that are out of reach now. */
  readonly gone?: readonly Question[]
  /** If the goal is only that there are no races: where undefined behaviour or a trap is reachable, if it is. */
  readonly stops?: readonly UndefinedStop[]
  /** True if a thread may wait for ever, as in the unchanged program. */
  readonly hangs?: boolean
  /** Whether there are data races; absent if the model does not define them, and if their absence is the goal. */
  readonly races?: 'absent' | 'present' | 'unknown'
  /** The reason why other claims, hangs or races are not known. */
  readonly besidesUnknown?: string
}

/**
 * The reason why a search ended: it found as many as wanted, or all, or its time or its budget was spent; or it found
 * all that are enough with the lanes among which it looked; or another launch is enough, and nothing else was tried.
 */
export type SearchEnd = 'enough' | 'exhausted' | 'spent' | 'lanes' | 'launch'

export interface InTurn {
  /** undefined where it is undefined behaviour that the run reaches, or a trap. */
  readonly question: Question | undefined
  readonly graph: EventGraph
  readonly execution: Execution
}

/** The options of `weaken`: what must go on to hold, and which changes are considered. */
export interface WeakenOptions extends SearchOptions {
  /**
   * The questions whose outcomes must stay unreachable (an `assert` is not violated). If absent, these are all
   * assertions of the program; if present, no other assertion is binding.
   */
  readonly questions?: readonly Question[] | undefined
  /** True if the changes may introduce races; if absent, a program without races stays so. */
  readonly allowRaces?: boolean | undefined
  /** The kinds of changes that are considered; all if absent. */
  readonly only?: readonly WeakeningKind[] | undefined
}

/** The result of `weaken`. */
export type Weakened =
  /**
   * `alone` are the single changes, each a weakening or removal after which claims still hold. `best` is the cheapest
   * program found with all changes together; the costs, also that before, are those of all fences, orders and scopes of
   * the program.
   */
  | {
      readonly kind: 'weakened'
      readonly alone: readonly Repaired[]
      readonly best: Repaired
      readonly before: Cost
      readonly undecided: number
      readonly raceFree: boolean
    }
  /**
   * Every fence, order and scope that `only` names is needed. If sets of changes are undecided, some may not be needed
   * after all.
   */
  | {
      readonly kind: 'nothing to do'
      readonly undecided: number
      readonly raceFree: boolean
      /** What it rests on that the claims hold. */
      readonly rests: Rests
    }
  /** There is no claim to go by, or one of them does not hold. */
  | { readonly kind: 'no claims'; readonly reason: string }
  /** `alone` has the changes found before. */
  | {
      readonly kind: 'undecided'
      readonly reason: string
      readonly alone: readonly Repaired[]
      readonly raceFree: boolean
    }
  | { readonly kind: 'not covered'; readonly reason: string }
