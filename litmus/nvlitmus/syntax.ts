/** What the grammar of the nvlitmus format gives: words with their places, nothing looked up. */

import type { Span } from '../../source/text.js'
import type { Word } from '../instructions/statement.js'
import type { Question, ThreadPosition } from '../program.js'
import type { CodeSyntax, ConditionSyntax } from '../syntax/words.js'

export type Item = Declaration | KernelSyntax | HostPiece | ThreadPiece | QuestionSyntax

export interface Declaration {
  readonly kind: 'declaration'
  readonly space: Word
  readonly name: Word
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: Word } | null
  readonly span: Span
}

export interface ThreadPiece {
  readonly kind: 'thread'
  readonly position: ThreadPosition
  readonly statements: readonly CodeSyntax[]
  /** Of its head. */
  readonly span: Span
}

interface KernelSyntax {
  readonly kind: 'kernel'
  readonly name: Word
  readonly threads: readonly ThreadPiece[]
}

interface HostPiece {
  readonly kind: 'host'
  readonly statements: readonly CodeSyntax[]
  readonly span: Span
}

export interface QuestionSyntax {
  readonly kind: 'question'
  readonly question: Question['kind']
  readonly condition: ConditionSyntax
  readonly name: Word
  readonly span: Span
}
