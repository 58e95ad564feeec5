/**
 * `cp.async` with a predicate in place of a size: if it holds, the copy reads nothing (ISA, `cp.async`, ignore-src).
 */

import type { Instruction } from './instruction.js'
import { isPredicate } from './registers.js'

/** Returns the instructions of a thread, with the copies telling predicates from sizes. */
export const withIgnoreSrc = (instructions: readonly Instruction[]): readonly Instruction[] =>
  instructions.map((one) => {
    if (one.kind !== 'async-copy' || one.read?.kind !== 'register') return one
    const { read, ...copy } = one
    return isPredicate(instructions, read.name) ? { ...copy, ignored: read } : one
  })
