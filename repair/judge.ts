/** Decides again whether a changed program is as it should be. */

import { besides, nothingBesides } from '../answers/needs/needs.js'
import { raceRelations } from '../axioms/algebra/roles.js'
import { decide, type Options } from '../encoder/decide/decide.js'
import { timeLimit } from '../encoder/decide/time-limit.js'
import type { Answered, Liveness, UndefinedBehaviour, UndefinedIn, Within } from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { hangIn, isUndefined } from '../encoder/execution/replay.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
import { findRace } from '../races/find-races.js'
import { racesOf } from '../races/races.js'
import { timeReason } from '../source/limited.js'
import { must } from '../source/must.js'
import { livenessIn } from '../witness/waits.js'
import { originsOf } from './apply.js'
import { type Counterexample, reaching } from './counterexample.js'
import type { Repair } from './repair.js'

/** The demands on the changed program. */
export interface Demands {
  /** The questions whose outcomes must not be reachable. */
  readonly forbidden: readonly Question[]
  /** The questions whose outcomes must stay reachable, or stay unreachable. */
  readonly kept: readonly Kept[]
  readonly raceFree: boolean
  /** True if no thread may wait for ever. */
  readonly ends: boolean
  /** The behaviour of the unchanged program: a change must not make it worse. */
  readonly before: { readonly liveness: Liveness | undefined; readonly undefined: UndefinedBehaviour }
}

interface Kept {
  readonly question: Question
  readonly isReachable: boolean
}

export type Judged =
  | { readonly kind: 'good'; readonly within: Within | undefined }
  | { readonly kind: 'offends'; readonly fault: Fault; readonly counterexample: Counterexample }
  /** Something else is broken; `containing` says that it stays so, whatever order is added. */
  | { readonly kind: 'breaks'; readonly fault: Fault; readonly containing: boolean }
  | { readonly kind: 'undecided'; readonly reason: string }

/** What is wrong with a changed program. */
export type Fault =
  | { readonly kind: 'violated'; readonly question: Question }
  | { readonly kind: 'race' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'undefined'; readonly found: UndefinedIn }
  /** An outcome that the program permits is out of reach. */
  | { readonly kind: 'lost'; readonly question: Question }
  /** None of its executions ends. */
  | { readonly kind: 'never ends' }

/** What a search makes of a changed program. A reviewer would not want it although it is good, or may be. */
export type Wanted = Judged | { readonly kind: 'unwanted' }

/** The changes of a program, and whether any of them may make a thread wait for ever, or behaviour undefined. */
export interface Changed {
  readonly program: Program
  readonly edits: readonly Repair[]
  readonly unsafe: boolean
}

/**
 * Returns what is wrong with a changed program, or that nothing is. `timeout` is for all that is decided, and what is
 * built for that. Throws `InternalError` where `decide` does.
 */
