/** Problems for the solver: an encoding as text, and a name for each thing that may be asked about it. */

import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model, Rel } from '../../axioms/algebra/terms.js'
import type { Question } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import type { GoesOn } from '../../source/limited.js'
import { must } from '../../source/must.js'
import type { EventGraph, Undefined } from '../events/graph/event.js'
import { type Encoding, encode } from '../formula/encode.js'
import type { EncodingForm } from '../formula/form.js'
import type { Formula } from '../formula/formula.js'
import { type Goal, type SmtText, toSmtLib } from '../formula/smtlib.js'
import { alikeThreads, symmetryBreaking } from '../formula/symmetry.js'
import { reachedBy, reachedUndefined } from '../relations/reached.js'
import { certainFormula, mayRestOnUncomputed } from './certain.js'
import { withinLimits } from './limits.js'
import { type NotCovered, withoutRaces } from './mixed-sizes.js'
import { mayBeUncovered, uncoveredFormula } from './uncovered.js'
import { uninitialisedGoals } from './unknown-answers.js'
import type { Undecided } from './verdict.js'

/** The questions that may be asked about the executions of a program. `goals` are those that the caller made. */
export interface Problem<Goals> {
  readonly encoding: Encoding
  readonly smt: SmtText
  readonly goals: Goals
  /** The behaviour of an execution that meets a goal. Replaying the execution checks it. */
  readonly shown: ReadonlyMap<Goal, Behaviour>
  /**
   * The goal of an execution with a mixed-size race, or one that reaches what is not modelled, so that the program is
   * not covered.
   */
  readonly uncovered: Goal | undefined
  /** The goals of executions that reach undefined behaviour, for each instruction at which they may. */
  readonly undefined: readonly Goal[]
  /** The goals of executions that use uninitialised memory, by its location. */
  readonly uninitialised: ReadonlyMap<number, Goal>
  /** The goals of executions that reach a cut of the graph. */
  readonly cuts: readonly CutGoal[]
  /** The axioms: asserted, or goals by name, so that a check may leave some of them out. */
  readonly axioms: 'asserted' | ReadonlyMap<string, Goal>
}

interface CutGoal {
  /** Thread, label and place of the loop. */
  readonly loop: string
  readonly goal: Goal
}

export interface ProblemOptions {
  readonly axioms?: 'asserted' | 'goals'
  /** Lean if absent. */
  readonly encoding?: EncodingForm | undefined
  /** True if the text states everything by itself, for another solver; false if absent. */
  readonly isWhole?: boolean
  /** True if goals ask about causality, as those of races do; false if absent. */
  readonly asksCausality?: boolean
  /** Events whose order is that of the lists, because threads are alike (`formula/symmetry.ts`). */
  readonly inOrder?: readonly (readonly number[])[]
  /** Returns whether there is time to go on building; always if absent. */
  readonly goesOn?: GoesOn | undefined
}

/** The outcome of a question, a hang, or undefined behaviour. */
export type Behaviour = Question | 'hang' | 'undefined'

/**
 * Makes a goal that requires the formula. If its executions should show some behaviour, replaying them checks that as
 * well.
 */
export type MakeGoal = (formula: Formula, shown?: Behaviour) => Goal

/**
 * Returns the problem of a program's executions under a model, with the goals that `pose` makes; undecided if it is too
 * large for the solver, or time is up.
 */
export function buildProblem<Goals>(
  graph: EventGraph,
  model: Model,
  pose: (encoding: Encoding, goal: MakeGoal) => Goals,
  {
    axioms = 'asserted',
    encoding: form = 'lean',
    isWhole = false,
    asksCausality,
    inOrder,
    goesOn,
  }: ProblemOptions = {},
): Problem<Goals> | Undecided | NotCovered {
  const unknown = withoutRaces(graph, model)
  if (unknown !== undefined) return unknown
  const asks = asksCausality ?? graph.undefined.some(({ reason }) => reason === 'asynchronous')
  return withinLimits(graph, (attempt) => {
    const encoding = encode(graph, model, {
      form,
      assumesAxioms: axioms === 'asserted',
      isWhole,
      asksCausality: asks,
      inOrder,
      goesOn,
      ...attempt,
    })
    const { assertions } = encoding
    const holding = axioms === 'asserted' ? encoding.axioms.map(({ holds }) => holds) : []
    const shown = new Map<Goal, Behaviour>()
    const showing =
      (goal: (formula: Formula) => Goal): MakeGoal =>
      (formula, shows) => {
        const made = goal(formula)
        if (shows !== undefined) shown.set(made, shows)
        return made
      }
    const { smt, goals } = toSmtLib(
      [...assertions, ...holding],
      (goal) => ({
        goals: pose(encoding, showing(goal)),
        uncovered: mayBeUncovered(graph) ? goal(uncoveredFormula(encoding)) : undefined,
        undefined: undefinedGoals(encoding, showing(goal)),
        uninitialised: uninitialisedGoals(encoding, goal),
        cuts: encoding.cuts.map(({ loop, reached }) => ({ loop, goal: goal(reached) })),
        axioms: axioms === 'asserted' ? axioms : new Map(encoding.axioms.map(({ name, holds }) => [name, goal(holds)])),
      }),
      encoding.unstated,
    )
    encoding.builder.settle()
    return { encoding, smt, shown, ...goals }
  })
}

