/** Explanations and races as documents: their schemas. */

import * as z from 'zod'
import { count, errorReport, exitStatus, id, livenessReport, verdictKind, within } from './parts.js'
import { answerKind } from './verdict.js'
import { witness } from './witness.js'

/** A pair of events in a relation, or with `inverse`, the other way round; `because` leads from the one to the other by more basic ones. */
const stepDocument = z.object({
  from: id,
  to: id,
  relation: z.string(),
  inverse: z.boolean(),
  get because() {
    return z.array(stepDocument)
  },
})

const raceDocument = z.object({
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
  /** What would be the case in the execution, as the model says it. */
  words: z.string(),
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
  /** Of the outcome that is looked for: of an `assert`, its violation. */
  verdict: verdictKind,
  answer: answerKind,
  reason: z.string().optional(),
  vacuous: z.boolean().optional(),
  within: within.optional(),
  ...livenessReport.shape,
  /** Of a forbidden outcome: the sets of axioms that forbid it, as far as each says, and of which none can be left out. */
  sets: z.array(
    z.object({
      axioms: z.array(z.string()),
      within: within.optional(),
      objections: z.array(objectionDocument),
    }),
  ),
  /** Of an allowed outcome. */
  witness: witness.optional(),
  races: z.array(raceDocument),
  /**
   * In words; all changes of one of them together forbid the outcome, as far as it says. `modelOnly` if one of them is a fence that the model
   * has and no assembler.
   */
  repairs: z.array(
    z.object({ changes: z.array(z.string()), modelOnly: z.boolean().optional(), within: within.optional() }),
  ),
  /** Of an allowed outcome: how many changes were tried, how many the budget left out, and of how many tried ones z3 did not say what they come to. */
  changes: z.object({ tried: count, leftOut: count, undecided: count }).optional(),
  /** Of a forbidden outcome: questions about axioms that z3 gave up for want of steps. Where there are some, fewer axioms may be enough. */
  givenUp: count.optional(),
})

export const racesReport = z.object({
  model: z.string(),
  tests: z.array(
    z.object({
      test: z.string(),
      /** `vacuous`, where no execution meets what the test demands, so that none was looked at. */
      verdict: z.enum(['racy', 'race-free', 'vacuous', 'undecided', 'not covered']),
      /** Of a test that is race-free, whether some execution that was looked at comes to its end. */
      ends: z.boolean().optional(),
      reason: z.string().optional(),
      within: within.optional(),
      races: z.array(raceDocument),
      witness: witness.optional(),
    }),
  ),
  errors: z.array(errorReport),
  exitStatus,
})

export type ExplanationDocument = z.infer<typeof explanationDocument>
export type RacesReport = z.infer<typeof racesReport>

export type StepDocument = z.infer<typeof stepDocument>
export type RaceDocument = z.infer<typeof raceDocument>
