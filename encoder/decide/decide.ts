/** Answers the questions of a program. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import type { GoesOn } from '../../source/limited.js'
import { once } from '../../source/once.js'
import { defaultBound } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import type { Encoding } from '../formula/encode.js'
import type { EncodingForm } from '../formula/form.js'
import type { Solver } from '../solver/solver.js'
import { casesOf } from './cases.js'
import { beforehand, noEvents } from './early-verdicts.js'
import { graphUnder } from './graph-under.js'
import { answersInCases, type Cases } from './in-cases.js'
import { withoutLastWaits } from './last-waits.js'
import { livenessOf } from './liveness.js'
import {
  buildProblem,
  type LivenessGoals,
  livenessGoals,
  type MakeGoal,
  type Problem,
  type ProblemOptions,
  type QuestionGoals,
  questionGoals,
  symmetryBrokenGoals,
} from './problem.js'
import { alikeOnScreen, type ScreenGoals, screened, screenedShortly, screenOf } from './screen.js'
import { type Patience, patienceIn, timeToBuild } from './time-limit.js'
import { undefinedOf } from './undefined.js'
import { decidingUnknowns } from './unknown-answers.js'
import { type Answered, type Decision, noUndefined, type Verdict } from './verdict.js'
import { limitsOf, verdicts } from './verdicts.js'
import { otherArrangements, wherever } from './wherever.js'
import { usedUninitialised, withProblem } from './with-problem.js'

/** The goals of a program's questions, and those of its hangs if they are wanted. */
type Asked = QuestionGoals & { readonly liveness?: LivenessGoals }

/** A program's questions, ready for the solver. */
export interface Prepared {
  readonly graph: EventGraph
  readonly model: Model
  /** Smaller problems to try first, if there are any: the shorter one is about threads that end before they wait. */
  readonly shorter?: Problem<ScreenGoals> | undefined
  readonly screen?: Problem<ScreenGoals> | undefined
  /** The cases that are decided one after the other if there is no such problem; undefined if there are none. */
  readonly cases?: Cases | undefined
  /** The verdict on all questions, if the solver is not needed. The problem is built when it is first needed. */
  readonly problem: Problem<Asked> | { readonly verdict: Extract<Verdict, { readonly reason: string }> }
  /** Decides the program in further memory layouts, as often as needed, if a result may depend on the layout. */
  readonly elsewhere: readonly (() => Prepared)[]
  /** Milliseconds for events, formulas and text. */
  readonly build: number
}

/** The options of `decide`. Only the model is necessary. */
export interface Options {
  readonly model: Model
  /**
   * Milliseconds that the solver may spend on a question, or with `goesOn` on all questions and what is built for them;
   * unlimited if absent.
   */
  readonly timeout?: number | undefined
  /** Returns whether there is time to build formulas. If it says no, the answer is undecided. If absent: for `timeout`. */
  readonly goesOn?: GoesOn | undefined
  /** The most times that the body of a loop is executed; 2 by default. */
  readonly bound?: number | undefined
  /** Lean by default. */
  readonly encoding?: EncodingForm | undefined
  /** True to look for executions that hang; this is the default. */
  readonly liveness?: boolean
  /** The events up to which an execution shows all, even those that the model cannot tell from others. */
  readonly mostShown?: number
  /** The threads that must do the same for a smaller problem about one order of these to be tried first (`screen.ts`). */
  readonly fewestAlike?: number
}

export interface Preparation extends ProblemOptions {
  readonly bound?: number | undefined
  /**
   * True if only the existence of an execution matters, so that one of several that differ by an exchange of threads is
   * enough.
   */
  readonly breakSymmetry?: boolean
  /** True to look for executions that hang. */
  readonly liveness?: boolean
  readonly mostShown?: number | undefined
  readonly fewestAlike?: number | undefined
}

/**
 * Returns the verdict on each question of a program, in order. Every execution that shows that an outcome can be
 * reached is replayed before it is believed. Throws `InternalError` if one does not replay.
 */
export function decide(
  program: Program,
  solver: Solver,
  { model, timeout, goesOn, bound, encoding, liveness = true, mostShown, fewestAlike }: Options,
): Decision {
  const patience = patienceIn(goesOn, timeout)
  return ask(
    prepare(program, model, {
      ...{ bound, encoding, liveness, breakSymmetry: true, mostShown, fewestAlike },
      goesOn: timeToBuild(goesOn, timeout),
    }),
    solver,
    patience,
  )
}

/**
 * Returns the part of the work that needs no solver and can be done while it starts. The plain encoding breaks no
 * symmetry.
 */
