/** Definitions that give a name of the vocabulary another meaning. herd permits them, but few are meant. */

import { type Diagnostic, diagnostic } from '../../../source/diagnostic.js'
import { type SourceText, span } from '../../../source/text.js'
import { baseRelations, baseSets } from '../names.js'
import type { Expression, Let } from './syntax.js'

const baseNames: ReadonlySet<string> = new Set([...baseSets, ...baseRelations])

/**
 * Returns a remark on each name of a base set or relation that the statement takes. A definition that builds on the
 * name that it takes, such as `let co = co+`, is meant.
 */
export const redefinitions = ({ bindings, recursive }: Let, source: SourceText): readonly Diagnostic[] =>
  bindings
    .filter(({ name: { text }, body }) => baseNames.has(text) && (recursive || !mentions(text, body)))
    .map(({ name: { text, place } }) =>
      diagnostic(
        `\`${text}\` is a built-in name; from here on it means this definition`,
        span(source, place.start, place.end),
      ),
    )

function mentions(name: string, expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name.text === name
    case 'call':
      return expression.given.some((one) => mentions(name, one))
    case 'nothing':
    case 'everything':
      return false
    case 'union':
    case 'intersection':
    case 'sequence':
      return expression.of.some((one) => mentions(name, one))
    case 'difference':
    case 'product':
      return mentions(name, expression.left) || mentions(name, expression.right)
    default:
      return mentions(name, expression.of)
  }
}
