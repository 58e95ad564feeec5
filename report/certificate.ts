/** Certificates as data: what an answer of `check` rests on, and the files that prove it. */

import * as z from 'zod'
import { count, exitStatus, within } from './parts.js'
import { answerKind } from './verdict.js'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256')
/** The name of a file in the folder of the certificate. */
const fileName = z.string().regex(/^[\w.+-]+$/, 'expected the name of a file')

/** A text that was read, as it was named. */
const input = z.strictObject({ path: z.string(), sha256 })

/** The arguments with which the test is read and decided, as `check` has them. */
export const asked = z.strictObject({
  model: z.string(),
  bound: z.int().positive(),
  encoding: z.enum(['lean', 'plain']),
  size: z.int().positive(),
  undeclared: z.boolean(),
  timeouts: z.boolean(),
  launch: z.array(z.string()),
  assert: z.array(z.string()),
  permit: z.array(z.string()),
  exists: z.array(z.string()),
  nvcc: z.string().optional(),
  'nvcc-options': z
    .array(
      z.strictObject({
        kind: z.enum(['macro', 'folder', 'standard', 'architecture']),
        value: z.string(),
        shown: z.string(),
      }),
    )
    .optional(),
})

const part = z.strictObject({
  /** The number of the layout of memory, from 0 on. */
  layout: count,
  /** What an execution that solves the problem would show. */
  about: z.string(),
  /** True if the evidence is a solution, false if it is a proof that there is none. */
  solvable: z.boolean(),
  /** The problem, in DIMACS. */
  problem: fileName,
  /** The proof, in LRAT, or the solution, as `v` lines. */
  evidence: fileName,
  variables: count,
  clauses: count,
  /** The steps of the proof. */
  steps: count,
})

/** The zod schema of a certificate. */
export const certificate = z.strictObject({
  format: z.literal('ptx-litmus certificate 1'),
  /** The version of the tool. */
  version: z.string(),
  test: z.string(),
  question: z.string(),
  answer: answerKind,
  /** What the answer rests on besides the model and the parts, as lines. */
  rests: z.array(z.string()),
  vacuous: z.boolean(),
  within: within.optional(),
  asked,
  /** The SHA-256 of the model with what it includes, as the tool prints it. */
  modelSha256: sha256,
  /** The test and its modules. */
  inputs: z.array(input),
  parts: z.array(part).min(1),
})

export type Certificate = z.infer<typeof certificate>

/** The zod schema of the JSON of `verify`. */
export const verifyReport = z.object({
  certificates: z.array(
    z.object({
      file: z.string(),
      test: z.string(),
      question: z.string(),
      /** The model, as `check --model` named it. */
      model: z.string(),
      answer: answerKind,
      /** What the answer rests on besides the model and the parts, as lines: lanes left out, layouts, assumptions. */
      rests: z.array(z.string()),
      /** True if no execution both ends and meets the demands of the test. */
      vacuous: z.boolean(),
      /** Present if executions that go round these loops more often exist: the answer does not cover them. */
      within: within.optional(),
      parts: count,
      steps: count,
      /**
       * Present with `--semantics`, if it is not rejected: the definitions of the model give the answer, with the size of
       * the largest problem and the steps of the proofs; or the reason why it is open whether they do.
       */
      byDefinition: z
        .union([z.strictObject({ parts: count, clauses: count, steps: count }), z.strictObject({ reason: z.string() })])
        .optional(),
      /** The reason why it is rejected; absent if it is verified. */
      rejected: z.string().optional(),
    }),
  ),
  milliseconds: z.number().nonnegative(),
  exitStatus,
})

export type VerifyReport = z.infer<typeof verifyReport>
