/** The smallest tests that tell two models apart, as a document of `distinguish`. */

import * as z from 'zod'
import { exitStatus } from './parts.js'
import { vocabularyDocument } from './suite.js'

export const differencesDocument = z.strictObject({
  models: z.tuple([z.string(), z.string()]),
  /** The most instructions of a test. */
  instructions: z.int().positive(),
  vocabulary: vocabularyDocument,
  result: z.enum(['different', 'no difference', 'not searched to the end']),
  /** All smaller tests, and those of this size, were searched; null if none were. */
  searched: z.strictObject({ instructions: z.int().positive(), threads: z.int().positive() }).nullable(),
  /** The tests, the smallest first. */
  tests: z.array(
    z.strictObject({
      /** The name after herd's convention. */
      title: z.string(),
      instructions: z.int().positive(),
      threads: z.int().positive(),
      allowedBy: z.string(),
      forbiddenBy: z.string(),
      text: z.string(),
      /** The reason why one model forbids the outcome, and an execution of the other. */
      forbidden: z.array(z.string()),
      allowed: z.array(z.string()),
    }),
  ),
  milliseconds: z.number().nonnegative(),
  /** 130 if the search was interrupted. */
  exitStatus: z.union([...exitStatus.options, z.literal(130)]),
})

export type DifferencesDocument = z.infer<typeof differencesDocument>
