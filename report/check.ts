/** The result of `check` as data. `checkReport` is its schema; the types follow from it. */

import * as z from 'zod'

/** `vacuous` is a `forbidden` that no execution could have answered otherwise. */
export const expectedVerdict = z.enum(['allowed', 'forbidden', 'vacuous', 'not covered'])
export type ExpectedVerdict = z.infer<typeof expectedVerdict>

const milliseconds = z.number().nonnegative()

export const questionReport = z.object({
  /** The file as it was named, with `#row` for an instance of a template. */
  test: z.string(),
  row: z.object({ number: z.int().positive(), text: z.string() }).optional(),
  question: z.string(),
  kind: z.enum(['permit', 'assert', 'check']),
  verdict: z.enum(['allowed', 'forbidden', 'undecided', 'not covered']),
  /** No execution at all comes to an end and meets what the test demands of it. */
  vacuous: z.boolean(),
  /** Set where the verdict holds for so many executions of these loops, and there are executions with more. */
  within: z.object({ bound: z.int().positive(), loops: z.array(z.string()) }).optional(),
  /** Why a question is undecided or not covered. */
  reason: z.string().optional(),
  expected: expectedVerdict.nullable(),
  /** Null where nothing is expected, or nothing was decided. What a model does not cover is neither right nor wrong. */
  asExpected: z.boolean().nullable(),
  /** Events of the unrolled program, initial writes included. */
  events: z.int().nonnegative(),
  /** Reading, building and loading are shared by the questions of a test. */
  milliseconds: z.object({ read: milliseconds, build: milliseconds, load: milliseconds, solve: milliseconds }),
})

/** z3, or every candidate execution one by one. */
export const solverName = z.enum(['z3', 'brute'])

export const errorReport = z.object({
  message: z.string(),
  /** `file:line:column`, or a path where there is no text to point into. */
  place: z.string(),
})

export const checkReport = z.object({
  versions: z.object({ 'ptx-litmus': z.string(), 'z3-solver': z.string(), z3: z.string(), node: z.string() }),
  model: z.string(),
  solver: solverName,
  questions: z.array(questionReport),
  errors: z.array(errorReport),
  count: z.object({
    files: z.int().nonnegative(),
    tests: z.int().nonnegative(),
    questions: z.int().nonnegative(),
    asExpected: z.int().nonnegative(),
    broken: z.int().nonnegative(),
    withoutExpectation: z.int().nonnegative(),
    undecided: z.int().nonnegative(),
    vacuous: z.int().nonnegative(),
    notCovered: z.int().nonnegative(),
  }),
  /** All of it, from the start of the process. */
  milliseconds,
  /** 130 where the run was interrupted. */
  exitStatus: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(130)]),
})

export type ErrorReport = z.infer<typeof errorReport>
export type QuestionReport = z.infer<typeof questionReport>
export type CheckReport = z.infer<typeof checkReport>
export type ExitStatus = CheckReport['exitStatus']
