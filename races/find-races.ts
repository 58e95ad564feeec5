/** Decides whether any consistent execution of a program has a data race. */

import { type RaceRelations, raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/early-verdicts.js'
import { endings, undefinedSeen, unlisted } from '../encoder/decide/examine.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import { isSameUnder } from '../encoder/decide/other-models.js'
import { buildProblem, type MakeGoal } from '../encoder/decide/problem.js'
import { type TimeLimit, timeLimit } from '../encoder/decide/time-limit.js'
import { mayBeUnmodelled, unmodelledFormula, unmodelledIn } from '../encoder/decide/uncovered.js'
import { undefinedOf } from '../encoder/decide/undefined.js'
import { type LayoutsTried, loopsWithin, noneEnds, undecided, type Within } from '../encoder/decide/verdict.js'
import { dependsOnLayout, layoutsTried, otherArrangements } from '../encoder/decide/wherever.js'
import { within, withProblem } from '../encoder/decide/with-problem.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Arrangement } from '../encoder/events/graph/regions.js'
import { candidates, counting } from '../encoder/execution/candidates.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inTurn, manyEvents } from '../encoder/execution/in-turn.js'
import { isComplete, isConsistent, loopsCut, objections } from '../encoder/execution/replay.js'
import type { Encoding } from '../encoder/formula/encode.js'
import type { Formula } from '../encoder/formula/formula.js'
import { allRaces, type RaceReading } from '../encoder/relations/races.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program } from '../litmus/program.js'
import type { AssumptionReport, UndefinedReport } from '../report/parts.js'
import type { GoesOn } from '../source/limited.js'
import { must } from '../source/must.js'
import { assumptionReportOf } from '../witness/assumptions.js'
import { racingIn } from '../witness/racing.js'
import { undefinedReportOf } from '../witness/undefined.js'
import { type Race, racesOf } from './races.js'

/** The verdict on data races: an execution with races, none in any execution, or why there is no answer. */
export type RaceVerdict =
  | {
      readonly kind: 'racy'
      readonly graph: EventGraph
      readonly execution: Execution
      readonly races: readonly Race[]
      /** The places where an execution reaches undefined behaviour. */
      readonly undefined: UndefinedReport['undefined']
    }
  /** `ends` says whether some examined execution ends. */
  | {
      readonly kind: 'race-free'
      readonly ends: boolean
      readonly within?: Within
      /** Present if other memory layouts than those that were tried may have races. */
      readonly layouts?: LayoutsTried
      /** What is assumed of the system, if anything is. */
      readonly assumptions?: AssumptionReport['assumptions']
      readonly undefined: UndefinedReport['undefined']
    }
  /** There is no execution to examine: none meets the demands of the test. */
  | { readonly kind: 'vacuous'; readonly undefined: UndefinedReport['undefined'] }
  | { readonly kind: 'undecided' | 'not covered'; readonly reason: string }

export interface RaceOptions {
  readonly model: Model
  readonly bound?: number
  /** Milliseconds for the program in all layouts of memory: for what is built, and for the solver. */
  readonly timeout?: number | undefined
  /** Returns whether there is time to build formulas; if absent, for as long as the solver may take. */
  readonly goesOn?: GoesOn | undefined
}

const noRelations = ({ name }: Model): RaceVerdict => ({
  kind: 'not covered',
  reason: `${name} does not define moral strength and causality order, on which races depend`,
})

/**
 * Returns whether an execution counts even if some threads do not end. It does not if a filter constrains final states.
 */
const countsUnfinished = ({ filter }: Program): boolean => filter === undefined

/**
 * Returns the verdict on a program without a race in the executions that count; `some` is true if there are any, `ends`
 * if one of them ends. `halves` are the pairs that would race if an atomic were two operations.
 */
const noRace = (
  graph: EventGraph,
  { some, ends, halves }: { readonly some: boolean; readonly ends: boolean; readonly halves: readonly Race[] },
  within: Within | undefined,
  reached: UndefinedReport,
): RaceVerdict => {
  if (!some) return within === undefined ? { kind: 'vacuous', ...reached } : noneEnds(graph, within)
  return {
    kind: 'race-free',
    ends,
    ...(within === undefined ? {} : { within }),
    ...reached,
    ...assumptionReportOf(
      graph,
      halves.map(({ events }) => events),
    ),
  }
}

/**
 * Returns whether another model sees the same races in a program, since no execution tells the two models apart. False
 * if that does not follow from the text.
 */
export const hasSameRaces = (
  program: Program,
  { model, bound = defaultBound }: Pick<RaceOptions, 'model' | 'bound'>,
  other: Model,
): boolean => isSameUnder(other, { graph: graphUnder(model, program, bound, 'accesses'), model })

/** Finds a race with the solver. */
export function findRace(program: Program, solver: Solver, options: RaceOptions): RaceVerdict {
  const limit = timeLimit(options.timeout)
  return anywhere(program, options, (arrangement) => findRaceIn(program, solver, { ...options, limit }, arrangement))
}

/**
 * Returns the verdict if it is the same for every memory layout. Undefined behaviour in one layout is undefined
 * behaviour of the program.
 */
function anywhere(
  program: Program,
  { model, bound = defaultBound }: RaceOptions,
  verdictIn: (arrangement: Arrangement) => RaceVerdict,
): RaceVerdict {
  const here = verdictIn(0)
  const isKnown = beforehand(program, model, bound, 'accesses') !== undefined || !('undefined' in here)
  const graph = isKnown ? undefined : graphUnder(model, program, bound, 'accesses')
  if (graph?.sensitive() === undefined) return here
  const others = otherArrangements(program)
  for (const other of others) {
    if ('undefined' in here && here.undefined !== null && here.undefined.length > 0) break
    const there = verdictIn(other)
    if ('undefined' in there && there.undefined !== null && there.undefined.length > 0) return there
    if (there.kind === 'undecided') return there
    if (there.kind !== here.kind) return dependsOnLayout(graph)
  }
  if (here.kind !== 'race-free' || (here.undefined !== null && here.undefined.length > 0)) return here
  const layouts = layoutsTried(graph, others.length + 1)
  return layouts === undefined ? here : { ...here, layouts }
}

function findRaceIn(
  program: Program,
  solver: Solver,
  options: Omit<RaceOptions, 'timeout'> & { readonly limit: TimeLimit },
  arrangement: Arrangement,
): RaceVerdict {
  const { model, bound = defaultBound, limit, goesOn = limit.goesOn } = options
  const refusal = beforehand(program, model, bound, 'accesses')
  if (refusal !== undefined) return refusal
  const relations = raceRelations(model)
  if (relations === undefined) return noRelations(model)
  const graph = graphUnder(model, program, bound, 'accesses', arrangement)
  const shown = raceInTurn(graph, model, relations)
  if (shown !== undefined && graph.events.length >= tooManyForMore)
    return { kind: 'racy', graph, execution: shown, races: racesOf(graph, shown, relations, 'asOne'), undefined: null }
  const pose = (encoding: Encoding, goal: MakeGoal) => {
    const { builder, complete } = encoding
    const counts = countsUnfinished(program) ? builder.tt : complete
    return {
      race: goal(builder.and(raceFormula(graph, encoding, relations, 'asOne'), counts)),
      // Without atomics, the two formulas are one.
      half: goal(graph.rmw.length === 0 ? builder.ff : builder.and(raceFormula(graph, encoding, relations), counts)),
      counts: goal(counts),
      complete: goal(complete),
      unmodelled: goal(unmodelledFormula(encoding)),
    }
  }
  const problem = buildProblem(graph, model, pose, { asksCausality: true, goesOn })
  if ('kind' in problem) return problem
  return withProblem(problem, solver, limit, (open) => {
    const answer = shown === undefined ? open.find(problem.goals.race) : ({ kind: 'sat', execution: shown } as const)
    const reached = (): UndefinedReport =>
      undefinedReportOf(graph, undefinedOf(problem.encoding, problem.undefined, open)())
    if (answer.kind === 'unknown') return undecided(answer)
    if (answer.kind === 'sat') {
      const { execution } = answer
      const races = racesOf(graph, execution, relations, 'asOne')
      return { kind: 'racy', graph, execution, races, ...reached() }
    }
    if (mayBeUnmodelled(graph)) {
      const beyond = open.find(problem.goals.unmodelled)
      if (beyond.kind === 'unknown') return undecided(beyond)
      if (beyond.kind === 'sat') return must(unmodelledIn(graph, beyond.execution), 'what is not modelled')
    }
    const half = open.find(problem.goals.half)
    if (half.kind === 'unknown') return undecided(half)
    const halves = half.kind === 'sat' ? racesOf(graph, half.execution, relations) : []
    const limits = within(problem, open)
    if (limits !== undefined && 'kind' in limits) return undecided(limits)
    const [some, ends] = [open.check(problem.goals.counts), open.check(problem.goals.complete)]
    if (some.kind === 'unknown') return undecided(some)
    if (ends.kind === 'unknown') return undecided(ends)
    return noRace(graph, { some: some.kind === 'sat', ends: ends.kind === 'sat', halves }, limits, reached())
  })
}

/**
 * The events from which on it is not examined whether an execution also reaches undefined behaviour, once a race is
 * found: that may take minutes, and the race is what to mend first.
 */
const tooManyForMore = 1500

/** Returns an execution with a race whose threads run one after the other, if a large program has one. */
function raceInTurn(graph: EventGraph, model: Model, relations: RaceRelations): Execution | undefined {
  if (graph.events.length < manyEvents) return undefined
  const counts = (execution: Execution): boolean => countsUnfinished(graph.program) || isComplete(graph, execution)
  for (const execution of inTurn(graph))
    if (
      counts(execution) &&
      isConsistent(graph, model, execution) &&
      racingIn(graph, execution, relations, 'asOne').length > 0
    )
      return execution
  return undefined
}

/** Finds a race by examining every candidate execution; undecided if there are more than `most`. */
export const bruteRace = (program: Program, options: RaceOptions & { readonly most: number }): RaceVerdict =>
  anywhere(program, options, (arrangement) => bruteRaceIn(program, options, arrangement))

function bruteRaceIn(
  program: Program,
  { model, bound = defaultBound, most }: RaceOptions & { readonly most: number },
  arrangement: Arrangement,
): RaceVerdict {
  const refusal = beforehand(program, model, bound, 'accesses')
  if (refusal !== undefined) return refusal
  const relations = raceRelations(model)
  if (relations === undefined) return noRelations(model)
  const graph = graphUnder(model, program, bound, 'accesses', arrangement)
  const { listing, listed } = counting(most)
  const loops = new Set<string>()
  let [some, ends] = [false, false]
  let beyond: RaceVerdict | undefined
  let halves: readonly Race[] = []
  const watch = undefinedSeen(graph, model)
  for (const candidate of candidates(graph, model, listing)) {
    if (objections(graph, model, candidate).length > 0) continue
    for (const loop of loopsCut(graph, candidate)) loops.add(loop)
    watch.see(candidate)
    beyond ??= unmodelledIn(graph, candidate)
    const complete = endings(graph, candidate).find((execution) => isComplete(graph, execution))
    ends ||= complete !== undefined
    const counting = countsUnfinished(program) ? candidate : complete
    if (counting === undefined) continue
    some = true
    const races = racesOf(graph, counting, relations, 'asOne')
    if (races.length > 0)
      return { kind: 'racy', graph, execution: counting, races, ...undefinedReportOf(graph, watch.result(undefined)) }
    if (halves.length === 0) halves = racesOf(graph, counting, relations)
  }
  if (beyond !== undefined) return beyond
  const reason = unlisted(listed(), most)
  return reason === undefined
    ? noRace(graph, { some, ends, halves }, loopsWithin(graph, loops), undefinedReportOf(graph, watch.result(reason)))
    : { kind: 'undecided', reason }
}

/**
 * Returns the formula that some two conflicting accesses are executed, not morally strong, and not ordered by causality.
 * `reading` says whether an atomic is one operation.
 */
export const raceFormula = (
  graph: EventGraph,
  { builder, relation, solution, truth }: Encoding,
  relations: RaceRelations,
  reading: RaceReading = 'when',
): Formula =>
  builder.any(
    allRaces(graph, relations, {
      logic: builder,
      truth,
      executed: (event) => solution.executed[event] ?? builder.ff,
      holds: (term, from, to) => relation(term)[from]?.get(to) ?? builder.ff,
    }).map((pair) => pair[reading]),
  )
