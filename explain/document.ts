/** Explanations and races as documents. */

import { endsGivenIn } from '../answers/needs/needs.js'
import type { Model } from '../axioms/algebra/terms.js'
import type { Within } from '../encoder/decide/verdict.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Program, Question } from '../litmus/program.js'
import { testName } from '../litmus/program.js'
import type { RaceVerdict } from '../races/find-races.js'
import { findingsOf } from '../races/finding.js'
import type { IdleFence } from '../races/idle-fence.js'
import { idleIn } from '../races/idle-fences.js'
import { idleText } from '../races/idle-texts.js'
import { causeText } from '../races/race-texts.js'
import type { Race } from '../races/races.js'
import { editsOf } from '../repair/slot.js'
import { isModelOnly, repairInCuda, repairText } from '../repair/text.js'
import type { ExplanationDocument, RaceDocument, RacesReport, StepDocument } from '../report/explanation.js'
import type { LivenessReport, RestsReport, UndefinedReport, UnknownReport } from '../report/parts.js'
import { answerTo } from '../report/verdict.js'
import type { Witness } from '../report/witness.js'
import { assumptionReportOf, raceAssumptionsOf } from '../witness/assumptions.js'
import { witnessOf } from '../witness/build.js'
import { deviationReportOf } from '../witness/deviations.js'
import { objectionName } from '../witness/labels.js'
import { layoutReportOf } from '../witness/layouts.js'
import { partialReportOf } from '../witness/partial.js'
import { undefinedReportOf } from '../witness/undefined.js'
import { unknownReportOf } from '../witness/unknowns.js'
import { livenessIn } from '../witness/waits.js'
import type { Chain } from './derive.js'
import type { Explanation } from './explain.js'
import { chained, eventsOf, inCuda } from './in-cuda.js'
import { overlapTexts } from './text/overlaps.js'

/** Returns what is known besides the verdict on the outcome. */
export const knownOf = (explanation: Explanation): RestsReport & LivenessReport & UndefinedReport & UnknownReport => ({
  ...partialReportOf(explanation.graph.program),
  ...('liveness' in explanation ? livenessIn(explanation.graph, explanation.liveness) : { liveness: null }),
  ...('liveness' in explanation && explanation.liveness?.kind === 'ends' ? endsGivenIn(explanation.graph, {}) : {}),
  ...(explanation.kind === 'not covered'
    ? { undefined: null }
    : undefinedReportOf(explanation.graph, explanation.undefined)),
  ...('layouts' in explanation ? layoutReportOf(explanation.layouts) : {}),
  ...('deviations' in explanation ? deviationReportOf(explanation.deviations) : {}),
  ...assumptionReportOf(explanation.graph),
  ...('unknowns' in explanation ? unknownReportOf(explanation.graph, explanation.unknowns) : {}),
})

/** Returns the document of an explanation. */
export function explanationOf(
  program: Program,
  question: Question,
  model: Model,
  explanation: Explanation,
): ExplanationDocument {
  const verdicts = knownOf(explanation)
  const about = {
    test: testName(program),
    question: question.name,
    model: model.name,
    verdict: explanation.kind,
    answer: answerTo(question.kind, { verdict: explanation.kind, ...verdicts }),
    ...verdicts,
  }
  const nothing = { sets: [], races: [], repairs: [] }
  switch (explanation.kind) {
    case 'undecided':
    case 'not covered':
      return { ...about, reason: explanation.reason, ...nothing }
    case 'allowed': {
      const { graph, execution, races, torn, idle, repairs, changes } = explanation
      return {
        ...about,
        sets: [],
        witness: witnessOf({ graph, model, execution, question }),
        races: races.map((one) => raceOf(graph, execution, one)),
        ...(races.length === 0
          ? {}
          : { findings: [...findingsOf(graph, races, (race) => idleIn(graph, execution, model, [race]))] }),
        ...(torn.length === 0 ? {} : { torn: torn.map(({ fresh, stale }) => ({ fresh, stale })) }),
        ...fencesIn(graph, idle),
        repairs: repairs.map((one) => {
          const edits = editsOf(one.changes)
          return {
            changes: edits.map((edit) => repairText(program, edit)),
            cuda: one.changes.flatMap(({ edits, mayBeFenced }) =>
              edits.map((edit) => [...repairInCuda(program, edit, mayBeFenced)]),
            ),
            cost: { ...one.cost },
            ...(edits.some(isModelOnly) ? { modelOnly: true } : {}),
            ...(one.ordered ? { inThisOrder: true } : {}),
            ...(one.lanes === undefined ? {} : { foundWith: one.lanes }),
            ...limitedTo(one.within),
          }
        }),
        ...(changes === undefined
          ? {}
          : {
              changes: {
                tried: changes.judged,
                undecided: changes.undecided,
                spent: changes.spent !== undefined,
              },
            }),
        cuda: [...inCuda(graph, eventsOf(graph))],
      }
    }
    case 'forbidden': {
      const { graph, verdict, sets, givenUp } = explanation
      return {
        ...about,
        ...nothing,
        vacuous: verdict.vacuous,
        ...limitedTo(verdict.within),
        givenUp,
        cuda: [...inCuda(graph, chained(sets))],
        sets: sets.map(({ axioms, within, objections }) => ({
          axioms: [...axioms],
          ...limitedTo(within),
          objections: objections.map(({ execution, breaks, chain, ...objection }) => ({
            ...objection,
            breaks: [...breaks],
            chain: stepsOf(chain),
            witness: chainWitness(graph, model, execution, question, { axiom: objection.axiom, chain }),
          })),
        })),
      }
    }
  }
}

