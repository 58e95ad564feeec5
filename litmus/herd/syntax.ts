/** What the grammar of the herd-style format gives: words with their places, nothing looked up. */

import type { Span } from '../../source/text.js'
import type { Integer } from '../instruction.js'
import type { Word } from '../instructions/statement.js'
import type { ThreadPosition } from '../program.js'
import type { NamedProxy } from '../proxy.js'
import type { AskedSyntax, CodeSyntax } from '../syntax/words.js'

export interface FileSyntax {
  /** The rest of the first line. */
  readonly title: string
  readonly initial: readonly InitialSyntax[]
  /** Of each column the threads that run its text. */
  readonly columns: readonly (readonly ThreadHead[])[]
  readonly rows: readonly RowSyntax[]
  readonly parts: readonly AskedSyntax[]
}

export type InitialSyntax =
  | {
      readonly kind: 'location'
      readonly name: Word
      readonly space: 'global' | PrivateOrConstant
      readonly value: Integer | null
      readonly span: Span
    }
  | {
      readonly kind: 'alias'
      readonly name: Word
      readonly how: AliasKind
      /** Where it is another than usual. */
      readonly way: 'physically' | 'virtually' | null
      readonly of: Word
      readonly span: Span
    }
  | InitialRegisterSyntax

/** Whose path a further name of memory is for; or its space, where no path but the generic one leads there. */
export type AliasKind = NamedProxy | PrivateOrConstant

export type PrivateOrConstant = 'shared' | 'local' | 'const'

export interface InitialRegisterSyntax {
  readonly kind: 'register'
  /** `P0` or `0` */
  readonly thread: string
  readonly register: Word
  /** A word is a location: the register holds its address. */
  readonly value: Integer | Word
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
