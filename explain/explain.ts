/** Explains why an outcome is forbidden, or how it comes to be allowed. */

import { deviationsOf } from '../answers/deviations.js'
import { type Apart, requirementsApart } from '../axioms/algebra/edit.js'
import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import type { Deviating } from '../deviations/deviation.js'
import { decide, type Options, prepare } from '../encoder/decide/decide.js'
import { patienceIn, timeLimit } from '../encoder/decide/time-limit.js'
import type {
  LayoutsTried,
  Liveness,
  Undecided,
  UndefinedBehaviour,
  Verdict,
  Within,
} from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { broken } from '../encoder/execution/replay.js'
import type { Solver } from '../encoder/solver/solver.js'
import { withSteps } from '../encoder/solver/steps.js'
import type { Program, Question } from '../litmus/program.js'
import type { IdleFence } from '../races/idle-fence.js'
import { idleIn } from '../races/idle-fences.js'
import { type Race, racesOf } from '../races/races.js'
import { repairs, type Tried } from '../repair/fix.js'
import { type FixOptions, type Goal, type Repaired, repairsIn } from '../repair/result.js'
import type { Budget } from '../repair/search.js'
import { must } from '../source/must.js'
import { cost, lastResorts } from './derive.js'
import { withMinimalSets } from './minimal.js'
import { type Objection, objectionOf } from './objection.js'
import { type Torn, tornVectors } from './torn-vectors.js'

export interface Forbidding {
  readonly graph: EventGraph
  readonly sets: readonly ForbiddingSet[]
  /**
   * The number of questions about axioms that the solver gave up because it ran out of steps. Fewer axioms may be
   * enough.
   */
  readonly givenUp: number
}

/**
 * An explanation: for a forbidden outcome the reason, for an allowed one an execution and repairs; or there is no
 * verdict.
 */
export type Explanation =
  | (Forbidding & {
      readonly kind: 'forbidden'
      readonly verdict: Extract<Verdict, { kind: 'forbidden' }>
      readonly undefined: UndefinedBehaviour
      readonly unknowns: readonly number[]
      readonly layouts?: LayoutsTried | undefined
      /** The broken guarantees on which the answer depends. */
      readonly deviations?: readonly Deviating[] | undefined
      /** Says whether executions end. If none does, that alone forbids the outcome, and there are no sets. */
      readonly liveness: Liveness | undefined
    })
  | {
      readonly kind: 'allowed'
      readonly undefined: UndefinedBehaviour
      /** The unknown values on which the answer may depend, as in `Answered`. */
      readonly unknowns: readonly number[]
      readonly layouts?: LayoutsTried | undefined
      /** The broken guarantees on which the answer depends. */
      readonly deviations?: readonly Deviating[] | undefined
      readonly liveness: Liveness | undefined
      readonly graph: EventGraph
      readonly execution: Execution
      readonly races: readonly Race[]
      readonly torn: readonly Torn[]
      /** The fences that do not order the racing accesses, or a read and a write that it misses. */
      readonly idle: readonly IdleFence[]
      /** The cheapest sets of changes that each forbid the outcome and that differ in more than their place. */
      readonly repairs: readonly Repaired[]
      /** What the search for them tried; absent if there was none. */
      readonly changes?: Tried
    }
  | {
      readonly kind: 'undecided' | 'not covered'
      readonly reason: string
      readonly graph: EventGraph
      readonly undefined: UndefinedBehaviour
    }

/**
 * A minimal set of axioms that forbids the outcome. If it is empty, no candidate execution reaches the outcome. `within` is present if
 * executions that meet only these axioms go on beyond the bound, where they may not forbid the outcome.
 */
export interface ForbiddingSet {
  readonly axioms: readonly string[]
  readonly within: Within | undefined
  /** The objections, one for each axiom, the one with the shortest chain first. */
  readonly objections: readonly Objected[]
}

export interface Objected extends Objection {
  /** An execution that reaches the outcome and to which the axiom objects. */
  readonly execution: Execution
  /** The axioms that it breaks: only this one, or also axioms of other sets if the outcome is forbidden without this one. */
  readonly breaks: readonly string[]
}

