/** What it rests on, besides the model, that a program meets a goal. */

import { deviationsOf } from '../answers/deviations.js'
import { endsGivenIn } from '../answers/needs/needs.js'
import { decide, type Options } from '../encoder/decide/decide.js'
import { timeLimit } from '../encoder/decide/time-limit.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
import { raceDeviations } from '../races/deviations.js'
import { findRace } from '../races/find-races.js'
import type { LivenessReport, RestsReport } from '../report/parts.js'
import { restsText } from '../report/verdict.js'
import { assumptionReportOf } from '../witness/assumptions.js'
import { deviationReportOf } from '../witness/deviations.js'
import { loopsCut } from '../witness/labels.js'
import { layoutReportOf } from '../witness/layouts.js'
import { partialReportOf } from '../witness/partial.js'
import { restTexts } from '../witness/rests.js'
import { anything } from './judge.js'

export interface Rests extends RestsReport, Pick<LivenessReport, 'endsGiven'> {
  /** Present if the goal is met within a bound only. */
  readonly within?: Within
  /** The reason if there was no answer once more, so that it may rest on more. */
  readonly restsUnknown?: string
}

/**
 * Decides a program that meets the goal once more, and returns what that rests on. `timeout` is for everything that is
 * decided and built.
 */
export function restsOn(
  program: Program,
  goal: ({ readonly questions: readonly Question[]; readonly raceFree?: boolean } | { readonly kind: 'race-free' }) & {
    readonly ends?: boolean
  },
  solver: Solver,
  { model, bound, timeout }: Pick<Options, 'model' | 'bound' | 'timeout'>,
): Rests {
  const limit = timeLimit(timeout)
  const timed = () => ({
    model,
    timeout: limit.left(),
    goesOn: limit.goesOn,
    ...(bound === undefined ? {} : { bound }),
  })
  const claims = 'questions' in goal && goal.questions.length > 0 ? ofClaims(goal.questions) : {}
  const races = !('questions' in goal) || goal.raceFree === true ? ofRaces() : {}
  return {
    ...partialReportOf(program),
    ...together(together(claims, races), goal.ends === true ? ofEnds() : {}),
  }

  function ofEnds(): Rests {
    const { graph, answers } = decide({ ...program, questions: [anything(program)] }, solver, timed())
    const liveness = answers[0]?.liveness
    if (liveness?.kind === 'undecided') return { restsUnknown: liveness.reason }
    if (liveness?.kind !== 'ends') return {}
    const { within } = liveness
    return {
      ...(within === undefined ? {} : { within }),
      ...layoutReportOf(answers[0]?.layouts),
      ...assumptionReportOf(graph),
      ...endsGivenIn(graph, {}),
    }
  }

  function ofClaims(questions: readonly Question[]): Rests {
    const decided = (one: Program) => decide({ ...one, questions }, solver, timed())
    const decision = decided(program)
    const { graph, answers } = decision
    const open = answers.find(({ verdict }) => verdict.kind === 'undecided')?.verdict
    if (open?.kind === 'undecided') return { restsUnknown: open.reason }
    const deviations = new Map(
      deviationsOf(decision, decided)
        .flat()
        .map((one) => [one.deviation.name, one]),
    )
    const limits = answers.flatMap(({ verdict }) =>
      verdict.kind === 'forbidden' && verdict.within !== undefined ? [verdict.within] : [],
    )
    return {
      ...(limits[0] === undefined ? {} : { within: limits[0] }),
      ...layoutReportOf(answers.flatMap(({ layouts }) => layouts ?? [])[0]),
      ...deviationReportOf([...deviations.values()]),
      ...assumptionReportOf(graph),
    }
  }

  function ofRaces(): Rests {
    const decided = (one: Program) => findRace(one, solver, timed())
    const verdict = decided(program)
    if (verdict.kind === 'undecided') return { restsUnknown: verdict.reason }
    if (verdict.kind !== 'race-free') return {}
    const { within, layouts, assumptions } = verdict
    return {
      ...(within === undefined ? {} : { within }),
      ...layoutReportOf(layouts),
      ...deviationReportOf(raceDeviations(program, verdict, decided)),
      ...(assumptions === undefined ? {} : { assumptions }),
    }
  }
}

/** Returns what two answers rest on together. */
const together = (one: Rests, other: Rests): Rests => {
  const deviations = [...(one.deviations ?? []), ...(other.deviations ?? [])]
  const assumptions = [...(one.assumptions ?? []), ...(other.assumptions ?? [])]
  return {
    ...one,
    ...other,
    ...(deviations.length === 0
      ? {}
      : { deviations: [...new Map(deviations.map((each) => [each.name, each])).values()] }),
    ...(assumptions.length === 0
      ? {}
      : { assumptions: [...new Map(assumptions.map((each) => [each.what, each])).values()] }),
  }
}

/** ` within bound 2 if no wait times out`: what the answers rest on; nothing if it is the model alone. */
export const boundRestsText = ({ within, ...rests }: Rests = {}): string =>
  `${within === undefined ? '' : ` within bound ${within.bound}`}${restsText(rests, rests.endsGiven)}`

/** Returns a line for each thing that the answers rest on. */
export const restLines = ({ within, restsUnknown, ...rests }: Rests = {}): readonly string[] =>
  [
    ...(within === undefined ? [] : [loopsCut(within)]),
    ...restTexts(rests),
    ...(restsUnknown === undefined ? [] : [`on what else this rests is not known: ${restsUnknown}`]),
  ].map((line) => `  ${line}`)

/** Returns what the answers rest on, as documents have it. */
export const restsDocument = ({ within, ...rests }: Rests = {}) => ({
  ...(within === undefined ? {} : { within: { ...within, loops: [...within.loops] } }),
  ...rests,
})
