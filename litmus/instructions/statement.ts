/** An instruction as both formats write it: a mnemonic with its qualifiers, and operands. Words are not yet looked up. */

import type { Span } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Integer } from '../instruction.js'

export interface Statement {
  /** herd-style tests write addresses as bare names. */
  readonly format: Format
  readonly mnemonic: string
  readonly mnemonicSpan: Span
  readonly operands: readonly StatementOperand[]
  /** `== n` behind a load or an atomic. */
  readonly expected: Integer | null
  readonly span: Span
}

export type StatementOperand =
  | {
      readonly kind: 'address'
      /** `d0.b1` in `[d0.b1:x]` */
      readonly owner: string | null
      readonly name: string
      readonly coordinate: Integer | Word | null
      readonly span: Span
    }
  | Integer
  | Word
  /** What is read only to report an error. */
  | {
      readonly kind: 'foreign'
      /** `[x+4]`, `%tid.x`, `$L` */
      readonly what: 'computed address' | 'special register' | 'name with $'
      readonly text: string
      readonly span: Span
    }
  /** `{a, b}` */
  | { readonly kind: 'vector'; readonly span: Span }

export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly span: Span
}