export interface ExplainOptions extends Options {
  /** A factor for the budget of the search after the verdict; 1 by default. */
  readonly effort?: number | undefined
  /** Receives the progress, in words. */
  readonly progress?: ((line: string) => void) | undefined
}

/** The number of solver steps for an effort of 1, which take a second or two. */
const stepsForEach = 300_000
const budget: Budget = { judged: 24, carried: 1200, others: 1 }

/** The number of repairs that are shown. */
const mostReported = 3

/**
 * Returns the explanation of the verdict on one of the program's questions. `timeout` is for the reason, and again for
 * the repairs. The searches after the verdict have a budget of questions and of the solver's steps, so that without a
 * time-out the result is the same on every machine. Throws `InternalError` where `decide` does.
 */
export function explain(program: Program, question: Question, solver: Solver, options: ExplainOptions): Explanation {
  const explanation = reasonFor(program, question, solver, options)
  return explanation.kind === 'allowed'
    ? { ...explanation, ...repairsFor(program, question, solver, options) }
    : explanation
}

/** Returns an explanation as `explain` does, without repairs. */
export function reasonFor(
  program: Program,
  question: Question,
  solver: Solver,
  { effort = 1, progress = () => undefined, ...options }: ExplainOptions,
): Explanation {
  const single = { ...program, questions: [question] }
  const { model } = options
  const limit = timeLimit(options.timeout)
  const remaining = (): Options => ({ ...options, timeout: limit.left(), goesOn: limit.goesOn })
  const decision = decide(single, solver, remaining())
  const { graph, answers } = decision
  const { verdict, liveness, unknowns, layouts, undefined: reached } = must(answers[0], 'an answer to the question')
  if (verdict.kind === 'undecided' || verdict.kind === 'not covered') return { ...verdict, graph, undefined: reached }
  const [deviations = []] = deviationsOf(decision, (weaker) => decide(weaker, solver, remaining()))
  const also = { liveness, unknowns, layouts, deviations, undefined: reached }
  if (verdict.kind === 'allowed') {
    const { execution } = verdict
    const relations = raceRelations(model)
    const races = relations === undefined ? [] : racesOf(graph, execution, relations)
    const torn = tornVectors(graph, execution)
    const idle = idleIn(graph, execution, model, races)
    return { kind: 'allowed', ...also, graph, execution, races, torn, idle, repairs: [] }
  }
  if (liveness?.kind === 'hangs' && liveness.always)
    return { kind: 'forbidden', verdict, ...also, graph, sets: [], givenUp: 0 }
  const forbidding = forbiddingSets(program, question, withSteps(solver, stepsForEach * effort), {
    ...remaining(),
    progress: (queries) => progress(`${question.name}: questions about axioms: ${queries}`),
  })
  return 'kind' in forbidding
    ? { ...forbidding, graph, undefined: reached }
    : { kind: 'forbidden', verdict, ...also, ...forbidding }
}

/**
 * Returns the repairs of a question whose outcome is allowed. `found` receives each as soon as it is verified, the
 * cheapest first.
 */
export const repairsFor = (
  program: Program,
  question: Question,
  solver: Solver,
  options: ExplainOptions & Pick<FixOptions, 'found'>,
): { readonly repairs: readonly Repaired[]; readonly changes: Tried } =>
  repairsToward(program, { kind: 'claims', questions: [question] }, solver, options)

/** Returns the repairs that reach a goal, as `repairsFor` does. */
export function repairsToward(
  program: Program,
  goal: Goal,
  solver: Solver,
  { effort = 1, progress = () => undefined, found, ...options }: ExplainOptions & Pick<FixOptions, 'found'>,
): { readonly repairs: readonly Repaired[]; readonly changes: Tried } {
  const changes = repairs(
    program,
    withSteps(solver, stepsForEach * effort),
    { ...options, goal, progress, found },
    {
      budget: { ...budget, judged: budget.judged * effort, carried: budget.carried * effort },
      // Another text is far away on the page: the explanation is near.
      extent: 'one text',
      excluding: 'alike',
      most: mostReported,
      exceeding: 1,
      toleratesUndefined: true,
    },
  )
  return { repairs: repairsIn(changes.result), changes }
}

