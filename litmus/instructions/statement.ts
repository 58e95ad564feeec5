/** An instruction as both formats write it: a mnemonic with its qualifiers, and operands. Words are not yet looked up. */

import type { Span } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Integer } from '../instruction.js'

export interface Statement {
  /** herd-style tests write addresses as bare names, and have branches and barriers. */
  readonly format: Format
  readonly mnemonic: string
  readonly mnemonicSpan: Span
  readonly operands: readonly StatementOperand[]
  /** `== n` behind a load or an atomic. */
  readonly expected: Integer | undefined
  readonly span: Span
}

/** An operand, with where it stands: behind a grammar in a span of the text, in what a grammar gives at a place. */
export type OperandOf<Where> =
  | (Where & {
      readonly kind: 'address'
      /** `d0.b1` in `[d0.b1:x]` */
      readonly owner: string | null
      readonly name: string
      readonly coordinate: IntegerOf<Where> | WordOf<Where> | null
    })
  | IntegerOf<Where>
  | WordOf<Where>
  /** `{a, b}` */
  | (Where & { readonly kind: 'vector' })

export type IntegerOf<Where> = Where & { readonly kind: 'integer'; readonly value: bigint }
export type WordOf<Where> = Where & { readonly kind: 'word'; readonly text: string }

interface Spanned {
  readonly span: Span
}

export type StatementOperand = OperandOf<Spanned>
export type Word = WordOf<Spanned>
