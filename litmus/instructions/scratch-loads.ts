/** `scratch.load.async`: a load by the async proxy, which waits for its value. No PTX has it: it shows what a new form takes. */

import { collect, ok, type Result, then } from '../../source/result.js'
import { type Access, defaultType } from '../operand.js'
import { plainAddress } from './async-words.js'
import { accessFacts, type Definition, readerOf } from './definition.js'
import * as operand from './operands.js'
import { movementRow, returns } from './rows.js'
import type { Statement } from './statement.js'
import { addressText } from './text.js'

export interface ScratchLoad extends Access {
  readonly kind: 'scratch-load'
  readonly proxy: 'async'
  readonly destination: string
}

const name = 'scratch.load.async.global.b32'

/** `scratch.load.async.global.b32 r, [x]` */
const readScratchLoad = (statement: Statement): Result<ScratchLoad> =>
  then(
    collect({
      count: operand.count(statement, 2, 2, `${name} r, [x]`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(statement.operands[0]),
      address: plainAddress(statement, statement.operands[1], 'global'),
    }),
    ({ destination, address }) =>
      ok({ kind: 'scratch-load', proxy: 'async', destination, address, type: defaultType, span: statement.span }),
  )

export const scratchLoad: Definition<ScratchLoad> = {
  facts: { ...accessFacts, family: 'asynchronous' },
  withParts: (one, { address }) => ({ ...one, address: address(one.address) }),
  print: (one, format) => `${name} ${one.destination}, ${addressText(one, format)}`,
  readers: [readerOf(({ mnemonic }) => mnemonic === name, readScratchLoad)],
  rows: [movementRow(name, 'Loads by the async proxy, and waits for the value.', returns)],
}
