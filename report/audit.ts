/** The schema of the document of `audit`. */

import * as z from 'zod'
import { count, exitStatus, finding, livenessReport, restsReport, sourceLine, within } from './parts.js'
import { witness } from './witness.js'

export const faultKinds = ['violated', 'race', 'hang', 'undefined', 'lost', 'never ends'] as const

/** What an audit says of pieces. */
export const needs = ['needed', 'may be weaker', 'not needed', 'not reached', 'undecided'] as const

/** What breaks without a piece. */
export const loss = z.strictObject({
  kind: z.enum(faultKinds),
  /** The claim, or the permitted outcome. */
  question: z.string().optional(),
  /** A sentence. */
  text: z.string(),
  /** The race. */
  finding: finding.optional(),
})

/** What the threads of the launch share that the scope of a piece is for: in a larger launch, the piece may be needed. */
const extent = z.strictObject({
  of: z.enum(['launch', 'test']),
  is: z.enum([
    ...(['one thread', 'blocks of one thread', 'clusters of one thread'] as const),
    ...(['one block', 'clusters of one block', 'one cluster', 'one GPU'] as const),
  ]),
})

export type ExtentDocument = z.infer<typeof extent>

const launchSize = z.strictObject({ kernel: z.string(), blocks: count, threads: count })

/** A launch: its blocks, and the threads of each. */
export type LaunchSize = z.infer<typeof launchSize>

/** What a GPU showed. */
const seen = z.strictObject({
  result: z.enum(['ran', 'failed', 'not runnable', 'not in the log']),
  times: count.optional(),
  /** The number of runs in which a claim was violated, and of those that gave up a loop. */
  violated: count.optional(),
  gaveUp: count.optional(),
  reason: z.string().optional(),
})

/** What a GPU showed without a piece. */
const seenWithout = seen.extend({
  /** True if a claim was violated, or no run ended, where that did not happen with the piece. */
  isLoss: z.boolean(),
  /** False if this cannot happen by the report. */
  agrees: z.boolean(),
  /** The guarantees that compilers and GPUs are known to break, if these explain it. */
  deviations: restsReport.shape.deviations,
})

export type SeenDocument = z.infer<typeof seenWithout>

/** What `--suggest` finds. */
const suggestions = z.strictObject({
  /** Claims that hold, in the format of the test, each with the pieces whose loss it notices. */
  claims: z.array(z.strictObject({ claim: z.string(), notices: z.array(count), within: within.optional() })),
  /** The pieces whose loss brings no new final state. */
  unobservable: z.array(count),
  /** The pieces of which neither is known. */
  open: z.array(z.strictObject({ piece: count, reason: z.string() })),
})

const hardware = z.strictObject({ machines: z.array(z.string()), asItIs: seen })

export type HardwareDocument = z.infer<typeof hardware>

const piece = z.strictObject({
  /** Its number, from 1, which `--piece` takes. */
  number: count,
  thread: z.string(),
  /** The number of threads that run its text. */
  threads: count,
  /** The number of instructions that the compiler made of it, if there are several. */
  copies: count.optional(),
  instruction: z.string(),
  place: z.string(),
  source: sourceLine.optional(),
  kind: z.string(),
  /** False if it can only be weaker: the order or the scope of an access. */
  removable: z.boolean(),
  need: z.enum(needs),
  /** What breaks without it; only for `needed`. */
  fault: loss.optional(),
  /** What is there instead, where that breaks; absent if the piece is left out. */
  instead: z.string().optional(),
  /** The change after which nothing breaks, in words and in CUDA C++, and about how many cycles it saves. */
  change: z.strictObject({ text: z.string(), cuda: z.array(z.string()), saved: count.optional() }).optional(),
  /** Present if it is not needed, not so strong, or not reached, only as far as a bound lets executions go. */
  within: within.optional(),
  /** Present if it is not needed, or not so strong, but the launch is too small to show what its scope is for. */
  extent: extent.optional(),
  /** Present if it is not needed, not so strong, or not reached, as far as these lanes show. */
  partial: restsReport.shape.partial,
  reason: z.string().optional(),
  /** What `--log` says of the test without it. */
  hardware: seenWithout.optional(),
})

export const auditDocument = z.strictObject({
  test: z.string(),
  model: z.string(),
  /** The claims that count. */
  claims: z.array(z.string()),
  result: z.enum(['audited', 'broken', 'undecided', 'not covered']),
  reason: z.string().optional(),
  /** How to make the test smaller, if it is undecided and large. */
  advice: z.string().optional(),
  /** Whether the absence of races counts, too: only if there are none as it is. */
  races: z.enum(['absent', 'present', 'unknown', 'left out']).optional(),
  /** The command to run first, if races do not count because there are some. */
  first: z.string().optional(),
  /** The launches of which it is true. */
  launches: z.array(launchSize).optional(),
  /** The same as `--launch` has them, with their arguments. */
  launched: z.array(z.string()).optional(),
  pieces: z.array(piece),
  /** The numbers of the pieces that can go together. */
  together: z.array(count).optional(),
  /** The number of weaker forms that something notices and that nothing does, and the share of the former; absent if there are none. */
  mutants: z.strictObject({ detected: count, survived: count, score: z.number() }).optional(),
  /** The pieces whose loss, or whose weaker form, nothing notices. */
  unguarded: z.array(count).optional(),
  suggestions: suggestions.optional(),
  ...restsReport.shape,
  within: within.optional(),
  endsGiven: livenessReport.shape.endsGiven,
  /** The machines of `--log`, and what they showed of the test as it is. */
  hardware: hardware.optional(),
  /** The execution that `--piece` asks for. */
  witness: witness.optional(),
  exitStatus,
})

export type LossDocument = z.infer<typeof loss>
export type AuditDocument = z.infer<typeof auditDocument>
export type PieceDocument = z.infer<typeof piece>

/** The need of a piece: what `--resume` keeps. */
const keptPiece = z.strictObject({
  number: count,
  need: z.discriminatedUnion('kind', [
    /** `form`: the index of what breaks something, or is enough, among the forms of the piece, the weakest first. */
    z.strictObject({ kind: z.literal('needed'), fault: loss, form: count }),
    z.strictObject({ kind: z.literal('may be weaker'), form: count, within: within.optional() }),
    z.strictObject({ kind: z.literal('not needed'), form: count, within: within.optional() }),
    z.strictObject({ kind: z.literal('not reached'), within: within.optional() }),
    z.strictObject({ kind: z.literal('undecided'), reason: z.string() }),
  ]),
})

export type KeptPiece = z.infer<typeof keptPiece>

/** The file of `--resume`. */
export const auditProgress = z.strictObject({
  format: z.literal(1),
  /** A hash of the test, the model and the options. */
  key: z.string(),
  pieces: z.array(keptPiece),
})

export type AuditProgress = z.infer<typeof auditProgress>
