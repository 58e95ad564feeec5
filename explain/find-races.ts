/** Whether any consistent execution of a program has a data race. */

import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/beforehand.js'
import { unlisted } from '../encoder/decide/brute.js'
import { buildProblem } from '../encoder/decide/problem.js'
import { undecided, type Within } from '../encoder/decide/verdict.js'
import { within, withProblem } from '../encoder/decide/with-problem.js'
import { type EventGraph, isMemory } from '../encoder/events/event.js'
import { buildEvents } from '../encoder/events/events.js'
import { defaultBound } from '../encoder/events/unroll.js'
import { candidates, counting } from '../encoder/execution/candidates.js'
import type { Execution } from '../encoder/execution/execution.js'
import { isComplete, objections } from '../encoder/execution/replay.js'
import type { Encoding } from '../encoder/formula/encode.js'
import type { Formula } from '../encoder/formula/formula.js'
import type { Solver } from '../encoder/solver/smt.js'
import type { Program } from '../litmus/program.js'
import { conflicting, type Race, type RaceRelations, raceRelations, racesOf } from './races.js'

export type RaceVerdict =
  | {
      readonly kind: 'racy'
      readonly graph: EventGraph
      readonly execution: Execution
      readonly races: readonly Race[]
    }
  | { readonly kind: 'race-free'; readonly within?: Within }
  | { readonly kind: 'undecided' | 'not covered'; readonly reason: string }

export interface RaceOptions {
  readonly model: Model
  readonly bound?: number
  /** Milliseconds for each check of z3. */
  readonly timeout?: number | undefined
}

const noRelations = ({ name }: Model): RaceVerdict => ({
  kind: 'not covered',
  reason: `${name} does not say what is moral strength, or what is causality order, by which races are defined`,
})

/**
 * Whether an execution counts also if threads do not come to their ends. Not where a filter asks for final states; and where there is a host,
 * what comes behind a kernel that does not end never starts.
 */
const countsUnfinished = ({ filter, host }: Program): boolean => filter === undefined && host === undefined

/** Decided by z3. */
export function findRace(program: Program, solver: Solver, options: RaceOptions): RaceVerdict {
  const { model, bound = defaultBound, timeout } = options
  const known = beforehand(program, model, bound)
  if (known !== undefined) return known
  const relations = raceRelations(model)
  if (relations === undefined) return noRelations(model)
  const graph = buildEvents(program, bound)
  const problem = buildProblem(graph, model, (encoding, goal) => {
    const { builder, complete } = encoding
    const counts = countsUnfinished(program) ? builder.tt : complete
    return { race: goal(builder.and(raceFormula(graph, encoding, relations), counts)) }
  })
  if ('kind' in problem) return problem
  return withProblem(problem, solver, timeout, (open) => {
    const found = open.find(problem.goals.race)
    if (found.kind === 'unknown') return undecided(found)
    if (found.kind === 'sat') {
      const { execution } = found
      return { kind: 'racy', graph, execution, races: racesOf(graph, execution, relations) }
    }
    const limits = within(problem, open)
    if (limits !== undefined && 'kind' in limits) return undecided(limits)
    return { kind: 'race-free', ...(limits === undefined ? {} : { within: limits }) }
  })
}

/** Decided by looking at every candidate execution; undecided beyond `most` of them. */
export function bruteRace(
  program: Program,
  { model, bound = defaultBound, most }: RaceOptions & { readonly most: number },
): RaceVerdict {
  const known = beforehand(program, model, bound)
  if (known !== undefined) return known
  const relations = raceRelations(model)
  if (relations === undefined) return noRelations(model)
  const graph = buildEvents(program, bound)
  const { listing, listed } = counting(most)
  for (const execution of candidates(graph, model, listing)) {
    const races = racesOf(graph, execution, relations)
    const counts = countsUnfinished(program) || isComplete(graph, execution)
    if (races.length > 0 && counts && objections(graph, model, execution).length === 0)
      return { kind: 'racy', graph, execution, races }
  }
  const reason = unlisted(listed(), most)
  return reason === undefined ? { kind: 'race-free' } : { kind: 'undecided', reason }
}

/** That some two conflicting accesses are executed, not morally strong, and in no causality order. */
function raceFormula(graph: EventGraph, { builder, relation, solution }: Encoding, relations: RaceRelations): Formula {
  const { and, not, any, ff } = builder
  const accesses = graph.events.filter(isMemory)
  const [ms, cause] = [relation(relations.ms), relation(relations.cause)]
  const either = (rows: typeof ms, a: number, b: number): Formula =>
    builder.or(rows[a]?.get(b) ?? ff, rows[b]?.get(a) ?? ff)
  return any(
    accesses.flatMap((a, i) =>
      accesses.slice(i + 1).flatMap((b) => {
        if (!conflicting(a, b)) return []
        const executed = and(solution.executed[a.id] ?? ff, solution.executed[b.id] ?? ff)
        return [and(executed, and(not(either(ms, a.id, b.id)), not(either(cause, a.id, b.id))))]
      }),
    ),
  )
}
