/** The names in scope at a place of a model. */

import { diagnostic } from '../../../source/diagnostic.js'
import { didYouMean } from '../../../source/nearest.js'
import { fail, ok, type Result } from '../../../source/result.js'
import type { SourceText, Span } from '../../../source/text.js'
import type { Expression } from './syntax.js'
import { made, type Sort, type Value } from './value.js'
import { functions, relations, sets } from './vocabulary.js'

export type Meaning =
  | { readonly kind: 'value'; readonly value: Value }
  /** A name within the `let rec` that defines it, with the sorts that it may still have. */
  | { readonly kind: 'recursive'; readonly name: string; readonly sorts: readonly Sort[] }
  | {
      readonly kind: 'function'
      readonly parameters: readonly string[]
      readonly body: Expression
      /** The place of its definition: the text of its body, and the names in scope there. */
      readonly source: SourceText
      readonly scope: Scope
    }
  | { readonly kind: 'built-in'; readonly is: (typeof functions)[keyof typeof functions] }

/** The last definition of a name counts. */
export type Scope = ReadonlyMap<string, Meaning>

/** The vocabulary, before anything is defined. */
export const vocabulary: Scope = new Map<string, Meaning>([
  ...[...sets].map(([name, set]): [string, Meaning] => [name, { kind: 'value', value: made({ set }, []) }]),
  ...[...relations].map(([name, relation]): [string, Meaning] => [
    name,
    { kind: 'value', value: made({ relation }, []) },
  ]),
  ...Object.entries(functions).map(([name, is]): [string, Meaning] => [name, { kind: 'built-in', is }]),
])

/**
 * Returns what a name means. `defining` are the names that the current definition gives, which it may use only if it is
 * recursive.
 */
export function lookUp(name: string, place: Span, scope: Scope, defining: readonly string[] = []): Result<Meaning> {
  const meaning = scope.get(name)
  if (meaning !== undefined) return ok(meaning)
  if (defining.includes(name))
    return fail(diagnostic(`\`${name}\` is not defined yet; only \`let rec\` may use what it defines`, place))
  const names = [...scope.keys()].filter((one) => one !== '_')
  return fail(diagnostic(`\`${name}\` is not defined${didYouMean(name, names)}`, place))
}