const limitedTo = (within: Within | undefined): Pick<ExplanationDocument, 'within'> =>
  within === undefined ? {} : { within: { ...within, loops: [...within.loops] } }

/**
 * Returns the execution with its chain as one more relation. The execution is not consistent, so its races are left
 * out.
 */
export const chainWitness = (
  graph: EventGraph,
  model: Model,
  execution: Execution,
  question: Question,
  { axiom, chain }: { readonly axiom: string; readonly chain: Chain },
): Witness => {
  const { races: _, ...shown } = witnessOf({ graph, model, execution, question })
  const pairs = chain.filter(({ from, to }) => from !== to).map(({ from, to }): [number, number] => [from, to])
  return { ...shown, forbiddenBy: axiom, relations: { ...shown.relations, [objectionName]: pairs } }
}

/** Returns a chain as documents have it. */
export const stepsOf = (chain: Chain): StepDocument[] =>
  chain.map(({ from, to, relation, inverse, because }) => ({ from, to, relation, inverse, because: stepsOf(because) }))

const raceOf = (
  graph: EventGraph,
  execution: Execution,
  { events: [a, b], lacks, because, operations, ...race }: Race,
): RaceDocument => {
  const overlap = overlapTexts(graph, execution, a, b)
  return {
    ...race,
    ...(operations === undefined ? {} : { operations: [...operations] }),
    events: [a, b],
    ...(because.length === 0 ? {} : { because: because.map((one) => causeText(graph, one)) }),
    ...(overlap.length === 0 ? {} : { overlap: [...overlap] }),
    lacks: lacks.map((one) => ({ kind: one.kind, events: 'events' in one ? [...one.events] : [] })),
  }
}

/** Returns the fences that do not count, each with the reason. */
const fencesIn = (
  graph: EventGraph,
  idle: readonly IdleFence[],
): { readonly fences?: { fence: number; because: string }[] } =>
  idle.length === 0 ? {} : { fences: idle.map((one) => ({ fence: one.fence, because: idleText(graph, one) })) }

/** Returns the result about a test's races as a part of the report. */
export function raceReportOf(program: Program, model: Model, verdict: RaceVerdict): RacesReport['tests'][number] {
  const about = { test: testName(program), verdict: verdict.kind, ...partialReportOf(program) }
  switch (verdict.kind) {
    case 'racy': {
      const { graph, execution, races, undefined: reached } = verdict
      return {
        ...about,
        undefined: reached,
        ...raceAssumptionsOf(
          graph,
          races.flatMap(({ events }) => events),
        ),
        races: races.map((one) => raceOf(graph, execution, one)),
        findings: [...findingsOf(graph, races, (race) => idleIn(graph, execution, model, [race]))],
        ...fencesIn(graph, idleIn(graph, execution, model, races)),
        cuda: [...inCuda(graph, eventsOf(graph))],
        witness: witnessOf({ graph, model, execution }),
      }
    }
    case 'race-free': {
      const { ends, within, layouts, assumptions, undefined: reached } = verdict
      return {
        ...about,
        undefined: reached,
        ends,
        races: [],
        ...limitedTo(within),
        ...layoutReportOf(layouts),
        ...(assumptions === undefined ? {} : { assumptions }),
      }
    }
    case 'vacuous':
      return { ...about, undefined: verdict.undefined, races: [] }
    default:
      return { ...about, undefined: null, reason: verdict.reason, races: [] }
  }
}
