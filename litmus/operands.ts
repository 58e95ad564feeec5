/** Lists what an instruction mentions: registers, names of memory, operands. */

import { memoisedWeakly } from '../source/memoised-weakly.js'
import type { Instruction } from './instruction.js'
import type { Definition, Parts } from './instructions/definition.js'
import { definitions } from './instructions/definitions.js'
import type { InstructionKind, InstructionOf } from './kinds.js'
import {
  type AddressOf,
  type DataType,
  type Named,
  type NamedAddress,
  type Operand,
  sink,
  type Target,
} from './operand.js'

/** Returns the register that an instruction writes, if any. */
export function destinationOf(instruction: Instruction): string | undefined {
  const { destination } = resultOf(instruction)
  return destination === sink ? undefined : destination
}

/** Returns the type of the value that an instruction writes into its register, if any. */
export const resultType = (instruction: Instruction): DataType | undefined => resultOf(instruction).type

function resultOf<K extends InstructionKind>(
  one: InstructionOf<K>,
): ReturnType<NonNullable<Definition<Instruction>['result']>> {
  const { result } = definitions[one.kind]
  if (result !== undefined) return result(one)
  return {
    destination: 'destination' in one ? one.destination : undefined,
    type: 'type' in one ? one.type : undefined,
  }
}

/**
 * Returns the name of memory that an instruction accesses; undefined if it accesses none, or by an address in a
 * register.
 */
export const accessedName = (instruction: Instruction): string | undefined =>
  'address' in instruction && instruction.address.kind === 'name' ? instruction.address.name : undefined

/** Returns the names of memory that an instruction accesses, or that an asynchronous operation of it does. */
export const accessedNames = (instruction: Instruction): readonly string[] => [
  ...[accessedName(instruction)].filter((name) => name !== undefined),
  ...targetsOf(instruction).flatMap(({ value }) => (value.kind === 'address' ? [value.name] : [])),
]

/** Returns the addresses that an instruction takes as values, unlike those of memory that a copy accesses. */
export function addressesTaken(instruction: Instruction): readonly AddressOf[] {
  const reached = new Set<Operand>(targetsOf(instruction).map(({ value }) => value))
  return operandsOf(instruction).flatMap((one) => (one.kind === 'address' && !reached.has(one) ? [one] : []))
}

/** Returns the names of memory that an instruction mentions. */
export function namesIn(instruction: Instruction): readonly Named[] {
  if (instruction.kind !== 'call') return placesIn(instruction)
  const { action } = instruction
  if (action.kind === 'copy') return [action.to, action.from]
  return action.kind === 'set' ? [action.to] : []
}

/** Returns the places in memory that an instruction accesses, or takes the address of. */
export function placesIn(instruction: Instruction): readonly (NamedAddress | AddressOf)[] {
  const addresses = operandsOf(instruction).filter((one) => one.kind === 'address')
  return 'address' in instruction && instruction.address.kind === 'name'
    ? [instruction.address, ...addresses]
    : addresses
}

const same: Parts = { operand: (one) => one, address: (one) => one, target: (one) => one }

/** Returns the instruction with other parts. */
export function withParts<K extends InstructionKind>(one: InstructionOf<K>, parts: Partial<Parts>): InstructionOf<K> {
  return definitions[one.kind].withParts(one, { ...same, ...parts })
}

/** Visits parts without changing them. */
const visiting =
  <T>(visit: (one: T) => void) =>
  (one: T): T => {
    visit(one)
    return one
  }

/** Returns the operands that an instruction reads as values, including an address in a register. */
export const operandsOf = memoisedWeakly((instruction: Instruction): readonly Operand[] => {
  const operands: Operand[] = []
  withParts(instruction, {
    operand: visiting((one) => operands.push(one)),
    address: visiting((one) => {
      if (one.kind === 'pointer') operands.push({ kind: 'register', name: one.register, span: one.span })
    }),
    target: visiting(({ value }) => operands.push(value)),
  })
  return operands
})

/**
 * Returns the memory that an asynchronous copy or store accesses (its destination, its source, and the mbarrier on
 * which it completes) and the tensor maps that an instruction names.
 */
export const targetsOf = memoisedWeakly((instruction: Instruction): readonly Target[] => {
  const targets: Target[] = []
  withParts(instruction, { target: visiting((one) => targets.push(one)) })
  return targets
})

/** Returns a place in memory of the same kind for another. */
export type ChangePlace = <P extends NamedAddress | AddressOf>(place: P) => P

/** Returns the instruction with other places in memory. */
export const withPlaces = (instruction: Instruction, change: ChangePlace): Instruction =>
  withParts(instruction, {
    operand: (one) => (one.kind === 'address' ? change(one) : one),
    address: (one) => (one.kind === 'name' ? change(one) : one),
    target: (one) => ({ ...one, value: one.value.kind === 'address' ? change(one.value) : one.value }),
  })
