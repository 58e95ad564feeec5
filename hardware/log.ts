/** The output of a generated program: the states in which its tests ended, how often, where and when. */

import * as z from 'zod'
import { groupBy } from '../source/group.js'

const count = z.int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{16}$/)

const ran = z.object({
  test: z.string(),
  /** The hash of the text that ran. */
  hash,
  /** The number of instances that ran. */
  times: count,
  /** The number of instances that met the bound of a loop, so that their states do not count. */
  gaveUp: count,
  /** The number of instances in which a load returned a value other than the one that the test demands. */
  missed: count,
  seconds: z.number().nonnegative(),
  /** Further remarks on the run. */
  note: z.string().optional(),
  states: z.array(
    z.object({
      count: count,
      /** Decimal integers in text, by the names that `outcomes` gives to what is observed. */
      values: z.record(z.string(), z.string().regex(/^-?\d+$/)),
    }),
  ),
})

/** A test that the GPU or its driver ended, with the details that are known. */
const failed = z.object({ test: z.string(), hash, failed: z.string() })

/** A test that needs what the machine lacks: a second GPU. */
const notRunnable = z.object({ test: z.string(), hash, notRunnable: z.string() })

/** The zod schema of the log that a program of `sourceOf` prints. */
export const hardwareLog = z.object({
  format: z.literal(1),
  device: z.string(),
  arch: z.string(),
  /** The versions of CUDA that the driver and the runtime have. */
  driver: z.string(),
  runtime: z.string(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  seed: count,
  /** The settings that launches went through in turn. */
  stress: z.array(
    z.object({
      /** Bytes from a location of an instance to that of the next, at least. */
      stride: count,
      /** One location of all instances after the other; otherwise, one instance after the other. */
      byLocation: z.boolean(),
      /** The CTAs of an instance are far from each other in the grid. */
      apart: z.boolean(),
      /** Neighbouring lanes run the threads of one instance; otherwise, warps do. */
      mixed: z.boolean(),
      shuffled: z.boolean(),
      /** Clocks that a warp or a thread waits at most before it starts. */
      delay: count,
      late: z.enum(['warp', 'thread']),
      /** The number of reads and writes of each thread of the extra CTAs, and the number of these CTAs. */
      noise: count,
      extra: count,
      /** The number of threads, out of 256, that read the memory that they will access before they start. */
      touch: count,
      rotate: count,
      lanes: count,
    }),
  ),
  tests: z.array(z.union([ran, failed, notRunnable])),
})

/** The log that a program of `sourceOf` prints. */
export type HardwareLog = z.infer<typeof hardwareLog>
export type Ran = z.infer<typeof ran>
export type Logged = HardwareLog['tests'][number]

/** Returns the combined results of several runs of one test; undefined if there are none. */
export function inAll(runs: readonly Ran[]): Ran | undefined {
  const [first, ...others] = runs
  if (first === undefined) return undefined
  const notes = new Set(runs.flatMap(({ note }) => (note === undefined ? [] : [note])))
  return { ...others.reduce(together, first), ...(notes.size === 0 ? {} : { note: [...notes].join('; ') }) }
}

function together(a: Ran, b: Ran): Ran {
  const states = groupBy([...a.states, ...b.states], ({ values }) => JSON.stringify(Object.entries(values).toSorted()))
  return {
    ...a,
    times: a.times + b.times,
    gaveUp: a.gaveUp + b.gaveUp,
    missed: a.missed + b.missed,
    seconds: a.seconds + b.seconds,
    states: [...states.values()].flatMap((same) => {
      const [one] = same
      return one === undefined ? [] : [{ ...one, count: same.reduce((sum, { count }) => sum + count, 0) }]
    }),
  }
}
