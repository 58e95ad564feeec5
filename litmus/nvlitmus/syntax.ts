/** The output of the grammar of the nvlitmus format: words with their places, before any name is looked up. */

import type { Span } from '../../source/text.js'
import type { InitialiserSyntax, TensorSyntax, ValueSyntax, Word } from '../instructions/statement.js'
import type { Integer } from '../operand.js'
import type { ThreadPosition } from '../program.js'
import type { AskedSyntax, CodeSyntax } from '../syntax/words.js'
import type { LengthSyntax } from '../variables.js'

export type Item = ModuleItem | Declaration | KernelSyntax | HostPiece | ThreadPiece | AskedSyntax

/** `module "spin.ptx";`, `module "spin.cu" nvcc "-DN=4";` */
export interface ModuleItem {
  readonly kind: 'module'
  readonly file: Word
  /** The options with which it is compiled. */
  readonly options: Word | null
  readonly span: Span
}

export interface Declaration {
  readonly kind: 'declaration'
  readonly space: Word
  /** `.align 4` */
  readonly alignment: Integer | null
  readonly type: Word | null
  readonly name: Word
  readonly length: LengthSyntax | null
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: Word } | null
  readonly initial: InitialiserSyntax | TensorSyntax | null
  readonly span: Span
}

export interface ThreadPiece {
  readonly kind: 'thread'
  /** The positions of the threads that run the text. */
  readonly positions: readonly ThreadPosition[]
  readonly statements: readonly (CodeSyntax | InitialRegisterSyntax)[]
  /** The span of its head. */
  readonly span: Span
}

/** `.reg .u32 r1 = 3;` */
export interface InitialRegisterSyntax {
  readonly kind: 'register'
  readonly register: Word
  readonly type: Word | null
  readonly value: ValueSyntax
  readonly span: Span
}

interface KernelSyntax {
  readonly kind: 'kernel'
  readonly name: Word
  readonly threads: readonly ThreadPiece[]
}

interface HostPiece {
  readonly kind: 'host'
  readonly statements: readonly (CodeSyntax | InitialRegisterSyntax)[]
  readonly span: Span
}
