/** Finds and replaces names among the arguments of a launch. */

import type { Named } from '../operand.js'
import type { ArgumentSyntax } from '../syntax/words.js'

/** Returns the names of memory in an argument, in order. */
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

/** Returns the argument with other names for some memory. */
export function withNames(argument: ArgumentSyntax, names: ReadonlyMap<string, string>): ArgumentSyntax {
  switch (argument.kind) {
    case 'word':
      return { ...argument, text: names.get(argument.text) ?? argument.text }
    case 'place':
      return { ...argument, name: names.get(argument.name) ?? argument.name }
    case 'tensor':
      return { ...argument, of: { ...argument.of, text: names.get(argument.of.text) ?? argument.of.text } }
    case 'list':
      return { ...argument, values: argument.values.map((one) => withNames(one, names)) }
    case 'structure':
      return {
        ...argument,
        fields: argument.fields.map(({ offset, value }) => ({ offset, value: withNames(value, names) })),
      }
    case 'integer':
    case 'float':
      return argument
  }
}
