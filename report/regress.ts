/** The result of `regress` as data. `regressReport` is its schema; the types follow from it. */

import * as z from 'zod'
import { checkReport } from './check.js'
import { objectionDocument } from './explanation.js'
import { count, errorReport, row, undefinedStop, within } from './parts.js'
import { boundedWords, claimWords, verdictWords } from './verdict.js'

const verdict = z.union([z.enum(verdictWords), z.templateLiteral([z.enum(boundedWords), ' within ', z.int()])])

/** A verdict as the answer to the question: an `assert` holds if its violation is forbidden. */
const answer = z.union([verdict, z.enum(claimWords), z.templateLiteral(['holds within ', z.int()])])

const explanationReport = z.object({
  model: z.string(),
  verdict,
  answer,
  /** The minimal sets of axioms that forbid a forbidden outcome, and what each axiom objects to. */
  sets: z.array(
    z.object({
      axioms: z.array(z.string()),
      within: within.optional(),
      objections: z.array(objectionDocument.pick({ axiom: true, section: true, chain: true, missing: true })),
    }),
  ),
  /** The same in words; for an allowed outcome, the execution and its races. */
  lines: z.array(z.string()),
})

const changeReport = z.object({
  /** The file as it was named, or as the baseline has it, with `#row` for an instance of a template. */
  test: z.string(),
  row: row.optional(),
  question: z.string(),
  /** The model, or both that were compared: `ptx-7.5 and nvlitmus`. */
  model: z.string(),
  kind: z.enum(['changed', 'new', 'vanished', 'undecided']),
  /**
   * The answer in the baseline, or under the first of two models; null if there was none. It is a verdict, or the word
   * in the baseline for a question that has vanished.
   */
  before: answer.nullable(),
  after: verdict.nullable(),
  /** Both verdicts as answers to the question. */
  answers: z.object({ before: answer.nullable(), after: answer.nullable() }),
  /** The reason why a question is undecided. */
  reason: z.string().optional(),
  /** The places where undefined behaviour is reachable, if that is one of the two verdicts. */
  undefined: z.array(undefinedStop).optional(),
  /** An execution that one of the models allows and the other does not, a line for each event. */
  witness: z.object({ model: z.string(), lines: z.array(z.string()) }).optional(),
  /**
   * The explanations of a changed verdict, with `--explain`: of the new one against a baseline, of both between two
   * models.
   */
  explanations: z.array(explanationReport).optional(),
})

const axiomReport = z.object({
  name: z.string(),
  /** The numbers of tests and questions whose verdicts change when the axiom is left out. */
  tests: count,
  questions: count,
  /** Questions that may need it: undecided, or equal only within the bound. */
  open: count,
  /** All questions that were compared. */
  compared: count,
})

/** The zod schema of the JSON of `regress`. */
export const regressReport = z.object({
  versions: checkReport.shape.versions.omit({ z3: true, cadical: true }),
  comparison: z.enum(['baseline', 'against', 'without', 'each-axiom']),
  /** The models, whole or without axioms, under which it decided. */
  models: z.array(z.string()),
  changes: z.array(changeReport),
  /** The axioms in the order of the model, with `--each-axiom`; otherwise empty. */
  axioms: z.array(axiomReport),
  /** True if the baseline was rewritten. */
  updated: z.boolean(),
  errors: z.array(errorReport),
  count: z.object({
    files: count,
    tests: count,
    questions: count,
    /** The number of compared verdicts that are equal. */
    equal: count,
    /** The number of verdicts under two models that are the same only within the bound. */
    bounded: count,
    changed: count,
    new: count,
    vanished: count,
    undecided: count,
    /** Questions that only one of two models covers, which are not compared. */
    notCovered: count,
  }),
  /** The whole run, from the start of the process. */
  milliseconds: z.number().nonnegative(),
  exitStatus: checkReport.shape.exitStatus,
})

export type ExplanationReport = z.infer<typeof explanationReport>
/** A verdict that differs, in the JSON of `regress`. */
export type ChangeReport = z.infer<typeof changeReport>
/** An axiom with the number of verdicts that change without it, in the JSON of `regress`. */
export type AxiomReport = z.infer<typeof axiomReport>
/** The JSON of `regress`. */
export type RegressReport = z.infer<typeof regressReport>
