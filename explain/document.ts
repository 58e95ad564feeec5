/** Explanations and races as documents. */

import * as z from 'zod'
import type { Model } from '../axioms/algebra/terms.js'
import type { EventGraph } from '../encoder/event.js'
import type { Execution } from '../encoder/execution.js'
import type { Program, Question } from '../litmus/program.js'
import { testName } from '../litmus/program.js'
import { witnessOf } from '../witness/build.js'
import { type Witness, witness } from '../witness/document.js'
import type { Chain } from './derive.js'
import type { Explanation } from './explain.js'
import type { RaceVerdict } from './find-races.js'
import type { Race } from './races.js'
import { repairText } from './text.js'

const id = z.int().nonnegative()

/** A pair of events in a relation, or with `inverse`, the other way round; `because` leads from the one to the other by more basic ones. */
export const stepDocument = z.object({
  from: id,
  to: id,
  relation: z.string(),
  inverse: z.boolean(),
  get because() {
    return z.array(stepDocument)
  },
})

const within = z.object({ bound: z.int().positive(), loops: z.array(z.string()) })

export const raceDocument = z.object({
  events: z.tuple([id, id]),
  /** Which conditions of moral strength fail, and on the part of which events. */
  lacks: z.array(z.object({ kind: z.enum(['weak', 'scope', 'proxy', 'address']), events: z.array(id) })),
  /** Whether base causality orders them, so that only its proxy-preserved part is missing. */
  baseCause: z.boolean(),
  intraThread: z.boolean(),
  /** In a test with a host, the kernels, copies or host that they are part of, if these are two. */
  operations: z.tuple([z.string(), z.string()]).optional(),
})

/** What an axiom objects to, in an execution that reaches the outcome. */
export const objectionDocument = z.object({
  axiom: z.string(),
  section: z.string(),
  demand: z.string(),
  chain: z.array(stepDocument),
  missing: z.string().optional(),
  /** The axioms that the execution breaks. */
  breaks: z.array(z.string()),
  /** It reaches the outcome. */
  witness,
})

export const explanationDocument = z.object({
  test: z.string(),
  question: z.string(),
  model: z.string(),
  verdict: z.enum(['allowed', 'forbidden', 'undecided', 'not covered']),
  reason: z.string().optional(),
  vacuous: z.boolean().optional(),
  within: within.optional(),
  /** Of a forbidden outcome: the sets of axioms that forbid it and of which none can be left out. */
  sets: z.array(
    z.object({
      axioms: z.array(z.string()),
      objections: z.array(objectionDocument),
    }),
  ),
  /** Of an allowed outcome. */
  witness: witness.optional(),
  races: z.array(raceDocument),
  /** In words; all changes of one of them together forbid the outcome. */
  repairs: z.array(z.array(z.string())),
})

export const racesReport = z.object({
  model: z.string(),
  tests: z.array(
    z.object({
      test: z.string(),
      verdict: z.enum(['racy', 'race-free', 'undecided', 'not covered']),
      reason: z.string().optional(),
      within: within.optional(),
      races: z.array(raceDocument),
      witness: witness.optional(),
    }),
  ),
  errors: z.array(z.object({ message: z.string(), place: z.string() })),
  exitStatus: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
})

export type ExplanationDocument = z.infer<typeof explanationDocument>
export type RacesReport = z.infer<typeof racesReport>

/** The document of an explanation. */
export function explanationOf(
  program: Program,
  question: Question,
  model: Model,
  explanation: Explanation,
): ExplanationDocument {
  const about = { test: testName(program), question: question.name, model: model.name, verdict: explanation.kind }
  const nothing = { sets: [], races: [], repairs: [] }
  switch (explanation.kind) {
    case 'undecided':
    case 'not covered':
      return { ...about, reason: explanation.reason, ...nothing }
    case 'allowed': {
      const { graph, execution, races, repairs } = explanation
      return {
        ...about,
        sets: [],
        witness: witnessOf({ graph, model, execution, question }),
        races: races.map(raceOf),
        repairs: repairs.map((one) => one.map((repair) => repairText(program, repair))),
      }
    }
    case 'forbidden': {
      const { graph, verdict, sets } = explanation
      return {
        ...about,
        ...nothing,
        vacuous: verdict.vacuous,
        ...(verdict.within === undefined ? {} : { within: { ...verdict.within, loops: [...verdict.within.loops] } }),
        sets: sets.map(({ axioms, objections }) => ({
          axioms: [...axioms],
          objections: objections.map(({ execution, breaks, chain, ...objection }) => ({
            ...objection,
            breaks: [...breaks],
            chain: stepsOf(chain),
            witness: chainWitness(graph, model, execution, question, chain),
          })),
        })),
      }
    }
  }
}

/** How the picture of a chain calls it among the relations. */
const chainName = 'objection'

/** The execution with its chain as one more relation. */
export const chainWitness = (
  graph: EventGraph,
  model: Model,
  execution: Execution,
  question: Question,
  chain: Chain,
): Witness => {
  const shown = witnessOf({ graph, model, execution, question })
  const pairs = chain.filter(({ from, to }) => from !== to).map(({ from, to }): [number, number] => [from, to])
  return { ...shown, relations: { ...shown.relations, [chainName]: pairs } }
}

type StepDocument = z.infer<typeof stepDocument>

/** A chain as documents have it. */
export const stepsOf = (chain: Chain): StepDocument[] =>
  chain.map((step) => ({ ...step, because: stepsOf(step.because) }))

const raceOf = ({ events: [a, b], lacks, operations, ...race }: Race): z.infer<typeof raceDocument> => ({
  ...race,
  ...(operations === undefined ? {} : { operations: [...operations] }),
  events: [a, b],
  lacks: lacks.map((one) => ({ kind: one.kind, events: 'events' in one ? [...one.events] : [] })),
})

/** What is known of a test's races, as a part of the report. */
export function raceReportOf(program: Program, model: Model, verdict: RaceVerdict): RacesReport['tests'][number] {
  const test = testName(program)
  switch (verdict.kind) {
    case 'racy': {
      const { graph, execution, races } = verdict
      return { test, verdict: verdict.kind, races: races.map(raceOf), witness: witnessOf({ graph, model, execution }) }
    }
    case 'race-free': {
      const { within } = verdict
      const limited = within === undefined ? {} : { within: { ...within, loops: [...within.loops] } }
      return { test, verdict: verdict.kind, races: [], ...limited }
    }
    default:
      return { test, verdict: verdict.kind, reason: verdict.reason, races: [] }
  }
}
