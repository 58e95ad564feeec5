/** What the grammar of the nvlitmus format gives: words with their places, nothing looked up. */

import type { Comparison } from '../condition.js'

export interface Place {
  readonly start: number
  readonly end: number
}

export type Item = Declaration | ThreadPiece | QuestionSyntax

export interface Declaration {
  readonly kind: 'declaration'
  readonly space: Word
  readonly name: Word
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: Word } | null
  readonly place: Place
}

export interface ThreadPiece {
  readonly kind: 'thread'
  readonly position: {
    readonly text: string
    readonly gpu: number
    readonly cta: number
    readonly thread: number
    readonly place: Place
  }
  readonly statements: readonly StatementSyntax[]
}

export interface StatementSyntax {
  readonly mnemonic: { readonly text: string; readonly place: Place }
  readonly operands: readonly OperandSyntax[]
  readonly expected: IntegerSyntax | null
  readonly place: Place
}

export type OperandSyntax =
  | {
      readonly kind: 'address'
      readonly name: Word
      readonly coordinate: IntegerSyntax | Word | null
      readonly place: Place
    }
  | IntegerSyntax
  | Word
  | { readonly kind: 'vector'; readonly place: Place }

export interface IntegerSyntax {
  readonly kind: 'integer'
  readonly value: bigint
  readonly place: Place
}

export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly place: Place
}

export interface QuestionSyntax {
  readonly kind: 'question'
  readonly question: 'permit' | 'assert' | 'check'
  readonly condition: ConditionSyntax
  readonly name: Word
  readonly place: Place
}

export type ConditionSyntax =
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: TermSyntax
      readonly right: TermSyntax
    }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionSyntax[] }
  | { readonly kind: 'not'; readonly condition: ConditionSyntax }

export type TermSyntax =
  | IntegerSyntax
  | { readonly kind: 'memory'; readonly name: Word; readonly place: Place }
  | { readonly kind: 'register'; readonly thread: string | null; readonly name: Word; readonly place: Place }
