/** Changes that make accesses strong and order nothing else: a race ends, and reads may still read either value. */

import type { Instruction } from '../litmus/instruction.js'
import { type Program, threadAt } from '../litmus/program.js'
import type { Change } from './repair.js'

/** Returns whether an access becomes strong, and neither releases nor acquires. */
export const ordersNothing = (from: Instruction, to: Instruction): boolean =>
  from.kind === to.kind &&
  (from.kind === 'load' || from.kind === 'store') &&
  from.order === 'weak' &&
  (to.kind === 'load' || to.kind === 'store') &&
  to.order === 'relaxed'

/** Returns whether none of the changes orders anything. */
export const orderNothing = (program: Program, changes: readonly Change[]): boolean =>
  changes.every(({ edits }) =>
    edits.every(({ thread, at, change }) => {
      const from = threadAt(program.threads, thread).instructions[at]
      return change.kind === 'replace' && from !== undefined && ordersNothing(from, change.instruction)
    }),
  )
