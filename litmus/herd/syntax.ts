/** The output of the grammar of the herd-style format: words with their places, before any name is looked up. */

import type { Span } from '../../source/text.js'
import type { InitialiserSyntax, TensorSyntax, ValueSyntax, Word } from '../instructions/statement.js'
import type { DataType, Integer } from '../operand.js'
import type { ThreadPosition } from '../program.js'
import type { NamedProxy } from '../proxy.js'
import type { AskedSyntax, CodeSyntax } from '../syntax/words.js'
import type { LengthSyntax } from '../variables.js'

export interface FileSyntax {
  /** The rest of the first line. */
  readonly title: string
  readonly initial: readonly InitialSyntax[]
  /** The threads that run the text of each column. */
  readonly columns: readonly (readonly ThreadHead[])[]
  readonly rows: readonly RowSyntax[]
  readonly parts: readonly AskedSyntax[]
}

export type InitialSyntax =
  | {
      readonly kind: 'location'
      /** `.align 4` */
      readonly alignment: Integer | null
      readonly type: DataType | null
      readonly name: Word
      readonly length: LengthSyntax | null
      readonly space: 'global' | PrivateOrConstant
      readonly value: InitialiserSyntax | null
      readonly span: Span
    }
  | {
      readonly kind: 'tensor map'
      readonly name: Word
      readonly length: null
      readonly space: 'global' | 'shared' | 'param' | 'const'
      readonly value: TensorSyntax
      readonly span: Span
    }
  | {
      readonly kind: 'alias'
      readonly name: Word
      readonly length: LengthSyntax | null
      readonly how: AliasKind
      /** Present if it differs from the default. */
      readonly way: 'physically' | 'virtually' | null
      readonly of: Word
      readonly span: Span
    }
  | InitialRegisterSyntax

/** The proxy of another name of memory, or its state space if only the generic proxy reaches it. */
export type AliasKind = NamedProxy | PrivateOrConstant

export type PrivateOrConstant = 'shared' | 'local' | 'const'

export interface InitialRegisterSyntax {
  readonly kind: 'register'
  readonly type: DataType | null
  /** `P0` or `0` */
  readonly thread: string
  readonly register: Word
  readonly value: ValueSyntax
  readonly span: Span
}

export interface ThreadHead {
  readonly name: string
  /** Null for the host. */
  readonly position: (Omit<ThreadPosition, 'thread'> & { readonly thread?: number }) | null
  readonly span: Span
}

export interface RowSyntax {
  readonly cells: readonly (readonly CodeSyntax[])[]
  readonly span: Span
}
