/** The state of the reader of a kernel's code. */

import { type Span, span as spanOf } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { Branch } from '../instructions/control.js'
import type { DataType, Operand } from '../operand.js'
import type { Range } from './parameters.js'
import type { Module } from './read.js'
import { type Flat, flattened } from './scopes.js'
import type { FunctionSyntax } from './syntax.js'
import type { Memory } from './variables.js'

export interface Kernel {
  readonly module: Module
  readonly entry: FunctionSyntax
  /** The memory that its test uses. */
  readonly memory: Memory
  /** Its name in the test. */
  readonly name: string
  /** Bytes of dynamic shared memory. */
  readonly shared: number
  /** The special registers that are read. */
  readonly special: Set<string>
  /** The parts of the entry's parameters that are read, by the registers that hold them. */
  readonly parts: Map<string, ParameterPart>
  /** The parameters of the entry whose address is taken, with the names of the memory that holds them. */
  readonly addressed: Map<string, string>
  /** True if the entry takes the generic address of a parameter. */
  readonly takesAddresses: boolean
  /** The pieces in which the parameters of calls are written, by their names. */
  readonly pieces: Map<string, readonly Range[]>
  /** The parameter of a call for each formal one, and for a parameter that takes a result, the formal one. */
  readonly actual: Map<string, string>
  /** Returns an unused number. */
  readonly fresh: () => number
}

interface ParameterPart {
  readonly parameter: string
  /** The offset in bytes. */
  readonly offset: number
  readonly width: number
  readonly span: Span
}

/** A function where it is called, or the entry. */
export interface Frame {
  readonly function: FunctionSyntax
  readonly flat: Flat
  /** The suffix of each name of the function. */
  readonly suffix: string
  /** The label after its last instruction. */
  readonly end: string
  /** The functions in which it is called, from the entry on, and itself. */
  readonly stack: readonly FunctionSyntax[]
}

export const frameOf = (of: FunctionSyntax, suffix: string, callers: readonly FunctionSyntax[]): Frame => ({
  function: of,
  flat: flattened(of, suffix),
  suffix,
  end: endOf(of, suffix),
  stack: [...callers, of],
})

/** Returns the label of a function's end. It has a blank, which no label of a module has. */
const endOf = ({ name }: FunctionSyntax, suffix: string): string => `end of ${name.text}${suffix}`

/** Returns the label after a function. */
export const endLabel = ({ end, function: { span } }: Frame): Instruction => ({
  kind: 'label',
  name: end,
  span: spanOf(span.source, span.end, span.end),
})

export const refused = (why: string, span: Span): readonly Instruction[] => [{ kind: 'refused', why, span }]

export const moved = (destination: string, from: Operand, type: DataType, span: Span): Instruction => ({
  kind: 'arithmetic',
  operation: 'mov',
  destination,
  operands: [from],
  type,
  span,
})

export const branchTo = (target: string, span: Span, targetSpan: Span = span): Branch => ({
  kind: 'branch',
  target,
  targetSpan,
  when: undefined,
  span,
})
