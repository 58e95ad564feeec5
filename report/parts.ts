/** The parts that several documents share. */

import * as z from 'zod'
import { needsReport } from './needs.js'

/** A count. */
export const count = z.int().nonnegative()

/** An index, of an event or a thread. */
export const id = z.int().nonnegative()

/** The instance of a template. */
export const row = z.strictObject({ number: z.int().positive(), text: z.string() })

export const questionKind = z.enum(['permit', 'assert', 'check'])

export const verdictKind = z.enum(['allowed', 'forbidden', 'undecided', 'not covered'])

/** Says whether all executions end, or a thread waits for ever in some or in all of them. */
export const livenessKind = z.enum(['ends', 'can hang', 'hangs', 'undecided'])

const numberedLine = z.strictObject({
  /** The file, as the compiler names it. */
  file: z.string(),
  line: z.int().positive(),
  /** Its text, if the source is at hand and has not changed since. */
  text: z.string().optional(),
})

/** The line of a source from which an instruction was compiled. */
export const sourceLine = numberedLine.extend({
  /** The places where its function is called and inlined, where the caller is called, and so on; absent if it is the kernel itself. */
  calls: z.array(numberedLine).readonly().optional(),
})

/** The place of an instruction: `file:line:column`, and the line from which it was compiled. */
const instructionPlace = z.strictObject({ place: z.string(), source: sourceLine.optional() })

export type SourceLine = z.infer<typeof sourceLine>

/** A write that replaces what a waiting thread reads, although nothing in the ISA promises that the thread sees it. */
const unseenWrite = z.strictObject({
  thread: z.string(),
  /** The instruction as written. */
  instruction: z.string(),
  /** `file:line:column` */
  place: z.string(),
  source: sourceLine.optional(),
  /** `weak write`, `the scope of the read leaves the writer out` */
  why: z.string(),
})

export type UnseenWrite = z.infer<typeof unseenWrite>

/** A thread that waits for ever. */
export const wait = z.strictObject({
  thread: z.string(),
  kind: z.enum(['barrier', 'loop', 'call', 'start']),
  /** The barrier, the host's call or the launch as written, or the label of the loop. */
  at: z.string(),
  /** `file:line:column` */
  place: z.string(),
  source: sourceLine.optional(),
  /** Threads, the work of streams, a place on the GPU, a call of the host, `2 arrivals, of which 1 has come`, `another value of flag than 0`; null for a loop that reads nothing. */
  for: z.string().nullable(),
  /** The writes that a loop does not see; only for a loop. */
  unseen: z.array(unseenWrite).optional(),
})

export type WaitReport = z.infer<typeof wait>

/** What is wrong in an execution, in one sentence, with its place and those of what else takes part. */
export const finding = z.strictObject({
  sentence: z.string(),
  ...instructionPlace.shape,
  related: z.array(instructionPlace.extend({ message: z.string() })),
})

export type Finding = z.infer<typeof finding>

/** The limit of a verdict, if there are executions that go round these loops more often. */
export const within = z.strictObject({ bound: z.int().positive(), loops: z.array(z.string()) })

/** The parts of compiled kernels that are left out: lanes of launches, and time-outs. */
export const partialReport = z.object({
  /** Ways out of loops that wait, which depend on the time that has passed or on the number of rounds. Absent if there are none. */
  timeouts: z
    .array(
      z.strictObject({
        kernel: z.string(),
        /** The comparison that decides, as `file:line:column`. */
        place: z.string(),
        source: sourceLine.optional(),
      }),
    )
    .optional(),
  /** Launches of which only some lanes of each warp are simulated. */
  partial: z
    .array(
      z.strictObject({
        kernel: z.string(),
        /** `lane 0`, `lanes 0, 8..15` */
        lanes: z.string(),
        /** The number of simulated threads, and of all threads. */
        simulated: count,
        threads: count,
      }),
    )
    .optional(),
})

export type PartialReport = z.infer<typeof partialReport>

/** The memory layouts on which the answer rests, if the test may depend on where memory lies. */
export const layoutReport = z.object({
  /** Absent if the answer does not depend on where memory lies, or is an execution that exists. */
  layouts: z
    .strictObject({
      /** The number of layouts tried: a sample of those that the ISA permits. */
      tried: z.int().positive(),
      /** A computation that depends on where memory lies, as `file:line:column`. */
      place: z.string(),
      source: sourceLine.optional(),
    })
    .optional(),
})