/**
 * Returns what forbids the outcome of one of the program's questions, which must be forbidden: the minimal sets of
 * axioms, the smallest and simplest first. If some sets do not need a relation that is a last resort, only those are
 * returned. Undecided, with the solver's reason, if the solver gives no answer.
 */
export function forbiddingSets(
  program: Program,
  question: Question,
  solver: Solver,
  {
    model,
    timeout,
    goesOn,
    bound,
    progress = () => undefined,
  }: Options & { readonly progress?: ((asked: number) => void) | undefined },
): Forbidding | Undecided {
  const patience = patienceIn(goesOn, timeout)
  const { model: apart, parts } = requirementsApart(model)
  const { graph, problem } = prepare({ ...program, questions: [question] }, apart, { bound, axioms: 'goals', goesOn })
  if ('verdict' in problem) {
    if (problem.verdict.kind === 'undecided') return problem.verdict
    throw new Error('the test was decided before')
  }
  const minimal = withMinimalSets(problem, parts, question, solver, { patience, progress }, ({ sets, under }) =>
    sets.map(({ axioms, within }) => ({ axioms, within, objections: objections(graph, model, parts, axioms, under) })),
  )
  if ('kind' in minimal) return minimal
  const { value: forbidding, givenUp } = minimal
  return {
    graph,
    givenUp,
    sets: withoutLastResort(forbidding).toSorted((a, b) => a.axioms.length - b.axioms.length || costOf(a) - costOf(b)),
  }
}

/**
 * Returns the sets that do not need relations that are a last resort; all sets if there are none, or if none of them
 * also forbids the outcome beyond the bound.
 */
function withoutLastResort(sets: readonly ForbiddingSet[]): readonly ForbiddingSet[] {
  const plain = sets.filter(({ objections }) => objections.every(({ chain }) => lastResorts(chain) === 0))
  const reach = (some: readonly ForbiddingSet[]): boolean => some.some(({ within }) => within === undefined)
  return plain.length > 0 && reach(plain) === reach(sets) ? plain : sets
}

const costOf = ({ objections }: ForbiddingSet): number => objections.reduce((sum, { chain }) => sum + cost(chain), 0)

function objections(
  graph: EventGraph,
  model: Model,
  parts: Apart['parts'],
  axioms: readonly string[],
  under: (parts: readonly string[]) => Execution | undefined,
): readonly Objected[] {
  const objected = axioms.flatMap((name): readonly Objected[] => {
    const execution = executionsWithout(name, axioms, parts, under).next().value
    const axiom = model.axioms.find((one) => one.name === name)
    const objection = execution && axiom && objectionOf(axiom, model, graph, execution)
    if (execution === undefined || objection === undefined) return []
    const breaks = broken(graph, model.axioms, execution).map((one) => one.name)
    return [{ ...objection, execution, breaks }]
  })
  return objected.toSorted((a, b) => cost(a.chain) - cost(b.chain))
}

/**
 * Executions that break the axiom, those that break the least first: one requirement of the axiom, then all of them,
 * then axioms outside this set if another set also forbids the outcome.
 */
function* executionsWithout(
  name: string,
  axioms: readonly string[],
  parts: Apart['parts'],
  under: (parts: readonly string[]) => Execution | undefined,
): Generator<Execution, undefined> {
  const own = parts.get(name) ?? []
  const kept = own.length === 1 ? [[]] : [...own.map((part) => own.filter((one) => one !== part)), []]
  for (const among of [[...parts.keys()], axioms]) {
    const others = among.filter((one) => one !== name).flatMap((one) => parts.get(one) ?? [])
    for (const some of kept) {
      const execution = under([...others, ...some])
      if (execution !== undefined) yield execution
    }
  }
}
