/** The schema of the document of `audit`. */

import * as z from 'zod'
import { count, exitStatus, finding, livenessReport, restsReport, sourceLine, within } from './parts.js'
import { witness } from './witness.js'

export const faultKinds = ['violated', 'race', 'hang', 'undefined', 'lost', 'never ends'] as const

/** What breaks without a piece. */
const fault = z.strictObject({
  kind: z.enum(faultKinds),
  /** The claim, or the permitted outcome. */
  question: z.string().optional(),
  /** A sentence. */
  text: z.string(),
  /** The race. */
  finding: finding.optional(),
})

const piece = z.strictObject({
  /** Its number, from 1, which `--piece` takes. */
  number: count,
  thread: z.string(),
  /** The number of threads that run its text. */
  threads: count,
  instruction: z.string(),
  place: z.string(),
  source: sourceLine.optional(),
  kind: z.string(),
  /** False if it can only be weaker: the order or the scope of an access. */
  removable: z.boolean(),
  need: z.enum(['needed', 'may be weaker', 'not needed', 'undecided']),
  /** What breaks without it; only for `needed`. */
  fault: fault.optional(),
  /** The change after which nothing breaks, in words and in CUDA C++, and about how many cycles it saves. */
  change: z.strictObject({ text: z.string(), cuda: z.array(z.string()), saved: count.optional() }).optional(),
  /** Present if it is not needed, or not so strong, only as far as a bound lets executions go. */
  within: within.optional(),
  reason: z.string().optional(),
})

export const auditDocument = z.strictObject({
  test: z.string(),
  model: z.string(),
  /** The claims that count. */
  claims: z.array(z.string()),
  result: z.enum(['audited', 'broken', 'undecided', 'not covered']),
  reason: z.string().optional(),
  /** Whether the absence of races counts, too: only if there are none as it is. */
  races: z.enum(['absent', 'present', 'unknown', 'left out']).optional(),
  pieces: z.array(piece),
  /** The numbers of the pieces that can go together. */
  together: z.array(count).optional(),
  /** The share of the pieces that are needed as they are, among those that are decided; absent if there are none. */
  score: z.number().optional(),
  ...restsReport.shape,
  within: within.optional(),
  endsGiven: livenessReport.shape.endsGiven,
  /** The execution that `--piece` asks for. */
  witness: witness.optional(),
  exitStatus,
})

export type AuditDocument = z.infer<typeof auditDocument>
export type PieceDocument = z.infer<typeof piece>
