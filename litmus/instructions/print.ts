/** Instructions as text, in either format. */

import { writtenAt } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Instruction } from '../instruction.js'
import type { InstructionKind, InstructionOf } from '../kinds.js'
import type { DataType } from '../operand.js'
import { destinationOf, operandsOf } from '../operands.js'
import { loadWords, storeWords } from './access-definitions.js'
import { definitions } from './definitions.js'
import { addressText, explicitSuffix, operandText } from './text.js'

/**
 * Returns the instruction as its format writes it, without the mark that ends it. Names of memory are never taken for
 * registers.
 */
export const printInstruction = <K extends InstructionKind>(
  instruction: InstructionOf<K>,
  format: Format,
  isMemory: (name: string) => boolean,
): string => definitions[instruction.kind].print(instruction, format, isMemory)

/** One line of a thread: a vector access, or an instruction, and the guard in front of it. */
interface Line {
  readonly instruction: Instruction
  readonly text: string
}

/** Returns the lines that the instructions come from. */
export function printed(
  instructions: readonly Instruction[],
  format: Format,
  isMemory: (name: string) => boolean,
): readonly Line[] {
  const lines: Line[] = []
  for (let at = 0; at < instructions.length; ) {
    const first = instructions[at]
    if (first === undefined) break
    const guarded = guardedAt(instructions, at)
    if (guarded === undefined) {
      const line = lineAt(instructions, at)
      lines.push({ instruction: first, text: printLine(line, format, isMemory) })
      at += line.length
    } else {
      const { guard, inner } = guarded
      for (let i = 0; i < inner.length; ) {
        const line = lineAt(inner, i)
        const [instruction = first] = line
        lines.push({ instruction, text: `${guard} ${printLine(line, format, isMemory)}` })
        i += line.length
      }
      at += inner.length + 2
    }
  }
  return lines
}

/**
 * Returns the guard that begins there, and what it guards: one line, or several that do not write the guard's register
 * before the last.
 */
function guardedAt(
  instructions: readonly Instruction[],
  at: number,
): { readonly guard: string; readonly inner: readonly Instruction[] } | undefined {
  const first = instructions[at]
  if (first?.kind !== 'branch' || !first.guards || first.when?.left.kind !== 'register') return undefined
  const length = instructions.slice(at + 1).findIndex((one) => one.kind === 'label' && one.name === first.target)
  const inner = instructions.slice(at + 1, at + 1 + length)
  const { left, operator } = first.when
  const early = inner.slice(0, inner.length - lineAt(inner, inner.length - 1).length)
  if (length < 1 || early.some((one) => destinationOf(one) === left.name)) return undefined
  return { guard: `@${operator === '==' ? '' : '!'}${left.name}`, inner }
}

/**
 * Returns the instructions of the line that begins there: those of a vector access, in the order of the elements, or
 * those of one statement.
 */
function lineAt(instructions: readonly Instruction[], at: number): readonly Instruction[] {
  const statement = statementAt(instructions, at)
  if (statement.some(isWhole)) return statement
  const elementsOf = (one: Instruction | undefined): number =>
    one !== undefined && 'element' in one ? (one.elements ?? 1) : 1
  const elementOf = (one: Instruction): number => ('element' in one ? (one.element ?? 0) : 0)
  const length = elementsOf(instructions[at])
  const parts = instructions.slice(at, at + length)
  const whole = parts.every((one) => elementsOf(one) === length) && new Set(parts.map(elementOf)).size === length
  return whole ? parts.toSorted((a, b) => elementOf(a) - elementOf(b)) : instructions.slice(at, at + 1)
}

/** Returns the instructions of the statement that begins there. */
function statementAt(instructions: readonly Instruction[], at: number): readonly Instruction[] {
  const span = instructions[at]?.span
  const end = instructions.findIndex((one, i) => i >= at && one.span !== span)
  return instructions.slice(at, end === -1 ? undefined : end)
}

/**
 * Returns whether a statement is printed as it was written: its instructions have registers between them that no text
 * names.
 */
const isWhole = (one: Instruction): boolean =>
  (one.kind === 'atomic' && one.operation === 'function') ||
  one.kind === 'wgmma' ||
  one.kind === 'tcgen05' ||
  [destinationOf(one), ...operandsOf(one).map((given) => (given.kind === 'register' ? given.name : undefined))].some(
    (name) => name?.includes(' '),
  )

function printLine(line: readonly Instruction[], format: Format, isMemory: (name: string) => boolean): string {
  const [first, ...others] = line
  if (first === undefined) return ''
  if (line.some(isWhole)) return writtenAt(first.span)
  if (others.length === 0) return printInstruction(first, format, isMemory)
  const suffix = (type: DataType): string => `.v${line.length}${explicitSuffix(type)}`
  if (first.kind === 'load') {
    const registers = line.flatMap((one) => (one.kind === 'load' ? [one.destination] : []))
    return `${loadWords(first, format)}${suffix(first.type)} {${registers.join(', ')}}, ${addressText(first, format)}`
  }
  if (first.kind === 'store') {
    const values = line.flatMap((one) => (one.kind === 'store' ? [operandText(one.value)] : []))
    return `${storeWords(first, format)}${suffix(first.type)} ${addressText(first, format)}, {${values.join(', ')}}`
  }
  return printInstruction(first, format, isMemory)
}
