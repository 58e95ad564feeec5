/** The initial values of memory and registers, in either format. */

import { addressOf, addressOfWord } from '../instructions/operands.js'
import type { InitialiserSyntax, ValueSyntax } from '../instructions/statement.js'
import type { Constant } from '../operand.js'
import type { Initialiser } from '../variables.js'

/** Returns a value. A bare name is the address of memory. */
export function constantOf(value: ValueSyntax): Constant {
  switch (value.kind) {
    case 'integer':
      return value
    case 'word':
      return addressOfWord(value)
    case 'place':
      return addressOf(value)
  }
}

export const initialiserOf = (syntax: InitialiserSyntax): Initialiser =>
  syntax.kind === 'list'
    ? { braces: true, values: syntax.values.map(constantOf), span: syntax.span }
    : { braces: false, values: [constantOf(syntax)], span: syntax.span }
