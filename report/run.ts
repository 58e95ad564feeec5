/** The result of `run` as data: the behaviour of a GPU, compared with a model. */

import * as z from 'zod'
import { count, errorReport, exitStatus, questionKind } from './parts.js'

const values = z.record(z.string(), z.string())

/** The place and the time of a run, and the seed and the number of its settings. */
const machine = z.object({
  device: z.string(),
  arch: z.string(),
  driver: z.string(),
  runtime: z.string(),
  date: z.string(),
  seed: count,
  settings: count,
})

/** A test that ran, and the model's verdict on the states in which it ended. */
const ranReport = z.object({
  status: z.literal('ran'),
  test: z.string(),
  times: count,
  gaveUp: count,
  missed: count,
  filtered: count,
  seconds: z.number().nonnegative(),
  states: z.array(z.object({ values, count, verdict: z.enum(['allowed', 'forbidden', 'open']) })),
  /**
   * The number of states that the model allows, and those of them that were never seen; null if the model's list is not
   * complete.
   */
  allowed: count.nullable(),
  unseen: z.array(values).nullable(),
  /** The reason why the list is not complete, or why everything is allowed. */
  reason: z.string().optional(),
  /** Further remarks of the program on the run. */
  note: z.string().optional(),
  /**
   * The number of instances that ended as in the question, the number of those that did not, and whether the model
   * allows it; null if its list is not complete.
   */
  questions: z.array(
    z.object({
      name: z.string(),
      kind: questionKind,
      positive: count,
      negative: count,
      allowed: z.boolean().nullable(),
    }),
  ),
})

/** A test that did not run, or whose run is not conclusive, with the reasons. */
const otherReport = z.object({
  status: z.enum(['not runnable', 'failed', 'not in the log']),
  test: z.string(),
  reasons: z.array(z.object({ message: z.string(), place: z.string() })),
})

/** The zod schema of the JSON of `run`. */
export const runReport = z.object({
  model: z.string(),
  runs: z.array(machine),
  tests: z.array(z.discriminatedUnion('status', [ranReport, otherReport])),
  errors: z.array(errorReport),
  exitStatus,
})

/** The JSON of `run`. */
export type RunReport = z.infer<typeof runReport>
export type RanTest = z.infer<typeof ranReport>
export type OtherTest = z.infer<typeof otherReport>