export type LayoutReport = z.infer<typeof layoutReport>

/** A guarantee that an answer depends on and that compilers and GPUs are known to break. */
const deviationReport = z.object({
  /** Absent if there is nothing. */
  deviations: z
    .array(
      z.strictObject({
        name: z.string(),
        /** The compiler and the target on which this was seen: `ptxas 13.0`, `sm_90`. */
        compiler: z.string(),
        architecture: z.string(),
        what: z.string(),
        /** The instructions that are not kept. */
        places: z.array(instructionPlace),
        /** The page that has the evidence. */
        page: z.string(),
      }),
    )
    .optional(),
})

export type DeviationReport = z.infer<typeof deviationReport>

/** The assumptions of an answer that the ISA does not promise on every system. */
const assumptionReport = z.object({
  /** Absent if there are none. */
  assumptions: z
    .array(
      z.strictObject({
        what: z.string(),
        /** The section of the ISA, `8.1.1`. */
        section: z.string(),
        /** The instructions of which this is assumed. */
        places: z.array(instructionPlace),
      }),
    )
    .optional(),
})

export type AssumptionReport = z.infer<typeof assumptionReport>

/** What an answer rests on besides the model, the bound of loops and the schedule. */
export const restsReport = z.object({
  ...partialReport.shape,
  ...layoutReport.shape,
  ...deviationReport.shape,
  ...assumptionReport.shape,
})

export type RestsReport = z.infer<typeof restsReport>

/** The result about hangs. */
export const livenessReport = z.object({
  /** Null if the events of the test were not built. */
  liveness: livenessKind.nullable(),
  /** Present if every execution within the bound ends: those with more rounds of these loops may hang. */
  endsWithin: within.optional(),
  ...needsReport.shape,
  /** Present if every execution ends, but was only looked for under these conditions, `all blocks are resident`, of which some may be needed. */
  endsGiven: z.array(z.string()).optional(),
  /** The threads that wait for ever in one execution that hangs. */
  hang: z.array(wait).optional(),
  /** The same in a launch with threads left out, which might end the waits. */
  hangWithout: z.array(wait).optional(),
})

export type LivenessReport = z.infer<typeof livenessReport>

/** The place where a thread stops because the program has gone wrong. */
const stop = z.strictObject({
  thread: z.string(),
  /** The instruction as written. */
  instruction: z.string(),
  /** `file:line:column` */
  place: z.string(),
  source: sourceLine.optional(),
})

/** An access outside of memory, or not aligned to its size, or a write to constant memory: what happens from there on is undefined. */
const undefinedAccess = stop.extend({
  /** The number of bytes that it accesses. */
  bytes: z.int().positive(),
  /** The alignment that the address must have, if that is not the number of bytes. */
  aligned: z.int().positive().optional(),
  problem: z.enum(['outside', 'misaligned', 'misaligned row', 'read only', 'no memory']),
  /** The object and an offset, `ring+16`; `0x10` if no memory is near. */
  address: z.string(),
  /** The nearest object; null if there is none. */
  object: z.string().nullable(),
  /** The alignment that the declaration of the object promises, if that is less than the access needs. */
  alignment: z.int().positive().optional(),
})

/** A trap: it ends the kernel. */
const trap = stop.extend({ problem: z.literal('trap') })

/** A thread that comes to a named barrier of its CTA, or to one of its warp, against the rules of PTX: what happens from there on is undefined. */
const misusedBarrier = stop.extend({
  problem: z.enum([
    ...(['no such barrier', 'no whole warps', 'other count', 'other reduction', 'divergent', 'not reset'] as const),
    ...(['not in mask', 'other mask', 'other operands', 'ended lane'] as const),
  ]),
  /** The other thread involved; null if there is none. */
  other: z.string().nullable(),
  /** The instruction at which that thread is, and its place, if that is another one of the warp. */
  otherAt: z.object({ instruction: z.string(), place: z.string(), source: sourceLine.optional() }).optional(),
})

/** A thread that uses `wgmma` against the rules of PTX. */
const misusedWarpgroup = stop.extend({
  problem: z.enum([
    'no warpgroup',
    'apart',
    'other descriptor',
    'no fence',
    'not fenced',
    'register in use',
    'wrong way',
    'not synchronised',
  ]),
  /** The other thread involved; null if there is none. */
  other: z.string().nullable(),
})

