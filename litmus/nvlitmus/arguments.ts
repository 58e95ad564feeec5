/** Names among the arguments of a launch. */

import type { Named } from '../operand.js'
import type { ArgumentSyntax } from '../syntax/words.js'

/** The names of memory in an argument, in order. */
export function namesIn(argument: ArgumentSyntax): readonly Named[] {
  switch (argument.kind) {
    case 'word':
      return [{ name: argument.text, span: argument.span }]
    case 'place':
      return [{ name: argument.name, span: argument.span }]
    case 'tensor':
      return [{ name: argument.of.text, span: argument.of.span }]
    case 'list':
      return argument.values.flatMap(namesIn)
    case 'structure':
      return argument.fields.flatMap(({ value }) => namesIn(value))
    case 'integer':
    case 'float':
      return []
  }
}
