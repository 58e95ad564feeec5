/** Finds the names in address position that are registers holding an address. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import type { Instruction } from './instruction.js'
import type { AddressOf, NamedAddress, PointerAddress, Target } from './operand.js'
import { accessedName, destinationOf, operandsOf, placesIn, targetsOf, withParts } from './operands.js'
import type { WrittenThread } from './program.js'
import { registerType, writerOf, writesOrHolds } from './registers.js'

/**
 * Returns the thread with pointer accesses: a name that is not memory, and that the thread writes or holds from the
 * start, is a register. A register that holds an address from the start, and that the thread never writes, is another
 * name for that place: accesses through it are by name.
 */
export function withPointers(thread: WrittenThread, memory: ReadonlySet<string>): WrittenThread {
  const constant = new Map(
    thread.registers.flatMap(({ name, value }) =>
      value.kind === 'address' && writerOf(thread, name) === undefined ? [[name, value] as const] : [],
    ),
  )
  const changed = (address: NamedAddress): NamedAddress | PointerAddress => {
    const { name, index, owner, coordinate, space, offset, span } = address
    if (owner !== undefined || index !== undefined || memory.has(name)) return address
    const place = constant.get(name)
    if (place !== undefined) return through(address, place)
    if (coordinate !== undefined || !writesOrHolds(thread, name)) return address
    return { kind: 'pointer', register: name, space, offset, span }
  }
  return { ...thread, instructions: thread.instructions.map((one) => withAddress(one, changed)) }
}

/** Returns the place that a register means, plus the offset of the access. */
const through = (address: NamedAddress, { name, owner, index, offset }: AddressOf): NamedAddress => ({
  ...address,
  name,
  owner,
  ...(index === undefined ? {} : { index }),
  offset: address.offset + offset,
})

/** Returns the instruction with other addresses in place of those by name. */
export function withAddress(
  one: Instruction,
  change: (address: NamedAddress) => NamedAddress | PointerAddress,
): Instruction {
  if (targetsOf(one).length > 0) return withParts(one, { target: (target) => changedTarget(target, change) })
  if (!('address' in one) || one.address.kind !== 'name') return one
  return { ...one, address: change(one.address) }
}

function changedTarget(target: Target, change: (address: NamedAddress) => NamedAddress | PointerAddress): Target {
  const { value, space } = target
  if (value.kind !== 'address') return target
  const changed = change({ ...value, kind: 'name', space, coordinate: undefined })
  if (changed.kind === 'pointer')
    return {
      ...target,
      value: { kind: 'register', name: changed.register, span: value.span },
      offset: target.offset + changed.offset,
    }
  const { name, owner, index, offset } = changed
  return { ...target, value: { ...value, name, owner, index, offset } }
}

/**
 * Returns the thread without registers that hold an address and are used only as names in accesses, unless a question
 * asks about them. For the rest of the program they are not registers.
 */
export const withoutNames = (thread: WrittenThread, registerNames: ReadonlySet<string>): WrittenThread => {
  const used = new Set(
    thread.instructions.flatMap((one) => [
      destinationOf(one),
      accessedName(one),
      ...operandsOf(one).map((operand) => (operand.kind === 'register' ? operand.name : undefined)),
    ]),
  )
  const kept = ({ name, value }: WrittenThread['registers'][number]): boolean =>
    value.kind !== 'address' || used.has(name) || registerNames.has(name)
  return thread.registers.every(kept) ? thread : { ...thread, registers: thread.registers.filter(kept) }
}

/**
 * Reports an element or the address of a register; a register that is too narrow for an address; a surface or a texture
 * that is accessed by an address.
 */
export function checkPointers(thread: WrittenThread, memory: ReadonlySet<string>): readonly Diagnostic[] {
  return thread.instructions.flatMap((one): readonly Diagnostic[] => [
    ...placesIn(one).flatMap((place) => {
      const { name, index, span } = place
      if (memory.has(name) || !writesOrHolds(thread, name)) return []
      if (place.kind === 'address' && !targetsOf(one).some(({ value }) => value === place))
        return [diagnostic(`\`${name}\` is a register; only memory has an address that \`&\` can take`, span)]
      return index === undefined
        ? []
        : [diagnostic(`\`${name}\` is a register: write the offset in bytes, as in \`[${name}+${4n * index}]\``, span)]
    }),
    ...checkPointer(one, thread),
    ...targetsOf(one).flatMap(({ value, space, span }) =>
      value.kind === 'register' ? checkWidth({ register: value.name, space, span }, thread) : [],
    ),
  ])
}

function checkPointer(one: Instruction, thread: WrittenThread): readonly Diagnostic[] {
  if (!('address' in one) || one.address.kind !== 'pointer') return []
  if (one.proxy === 'surface' || one.proxy === 'texture')
    return [diagnostic(`a ${one.proxy} is accessed by its name, not by an address in a register`, one.address.span)]
  return checkWidth(one.address, thread)
}

/** Reports a register that is too narrow for an address. */
function checkWidth(
  { register, space, span }: Pick<PointerAddress, 'register' | 'space' | 'span'>,
  thread: WrittenThread,
): readonly Diagnostic[] {
  const { width } = registerType(thread, register)
  // Within a window, 32 bits are enough (ISA, State Spaces).
  const least = space === undefined || space === 'global' ? 64 : 32
  if (width >= least || !writesOrHolds(thread, register)) return []
  const writer = writerOf(thread, register)
  const note = writer === undefined ? [] : [{ message: `\`${register}\` is written`, place: writer.span }]
  return [
    diagnostic(
      `\`${register}\` has ${width} bits and cannot hold an address, which has ${least}: write it with a type such as \`.u64\``,
      span,
      ...note,
    ),
  ]
}
