/** The output of the grammar of modules: words with their places, before any name is looked up. */

import type { Span } from '../../source/text.js'
import type { ForeignOperand, PlaceSyntax, Statement, StatementOperand, Word } from '../instructions/statement.js'
import type { Integer } from '../operand.js'

export interface ModuleSyntax {
  readonly version: Word
  readonly items: readonly ModuleItem[]
}

type ModuleItem =
  | { readonly kind: 'target'; readonly words: readonly Word[] }
  | { readonly kind: 'address size'; readonly size: Integer }
  | { readonly kind: 'file'; readonly number: number; readonly name: string }
  | { readonly kind: 'alias'; readonly name: Word; readonly of: Word }
  | (FunctionSyntax & Linked)
  | (VariablesSyntax & Linked)

/** Its visibility to other modules. */
export interface Linked {
  readonly linkage: readonly ('extern' | 'visible' | 'weak' | 'common')[]
}

/** `.entry` or `.func`. */
export interface FunctionSyntax {
  readonly kind: 'function'
  readonly entry: boolean
  readonly name: Word
  readonly returned: readonly ParameterSyntax[]
  readonly parameters: readonly ParameterSyntax[]
  readonly directives: readonly PerformanceSyntax[]
  /** Absent from a prototype. */
  readonly body: readonly BodyItem[] | null
  /** The span of its head. */
  readonly span: Span
}

export interface ParameterSyntax {
  readonly space: 'param' | 'reg'
  readonly type: TypeSyntax
  readonly align: number
  readonly name: Word
  /** An empty pair of brackets is null. */
  readonly dimensions: readonly (Integer | null)[]
  readonly span: Span
}

/** `.maxntid 128, 1, 1`. */
interface PerformanceSyntax {
  readonly name: string
  readonly numbers: readonly number[]
  readonly span: Span
}

/** `.v4 .f32`: the name of the type of an element, and the number of elements of a vector; 1 if it is not a vector. */
export interface TypeSyntax extends Word {
  readonly vector: number
}

export type BodyItem =
  | { readonly kind: 'block'; readonly items: readonly BodyItem[]; readonly span: Span }
  | RegistersSyntax
  | LocSyntax
  | VariablesSyntax
  | TableSyntax
  | { readonly kind: 'label'; readonly name: Word; readonly span: Span }
  | CallSyntax
  | InstructionSyntax

/** `.reg .b32 %r<12>;` */
interface RegistersSyntax {
  readonly kind: 'registers'
  readonly type: TypeSyntax
  /** `%r<12>` are twelve, `%r0` to `%r11`. */
  readonly names: readonly { readonly name: Word; readonly count: number | null }[]
}

/** The source line of the instructions after it. */
interface LocSyntax extends SourcePlace {
  readonly kind: 'loc'
  /** The place where their function was called and inlined. */
  readonly inlined: SourcePlace | null
  readonly span: Span
}

interface SourcePlace {
  /** The number of a `.file`. */
  readonly file: number
  readonly line: number
  readonly column: number
}

export interface VariablesSyntax {
  readonly kind: 'variables'
  readonly space: 'shared' | 'global' | 'const' | 'local' | 'param' | 'texref' | 'samplerref' | 'surfref' | 'sreg'
  /** True for `.attribute(.managed)`: all GPUs and the host access it at one address (ISA 5.4.8). */
  readonly managed: boolean
  /** The alignment; 0 if none is given. */
  readonly align: number
  readonly type: TypeSyntax | null
  readonly names: readonly VariableSyntax[]
  readonly span: Span
}

export interface VariableSyntax {
  readonly name: Word
  readonly dimensions: readonly (Integer | null)[]
  readonly initial: InitialSyntax | null
  readonly span: Span
}

export type InitialSyntax =
  | Integer
  | PlaceSyntax
  | ForeignOperand
  | { readonly kind: 'list'; readonly values: readonly InitialSyntax[]; readonly span: Span }

/** The targets of an indirect jump or call. */
interface TableSyntax {
  readonly kind: 'table'
  readonly name: Word
  readonly what: 'branchtargets' | 'calltargets' | 'prototype'
  readonly targets: readonly Word[]
  readonly span: Span
}

interface Guarded {
  readonly guard: { readonly register: Word; readonly negated: boolean; readonly guardSpan: Span } | null
  readonly span: Span
}

export interface CallSyntax extends Guarded {
  readonly kind: 'call'
  readonly mnemonicSpan: Span
  readonly returned: readonly StatementOperand[]
  readonly target: Word
  readonly arguments: readonly StatementOperand[]
  /** The table of an indirect call. */
  readonly table: Word | null
}

export interface InstructionSyntax extends Guarded, Omit<Statement, 'format' | 'isMemory' | 'span'> {
  readonly kind: 'instruction'
}