export function judge(
  original: Program,
  { program, edits, unsafe }: Changed,
  { forbidden, kept, raceFree, ends, before }: Demands,
  solver: Solver,
  options: Options & { readonly bound: number },
): Judged {
  const { model, bound } = options
  const limit = timeLimit(options.timeout)
  const timed = () => ({ timeout: limit.left(), goesOn: limit.goesOn })
  if (!limit.goesOn()) return { kind: 'undecided', reason: timeReason }
  const origins = originsOf(original, edits)
  const offends = (
    fault: Fault,
    graph: EventGraph,
    execution: Execution,
    { of, mayBeOfChanges }: Pick<Counterexample, 'of' | 'mayBeOfChanges'>,
    isStill: Counterexample['isStill'],
  ): Judged => ({
    kind: 'offends',
    fault,
    counterexample: { question: undefined, reached: { graph, execution, origins }, of, mayBeOfChanges, isStill },
  })

  let raceLimits: Within | undefined
  if (raceFree) {
    const races = findRace(program, solver, { model, bound, ...timed() })
    const relations = raceRelations(model)
    switch (races.kind) {
      case 'racy':
        return offends(
          { kind: 'race' },
          races.graph,
          races.execution,
          { of: 'accesses', mayBeOfChanges: false },
          (graph, execution) => relations !== undefined && racesOf(graph, execution, relations).length > 0,
        )
      case 'vacuous':
        return { kind: 'breaks', fault: { kind: 'never ends' }, containing: false }
      case 'undecided':
      case 'not covered':
        return { kind: 'undecided', reason: races.reason }
      case 'race-free':
        raceLimits = races.within
    }
  }
  const requirements = [...forbidden, ...kept.map(({ question }) => question)]
  const questions = requirements.length > 0 ? requirements : [anything(program)]
  const decided = (one: Program) =>
    decide({ ...one, questions }, solver, { ...options, ...timed(), liveness: unsafe || ends })
  const decision = decided(program)
  const { graph, answers } = decision
  const { undefined: reached, liveness } = must(answers[0], 'an answer')

  if (liveness?.kind === 'undecided') return { kind: 'undecided', reason: liveness.reason }
  const hangs = liveness?.kind === 'hangs'
  if (hangs && ends && livenessIn(graph, liveness).liveness === 'undecided')
    return { kind: 'undecided', reason: 'a thread waits for ever, but threads that are left out might end that' }
  if (hangs && (ends || liveness.always || before.liveness?.kind !== 'hangs'))
    return !ends && before.liveness?.kind === 'hangs'
      ? { kind: 'breaks', fault: { kind: 'hang' }, containing: false }
      : offends(
          { kind: 'hang' },
          graph,
          liveness.execution,
          stuck,
          (there, execution) => hangIn(there, model, execution) !== undefined,
        )
  // What a launch says of resident blocks is not in the executions of `decide`.
  const scheduled = ends ? besides(decision, nothingBesides, decided) : undefined
  if (scheduled?.kind === 'hangs' && scheduled.liveness.kind === 'undecided')
    return { kind: 'undecided', reason: scheduled.liveness.reason }
  if (scheduled?.kind === 'hangs' && scheduled.liveness.kind === 'hangs')
    return offends(
      { kind: 'hang' },
      scheduled.graph,
      scheduled.liveness.execution,
      stuck,
      (there, execution) => hangIn(there, model, execution) !== undefined,
    )
  for (const { question, verdict } of answers) {
    if (verdict.kind === 'undecided' || verdict.kind === 'not covered')
      return { kind: 'undecided', reason: verdict.reason }
    const mustBeReached = kept.some((one) => one.question === question && one.isReachable)
    if (mustBeReached && verdict.kind !== 'allowed')
      return { kind: 'breaks', fault: { kind: 'lost', question }, containing: true }
    if (mustBeReached || !requirements.includes(question)) continue
    if (verdict.kind === 'allowed')
      return {
        kind: 'offends',
        fault: { kind: 'violated', question },
        counterexample: reaching(question, { graph, execution: verdict.execution, origins }),
      }
    if (verdict.vacuous) return { kind: 'breaks', fault: { kind: 'never ends' }, containing: false }
  }
  if (reached.kind === 'undecided') return { kind: 'undecided', reason: reached.reason }
  const tolerated = new Set(
    before.undefined.kind === 'known'
      ? before.undefined.found.flatMap(({ reason }) => (mendable.has(reason) ? [] : [reason]))
      : [],
  )
  const wrong = reached.found.find(({ reason }) => !tolerated.has(reason))
  if (wrong !== undefined) {
    const fault: Fault = { kind: 'undefined', found: wrong }
    return tolerated.size === 0
      ? offends(fault, graph, wrong.execution, stuck, (there, execution) => isUndefined(there, model, execution))
      : { kind: 'breaks', fault, containing: false }
  }
  if (ends && liveness === undefined) return { kind: 'undecided', reason: 'whether a thread waits for ever' }
  return { kind: 'good', within: limitsOf(answers) ?? raceLimits ?? liveness?.within }
}

const stuck = { of: 'final states', mayBeOfChanges: true } as const

/**
 * Returns a question for a program that asks none, to find out whether threads end and whether behaviour is undefined.
 */
export const anything = ({ threads }: Program): Question => ({
  kind: 'check',
  name: '',
  condition: { kind: 'and', conditions: [] },
  span: must(threads[0], 'a thread').span,
})

/** The undefined behaviour that changes can remove: accesses that come too early, misuse of an mbarrier, and of `wgmma`. */
export const mendable: ReadonlySet<string> = new Set(['asynchronous', 'mbarrier', 'warpgroup'])

const limitsOf = (answers: readonly Answered[]): Within | undefined =>
  answers.flatMap(({ verdict }) =>
    verdict.kind === 'forbidden' && verdict.within !== undefined ? [verdict.within] : [],
  )[0]
