/**
 * `setmaxnreg`, by which the warps of a warpgroup release registers to the pool of their CTA, or wait for more (ISA,
 * `setmaxnreg`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { barrierFacts, type Definition, readerOf, unchanged } from './definition.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'

/** `setmaxnreg.inc.sync.aligned.u32 n`, and `.dec`: from then on each thread may use n registers. */
export interface RegisterCount {
  readonly kind: 'register-count'
  readonly action: (typeof actions)[number]
  readonly registers: bigint
  readonly span: Span
}

const opcode = 'setmaxnreg'
const actions = ['inc', 'dec'] as const
const mnemonicOf = (action: RegisterCount['action']): string => `${opcode}.${action}.sync.aligned.u32`

/** Reads the instruction of a statement. Fails on other words, and on a number that PTX does not permit. */
function readRegisterCount(statement: Statement): Result<RegisterCount> {
  const { mnemonic, mnemonicSpan, span } = statement
  const action = actions.find((one) => mnemonicOf(one) === mnemonic)
  if (action === undefined)
    return fail(diagnostic(`it is ${actions.map((one) => `\`${mnemonicOf(one)}\``).join(' or ')}`, mnemonicSpan))
  const [given] = statement.operands
  return then(
    collect({
      count: operand.count(statement, 1, 1, `${mnemonic} n`),
      returns: operand.returnsNothing(statement),
    }),
    () =>
      given?.kind === 'integer' && given.value >= 24n && given.value <= 256n && given.value % 8n === 0n
        ? ok({ kind: 'register-count', action, registers: given.value, span })
        : fail(diagnostic('the number of registers is a multiple of 8 from 24 to 256', given?.span ?? span)),
  )
}

export const registerCount: Definition<RegisterCount> = {
  facts: barrierFacts,
  withParts: unchanged,
  print: ({ action, registers }) => `${mnemonicOf(action)} ${registers}`,
  readers: [readerOf(({ mnemonic }) => opcodeOf(mnemonic) === opcode, readRegisterCount)],
  rows: [
    synchronisationRow(`${opcode}.dec`, 'Releases registers of the warps of a warpgroup to the pool of their CTA.'),
    synchronisationRow(
      `${opcode}.inc`,
      'Waits until the pool of the CTA has more registers for the warps of a warpgroup.',
    ),
  ],
}
