/** Asynchronous copies, mbarriers, and fences for them: which reader each has. */

import { ok, type Result, then } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import { readAsyncCopy, readBulkCopy } from './async-copies.js'
import { isAsyncFence, readAsyncFence } from './async-fences.js'
import { isAsyncGroup, readAsyncArrive, readAsyncGroup } from './async-groups.js'
import { isReduction } from './async-reductions.js'
import { readMbarrier } from './mbarriers.js'
import { opcodeOf } from './opcodes.js'
import type { Statement } from './statement.js'

/** The instructions of a statement of this kind; undefined for others. A prefetch is none. */
export function readAsynchronous(statement: Statement): Result<readonly Instruction[]> | undefined {
  const { mnemonic } = statement
  if (opcodeOf(mnemonic) === 'mbarrier') return readMbarrier(statement)
  if (isAsyncFence(statement)) return one(readAsyncFence(statement))
  if (isAsyncGroup(statement)) return one(readAsyncGroup(statement))
  if (startsWith(mnemonic, 'cp.async.bulk.prefetch')) return ok([])
  if (startsWith(mnemonic, 'cp.async.mbarrier.arrive')) return one(readAsyncArrive(statement))
  if (startsWith(mnemonic, 'cp.async.bulk') || isReduction(statement)) return one(readBulkCopy(statement))
  return startsWith(mnemonic, 'cp.async') ? one(readAsyncCopy(statement)) : undefined
}

const startsWith = (mnemonic: string, name: string): boolean => mnemonic === name || mnemonic.startsWith(`${name}.`)

const one = (result: Result<Instruction>): Result<readonly Instruction[]> => then(result, (only) => ok([only]))
