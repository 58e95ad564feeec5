/** The result of `check` as data. `checkReport` is its schema; the types follow from it. */

import * as z from 'zod'
import {
  count,
  errorReport,
  exitStatus,
  finding,
  livenessReport,
  questionKind,
  restsReport,
  row,
  solverName,
  undefinedReport,
  unknownReport,
  verdictKind,
  within,
} from './parts.js'
import { answerKind } from './verdict.js'

/**
 * A verdict on the outcome. `vacuous` means `forbidden`, because no execution both ends and meets the demands of the
 * test. `undefined` means that undefined behaviour is reachable.
 */
export const expectedVerdict = z.enum(['allowed', 'forbidden', 'vacuous', 'undefined', 'not covered'])
export type ExpectedVerdict = z.infer<typeof expectedVerdict>

const milliseconds = z.number().nonnegative()

/** The zod schema of a question in the JSON of `check`. */
export const questionReport = z.object({
  /** The file as it was named, with `#row` for an instance of a template. */
  test: z.string(),
  row: row.optional(),
  question: z.string(),
  /** `file:line:column` of the question; for a template, in its file; for `--assert` and its like, in the option. */
  place: z.string(),
  kind: questionKind,
  /** The verdict on the outcome; for an `assert`, on its violation. */
  verdict: verdictKind,
  answer: answerKind,
  /** The answer in the strict form of the model, if it differs. */
  strict: z.object({ model: z.string(), answer: answerKind }).optional(),
  /** True if no execution both ends and meets the demands of the test. */
  vacuous: z.boolean(),
  /** Present if the verdict holds within a bound on these loops and executions with more rounds exist. */
  within: within.optional(),
  /**
   * Present if the outcome is reached, no undefined behaviour is within a bound on these loops, and executions with more rounds exist: a `permit` is
   * as expected within this bound.
   */
  definedWithin: within.optional(),
  ...restsReport.shape,
  ...livenessReport.shape,
  ...undefinedReport.shape,
  ...unknownReport.shape,
  /** The reason why a question is undecided or not covered, or why it is undecided whether undefined behaviour is reachable. */
  reason: z.string().optional(),
  /** What is wrong in the execution that violates a claim, or what is not covered, if a place is known. */
  finding: finding.optional(),
  expected: expectedVerdict.nullable(),
  /**
   * True if the verdict is as expected. Null if nothing is expected or nothing was decided; with `--strict`, also if it
   * is as expected only within the bound. What a model does not cover is neither right nor wrong.
   */
  asExpected: z.boolean().nullable(),
  /** Present if a certificate was wanted: its file, or the reason why there is none. */
  certificate: z
    .union([z.strictObject({ file: z.string(), parts: count }), z.strictObject({ reason: z.string() })])
    .optional(),
  /** Events of the unrolled program, initial writes included. */
  events: count,
  /** Reading, building and loading are shared by the questions of a test. */
  milliseconds: z.object({ read: milliseconds, build: milliseconds, load: milliseconds, solve: milliseconds }),
})

/** One of several parts of a run. Each part reads all tests, and decides some. */
const checkShard = z.strictObject({
  /** Counted from 1. */
  number: z.int().positive(),
  of: z.int().positive(),
  /** Equal for parts of the same tests, tables and options. */
  run: z.string(),
  /** The number of tests and questions of all parts together. */
  tests: count,
  questions: count,
  /** The index of each question of this part among all questions. */
  indices: z.array(count),
  /** The options of these names. */
  strict: z.boolean(),
  hangs: z.boolean(),
})

/** The zod schema of the JSON of `check`. */
export const checkReport = z.object({
  versions: z.object({
    'ptx-litmus': z.string(),
    'z3-solver': z.string(),
    /** The solver that decided: z3, or the SAT solver CaDiCaL; neither by brute force. */
    z3: z.string().optional(),
    cadical: z.string().optional(),
    node: z.string(),
  }),
  model: z.string(),
  solver: solverName,
  shard: checkShard.optional(),
  questions: z.array(questionReport),
  errors: z.array(errorReport),
  count: z.object({
    files: count,
    tests: count,
    questions: count,
    asExpected: count,
    broken: count,
    withoutExpectation: count,
    undecided: count,
    /** Verdicts that hold only within the bound. */
    withinBound: count,
    /** Verdicts about launches with threads left out. */
    forSomeLanes: count,
    /** Verdicts that hold if no wait times out. */
    withoutTimeouts: count,
    /** Verdicts that may differ in memory layouts that were not tried. */
    inLayoutsTried: count,
    /** Verdicts on tests that end only if all blocks of a launch are resident; with `--hangs`. */
    ifResident: count,
    /** Verdicts on tests that end only if tasks overlap; with `--hangs`. */
    ifOverlapping: count,
    /** Verdicts that depend on guarantees that compilers and GPUs are known to break. */
    deviating: count,
    vacuous: count,
    /** Questions of tests that can hang. */
    hanging: count,
    /** Questions of tests that can reach undefined behaviour. */
    undefined: count,
    notCovered: count,
  }),
  /** The whole run, from the start of the process. */
  milliseconds,
  /** 130 if the run was interrupted. */
  exitStatus: z.union([...exitStatus.options, z.literal(130)]),
})

/** A question in the JSON of `check`. */
export type QuestionReport = z.infer<typeof questionReport>
/** The JSON of `check`. */
export type CheckReport = z.infer<typeof checkReport>
/** The exit statuses of commands. `check` has all of them. */
export type ExitStatus = CheckReport['exitStatus']
