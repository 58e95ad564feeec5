/** Registers: the thread to which a name belongs, and whether it has a value. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'
import { didYouMean } from '../source/nearest.js'
import { fail, ok, type Result } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Instruction } from './instruction.js'
import { isValueOf } from './instructions/operands.js'
import { addressType, type DataType, defaultType, predicateType } from './operand.js'
import { destinationOf, operandsOf, resultType } from './operands.js'
import { isCompiled, type Thread, type WrittenThread } from './program.js'

/**
 * Reports registers that an instruction reads and that have no value there: in straight-line code no instruction before
 * writes them; with branches, when the text does not fix what comes before, no instruction of the thread does. In
 * compiled code they have unknown values.
 */
export function checkReads(thread: Thread, variables: ReadonlySet<string>): readonly Diagnostic[] {
  const { instructions, registers } = thread
  const straight = !instructions.some(({ kind }) => kind === 'branch')
  const everywhere = straight ? [] : instructions.flatMap((one) => destinationOf(one) ?? [])
  const written = new Set([...registers.map(({ name }) => name), ...everywhere])
  return instructions.flatMap((instruction) => {
    // An accumulator need not have a value: `scale-d` may say that it is not added.
    const unread = new Set(instruction.kind === 'wgmma' ? instruction.accumulator : [])
    const problems = operandsOf(instruction).flatMap((operand) => {
      if (operand.kind !== 'register' || written.has(operand.name) || unread.has(operand)) return []
      const { name, span } = operand
      if (variables.has(name))
        return [diagnostic(`\`${name}\` is memory; expected an integer, a register or an address, \`&${name}\``, span)]
      if (isCompiled(thread)) return []
      const where = straight ? 'here: nothing before this writes it' : ': nothing in the thread writes it'
      return [
        diagnostic(`register \`${name}\` has no value ${where}${didYouMean(name, written)}`.replace(' :', ':'), span),
      ]
    })
    const destination = destinationOf(instruction)
    if (destination !== undefined) written.add(destination)
    return problems
  })
}

/** Reports registers that have the name of memory: a name is one or the other. */
export const checkWrites = (
  { instructions, registers }: Thread,
  variables: ReadonlySet<string>,
): readonly Diagnostic[] => [
  ...registers.flatMap(({ name, span }) =>
    variables.has(name) ? [diagnostic(`\`${name}\` is memory; expected a register`, span)] : [],
  ),
  ...instructions.flatMap((instruction) => {
    const name = destinationOf(instruction)
    if (name === undefined || !variables.has(name)) return []
    return [diagnostic(`\`${name}\` is memory; what the instruction returns needs a register`, instruction.span)]
  }),
]

/** The most writers of a register that are listed; more are counted. */
const mostOwners = 20

/**
 * Returns the thread that owns a bare register name: the one that writes it, or holds it from the start. Fails if no
 * thread does, or several do.
 */
export function ownerOf(
  name: string,
  at: Span,
  threads: readonly Thread[],
  variables: ReadonlySet<string>,
): Result<number> {
  const owners = threads.flatMap((thread, index) => {
    const writer = writerOf(thread, name)
    const given = writer ?? thread.registers.find((register) => register.name === name)
    const how = writer === undefined ? 'initialised in' : 'written by'
    return given === undefined ? [] : [{ index, thread, how, place: given.span }]
  })
  const [owner, second] = owners
  if (owner === undefined) {
    const registers = threads.flatMap(({ registers, instructions }) => [
      ...registers.map((one) => one.name),
      ...instructions.flatMap((one) => destinationOf(one) ?? []),
    ])
    const hint = didYouMean(name, new Set([...registers, ...variables]))
    return fail(diagnostic(`\`${name}\` is not declared, and no thread writes such a register${hint}`, at))
  }
  if (second === undefined) return ok(owner.index)
  const notes = owners
    .slice(0, mostOwners)
    .map(({ thread, how, place }) => ({ message: `${how} ${thread.name}`, place }))
  const names = new Set([owner.thread.name, `P${owner.index}`])
  const one = [...names].map((thread) => `\`${thread}:${name}\``).join(' or ')
  const instead = `write ${one} for one, \`${second.thread.name}:${name}\` for the other`
  return fail(
    diagnostic(`register \`${name}\` is ambiguous: ${owners.length} threads have it; ${instead}`, at, ...notes),
  )
}

