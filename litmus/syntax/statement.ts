/** A statement with its places in the text. */

import type { SourceText } from '../../source/text.js'
import type { Dialect, Statement, StatementOperand } from '../instructions/statement.js'
import { at, type OperandSyntax, type StatementSyntax } from './words.js'

/** What a grammar gave, as what instructions are read from. */
export const toStatement = (
  { mnemonic, operands, expected, place }: StatementSyntax,
  source: SourceText,
  dialect: Dialect,
): Statement => ({
  dialect,
  mnemonic: mnemonic.text,
  mnemonicSpan: at(source, mnemonic.place),
  operands: operands.map((operand) => toOperand(operand, source)),
  expected:
    expected === null ? undefined : { kind: 'integer', value: expected.value, span: at(source, expected.place) },
  span: at(source, place),
})

function toOperand(operand: OperandSyntax, source: SourceText): StatementOperand {
  const where = { span: at(source, operand.place) }
  switch (operand.kind) {
    case 'address': {
      const { owner, name, coordinate } = operand
      const element =
        coordinate === null
          ? undefined
          : coordinate.kind === 'word'
            ? { kind: coordinate.kind, text: coordinate.text, span: at(source, coordinate.place) }
            : { kind: coordinate.kind, value: coordinate.value, span: at(source, coordinate.place) }
      return { kind: 'address', owner: owner ?? undefined, name: name.text, coordinate: element, ...where }
    }
    case 'integer':
      return { kind: 'integer', value: operand.value, ...where }
    case 'word':
      return { kind: 'word', text: operand.text, ...where }
    case 'vector':
      return { kind: 'vector', ...where }
  }
}
