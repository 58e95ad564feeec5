/** Names of tests, at their places. */

import type { Range } from './marks.js'

export type NameKind = 'location' | 'register' | 'label' | 'kernel' | 'question'

/** A name at a place. */
export interface Occurrence extends Range {
  readonly kind: NameKind
  readonly name: string
  /** The threads whose register or label it is, which share a text; empty for other names. */
  readonly scope: string
  /** True if it declares the name, or writes the register. */
  readonly defines: boolean
}

/** A statement of a thread. */
export interface StatementRange extends Range {
  readonly scope: string
  /** The action, judging by its first word, with its place. */
  readonly mnemonic: { readonly text: string; readonly start: number; readonly end: number } | undefined
}

export interface Names {
  readonly occurrences: readonly Occurrence[]
  readonly statements: readonly StatementRange[]
}