export function prepare(
  program: Program,
  model: Model,
  preparation: Preparation = {},
  arrangement: Arrangement = 0,
): Prepared {
  const {
    bound = defaultBound,
    breakSymmetry = false,
    liveness = false,
    mostShown,
    fewestAlike,
    ...options
  } = preparation
  // The plain encoding leaves nothing out.
  const shown = options.encoding === 'plain' ? Number.POSITIVE_INFINITY : mostShown
  const start = performance.now()
  const verdict = beforehand(program, model, bound, 'final states', shown)
  if (verdict !== undefined)
    return { graph: noEvents(program), model, problem: { verdict }, elsewhere: [], build: performance.now() - start }
  const graph = graphUnder(model, program, bound, 'final states', arrangement, shown)
  const shorterScreen = (shorter: Program): Problem<ScreenGoals> | undefined => {
    const there = graphUnder(model, shorter, bound, 'final states', arrangement, shown)
    return screenOf(there, model, alikeOnScreen(there, model), options, fewestAlike)
  }
  const breaks = breakSymmetry && options.encoding !== 'plain'
  const goals = breaks ? symmetryBrokenGoals : questionGoals
  const pose = (encoding: Encoding, goal: MakeGoal): Asked => ({
    ...goals(encoding, goal),
    ...(liveness ? { liveness: livenessGoals(encoding, goal) } : {}),
  })
  const alike = breaks && liveness ? alikeOnScreen(graph, model) : []
  const screen = once(() => screenOf(graph, model, alike, options, fewestAlike))
  const shorterProgram = withoutLastWaits(graph, model, alike)
  const shorter = shorterProgram && shorterScreen(shorterProgram)
  const whole = once(() => buildProblem(graph, model, pose, options))
  const graphs = breaks && shorter === undefined && screen() === undefined ? casesOf(graph, model) : []
  const cases = graphs.length === 0 ? undefined : { graphs, options }
  const isRefused = shorter === undefined && screen() === undefined && cases === undefined && 'kind' in whole()
  const dependsOnLayout = arrangement === 0 && !isRefused && graph.sensitive() !== undefined
  const others = dependsOnLayout ? otherArrangements(program) : []
  const elsewhere = others.map((other) => () => prepare(program, model, preparation, other))
  const build = performance.now() - start
  return {
    graph,
    model,
    shorter,
    get screen() {
      return screen()
    },
    get problem() {
      const problem = whole()
      return 'kind' in problem ? { verdict: problem } : problem
    },
    cases,
    elsewhere,
    build,
  }
}

/** Returns the rest of the work, as in `decide`. `only` is the index of the one question to answer. */
export function ask(prepared: Prepared, solver: Solver, patience?: Patience, only?: number): Decision {
  return wherever(
    askOne(prepared, solver, patience, only),
    prepared.elsewhere.map((there) => () => askOne(there(), solver, patience, only)),
  )
}

function askOne(prepared: Prepared, solver: Solver, patience?: Patience, only?: number): Decision {
  const { graph, model, shorter, cases, build } = prepared
  const { questions } = graph.program
  const selection = only === undefined ? questions : questions.slice(only, only + 1)
  const shortly = shorter && screenedShortly(shorter, graph, model, solver, patience, selection)
  if (shortly !== undefined) return { graph, model, build, ...shortly }
  const { screen } = prepared
  const answered = screen && screened(screen, solver, patience, selection)
  if (answered !== undefined) return { graph, model, build, ...answered }
  const byCase = cases && answersInCases(cases, graph, model, solver, patience, selection)
  if (byCase !== undefined) return { graph, model, build, ...byCase }
  const { problem } = prepared
  if ('verdict' in problem) {
    const { verdict } = problem
    return {
      graph,
      model,
      answers: selection.map((question) => ({
        question,
        verdict,
        unknowns: [],
        undefined: verdict.kind === 'undecided' ? verdict : noUndefined,
        solve: 0,
      })),
      build,
      load: 0,
    }
  }
  return withProblem(problem, solver, patience, (open) => {
    const limits = limitsOf(problem, open)
    const verdictOn = verdicts(problem, open, limits)
    const { liveness: goals } = problem.goals
    const liveness = goals && livenessOf(goals, problem.encoding, open, limits)
    const reachesUndefined = undefinedOf(problem.encoding, problem.undefined, open)
    const unknownsOf = decidingUnknowns(graph)
    const isUsed = usedUninitialised(problem, open)
    const answers = selection.map((question): Answered => {
      open.nextQuestion()
      const began = performance.now()
      const verdict = verdictOn(question)
      const solved = () => performance.now() - began
      // The axioms say nothing about a program that the model does not cover.
      if (verdict.kind === 'not covered')
        return { question, verdict, unknowns: [], undefined: noUndefined, solve: solved() }
      const also = liveness === undefined ? {} : { liveness: liveness() }
      const unknowns = verdict.kind === 'undecided' ? [] : unknownsOf(question, isUsed)
      return { question, verdict, ...also, unknowns, undefined: reachesUndefined(), solve: solved() }
    })
    return { graph, model, answers, build, load: open.load }
  })
}
