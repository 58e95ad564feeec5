/**
 * The local memory of compiled threads (ISA 5.1.5), which only its thread reaches: depots of the stack and spilled
 * registers. Bytes that all accesses share, at addresses that are known in advance, are kept like registers, without
 * events; so are bytes that nothing reads. Other accesses are ordinary events.
 */

import type { Width } from '../../../litmus/operand.js'
import { isCompiled, type Program, threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { constant, type Expression } from '../../values/expression.js'
import type { RegisterValue } from '../graph/register-value.js'
import type { Flow } from './flow.js'

/** Bytes that are read and written as one. */
export interface Slot {
  readonly thread: number
  readonly location: number
  readonly offset: number
  readonly bytes: number
  /** True if it may be read before it is written. */
  readonly unwritten: boolean
  /** True if something reads it. */
  readonly read: boolean
}

/** The slots that were found so far, by names that no register has. */
export type Slots = Map<string, Slot>

/**
 * A location that was thought to be private, but has an access that does not fit its slots, so that its accesses are
 * events.
 */
export interface NotPrivate {
  readonly notPrivate: number
}

export const isNotPrivate = (outcome: object): outcome is NotPrivate => 'notPrivate' in outcome

/** Returns the locations that are private to a compiled thread. */
export const privateLocations = ({ variables, threads }: Program): ReadonlySet<number> =>
  new Set(
    variables.flatMap(({ space, instance, location }) =>
      space === 'local' && instance !== undefined && isCompiled(threadAt(threads, instance.owner)) ? [location] : [],
    ),
  )

const begin = 'local memory'

/** Returns whether the name is that of a slot. */
export const isSlot = (register: string): boolean => register.startsWith(`${begin} `)

/**
 * Returns the name of the slot of an access. Undefined if it shares some bytes with another, and not all, unless nothing
 * reads either of them: `printf` gets its arguments, of several sizes, in bytes that no instruction reads.
 */
export function slotOf(slots: Slots, slot: Omit<Slot, 'unwritten'>): string | undefined {
  const { thread, location, offset, bytes } = slot
  const name = `${begin} ${thread} ${location} ${offset} ${bytes}`
  const known = slots.get(name)
  if (known?.read === true || (known !== undefined && !slot.read)) return name
  for (const [called, one] of slots)
    if (
      called !== name &&
      (slot.read || one.read) &&
      one.location === location &&
      one.offset < offset + bytes &&
      offset < one.offset + one.bytes
    )
      return undefined
  slots.set(name, { ...slot, unwritten: known?.unwritten ?? false })
  return name
}

/** Returns whether a value is one of these on some path. */
export function mayBe(value: Expression, these: ReadonlySet<Expression>): boolean {
  // Iteration also reaches what is added meanwhile. Choices share their parts.
  const parts = new Set([value])
  for (const one of parts) {
    if (these.has(one)) return true
    if (one.kind === 'choice') parts.add(one.then).add(one.otherwise)
  }
  return false
}

const widths: readonly Width[] = [8, 16, 32, 64, 128]

/** Returns the width of this many bytes. */
const widthOf = (bytes: number): Width =>
  must(
    widths.find((width) => width === 8 * bytes),
    'a width of an access',
  )

/** Notes that a slot may be read before it is written. */
export function noteUnwritten(slots: Slots, name: string): void {
  const slot = slots.get(name)
  if (slot !== undefined && !slot.unwritten) slots.set(name, { ...slot, unwritten: true })
}

/** Returns a text that changes when another slot is found, or one that may be read unwritten. */
export const sizeOf = (slots: Slots): string =>
  `${slots.size} ${[...slots.values()].filter(({ unwritten }) => unwritten).length}`

/**
 * Returns the start of a thread with the contents of its private memory. What may be read before it is written is
 * unknown: `unknown` returns a value for a name and a number of bits.
 */
export function withSlots(
  begin: Flow,
  thread: number,
  {
    program,
    slots,
    startOfSlots,
  }: { readonly program: Program; readonly slots: Slots; readonly startOfSlots: Set<Expression> },
  unknown: (name: string, width: number) => Expression,
): Flow {
  const own = [...slots].filter(([, slot]) => slot.thread === thread)
  if (own.length === 0) return begin
  const held = own.map(([name, { bytes, location, offset, unwritten }]): readonly [string, RegisterValue] => {
    const width = widthOf(bytes)
    const called = `${must(program.locations[location], 'a location').name}+${offset}`
    const value = unwritten ? unknown(called, width) : constant(0n, width)
    startOfSlots.add(value)
    return [name, { value, type: { width, signed: false }, sources: new Map() }]
  })
  return { ...begin, registers: new Map([...begin.registers, ...held]) }
}
