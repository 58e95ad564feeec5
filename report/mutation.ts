/** The schema of a mutation testing report, as far as `audit` writes it: that of mutation-testing-elements, version 2. */

import * as z from 'zod'

const position = z.strictObject({ line: z.int().positive(), column: z.int().positive() })

const mutant = z.strictObject({
  id: z.string(),
  mutatorName: z.string(),
  description: z.string(),
  location: z.strictObject({ start: position, end: position }),
  status: z.enum(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Pending']),
  /** What breaks, or why it is undecided. */
  statusReason: z.string().optional(),
  /** The claims, by their ids in `testFiles`. */
  killedBy: z.array(z.string()).optional(),
})

export const mutationReport = z.strictObject({
  schemaVersion: z.literal('2'),
  thresholds: z.strictObject({ high: z.int(), low: z.int() }),
  files: z.record(z.string(), z.strictObject({ language: z.string(), source: z.string(), mutants: z.array(mutant) })),
  testFiles: z.record(
    z.string(),
    z.strictObject({ tests: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
  ),
  framework: z.strictObject({ name: z.string(), version: z.string() }),
})

export type MutationReport = z.infer<typeof mutationReport>
