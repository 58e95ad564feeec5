/**
 * `griddepcontrol`, by which kernels of one stream overlap (ISA, `griddepcontrol`; CUDA, programmatic dependent
 * launch). A kernel triggers the start of the next one in its stream, and a kernel that was started in this way waits
 * for the one before it to complete.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type Definition, fenceFacts, readerOf, unchanged } from './definition.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'

/** `griddepcontrol.launch_dependents` and `griddepcontrol.wait`. */
export interface GridDependency {
  readonly kind: 'grid-dependency'
  readonly action: (typeof actions)[number]
  readonly span: Span
}

const opcode = 'griddepcontrol'
const actions = ['launch_dependents', 'wait'] as const

/** Reads the instruction of a statement. Fails on another word after the opcode, on operands, and on a result. */
function readGridDependency(statement: Statement): Result<GridDependency> {
  const { mnemonic, mnemonicSpan, span } = statement
  const word = mnemonic.slice(opcode.length + 1)
  const action = actions.find((one) => one === word)
  if (action === undefined) {
    const forms = actions.map((one) => `\`${opcode}.${one}\``).join(' or ')
    return fail(diagnostic(`it is ${forms}${didYouMean(word, actions)}`, mnemonicSpan))
  }
  return then(operand.none(statement), () =>
    then(operand.returnsNothing(statement), () => ok({ kind: 'grid-dependency', action, span })),
  )
}

export const gridDependency: Definition<GridDependency> = {
  facts: { ...fenceFacts, family: 'grid dependency' },
  withParts: unchanged,
  print: ({ action }) => `${opcode}.${action}`,
  readers: [readerOf(({ mnemonic }) => opcodeOf(mnemonic) === opcode, readGridDependency)],
  rows: [
    synchronisationRow(
      `${opcode}.launch_dependents`,
      'Lets the next kernel of the stream start, if it is launched with `programmatic` and all CTAs have got here or ended.',
    ),
    synchronisationRow(
      `${opcode}.wait`,
      'Waits for the kernel before it in the stream to complete, if this one is launched with `programmatic`.',
    ),
  ],
}
