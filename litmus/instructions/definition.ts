/**
 * The definition of a kind of instruction, except for its effects on memory: how it is read and printed, what it
 * mentions, and the facts that the rest of the program needs. `definitions.ts` lists the kinds.
 */

import { ok, type Result, then } from '../../source/result.js'
import type { Format } from '../format.js'
import type { Address, DataType, Operand, Target } from '../operand.js'
import type { Row } from './rows.js'
import type { Statement } from './statement.js'

/** The definition of the instructions `I`, whose statements are read as `All`. */
export interface Definition<I extends { readonly kind: string }, All = I> {
  readonly facts: KindFacts
  /** Returns the instruction with other parts. Parts are visited in the order of the text, but targets come first. */
  readonly withParts: (one: I, parts: Parts) => I
  /**
   * Prints the instruction as a format writes it, without the mark that ends it. Names of memory are never taken for
   * registers.
   */
  readonly print: (one: I, format: Format, isMemory: (name: string) => boolean) => string
  /**
   * Returns the register that it writes and the type of the value, unless its fields `destination` and `type` say so.
   */
  readonly result?: (one: I) => { readonly destination: string | undefined; readonly type: DataType | undefined }
  /** The statements that it comes from. Without any, `read.ts` reads it by its opcode. */
  readonly readers?: readonly Reader<All>[]
  /** The descriptions of its mnemonics in editors and messages. */
  readonly rows?: readonly Row[]
}

/** A reader of some statements. No two readers take the same statement. */
export interface Reader<All> {
  readonly takes: (statement: Statement) => boolean
  readonly read: (statement: Statement) => Result<readonly All[]>
}

/** Returns a reader of statements that are one instruction each. */
export const readerOf = <I>(
  takes: (statement: Statement) => boolean,
  read: (statement: Statement) => Result<I>,
): Reader<I> => ({ takes, read: (statement) => then(read(statement), (one) => ok([one])) })

/**
 * The functions that rewrite the parts of an instruction: the values it reads, the memory it accesses, and the memory
 * that an operation of it reaches.
 */
export interface Parts {
  readonly operand: (one: Operand) => Operand
  readonly address: (one: Address) => Address
  readonly target: (one: Target) => Target
}

/** Traverses an instruction that has no parts. */
export const unchanged = <I>(one: I): I => one

export type Family =
  | 'access'
  | 'fence'
  | 'proxy fence'
  | 'barrier'
  | 'warp'
  | 'grid dependency'
  | 'asynchronous'
  | 'async fence'
  | 'tensor map'
  | 'computation'
  | 'control'
  | 'end'
  | 'host call'

/** The facts about an instruction that concern memory and other threads. */
export interface KindFacts {
  readonly family: Family
  /** True if it takes part in the memory model; the others compute, or say where the thread goes on. */
  readonly makesEvents: boolean
  /** True if a fence before or after it may order an access that it makes or starts. */
  readonly accesses: boolean
  /** True if a wait for asynchronous operations may be of use before it. */
  readonly mayWait: boolean
}

export const accessFacts: KindFacts = { family: 'access', makesEvents: true, accesses: true, mayWait: true }
export const fenceFacts: KindFacts = { family: 'fence', makesEvents: true, accesses: false, mayWait: false }
export const barrierFacts: KindFacts = { family: 'barrier', makesEvents: true, accesses: false, mayWait: true }
export const asyncFacts: KindFacts = { family: 'asynchronous', makesEvents: true, accesses: true, mayWait: false }
export const computationFacts: KindFacts = {
  family: 'computation',
  makesEvents: false,
  accesses: false,
  mayWait: false,
}