const writers = memoisedWeakly((instructions: readonly Instruction[]) => groupBy(instructions, destinationOf))

/** Returns the instructions among these that write a register. Compiled kernels have thousands of both. */
export const writersOf = (instructions: readonly Instruction[], register: string): readonly Instruction[] =>
  writers(instructions).get(register) ?? []

/** Returns the last instruction of a thread that writes a register. */
export const writerOf = ({ instructions }: Thread, name: string): Instruction | undefined =>
  writersOf(instructions, name).at(-1)

/** Returns whether a register ever has a value that the thread or the test gave it. */
export const writesOrHolds = (thread: Thread, name: string): boolean =>
  writerOf(thread, name) !== undefined || thread.registers.some((register) => register.name === name)

/**
 * Returns the type that holds every value a register may have: that of its writers and of an address that it holds from
 * the start, the widest if they differ, signed if one of them is. If nothing writes it, its declared type; by default
 * 32 bits, signed.
 */
export function registerType({ instructions, registers }: Thread, name: string): DataType {
  const given = registers.find((one) => one.name === name)
  const types = [
    ...(given?.value.kind === 'address' ? [addressType] : []),
    ...writersOf(instructions, name).flatMap((one) => resultType(one) ?? []),
  ]
  return types.length === 0 ? (given?.type ?? defaultType) : types.reduce(joinTypes)
}

/** Returns whether a register holds predicates: instructions write it, and each of them a predicate. */
export function isPredicate(instructions: readonly Instruction[], register: string): boolean {
  const writing = writersOf(instructions, register)
  return writing.length > 0 && writing.every(writesPredicate)
}

function writesPredicate(one: Instruction): boolean {
  const type = resultType(one)
  // A value that is loaded in 8 bits is not a predicate.
  const loads = 'address' in one && one.kind !== 'mbarrier'
  return !loads && type?.width === predicateType.width && type.signed === predicateType.signed
}

/** Returns the thread without the types of registers that follow from their values. */
export const withRegisterTypes = (thread: WrittenThread): WrittenThread => ({
  ...thread,
  registers: thread.registers.map(({ type, ...register }) => {
    const implied = registerType({ ...thread, registers: [register] }, register.name)
    const follows =
      type === undefined ||
      writerOf(thread, register.name) !== undefined ||
      (type.width === implied.width && type.signed === implied.signed)
    return follows ? register : { ...register, type }
  }),
})

/**
 * Reports a register that is declared with another width than what the thread writes into it, and values that it cannot
 * have.
 */
export const checkRegisters = (thread: WrittenThread): readonly Diagnostic[] =>
  thread.registers.flatMap(({ name, type, value, span }): readonly Diagnostic[] => {
    const { width } = registerType(thread, name)
    if (type !== undefined && type.width !== width)
      return [
        diagnostic(
          value.kind === 'address'
            ? `\`${name}\` holds an address, which has 64 bits, not ${type.width}`
            : `the thread writes ${width} bits into \`${name}\`, not ${type.width}`,
          span,
        ),
      ]
    return value.kind === 'address' || isValueOf(value.value, width)
      ? []
      : [diagnostic(`${value.value} is not a value of ${width} bits, the width of \`${name}\``, value.span)]
  })

/** Returns a type that can hold the values of both. */
export const joinTypes = (a: DataType, b: DataType): DataType => ({
  width: a.width >= b.width ? a.width : b.width,
  signed: a.signed || b.signed,
})
