/** The parser that `npm run build` makes of grammar.peggy. */

import type { Item } from './syntax.js'

/** The items of a text; throws a `SyntaxError` at the first place that does not fit. */
export function parse(text: string): readonly Item[]

export class SyntaxError extends Error {
  /** Absent where the grammar itself objects, with a message of its own. */
  readonly expected: readonly Expectation[] | null | undefined
  readonly location: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
}

export type Expectation =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'other'; readonly description: string }
  | { readonly type: 'class' | 'any' | 'end' | 'not' }
