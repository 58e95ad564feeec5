/** What the grammar of the nvlitmus format gives: words with their places, nothing looked up. */

import type { ThreadPosition } from '../program.js'
import type { CallSyntax, ConditionSyntax, Place, StatementSyntax, Word } from '../syntax/words.js'

export type Item = Declaration | KernelSyntax | HostPiece | ThreadPiece | QuestionSyntax

export interface Declaration {
  readonly kind: 'declaration'
  readonly space: Word
  readonly name: Word
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: Word } | null
  readonly place: Place
}

export interface ThreadPiece {
  readonly kind: 'thread'
  readonly position: ThreadPosition & { readonly place: Place }
  readonly statements: readonly StatementSyntax[]
}

export interface KernelSyntax {
  readonly kind: 'kernel'
  readonly name: Word
  readonly threads: readonly ThreadPiece[]
  readonly place: Place
}

export interface HostPiece {
  readonly kind: 'host'
  readonly statements: readonly (CallSyntax | StatementSyntax)[]
  readonly place: Place
}

export interface QuestionSyntax {
  readonly kind: 'question'
  readonly question: 'permit' | 'assert' | 'check'
  readonly condition: ConditionSyntax
  readonly name: Word
  readonly place: Place
}
