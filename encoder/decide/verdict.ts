/** The verdicts on the questions of a program. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Question } from '../../litmus/program.js'
import { printable } from '../../source/diagnostic.js'
import type { SourceLine } from '../../source/source-line.js'
import type { Span } from '../../source/text.js'
import type {
  Copied,
  EventGraph,
  MisusedBarrier,
  MisusedLaunch,
  MisusedMbarrier,
  MisusedTensorMemory,
  MisusedWarpgroup,
} from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import type { Answer } from '../solver/solver.js'
import type { Shortfall } from './shortfalls.js'

/** The verdict says whether the outcome of a question can be reached; for `assert`, whether it can be violated. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly execution: Execution }
  /**
   * `vacuous`: no execution both ends and meets the demands of the test. `within`: executions that go round loops more often
   * than the bound exist and were not examined. Never both: see `notReached`.
   */
  | { readonly kind: 'forbidden'; readonly vacuous: boolean; readonly within?: Within }
  | Undecided
  /** The model does not cover something that the program uses; `at` is where, if that is known. */
  | { readonly kind: 'not covered'; readonly reason: string; readonly at?: readonly Span[] }

/** Liveness says whether executions end. In a hang, a thread waits for ever although scheduling is fair. */
export type Liveness =
  /** `within`: executions that go round loops more often than the bound exist and were not examined. */
  | { readonly kind: 'ends'; readonly within?: Within }
  /** Some execution hangs under the model; with `always`, none ends. */
  | {
      readonly kind: 'hangs'
      readonly always: boolean
      readonly execution: Execution
      readonly model: Model
      readonly within?: Within
    }
  | Undecided

export interface Undecided {
  readonly kind: 'undecided'
  readonly reason: string
}

/** The limit of a verdict: at most this many runs of the bodies of these loops. */
export interface Within {
  readonly bound: number
  /** Thread, label and place of each. */
  readonly loops: readonly string[]
}

/** An instruction whose behaviour is undefined in an execution, or that traps there. */
export type UndefinedIn = {
  readonly thread: number
  readonly instruction: number
  readonly execution: Execution
} & (
  | {
      readonly reason: 'access'
      /** The memory that it accesses. */
      readonly address: bigint
      readonly copied?: Copied | undefined
    }
  | { readonly reason: 'trap' }
  | Pick<MisusedBarrier, 'reason' | 'problem' | 'other' | 'otherAt'>
  | (Pick<MisusedMbarrier, 'reason' | 'problem'> & {
      /** The write of `mbarrier.inval` that makes the mbarrier invalid before the operation finds it. */
      readonly endedBy?: number
    })
  | Pick<MisusedTensorMemory, 'reason' | 'problem'>
  | Pick<MisusedLaunch, 'reason' | 'problem'>
  | (Pick<MisusedWarpgroup, 'reason' | 'problem'> & { readonly other: number | undefined })
  | {
      readonly reason: 'asynchronous'
      readonly problem: 'too early'
      /** The access, the operation for which it comes too early, and what issued that. */
      readonly access: number
      readonly operation: number
      readonly issue: number
      /** The reasons why it is not ordered after the operation, if something seems to order it. */
      readonly shortfalls: readonly Shortfall[]
    }
  | { readonly reason: 'asynchronous'; readonly problem: 'exited'; readonly access: number }
)

/** The result about undefined behaviour and traps: the places where they are reached; none if the list is empty. */
export type UndefinedBehaviour = { readonly kind: 'known'; readonly found: readonly UndefinedIn[] } | Undecided

export const noUndefined: UndefinedBehaviour = { kind: 'known', found: [] }

/**
 * The memory layouts on which an answer rests, if it may depend on where memory lies: how many were tried, and the place
 * of a computation that depends on it.
 */
export interface LayoutsTried {
  readonly tried: number
  readonly place: string
  /** The source line from which that was compiled, if its compiler gives one. */
  readonly source?: SourceLine
}

/** A question with its verdict, and what is known about the executions besides. */
export interface Answered {
  readonly question: Question
  readonly verdict: Verdict
  /** Present if it was requested and the events of the program were built. */
  readonly liveness?: Liveness
  /** The numbers of the unknown values on which the answer may depend. Empty if there is no answer. */
  readonly unknowns: readonly number[]
  /** The undefined behaviour of the program, which its executions reach whatever the question. */
  readonly undefined: UndefinedBehaviour
  /** Present if the answer is about all executions, and memory layouts that were not tried may have another answer. */
  readonly layouts?: LayoutsTried
  /** Time in the solver, in milliseconds. */
  readonly solve: number
}

/** The answers to the questions of a program, in their order, with the events and the model to which they refer. */
export interface Decision {
  readonly graph: EventGraph
  readonly model: Model
  readonly answers: readonly Answered[]
  /** Milliseconds for events, formulas and text, and for the solver to load them. */
  readonly build: number
  readonly load: number
}

/**
 * Returns the verdict on an outcome that none of the examined executions reaches. If none of these ends and others go
 * on beyond the bound, no execution was examined that could have reached it. Then the verdict is undecided.
 */
export function notReached(graph: EventGraph, vacuous: boolean, within: Within | undefined): Verdict {
  if (within === undefined) return { kind: 'forbidden', vacuous }
  return vacuous ? noneEnds(graph, within) : { kind: 'forbidden', vacuous, within }
}

/**
 * Returns the verdict if no execution ends within the bound and meets what the test demands, and some go on beyond the
 * bound.
 */
export function noneEnds({ program, constraints }: EventGraph, within: Within): Undecided {
  const bounded = boundText(within)
  const who =
    program.filter === undefined && constraints.length === 0
      ? `no execution ends ${bounded}`
      : `no execution that ends ${bounded} meets the demands of the test`
  return { kind: 'undecided', reason: `${who}; --bound raises it` }
}

/** Returns the limit of a verdict if executions go on with these loops, in the order of the cuts. */
export function loopsWithin({ cuts, bound }: EventGraph, loops: ReadonlySet<string>): Within | undefined {
  const all = [...new Set(cuts.map(({ loop }) => loop))].filter((loop) => loops.has(loop))
  return all.length === 0 ? undefined : { bound, loops: all }
}

/** Writes `within bound 2 (loop P0 L, count.litmus:7:2)`. */
export const boundText = ({ bound, loops }: Within): string =>
  `within bound ${bound} (${loops.length === 1 ? 'loop' : 'loops'} ${loops.map(printable).join('; ')})`

/** A bug in this program: something that must not happen, whatever the input. */
export class InternalError extends Error {}

/** The answer of the solver when it has none. */
export type Unknown = Extract<Answer, { kind: 'unknown' }>

export const undecided = ({ reason }: Unknown): Undecided => ({ kind: 'undecided', reason })
