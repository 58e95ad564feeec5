/** Answers to questions as they are judged and shown. */

import { match } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import { strictForm } from '../axioms/models.js'
import { usesFeature } from '../encoder/decide/coverage.js'
import { isSameUnder } from '../encoder/decide/other-models.js'
import { type Decision, type Liveness, loopsWithin, type Verdict, type Within } from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Program } from '../litmus/program.js'
import { findingsIn } from '../races/finding.js'
import type {
  AssumptionReport,
  DeviationReport,
  Finding,
  LayoutReport,
  LivenessReport,
  UndefinedReport,
  UnknownReport,
} from '../report/parts.js'
import { must } from '../source/must.js'
import { assumptionReportOf } from '../witness/assumptions.js'
import { deviationReportOf } from '../witness/deviations.js'
import { layoutReportOf } from '../witness/layouts.js'
import { placedAt } from '../witness/source.js'
import { undefinedReportOf } from '../witness/undefined.js'
import { unknownReportOf } from '../witness/unknowns.js'
import { livenessIn } from '../witness/waits.js'
import { deviationsOf } from './deviations.js'
import { type Besides, besides, type Demand, endsGivenIn, needsReportOf, nothingBesides } from './needs/needs.js'

/** The part of an answer that is judged: everything except its execution. */
export interface Answer {
  readonly verdict: Exclude<Verdict, { kind: 'allowed' }> | { readonly kind: 'allowed' }
  readonly liveness: LivenessReport
  readonly undefined: UndefinedReport['undefined']
  readonly unknown: UnknownReport
  /** The loops that were cut. Where undefined behaviour was looked for, it is known within this bound only. */
  readonly cut?: Within
  /** The reason why it is undecided whether undefined behaviour is reachable. */
  readonly undefinedReason?: string
  /** The same question under the strict form of the model, if there is one and the test uses features on which the two may differ. */
  readonly strict?: Pick<Answer, 'verdict' | 'liveness' | 'undefined'> & { readonly model: string }
  readonly layouts?: LayoutReport['layouts']
  readonly deviations?: DeviationReport['deviations']
  readonly assumptions?: AssumptionReport['assumptions']
  /** What is wrong in the execution that violates a claim, or what is not covered, if a place is known. */
  readonly finding?: Finding
  readonly events: number
  /** True if the test has demands on executions. */
  readonly demands: boolean
  /** Milliseconds. */
  readonly build: number
  readonly load: number
  readonly solve: number
}

/** Returns the strict form of a model if the test uses features that the two may treat differently. */
export function strictFor(test: Program, model: Model): Model | undefined {
  const strict = strictForm(model)
  return strict !== undefined && usesFeature(test, 'asynchronous operations') ? strict : undefined
}

/**
 * Returns the answers of a decision, in its order. Each has the answer under the strict form of the model, and the
 * known deviations that it depends on. `again` decides the same questions of another program, or under another model.
 * `demand` states the promises about the schedule.
 */
export function answersOf(
  decision: Decision,
  again: (test: Program, model: Model) => Decision,
  demand: Demand = nothingBesides,
): readonly Answer[] {
  const { graph, model } = decision
  const dependences = deviationsOf(decision, (weaker) => again(weaker, model))
  const needs = besides(decision, demand, (other) => again(other, model))
  const given = demand.examined ? {} : endsGivenIn(graph, demand)
  const answers = ownAnswers(decision).map((answer, i) => ({
    ...answer,
    liveness: { ...answer.liveness, ...(answer.liveness.liveness === 'ends' ? given : {}) },
    ...(needs === undefined ? {} : { liveness: withNeeds(answer.liveness, needs) }),
    ...deviationReportOf(dependences[i]),
    ...foundIn(decision, i),
  }))
  const narrow = strictFor(graph.program, model)
  const strict =
    narrow && (isSameUnder(narrow, decision) ? { ...decision, model: narrow } : again(graph.program, narrow))
  if (strict === undefined) return answers
  const others = ownAnswers(strict)
  return answers.map((answer, i) => {
    const { verdict, liveness, undefined: reached } = must(others[i], 'an answer to each question')
    return { ...answer, strict: { model: strict.model.name, verdict, liveness, undefined: reached } }
  })
}

/** Returns what is wrong in the execution that violates a claim, or what is not covered and where. */
function foundIn({ graph, model, answers }: Decision, index: number): Pick<Answer, 'finding'> {
  const { question, verdict } = must(answers[index], 'an answer to each question')
  const [finding] = match(verdict)
    .returnType<readonly Finding[]>()
    .with({ kind: 'allowed' }, ({ execution }) =>
      question.kind === 'assert' ? findingsIn(graph, execution, model) : [],
    )
    .with({ kind: 'not covered' }, ({ reason, at = [] }) => {
      const [place, ...others] = at.map(placedAt)
      const related = others.map((other) => ({ message: 'and here', ...other }))
      return place === undefined ? [] : [{ sentence: reason, ...place, related }]
    })
    .otherwise(() => [])
  return finding === undefined ? {} : { finding }
}

/** Adds to a report on hangs what its answer needs of the schedule. */
const withNeeds = (liveness: LivenessReport, found: Besides): LivenessReport =>
  found.kind === 'hangs' ? livenessIn(found.graph, found.liveness) : { ...liveness, ...needsReportOf(found.needs) }

/** Returns a verdict without its execution. An answer that is vacuous because threads are left out shows nothing. */
const verdictIn = (verdict: Verdict, { hangWithout }: LivenessReport): Answer['verdict'] =>
  match(verdict)
    .returnType<Answer['verdict']>()
    .with({ kind: 'allowed' }, ({ kind }) => ({ kind }))
    .with({ kind: 'not covered' }, ({ kind, reason }) => ({ kind, reason }))
    .with({ kind: 'forbidden', vacuous: true }, (same) =>
      hangWithout === undefined
        ? same
        : { kind: 'undecided', reason: 'no execution ends without the threads that the launch leaves out' },
    )
    .otherwise((same) => same)

/** The loops that executions may go round more often than the bound: all of them if that is undecided. */
function cutIn(graph: EventGraph, liveness: Liveness | undefined): Pick<Answer, 'cut'> {
  const cut =
    liveness?.kind === 'undecided' ? loopsWithin(graph, new Set(graph.cuts.map(({ loop }) => loop))) : liveness?.within
  return cut === undefined ? {} : { cut }
}

const ownAnswers = ({ graph, answers, build, load }: Decision): readonly Answer[] =>
  answers.map(({ verdict, liveness, unknowns, undefined: reached, layouts, solve }) => ({
    verdict: verdictIn(verdict, livenessIn(graph, liveness)),
    liveness: livenessIn(graph, liveness),
    unknown: unknownReportOf(graph, unknowns),
    ...(verdict.kind === 'not covered' ? { undefined: null } : undefinedReportOf(graph, reached)),
    ...cutIn(graph, liveness),
    ...('reason' in reached ? { undefinedReason: reached.reason } : {}),
    ...layoutReportOf(layouts),
    events: graph.events.length,
    ...assumptionReportOf(graph),
    demands: graph.constraints.length > 0 || graph.program.filter !== undefined,
    build,
    load,
    solve,
  }))
