/** What is wrong with a changed program besides the goal of the search: claims that are not met, hangs, and data races. */

import { match, P } from 'ts-pattern'
import { besides as besidesNeeded, nothingBesides } from '../answers/needs/needs.js'
import { decide, type Options } from '../encoder/decide/decide.js'
import type { TimeLimit } from '../encoder/decide/time-limit.js'
import type { Answered, Decision, Liveness } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
import { findRace, type RaceOptions } from '../races/find-races.js'
import type { UndefinedReport } from '../report/parts.js'
import { undefinedReportOf } from '../witness/undefined.js'
import { anything } from './judge.js'
import { type Besides, forbidsRaces, type Goal } from './result.js'

/**
 * Returns what is wrong with a program that reaches the goal, given the decision on the unchanged one. `limit` is for
 * all of it.
 */
export function besides(
  program: Program,
  goal: Goal,
  before: Decision,
  solver: Solver,
  { model, bound }: Pick<Options, 'model' | 'bound'>,
  { left, goesOn }: TimeLimit,
): Besides {
  const { answers } = before
  const timed = () => ({ model, bound, timeout: left(), goesOn })
  const sought = goal.kind === 'claims' ? goal.questions : []
  const against = sought.filter(({ kind }) => kind === 'permit')
  // Claims that were not met before may still not be; all others still hold.
  const open = answers.filter((one) => !sought.includes(one.question) && isUnmet(one)).map(({ question }) => question)
  // Without a question, whether the unchanged program hangs was not decided.
  const asksHangs = goal.ends !== true && (answers.length === 0 || mayHang(answers[0]))
  const decided = (one: Program) => decide({ ...one, questions: [anything(one)] }, solver, timed())
  // No repair makes threads wait for blocks that are not resident if none did.
  const asksSchedule = goal.ends !== true && !asksHangs && asLaunched(before, decided) !== undefined
  const launched = asksSchedule ? asLaunched(decided(program), decided) : undefined
  const again =
    open.length === 0 && !asksHangs
      ? []
      : decide({ ...program, questions: open.length === 0 ? [anything(program)] : open }, solver, timed()).answers
  const unmet = [...against, ...again.filter(isUnmet).map(({ question }) => question)]
  const races = forbidsRaces(goal) ? undefined : racesIn(program, solver, timed())
  const stops = goal.kind === 'race-free' ? stopsIn(program, before, decided) : []
  const late = launched?.kind === 'undecided' ? launched.reason : undefined
  const unwatched = stops === null ? 'whether undefined behaviour or a trap is reachable' : undefined
  const unknown = [...again.map(unknownIn), late, races?.reason, unwatched].find((reason) => reason !== undefined)
  return {
    unmet: program.questions.filter((one) => unmet.includes(one)),
    ...(stops === null || stops.length === 0 ? {} : { stops }),
    hangs: (asksHangs && mayHang(again[0])) || launched?.kind === 'hangs',
    ...(races === undefined ? {} : { races: races.races }),
    ...(unknown === undefined ? {} : { besidesUnknown: unknown }),
  }
}

/**
 * Returns where undefined behaviour or a trap is reachable; null if that is not known. A search for races alone tolerates
 * what the unchanged program does.
 */
function stopsIn(
  program: Program,
  before: Decision,
  decided: (one: Program) => Decision,
): UndefinedReport['undefined'] {
  const reachedIn = ({ graph, answers }: Decision): UndefinedReport['undefined'] =>
    answers[0] === undefined ? [] : undefinedReportOf(graph, answers[0].undefined).undefined
  if (before.answers.length === 0) return reachedIn(decided(program))
  const asBefore = reachedIn(before)
  return asBefore?.length === 0 || program === before.graph.program ? asBefore : reachedIn(decided(program))
}

/**
 * Returns which outcomes that were reachable before races were removed still are: without a race, a bug may stay. Claims
 * are no such outcomes, nor are those of the goal.
 */
export function outcomesWithoutRaces(
  program: Program,
  goal: Goal,
  { answers }: Decision,
  solver: Solver,
  { model, bound }: Pick<Options, 'model' | 'bound'>,
  { left, goesOn }: TimeLimit,
): Pick<Besides, 'reachable' | 'gone'> {
  const questions = outcomesReached(answers, goal)
  if (questions.length === 0) return {}
  const { answers: now } = decide({ ...program, questions }, solver, { model, bound, timeout: left(), goesOn })
  const which = (kind: 'allowed' | 'forbidden') =>
    now.flatMap(({ question, verdict }) => (verdict.kind === kind ? [question] : []))
  return { reachable: which('allowed'), gone: which('forbidden') }
}

/** Returns the outcomes that a program without a race reaches: they are no claims, and not those of the goal. */
export const reachedWithoutRaces = ({ answers }: Decision, goal: Goal): Pick<Besides, 'reachable'> => {
  const reachable = outcomesReached(answers, goal)
  return reachable.length === 0 ? {} : { reachable }
}

function outcomesReached(answers: Decision['answers'], goal: Goal): readonly Question[] {
  const sought = goal.kind === 'claims' ? goal.questions : []
  return !forbidsRaces(goal)
    ? []
    : answers.flatMap(({ question, verdict }) =>
        question.kind !== 'assert' && verdict.kind === 'allowed' && !sought.includes(question) ? [question] : [],
      )
}

/** Returns whether a program has data races; undefined if the model does not define them, or covers none of it. */
function racesIn(
  program: Program,
  solver: Solver,
  { bound, ...options }: Omit<RaceOptions, 'bound'> & Pick<Options, 'bound'>,
): { readonly races: NonNullable<Besides['races']>; readonly reason?: string } | undefined {
  const verdict = findRace(program, solver, bound === undefined ? options : { ...options, bound })
  return match(verdict)
    .returnType<ReturnType<typeof racesIn>>()
    .with({ kind: 'racy' }, () => ({ races: 'present' }))
    .with({ kind: P.union('race-free', 'vacuous') }, () => ({ races: 'absent' }))
    .with({ kind: 'undecided' }, ({ reason }) => ({ races: 'unknown', reason }))
    .with({ kind: 'not covered' }, () => undefined)
    .exhaustive()
}

const unknownIn = ({ question, verdict, liveness, undefined: reached }: Answered): string | undefined => {
  if (verdict.kind === 'undecided' && question.name !== '') return verdict.reason
  if (reached.kind === 'undecided') return reached.reason
  return liveness?.kind === 'undecided' ? liveness.reason : undefined
}

/**
 * Returns whether a program hangs with the blocks that its launches say are resident; undefined if it does not. `decide`
 * takes all blocks to be resident.
 */
function asLaunched(decision: Decision, decided: (program: Program) => Decision): Liveness | undefined {
  const found = besidesNeeded(decision, nothingBesides, decided)
  return found?.kind === 'hangs' ? found.liveness : undefined
}

/** No repair makes a thread hang that did not hang before. */
const mayHang = (answer: Answered | undefined): boolean => answer?.liveness?.kind === 'hangs'

/** Returns whether a claim is not met. No claim is met if behaviour is undefined. */
function isUnmet({ question, verdict, undefined: reached }: Answered): boolean {
  if (question.kind === 'check') return false
  if (reached.kind === 'known' && reached.found.length > 0) return true
  if (question.kind === 'permit') return verdict.kind === 'forbidden'
  return verdict.kind === 'allowed' || (verdict.kind === 'forbidden' && verdict.vacuous)
}
