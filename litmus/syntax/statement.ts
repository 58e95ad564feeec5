/** A statement with its places in the text. */

import type { SourceText } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Integer } from '../instruction.js'
import type { Statement, StatementOperand, Word } from '../instructions/statement.js'
import { at, type IntegerSyntax, type OperandSyntax, type StatementSyntax, type Word as WordSyntax } from './words.js'

/** What a grammar gave, as what instructions are read from. */
export const toStatement = (
  { mnemonic, operands, expected, place }: StatementSyntax,
  source: SourceText,
  format: Format,
): Statement => ({
  format,
  mnemonic: mnemonic.text,
  mnemonicSpan: at(source, mnemonic.place),
  operands: operands.map((operand) => toOperand(operand, source)),
  expected:
    expected === null ? undefined : { kind: 'integer', value: expected.value, span: at(source, expected.place) },
  span: at(source, place),
})

function toOperand(operand: OperandSyntax, source: SourceText): StatementOperand {
  const span = at(source, operand.place)
  switch (operand.kind) {
    case 'address': {
      const { kind, owner, name, coordinate } = operand
      return { kind, owner, name, coordinate: coordinate === null ? null : toValue(coordinate, source), span }
    }
    case 'vector':
      return { kind: operand.kind, span }
    default:
      return toValue(operand, source)
  }
}

const toValue = (one: IntegerSyntax | WordSyntax, source: SourceText): Integer | Word => {
  const span = at(source, one.place)
  return one.kind === 'word' ? { kind: one.kind, text: one.text, span } : { kind: one.kind, value: one.value, span }
}
