/**
 * Finds the addresses of rows that lanes give which a launch leaves out: `ldmatrix` and `stmatrix` take them from eight
 * or more lanes (ISA). These lanes run beside the others, in a run of which only these addresses are kept.
 */

import type { Instruction } from '../../../litmus/instruction.js'
import { neededOf } from '../../../litmus/module/needed.js'
import { destinationOf, resultType } from '../../../litmus/operands.js'
import { isCompiled, type Program, type Thread } from '../../../litmus/program.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import { isNotPrivate } from '../control/private.js'
import type { Arrangement } from '../graph/regions.js'
import { limitsOfUnseen } from '../graph/size.js'
import { withIntegers } from '../memory/addresses.js'
import { layoutOf } from '../memory/layout.js'
import { isRow, type Rows } from '../memory/ranges.js'
import type { Running } from './recording.js'
import { runThreads } from './run.js'

/** Returns the addresses that are known before anything is read. None, if that takes too many steps. */
export function rowsOfLeftOut(
  program: Program,
  arrangement: Arrangement,
  { bound, lookedAt }: Pick<Running, 'bound' | 'lookedAt'>,
): Rows {
  const isConcerned = program.threads.some(
    (thread) => thread.kind === 'device' && thread.leftOut !== undefined && hasRows(thread),
  )
  if (!isConcerned) return new Map()
  const { host: _, ...rest } = program
  // Owners of memory are indices of threads, so those left out come last.
  const threads = [...program.threads, ...program.threads.flatMap(leftOutBy)]
  // Which instructions a program has decides where its memory lies, so the layout is that of all of them.
  const layout = layoutOf({ ...rest, threads }, arrangement)
  const whole: Program = { ...rest, threads: threads.map(withDeciding) }
  const ran = runThreads(withIntegers(whole, layout), {
    ...{ bound, lookedAt, layout, typed: whole.threads, limits: limitsOfUnseen, privateTo: new Set() },
    ...{
      initial: [],
      unknowns: [],
      addresses: new Map(),
      otherAddresses: new Set(),
      unseen: new Map(),
      idle: idleIn(whole),
    },
  })
  return isNotPrivate(ran) ? new Map() : ran.rows
}

const hasRows = ({ instructions }: Thread): boolean => instructions.some(isRow)

/** Returns the threads of a thread's warp that its launch leaves out, if they give rows. */
function leftOutBy(thread: Thread): readonly Thread[] {
  if (thread.kind !== 'device' || !hasRows(thread)) return []
  return (thread.leftOut ?? []).map((other): Thread => {
    const own = new Set(other.registers.map(({ name }) => name))
    return {
      ...thread,
      position: { ...thread.position, thread: other.thread },
      registers: [...thread.registers.filter(({ name }) => !own.has(name)), ...other.registers],
    }
  })
}

/** Returns a thread with what decides about rows. */
const withDeciding = (thread: Thread): Thread =>
  thread.kind === 'device' && hasRows(thread) ? { ...thread, instructions: decidingRows(thread.instructions) } : thread

/**
 * Returns the instructions that access rows, those from which their addresses are computed, and those that decide which
 * of them are executed. What memory returns is unknown.
 */
const decidingRows = memoisedWeakly((instructions: readonly Instruction[]) =>
  neededOf(
    instructions.flatMap((one): readonly Instruction[] => {
      if (isRow(one) || isAmongKept(one)) return [one]
      const destination = destinationOf(one)
      const type = resultType(one)
      if (destination === undefined || type === undefined) return []
      return [{ kind: 'unknown', destination, type, operands: [], span: one.span }]
    }),
  ),
)

const kept: ReadonlySet<Instruction['kind']> = new Set([
  ...(['arithmetic', 'set-predicate', 'unknown', 'active-mask', 'label', 'branch'] as const),
])

/** Returns whether an instruction computes, decides a path, or exchanges values between the lanes of a warp. */
const isAmongKept = (one: Instruction): boolean =>
  kept.has(one.kind) || (one.kind === 'warp' && one.operation !== 'matrix' && destinationOf(one) !== undefined)

/** Returns the threads that take no part. */
const idleIn = ({ threads }: Program): ReadonlySet<number> =>
  new Set(threads.flatMap((thread, index) => (isCompiled(thread) && hasRows(thread) ? [] : [index])))
