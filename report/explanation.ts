/** Explanations and races as documents: their schemas. */

import * as z from 'zod'
import {
  count,
  errorReport,
  exitStatus,
  finding,
  foundWith,
  id,
  livenessReport,
  restsReport,
  undefinedReport,
  unknownReport,
  verdictKind,
  within,
} from './parts.js'
import { answerKind } from './verdict.js'
import { witness } from './witness.js'

/**
 * A pair of events in a relation, or, with `inverse`, the other way round. `because` leads from one to the other by more basic relations.
 */
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
  /** The conditions of moral strength that fail, and the events for which they fail. */
  lacks: z.array(
    z.object({ kind: z.enum(['weak', 'scope', 'asynchronous', 'proxy', 'address', 'size']), events: z.array(id) }),
  ),
  /** True if base causality orders them, so that only the proxy-preserved part of it is missing. */
  baseCause: z.boolean(),
  intraThread: z.boolean(),
  /** Present if the accesses are to Tensor Memory. */
  isInTensorMemory: z.literal(true).optional(),
  /**
   * Present if one access is the read of an atomic whose write is ordered before the other: by the letter of ISA 8.10.6,
   * where an atomic is one operation, the two do not race.
   */
  isOfHalf: z.literal(true).optional(),
  /** The missing step between asynchronous operations, or at an mbarrier, in words. */
  because: z.array(z.string()).optional(),
  /** What a kernel and its dependent lack, in sentences: a wait, or a fence before the trigger (programmatic dependent launch). */
  overlap: z.array(z.string()).optional(),
  /** The kernels, copies or host to which the accesses belong, if these differ; only in a test with a host. */
  operations: z.tuple([z.string(), z.string()]).optional(),
  /**
   * The number of other pairs that race for the same reason: the same instructions in other rounds and threads, parts of
   * one operation of a warpgroup, operations of one stage.
   */
  alike: count.optional(),
})

/** The objection of an axiom to an execution that reaches the outcome. */
export const objectionDocument = z.object({
  axiom: z.string(),
  section: z.string(),
  demand: z.string(),
  /** The consequence that would hold in the execution, in the model's words. */
  words: z.string(),
  chain: z.array(stepDocument),
  missing: z.string().optional(),
  /** The axioms that the execution breaks. */
  breaks: z.array(z.string()),
  /** An execution that reaches the outcome. */
  witness,
})

/** The shown instructions of compiled kernels, or written in CUDA C++, and their form there. */
const inCuda = z.array(z.strictObject({ ptx: z.string(), cuda: z.string() }))

/** Fences that do not order the accesses, each with the reason in words. */
const idleFences = z.array(z.strictObject({ fence: id, because: z.string() }))

/** Two events. */
const readOf = z.strictObject({ read: id, write: id })

/** The zod schema of the JSON of `explain`. */
export const explanationDocument = z.object({
  test: z.string(),
  question: z.string(),
  model: z.string(),
  /** The verdict on the outcome; for an `assert`, on its violation. */
  verdict: verdictKind,
  answer: answerKind,
  reason: z.string().optional(),
  vacuous: z.boolean().optional(),
  within: within.optional(),
  ...restsReport.shape,
  ...livenessReport.shape,
  ...undefinedReport.shape,
  ...unknownReport.shape,
  /** The minimal sets of axioms that forbid a forbidden outcome, each with its limits. */
  sets: z.array(
    z.object({
      axioms: z.array(z.string()),
      within: within.optional(),
      objections: z.array(objectionDocument),
    }),
  ),
  /** An execution with the outcome, if it is allowed. */
  witness: witness.optional(),
  races: z.array(raceDocument),
  /** Each race in one sentence, with its places. */
  findings: z.array(finding).optional(),
  /**
   * Torn vectors: one element reads what an element of a store wrote, and another one reads what was there before the
   * other element of that store.
   */
  torn: z.array(z.strictObject({ fresh: readOf, stale: readOf })).optional(),
  /** The fences that do not order the racing accesses, or in an execution without races, a read and what it misses. */
  fences: idleFences.optional(),
  /**
   * The repairs in words, the cheapest first. The changes of one repair together forbid the outcome, within its limits.
   * `cuda` lists CUDA C++ functions for each change, the nearest first and then stronger ones; it may be empty.
   * `modelOnly` is set if one of them is a fence that the model has and no assembler accepts.
   */
  repairs: z.array(
    z.object({
      changes: z.array(z.string()),
      cuda: z.array(z.array(z.string())),
      /** The number of changes, and the sum of their prices. */
      cost: z.strictObject({ changes: count, sum: count }),
      modelOnly: z.boolean().optional(),
      /** True if insertions at one place must be in this order. */
      inThisOrder: z.boolean().optional(),
      foundWith: foundWith.optional(),
      within: within.optional(),
    }),
  ),
  cuda: inCuda.optional(),
  /**
   * The search for repairs of an allowed outcome: how many sets of changes were decided, how many of these the solver
   * did not decide, and whether the budget was spent before the search was over.
   */
  changes: z.object({ tried: count, undecided: count, spent: z.boolean() }).optional(),
  /**
   * The number of questions about the axioms of a forbidden outcome that the solver gave up because it ran out of
   * steps. If there are any, fewer axioms may be enough.
   */
  givenUp: count.optional(),
})

const raceVerdict = z.enum(['racy', 'race-free', 'vacuous', 'undecided', 'not covered'])

/** The same, and `undefined` if undefined behaviour is reachable. */
const strictVerdict = z.enum([...raceVerdict.options, 'undefined'])

/** The zod schema of the JSON of `races`. */
export const racesReport = z.object({
  model: z.string(),
  tests: z.array(
    z.object({
      test: z.string(),
      /** `vacuous` if no execution meets the demands of the test, so that none was examined. */
      verdict: raceVerdict,
      /** True if some examined execution ends; present only for a race-free test. */
      ends: z.boolean().optional(),
      reason: z.string().optional(),
      within: within.optional(),
      /** The result in the strict form of the model, if the test is race-free in the model itself and that differs. */
      strict: z.strictObject({ model: z.string(), verdict: strictVerdict }).optional(),
      ...restsReport.shape,
      ...undefinedReport.shape,
      races: z.array(raceDocument),
      /** Each race in one sentence, with its places. */
      findings: z.array(finding).optional(),
      fences: idleFences.optional(),
      cuda: inCuda.optional(),
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
