/**
 * An execution as a document: plain data that can be shown, kept, and checked again without anything else. Unknown
 * fields are errors, since a misspelt field would otherwise be ignored silently.
 */

import * as z from 'zod'
import {
  id,
  layoutReport,
  partialReport,
  questionKind,
  row,
  sourceLine,
  undefinedStop,
  unknownSource,
  wait,
  within,
} from './parts.js'

/** Pairs of events. */
export const pairs = z.array(z.tuple([id, id]))
/**
 * A decimal integer as text, since a JSON number cannot hold 64 bits; a copy may move many bytes at once. May be
 * negative if the type is signed. 64 bits that are an address in the test's memory are written `&x`, `&a[2]`, `&a+3`;
 * those of an mbarrier are described in words.
 */
const value = z
  .string()
  .regex(
    /^(?:-?\d{1,40000}|&[^[+\s]+(?:\[\d{1,10}\]|\+\d{1,10})?|phase \d, \d{1,7} of \d{1,7} pending, tx-count -?\d{1,7})$/,
    'expected a decimal integer, an address or what an mbarrier holds',
  )

const witnessEvent = z.strictObject({
  /** Its index among the events; pictures and texts call it `e` and this number. */
  id,
  kind: z.enum(['read', 'write', 'fence', 'barrier', 'call', 'task', 'issue', 'wait', 'tensor']),
  /** The thread and its instruction, by index; null for initial writes and tasks. */
  thread: id.nullable(),
  instruction: id.nullable(),
  /** The instruction as written; `x = 0` for an initial write, `foo starts` for a task. */
  text: z.string(),
  /** The base sets that it is in, including its order, scope and proxy. */
  sets: z.array(z.string()),
  order: z.string().nullable(),
  scope: z.string().nullable(),
  proxy: z.string().nullable(),
  /** The name that the event addresses and the location that it denotes; null for fences and barriers. */
  address: z.string().nullable(),
  location: z.string().nullable(),
  /** The condition under which it is executed, over what reads return. */
  guard: z.string(),
  executed: z.boolean(),
  /** True for an operation that its thread has issued and that is not in program order. */
  asynchronous: z.literal(true).optional(),
  /**
   * The value read or written, or returned by a `bar.red` that is passed or by a query of the host, which counts as
   * executed if it returns `cudaSuccess`. Null for all other events, and for those that are not executed.
   */
  value: value.nullable(),
})

/** The sources from which a module was compiled, as the compiler names them, and their texts. */
const sources = z.array(z.strictObject({ file: z.string(), text: z.string() }))

/** Some of the bytes of a read that reads from several writes. */
const part = z.strictObject({
  read: id,
  /** `x+4`, `a[1]` */
  bytes: z.string(),
  /** Their first and last position among the bytes of the read, from 0. */
  at: z.tuple([id, id]),
  write: id,
})

/** An unknown value. */
const unknownValue = unknownSource.extend({
  id,
  /** Its bits, as a non-negative integer. */
  value: z.string().regex(/^\d{1,20}$/, 'expected a decimal integer'),
})

export type PartReport = z.infer<typeof part>

/** The zod schema of a witness: an execution with the test that it belongs to. */
export const witness = z.strictObject({
  format: z.literal('ptx-litmus witness', 'this is not a witness of ptx-litmus'),
  version: z.literal(1, 'this version of the format is unknown'),
  /** The model under which it is consistent. */
  model: z.string(),
  test: z.strictObject({
    name: z.string(),
    file: z.string(),
    row: row.optional(),
    /** True if it was read with `--undeclared`. */
    undeclared: z.literal(true).optional(),
    /** The whole file. */
    text: z.string(),
    /** The modules that it names: their paths, their files, and their texts. */
    modules: z
      .array(z.strictObject({ path: z.string(), file: z.string(), text: z.string(), sources: sources.optional() }))
      .optional(),
    /** The sources of a module that was launched from the command line. */
    sources: sources.optional(),
    /** The launches of a module that was launched from the command line, and the questions. */
    launching: z
      .strictObject({
        launches: z.array(z.string()),
        asked: z.array(z.strictObject({ question: questionKind, text: z.string() })),
      })
      .optional(),
  }),
  /** The most times that the body of a loop is executed. */
  bound: z.int().positive(),
  /** If accesses count, and not only final states, loops that only wait have one more round. */
  lookedAt: z.literal('accesses').optional(),
  /** The accesses, fences and barriers without events, since no axiom can tell them from others. Absent if there are none. */
  leftOut: z.int().positive().optional(),
  /** Launches of which only some lanes of each warp take part. Absent if there are none. */
  partial: partialReport.shape.partial,
  /** The observed terms besides those that the test mentions. */
  observed: z.array(z.string()),
  /** The question whose outcome is reached. */
  question: z.strictObject({ kind: questionKind, name: z.string(), text: z.string() }).nullable(),
  /** The axiom that objects to the execution, which is then not consistent; only in an explanation. */
  forbiddenBy: z.string().optional(),
  threads: z.array(
    z.strictObject({
      name: z.string(),
      /** The position of the thread; absent for the host, and for transfers, which copy and set memory. */
      gpu: id.optional(),
      /** The memory synchronisation domain of its kernel, if the launch gives one. */
      domain: id.optional(),
      /** Present only in a test with a host. */
      kernel: z.string().optional(),
      /** Present only if the test declares clusters on the GPU. */
      cluster: id.optional(),
      cta: id.optional(),
      thread: id.optional(),
      /** The instructions, each with its events. */
      instructions: z.array(z.strictObject({ text: z.string(), events: z.array(id), source: sourceLine.optional() })),
      /** True for compiled code, of which texts and pictures show only the instructions that have events. */
      compiled: z.literal(true).optional(),
    }),
  ),
  /** The streams of a test with kernels, each with the events of its tasks, one task after the other. */
  streams: z.array(z.strictObject({ name: z.string(), events: z.array(id) })).optional(),
  events: z.array(witnessEvent),
  /** Pairs of events. `rf`, `co` and `sync_fence` are what the execution chose; the others follow. */
  relations: z.object({ rf: pairs, co: pairs, sync_fence: pairs }).catchall(pairs),
  /**
   * The accesses that race, if the model says which are morally strong and ordered. The halves of an atomic count as
   * one.
   */
  races: pairs.optional(),
  /** The relations of the model that are synchronisation. */
  synchronisation: z.array(z.string()),
  /** The barriers at which threads waited and that they passed, and those where they only arrived. */
  barriers: z.strictObject({ passed: z.array(id), arrived: z.array(id) }),
  /** The write from which each byte comes, for reads whose bytes come from several writes. */
  parts: z.array(part).optional(),
  /** The unknown values that the program may use. */
  unknown: z.array(unknownValue).optional(),
  /** The threads that wait for ever, if the execution hangs. */
  hang: z.array(wait).optional(),
  /** The places where the execution reaches undefined behaviour or a trap, if it does. */
  undefined: z.array(undefinedStop).optional(),
  final: z.strictObject({
    /** The final write to each location. */
    memory: z.array(z.strictObject({ location: z.string(), write: id, value })),
    /** The final registers of threads that end. */
    registers: z.array(z.strictObject({ thread: id, register: z.string(), value })),
  }),
})

/** An event of a witness. */
export type WitnessEvent = z.infer<typeof witnessEvent>
/** An execution with the test that it belongs to, as a document. */
export type Witness = z.infer<typeof witness>

/** Several executions of one question. */
export const witnessList = z.strictObject({
  /** True if the list is complete, except for rounds in which a loop only waits. */
  complete: z.boolean(),
  /** Present if the list is complete only within a bound. */
  within: within.optional(),
  ...layoutReport.shape,
  witnesses: z.array(witness).min(1, 'there is no witness in the list'),
})

/** Several executions of one question, as a document. */
export type WitnessList = z.infer<typeof witnessList>