/** The goals of a program's questions. */
export interface QuestionGoals {
  /** The goals of the outcomes of questions, in order. */
  readonly outcomes: ReadonlyMap<Question, Goal>
  /**
   * For questions whose outcome may rest on values that are not computed: the goals of the executions that reach it
   * whatever these are, and of those that do not reach it, or do not end.
   */
  readonly resting: ReadonlyMap<Question, { readonly certain: Goal; readonly otherwise: Goal }>
  /** Any execution that ends and meets the demands of the test. */
  readonly complete: Goal
}

/** The goals besides the outcomes of questions: whether an execution hangs, and whether one ends, whatever the filter. */
export interface LivenessGoals {
  readonly hang: Goal
  readonly ends: Goal
}

/** Returns the goals of a program's questions. */
export const questionGoals = (encoding: Encoding, goal: MakeGoal): QuestionGoals => ({
  outcomes: new Map([...encoding.outcomes].map(([question, outcome]) => [question, goal(outcome, question)])),
  resting: new Map(
    [...encoding.outcomes]
      .filter(([question]) => mayRestOnUncomputed(encoding.graph)(question))
      .map(([question, outcome]) => {
        const { builder, complete, holds } = encoding
        const certain = goal(builder.and(outcome, certainFormula(encoding, question)), question)
        const condition = holds(question.condition)
        const reached = builder.and(complete, question.kind === 'assert' ? builder.not(condition) : condition)
        return [question, { certain, otherwise: goal(builder.not(reached)) }]
      }),
  ),
  complete: goal(encoding.complete),
})

export const livenessGoals = ({ hang, ends }: Encoding, goal: MakeGoal): LivenessGoals => ({
  hang: goal(hang(), 'hang'),
  ends: goal(ends),
})

/**
 * Makes goals for which only the existence of an execution matters. If executions differ only by an exchange of threads
 * that a question treats alike, those count in which the threads come in one order.
 */
export const symmetryBrokenGoals = (encoding: Encoding, goal: MakeGoal): QuestionGoals => {
  const { graph, model, solution, builder } = encoding
  const outcomes = [...encoding.outcomes].map(([question, outcome]): [Question, Formula] => {
    const alike = alikeThreads(graph, model, [{ kind: 'condition', condition: question.condition }])
    return [question, builder.all([outcome, ...symmetryBreaking(alike, solution, builder)])]
  })
  return questionGoals({ ...encoding, outcomes: new Map(outcomes) }, goal)
}

/** Returns the outcome of a question, which must be one of the program's. */
export const outcomeOf = ({ goals }: Problem<QuestionGoals>, question: Question): Goal =>
  must(goals.outcomes.get(question), `the question ${question.name} in the test`)

/** Returns the condition under which undefined behaviour is reached. */
export function reachedIn({ graph, model, builder, truth, relation }: Encoding): (one: Undefined) => Formula {
  const holds = (term: Rel, from: number, to: number) => relation(term)[from]?.get(to) ?? builder.ff
  return reachedUndefined({ logic: builder, truth, holds, ...reachedBy(graph, raceRelations(model)) })
}

/** Returns a goal for each instruction whose behaviour may be undefined. */
function undefinedGoals(encoding: Encoding, goal: MakeGoal): readonly Goal[] {
  const reached = reachedIn(encoding)
  const { graph, builder } = encoding
  return undefinedByInstruction(graph).map((group) => goal(builder.any(group.map(reached)), 'undefined'))
}

/** Returns where behaviour may be undefined, instruction by instruction, in the order of the text. */
export const undefinedByInstruction = ({ undefined: all }: EventGraph): readonly (readonly Undefined[])[] => [
  ...groupBy(all.toSorted(inText), ({ thread, instruction }) => `${thread} ${instruction}`).values(),
]

const inText = (one: Undefined, other: Undefined): number =>
  one.thread - other.thread || one.instruction - other.instruction