/** A thread that uses Tensor Memory against the rules of PTX. */
const misusedTensorMemory = stop.extend({
  problem: z.enum([
    'columns',
    'more columns',
    'relinquished',
    'left',
    'no allocation',
    'not allocated',
    'early',
    'freed',
    'two groups',
    'quarter',
    'lane',
    'no peer',
    'alone',
    'other columns',
    'waits',
    'swizzling',
  ]),
})

/** A request to cancel a launch, or a query of a response, against the rules of PTX. */
const misusedLaunch = stop.extend({
  problem: z.enum(['failed request', 'no response', 'after a failure']),
})

/** An instruction of a thread, and its place. */
const placedInstruction = z.object({
  thread: z.string(),
  instruction: z.string(),
  place: z.string(),
  source: sourceLine.optional(),
})

/** An operation on an mbarrier against the rules of PTX. */
const misusedMbarrier = stop.extend({
  problem: z.enum([
    'not initialised',
    'tx-count',
    'pending count',
    'expected count',
    'count',
    'completes',
    'old state',
    'other CTA',
    'own CTA',
    'no such CTA',
    'still valid',
    'overwritten',
    'read as data',
  ]),
  /** The `mbarrier.inval` after which the operation may come; present if the mbarrier had been valid. */
  endedBy: placedInstruction.optional(),
})

/** An access that must not happen while an asynchronous operation is in flight. */
const misusedAsync = stop.extend({
  problem: z.literal('too early'),
  /** What the access does, and what the operation does to the same memory. */
  access: z.enum(['read', 'write']),
  operation: z.enum(['read', 'write']),
  memory: z.string(),
  /** Present if the memory is the tensor map of the operation. */
  map: z.literal(true).optional(),
  /** The instruction that issued the operation, and its place. */
  issue: placedInstruction,
  /** The reason why it is not ordered after the operation, if something seems to order it. */
  because: z.array(z.string()),
})

/** An access of shared memory after the CTA that owns it may have exited. */
const exitedMemory = stop.extend({ problem: z.literal('exited'), memory: z.string() })

export const undefinedStop = z.discriminatedUnion('problem', [
  undefinedAccess,
  trap,
  misusedBarrier,
  misusedMbarrier,
  misusedWarpgroup,
  misusedTensorMemory,
  misusedLaunch,
  misusedAsync,
  exitedMemory,
])

export type UndefinedStop = z.infer<typeof undefinedStop>

/** The result about undefined behaviour and traps. */
export const undefinedReport = z.object({
  /** The instructions at which an execution reaches them. Null if this is undecided, or not covered by the model. */
  undefined: z.array(undefinedStop).nullable(),
})

export type UndefinedReport = z.infer<typeof undefinedReport>

/**
 * The origin of an unknown value: a clock, an uninterpreted function, memory that was never written, or a wait, which
 * may time out, or take any number of rounds.
 */
export const unknownSource = z.strictObject({
  from: z.enum(['instruction', 'rounds', 'division', 'register', 'memory', 'patience', 'phase', 'schedule']),
  /** Null for memory. */
  thread: z.string().nullable(),
  /** The instruction as written, the register, or the bytes of memory. */
  what: z.string(),
  /** `file:line:column` of the instruction, the thread or the declaration. */
  place: z.string(),
  /** The source line of the instruction. */
  source: sourceLine.optional(),
})

export type UnknownSource = z.infer<typeof unknownSource>

/** The unknown values that an answer may depend on. */
export const unknownReport = z.object({
  /** The values on which the answer may depend. Absent if there are none. */
  unknown: z.array(unknownSource).optional(),
})

export type UnknownReport = z.infer<typeof unknownReport>

/** A SAT solver on clauses, z3 on SMT-LIB, or brute force over every candidate execution. */
export const solverName = z.enum(['sat', 'z3', 'brute'])

/** The zod schema of an error in the JSON of commands. */
export const errorReport = z.object({
  message: z.string(),
  /** `file:line:column`, or a path if there is no text to point into. */
  place: z.string(),
})

export const exitStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export type ErrorReport = z.infer<typeof errorReport>

/** The lanes of each warp with which a repair was found, as `lanes 0, 31`. */
export const foundWith = z.strictObject({
  lanes: z.string(),
  /** The number of all threads. */
  threads: count,
  /** The reason why it is not known that it is enough with all threads; absent if that is verified. */
  unverified: z.string().optional(),
  /** True if it ends the data races of these lanes, and no set of changes was enough for the claims with them. */
  racesOnly: z.literal(true).optional(),
})
