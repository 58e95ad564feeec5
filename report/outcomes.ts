/** The result of `outcomes` as data. */

import * as z from 'zod'
import { count, errorReport, livenessReport, questionKind, row, solverName } from './parts.js'
import { witness } from './witness.js'

export const outcomesReport = z.object({
  model: z.string(),
  solver: solverName,
  tests: z.array(
    z.object({
      test: z.string(),
      row: row.optional(),
      /** Registers as `0:r0`, by the number of their thread, and locations as `[x]`. */
      observed: z.array(z.string()),
      /** Whether there are no other states. */
      complete: z.boolean(),
      ...livenessReport.shape,
      /** Why it is not known that all states are listed. */
      reason: z.string().optional(),
      states: z.array(
        z.object({
          /** What is observed, as decimal integers: 64 bits are more than a JSON number holds. */
          values: z.record(z.string(), z.string()),
          witness: witness.optional(),
        }),
      ),
      questions: z.array(
        z.object({
          name: z.string(),
          kind: questionKind,
          /** How many states satisfy the condition, and how many do not. */
          positive: count,
          negative: count,
          /** Null where that would need all states. */
          observation: z.enum(['Always', 'Sometimes', 'Never']).nullable(),
        }),
      ),
    }),
  ),
  errors: z.array(errorReport),
  exitStatus: z.union([z.literal(0), z.literal(2), z.literal(3)]),
})

export type OutcomesReport = z.infer<typeof outcomesReport>
export type TestOutcomes = OutcomesReport['tests'][number]
