/** The result of `check` as data. `checkReport` is its schema; the types follow from it. */

import * as z from 'zod'
import {
  count,
  errorReport,
  exitStatus,
  livenessReport,
  questionKind,
  row,
  solverName,
  verdictKind,
  within,
} from './parts.js'
import { answerKind } from './verdict.js'

/** Of the outcome that is looked for. `vacuous` is a `forbidden` that no execution could have answered otherwise. */
export const expectedVerdict = z.enum(['allowed', 'forbidden', 'vacuous', 'not covered'])
export type ExpectedVerdict = z.infer<typeof expectedVerdict>

const milliseconds = z.number().nonnegative()

export const questionReport = z.object({
  /** The file as it was named, with `#row` for an instance of a template. */
  test: z.string(),
  row: row.optional(),
  question: z.string(),
  kind: questionKind,
  /** Of the outcome that is looked for: of an `assert`, its violation. */
  verdict: verdictKind,
  answer: answerKind,
  /** No execution at all comes to an end and meets what the test demands of it. */
  vacuous: z.boolean(),
  /** Set where the verdict holds for so many executions of these loops, and there are executions with more. */
  within: within.optional(),
  ...livenessReport.shape,
  /** Why a question is undecided or not covered. */
  reason: z.string().optional(),
  expected: expectedVerdict.nullable(),
  /** Null where nothing is expected, or nothing was decided. What a model does not cover is neither right nor wrong. */
  asExpected: z.boolean().nullable(),
  /** Events of the unrolled program, initial writes included. */
  events: count,
  /** Reading, building and loading are shared by the questions of a test. */
  milliseconds: z.object({ read: milliseconds, build: milliseconds, load: milliseconds, solve: milliseconds }),
})

export const checkReport = z.object({
  versions: z.object({ 'ptx-litmus': z.string(), 'z3-solver': z.string(), z3: z.string(), node: z.string() }),
  model: z.string(),
  solver: solverName,
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
    vacuous: count,
    /** Questions of tests of which some execution hangs. */
    hanging: count,
    notCovered: count,
  }),
  /** All of it, from the start of the process. */
  milliseconds,
  /** 130 where the run was interrupted. */
  exitStatus: z.union([...exitStatus.options, z.literal(130)]),
})

export type QuestionReport = z.infer<typeof questionReport>
export type CheckReport = z.infer<typeof checkReport>
/** Of the command: `check` has all of them. */
export type ExitStatus = CheckReport['exitStatus']
