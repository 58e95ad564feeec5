/** Addresses as integers: in place of the names of memory in a program, and in the windows of state spaces. */

import type { Instruction } from '../../../litmus/instruction.js'
import type { Arithmetic } from '../../../litmus/instructions/register-instructions.js'
import type { Constant, Operand, PointerAddress } from '../../../litmus/operand.js'
import { addressesTaken, withParts } from '../../../litmus/operands.js'
import type { Program, Thread } from '../../../litmus/program.js'
import { memoised } from '../../../source/memoised.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  operation,
  type Predicate,
} from '../../values/expression.js'
import type { Layout } from '../graph/regions.js'
import { mapped, rankAt } from './cluster-addresses.js'

/** Returns the program with integers for the addresses that instructions, registers and memory hold. */
export function withIntegers(program: Program, { addressOf }: Layout): Program {
  const located = (one: Constant): Constant =>
    one.kind === 'integer'
      ? one
      : { kind: 'integer', value: addressOf({ variable: one.name, offset: one.offset }), span: one.span }
  const operand = (one: Operand): Operand => (one.kind === 'register' ? one : located(one))
  const instruction = (one: Instruction): Instruction => withParts(one, { operand })
  // Threads of one launch share their instructions.
  const instructions = memoised((all: Thread['instructions']) => all.map(instruction))
  return {
    ...program,
    threads: program.threads.map((thread) => ({
      ...thread,
      registers: thread.registers.map((one) => ({ ...one, value: located(one.value) })),
      instructions: instructions(thread.instructions),
    })),
    locations: program.locations.map((location) => ({
      ...location,
      initial: location.initial.map((one) =>
        typeof one === 'bigint' || one === 'unknown' ? one : BigInt.asUintN(location.type.width, addressOf(one)),
      ),
    })),
  }
}

const offsetBits = 0xffff_ffffn

/**
 * Returns the generic address for an access to a state space: the number of the window, followed by the low 32 bits.
 */
export function inWindow(address: Expression, space: PointerAddress['space'], layout: Layout): Expression {
  const window = space === 'shared::cluster' ? 'shared' : space
  if (window === undefined || window === 'global') return address
  return operation(
    'bit-or',
    operation('bit-and', address, constant(offsetBits, 64)),
    constant(layout.windowBase(window), 64, true),
  )
}

/**
 * Returns what `cvta` makes of an address, to a generic one or with `.to` from one, and whether it is in a state space
 * (ISA, `cvta`, `isspacep`); its address in another CTA of the thread's cluster, and the rank of the CTA that it is in
 * (ISA, `mapa`, `getctarank`). Other results stay as they are.
 */
export function converted(
  value: Expression,
  { operation: name, space, type }: Arithmetic,
  others: readonly Expression[],
  layout: Layout,
  thread: number,
): Expression {
  if (name === 'isspacep')
    return choice(isWithin(value, space, layout, thread), constant(1n, type.width), constant(0n, type.width))
  if (name === 'mapa') return mapped(value, must(others[0], 'the rank of a CTA'), layout.isMirrored)
  if (name === 'getctarank') return rankAt(value, layout.rankOf(thread), layout.isMirrored)
  if (space === undefined || space === 'global' || type.width !== 64) return value
  if (name === 'cvta') return inWindow(value, space, layout)
  return name === 'cvta-to' ? operation('bit-and', value, constant(offsetBits, 64)) : value
}

/**
 * Returns whether a generic address is in the window of a state space; every address that is in no window is one of
 * global memory.
 */
function isWithin(
  address: Expression,
  space: Arithmetic['space'],
  { windowBase, isMapped, isMirrored, rankOf }: Layout,
  thread: number,
): Predicate {
  const number = operation('shift-right-unsigned', address, constant(32n, 64))
  const within = (window: 'shared' | 'local' | 'const'): Predicate =>
    compare('equal', number, constant(windowBase(window) >> 32n, 64))
  if (space === undefined || space === 'global')
    return allOf([negation(within('shared')), negation(within('local')), negation(within('const'))])
  if (space === 'shared::cluster') return within('shared')
  if (space !== 'shared' || !isMapped) return within(space)
  const own = rankOf(thread)
  return both(within(space), compare('equal', rankAt(address, own, isMirrored), constant(BigInt(own), 32)))
}

/** Returns whether the program has addresses as values. */
export const takesAddresses = ({ threads, locations }: Program): boolean =>
  threads.some(
    ({ registers, instructions }) =>
      registers.some(({ value }) => value.kind === 'address') ||
      instructions.some((one) => addressesTaken(one).length > 0),
  ) || locations.some(({ initial }) => initial.some((one) => typeof one === 'object'))
