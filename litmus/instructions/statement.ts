/** An instruction as both formats write it: a mnemonic with its qualifiers, and operands. Words are not yet looked up. */

import type { Span } from '../../source/text.js'
import type { Integer } from '../instruction.js'

/** herd-style tests write addresses as bare names, and have branches and barriers. */
export type Dialect = 'nvlitmus' | 'herd'

export interface Statement {
  readonly dialect: Dialect
  readonly mnemonic: string
  readonly mnemonicSpan: Span
  readonly operands: readonly StatementOperand[]
  /** `== n` behind a load or an atomic. */
  readonly expected: Integer | undefined
  readonly span: Span
}

export type StatementOperand =
  | {
      readonly kind: 'address'
      /** `d0.b1` in `[d0.b1:x]` */
      readonly owner: string | undefined
      readonly name: string
      readonly coordinate: Integer | Word | undefined
      readonly span: Span
    }
  | Integer
  | Word
  /** `{a, b}` */
  | { readonly kind: 'vector'; readonly span: Span }

export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly span: Span
}
