/** The values of a thread's registers on its paths through branches, and where the paths meet again. */

import type { Branch } from '../../../litmus/instructions/control.js'
import { liveAtEntry } from '../../../litmus/live-at-entry.js'
import { addressType, type Constant, type Operand } from '../../../litmus/operand.js'
import { destinationOf } from '../../../litmus/operands.js'
import type { Thread } from '../../../litmus/program.js'
import { isPredicate, joinTypes, registerType, writersOf } from '../../../litmus/registers.js'
import { largest } from '../../../source/largest.js'
import { must } from '../../../source/must.js'
import { withEntry } from '../../../source/overlaid.js'
import { comparison } from '../../values/comparisons.js'
import {
  allOf,
  always,
  beyond,
  both,
  choice,
  compare,
  constant,
  type Expression,
  either,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from '../../values/expression.js'
import type { RegisterValue, Sources } from '../graph/register-value.js'
import { windowOf } from '../graph/windows.js'

/** Counts of 32 bits by the name of a barrier, `cluster`, or the number of one of the CTA; 0 for all others. */
type Phases = ReadonlyMap<string, Expression>

/**
 * A path through a thread up to some step: the condition under which it is taken, and the values of registers there.
 */
export interface Flow {
  readonly guard: Predicate
  readonly registers: ReadonlyMap<string, RegisterValue>
  /**
   * The number of times that the thread has used each of its barriers: waited at that of its cluster, or met at one of
   * its CTA.
   */
  readonly phases: Phases
}

/**
 * Returns the flow at the start of a thread. Registers hold 0 unless the test says otherwise, in compiled code an
 * `unknown` value; `typed` is the thread with addresses that are not yet integers, which have the type of their
 * register.
 */
export function start(thread: Thread, typed: Thread, unknown: (register: string, width: number) => Expression): Flow {
  const given = new Map(thread.registers.map(({ name, value }) => [name, integerOf(value)]))
  const written = thread.instructions.flatMap((one) => destinationOf(one) ?? [])
  // The values of other registers before they are written are never observed.
  const unwritten = thread.kind === 'device' && thread.compiled ? liveAtEntry(thread.instructions) : new Set<string>()
  const held = (name: string): RegisterValue => {
    if (unwritten.has(name) && !given.has(name)) return unknownIn(typed, name, unknown)
    const type = registerType(typed, name)
    return { value: integer(given.get(name) ?? 0n, type.width), type, sources: new Map() }
  }
  return {
    guard: always,
    registers: new Map([...new Set([...given.keys(), ...written, ...unwritten])].map((name) => [name, held(name)])),
    phases: new Map(),
  }
}

export const phaseOf = ({ phases }: Flow, barrier: string): Expression => phases.get(barrier) ?? zero

const zero = constant(0n, 32)

/** Returns the flow after another use of a barrier, wherever the predicate holds. */
export const nextPhase = (flow: Flow, barrier: string, where: Predicate = always): Flow => {
  const more = choice(where, constant(1n, 32), zero)
  return { ...flow, phases: new Map([...flow.phases, [barrier, operation('add', phaseOf(flow, barrier), more)]]) }
}

/** Returns the unknown value of a register: 0 or 1 for a predicate, and 64 bits if its width is not known. */
function unknownIn(
  typed: Thread,
  name: string,
  unknown: (register: string, width: number) => Expression,
): RegisterValue {
  const writers = writersOf(typed.instructions, name)
  const type = writers.length === 0 ? addressType : registerType(typed, name)
  const width = isPredicate(typed.instructions, name) ? 1 : type.width
  return { value: resize(unknown(name, width), type.width, false), type, sources: new Map() }
}

/** The sources of what no read feeds. There are many such values. */
const noReads: Sources = new Map()

export const heldIn = ({ registers }: Flow, name: string): RegisterValue =>
  must(registers.get(name), `a value of register ${name}`)

/** Returns the value of a constant. By now, addresses are integers. */
const integerOf = (one: Constant): bigint => {
  if (one.kind === 'address') throw new Error(`the address of ${one.name} is not an integer yet`)
  return one.value
}

/** Returns an integer of the program; an address, if it lies in a window of addresses. */
const integer = (value: bigint, width: number): Expression => constant(value, width, windowOf(value) !== undefined)

/** Returns the value of an operand. An integer has the width that is needed. */
export function valueIn(flow: Flow, operand: Operand, width: number): Pick<RegisterValue, 'value' | 'sources'> {
  if (operand.kind !== 'register') return { value: integer(integerOf(operand), width), sources: noReads }
  const held = heldIn(flow, operand.name)
  return { value: resize(held.value, width, held.type.signed), sources: held.sources }
}

/** Returns the value of an operand in the width that it has, an integer in 64 bits. */
export const inFull = (flow: Flow, operand: Operand): Pick<RegisterValue, 'value' | 'sources'> =>
  valueIn(flow, operand, operand.kind === 'register' ? heldIn(flow, operand.name).type.width : 64)

/** Joins the paths that meet at a step; undefined if none leads there. */
export const join = (flows: readonly Flow[]): Flow | undefined =>
  flows.length === 0 ? undefined : flows.reduceRight((rest, flow) => meet(flow, rest))

function meet(one: Flow, other: Flow): Flow {
  const when = beyond(other.guard, one.guard)
  const registers = [...one.registers].map(([name, held]): readonly [string, RegisterValue] => {
    const there = other.registers.get(name)
    if (there === undefined || there === held) return [name, held]
    const type = joinTypes(held.type, there.type)
    const widened = (side: RegisterValue) => resize(side.value, type.width, side.type.signed)
    return [
      name,
      {
        value: choice(when, widened(held), widened(there)),
        type,
        sources: new Map(
          [...new Set([...held.sources.keys(), ...there.sources.keys()])].map((read) => {
            const [here, else_] = [held.sources.get(read) ?? never, there.sources.get(read) ?? never]
            return [read, here === else_ ? here : either(both(one.guard, here), both(other.guard, else_))]
          }),
        ),
      },
    ]
  })
  const phases = [...new Set([...one.phases.keys(), ...other.phases.keys()])].map(
    (barrier): readonly [string, Expression] => {
      const [here, there] = [phaseOf(one, barrier), phaseOf(other, barrier)]
      const asOften = here.kind === 'constant' && there.kind === 'constant' && here.value === there.value
      return [barrier, asOften ? there : choice(when, here, there)]
    },
  )
  return {
    guard: either(one.guard, other.guard),
    registers: new Map(registers),
    phases: new Map(phases),
  }
}

/** Returns whether registers hold at the end of a round what they held at its beginning. */
export const asBefore = (head: Flow, end: Flow): Predicate =>
  allOf([
    head.guard,
    ...[...end.registers].flatMap(([name, now]) => {
      const before = head.registers.get(name)
      if (before === now) return []
      // This is a slot of private memory that is found in this round.
      if (before === undefined) return [never]
      const { width } = joinTypes(before.type, now.type)
      const widened = ({ value, type }: RegisterValue) => resize(value, width, type.signed)
      return [compare('equal', widened(before), widened(now))]
    }),
  ])

/** Returns the two paths after a branch, and the reads that decide between them. */
export function branch(
  when: Branch['when'],
  flow: Flow,
): { readonly taken: Flow; readonly onward: Flow; readonly decidedBy: Sources } {
  if (when === undefined) return { taken: flow, onward: { ...flow, guard: never }, decidedBy: new Map() }
  const { left, right } = when
  const types = [left, right].flatMap((one) => (one.kind === 'register' ? [heldIn(flow, one.name).type] : []))
  const width = types.length === 0 ? 64 : largest(types.map((type) => type.width))
  const side = (operand: Operand, width: number) => valueIn(flow, operand, width)
  const equal = () => compare('equal', side(left, width).value, side(right, width).value)
  // One more bit holds every value of either side, signed or unsigned.
  const less = (a: Operand, b: Operand) => compare('less-signed', side(a, width + 1).value, side(b, width + 1).value)
  const holds = comparison(when.operator, equal, {
    leftFirst: () => less(left, right),
    rightFirst: () => less(right, left),
  })
  const sources = feeding([side(left, width).sources, side(right, width).sources])
  return {
    taken: { ...flow, guard: both(flow.guard, holds) },
    onward: { ...flow, guard: both(flow.guard, negation(holds)) },
    decidedBy:
      sources.size === 0 ? noReads : new Map([...sources].map(([read, feeds]) => [read, both(flow.guard, feeds)])),
  }
}

/** Returns the flow in which a register's value depends on further reads as well. */
export const alsoFrom = (flow: Flow, register: string, reads: Sources): Flow => {
  const held = heldIn(flow, register)
  const sources = feeding([held.sources, reads])
  return { ...flow, registers: withEntry(flow.registers, register, { ...held, sources }) }
}

/** Returns the reads that feed at least one of several values. `join` joins the conditions of a read. */
export function feeding(all: readonly Sources[], join: typeof either = either): Sources {
  if (all.every(({ size }) => size === 0)) return noReads
  const reads = new Map<number, Predicate>()
  for (const sources of all) for (const [read, when] of sources) reads.set(read, join(reads.get(read) ?? never, when))
  return reads
}
