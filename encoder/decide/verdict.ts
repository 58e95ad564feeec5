/** What is said of the questions of a program. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/event.js'
import type { Execution } from '../execution/execution.js'
import type { Answer } from '../solver/smt.js'

/** Whether the outcome a question asks for can be reached; for `assert`, whether it can be violated. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly execution: Execution }
  /**
   * `vacuous`: no execution at all comes to an end and meets what the test demands. `within`: executions that go round loops more often
   * than the bound were not looked at, and there are some.
   */
  | { readonly kind: 'forbidden'; readonly vacuous: boolean; readonly within?: Within }
  | Undecided
  /** The model has nothing to say about something that the program uses. */
  | { readonly kind: 'not covered'; readonly reason: string }

export interface Undecided {
  readonly kind: 'undecided'
  readonly reason: string
}

/** What a verdict is limited to: so many executions of the bodies of these loops. */
export interface Within {
  readonly bound: number
  /** Thread, label and place of each. */
  readonly loops: readonly string[]
}

export interface Answered {
  readonly question: Question
  readonly verdict: Verdict
  /** Time in the solver, in milliseconds. */
  readonly solve: number
}

export interface Decision {
  readonly graph: EventGraph
  readonly model: Model
  readonly answers: readonly Answered[]
  /** Milliseconds: for events, formulas and text, and for z3 to take them in. */
  readonly build: number
  readonly load: number
}

/** Something that must not happen whatever the input: a fault of this program. */
export class InternalError extends Error {}

/** z3 gives no answer. */
export type Unknown = Extract<Answer, { kind: 'unknown' }>

/** Its reason in our words; the parts of z3 have two words for a time limit. */
export const undecided = ({ reason }: Unknown): Undecided => ({
  kind: 'undecided',
  reason: reason === 'canceled' || reason === 'timeout' ? 'the time limit was reached' : reason,
})
