/** The result of `outcomes` as data. */

import * as z from 'zod'
import {
  count,
  errorReport,
  livenessReport,
  questionKind,
  restsReport,
  row,
  solverName,
  undefinedReport,
} from './parts.js'
import { witness } from './witness.js'

/** The zod schema of the JSON of `outcomes`. */
export const outcomesReport = z.object({
  model: z.string(),
  solver: solverName,
  tests: z.array(
    z.object({
      test: z.string(),
      row: row.optional(),
      /** Registers as `0:r0`, by the number of their thread, and locations as `[x]`. */
      observed: z.array(z.string()),
      /** True if the list has every state. */
      complete: z.boolean(),
      ...restsReport.shape,
      ...livenessReport.shape,
      ...undefinedReport.shape,
      /** The reason why the list may be incomplete. */
      reason: z.string().optional(),
      states: z.array(
        z.object({
          /**
           * The observed values, as decimal integers in text, since a JSON number cannot hold 64 bits, or as addresses,
           * `&a[2]`; `?` if a value is unknown.
           */
          values: z.record(z.string(), z.string()),
          witness: witness.optional(),
        }),
      ),
      questions: z.array(
        z.object({
          name: z.string(),
          kind: questionKind,
          /** The number of states that satisfy the condition, and of those that do not. A state with `?` may count as both. */
          positive: count,
          negative: count,
          /** Null if it depends on all states. */
          observation: z.enum(['Always', 'Sometimes', 'Never']).nullable(),
        }),
      ),
    }),
  ),
  errors: z.array(errorReport),
  exitStatus: z.union([z.literal(0), z.literal(2), z.literal(3)]),
})

/** The JSON of `outcomes`. */
export type OutcomesReport = z.infer<typeof outcomesReport>
export type TestOutcomes = OutcomesReport['tests'][number]
