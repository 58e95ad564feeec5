/** Asynchronous copies and stores, mbarriers, and fences for them: which reader each has. */

import { ok, type Result, then } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import { readAsyncCopy, readBulkCopy } from './async-copies.js'
import { isAsyncFence, readAsyncFence } from './async-fences.js'
import { isAsyncGroup, readAsyncArrive, readAsyncGroup } from './async-groups.js'
import { isReduction } from './async-reductions.js'
import { isAsyncStore, readAsyncStore } from './async-stores.js'
import { withoutPolicy } from './hints.js'
import { readMbarrier } from './mbarriers.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { wordsOf } from './qualifiers.js'
import type { Statement } from './statement.js'
import { isTensorCopy, readTensorCopy } from './tensor-copies.js'
import { isOfTensorMap, readTensorMap } from './tensor-maps.js'

/** The instructions of a statement of this kind; undefined for others. */
export function readAsynchronous(statement: Statement): Result<readonly Instruction[]> | undefined {
  const { mnemonic } = statement
  if (opcodeOf(mnemonic) === 'mbarrier') return readMbarrier(statement)
  if (isOfTensorMap(statement)) return one(readTensorMap(statement))
  if (isAsyncFence(statement)) return one(readAsyncFence(statement))
  if (isAsyncGroup(statement)) return one(readAsyncGroup(statement))
  if (isAsyncStore(statement)) return one(readAsyncStore(statement))
  if (startsWith(mnemonic, 'cp.async.bulk.prefetch')) return readPrefetch(statement)
  if (startsWith(mnemonic, 'cp.async.mbarrier.arrive')) return one(readAsyncArrive(statement))
  if (isTensorCopy(statement)) return one(readTensorCopy(statement))
  if (startsWith(mnemonic, 'cp.async.bulk') || isReduction(statement)) return one(readBulkCopy(statement))
  return startsWith(mnemonic, 'cp.async') ? one(readAsyncCopy(statement)) : undefined
}

/** No instruction: it changes no value. */
function readPrefetch(written: Statement): Result<readonly []> {
  const { mnemonic } = written
  if (startsWith(mnemonic, 'cp.async.bulk.prefetch.tensor')) return ok([])
  return then(withoutPolicy(written, wordsOf(written).others), (statement) =>
    then(operand.count(statement, 2, 2, `${mnemonic} [from], bytes`), () =>
      then(operand.returnsNothing(statement), () => ok([])),
    ),
  )
}

const startsWith = (mnemonic: string, name: string): boolean => mnemonic === name || mnemonic.startsWith(`${name}.`)

const one = (result: Result<Instruction>): Result<readonly Instruction[]> => then(result, (only) => ok([only]))
