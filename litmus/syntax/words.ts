/** What the grammars of both formats give: words with their places, nothing looked up. */

import { type SourceText, type Span, span } from '../../source/text.js'
import type { Comparison } from '../condition.js'
import type { IntegerOf, OperandOf, WordOf } from '../instructions/statement.js'

export interface Place {
  readonly start: number
  readonly end: number
}

interface Placed {
  readonly place: Place
}

export type Word = WordOf<Placed>
export type IntegerSyntax = IntegerOf<Placed>
export type OperandSyntax = OperandOf<Placed>

export interface StatementSyntax {
  readonly mnemonic: { readonly text: string; readonly place: Place }
  readonly operands: readonly OperandSyntax[]
  readonly expected: IntegerSyntax | null
  readonly place: Place
}

/** A call of the CUDA runtime, `name(…)`, or of a kernel, `name<<<…>>>()`. */
export interface CallSyntax {
  readonly kind: 'call'
  readonly name: Word
  readonly launch: readonly (IntegerSyntax | Word)[] | null
  readonly arguments: readonly (IntegerSyntax | Word)[]
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
  | { readonly kind: 'memory'; readonly owner: string | null; readonly name: Word; readonly place: Place }
  /** Without a thread, a register of the one thread that writes it; in herd-style tests, a location. */
  | { readonly kind: 'register'; readonly thread: string | null; readonly name: Word; readonly place: Place }

/** The span of a place in its text. */
export const at = (source: SourceText, { start, end }: Place): Span => span(source, start, end)
