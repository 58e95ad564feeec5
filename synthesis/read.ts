/**
 * Reads programs as sketches: a program is read like any other test, and expressed in the terms in which tests are
 * searched.
 */

import { match } from 'ts-pattern'
import type { Condition, Term } from '../litmus/condition.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Operand } from '../litmus/operand.js'
import { type DeviceThread, type Program, type Question, writtenThreads } from '../litmus/program.js'
import { must } from '../source/must.js'
import type { Labelled } from './program.js'
import { type Access, type Outcome, pathThrough, type Slot, type Source } from './sketch.js'
import { type Strength, strengthOf } from './vocabulary.js'

export type ReadSketch =
  | { readonly kind: 'sketch'; readonly labelled: Labelled; readonly outcome: Outcome }
  /** The test has features that sketches lack. */
  | { readonly kind: 'beyond'; readonly why: string }

/** Returns a test as a sketch with strengths, and the outcome that its first question asks about. */
export function sketchOf(program: Program, question: Question | undefined = program.questions[0]): ReadSketch {
  const beyond = (why: string): ReadSketch => ({ kind: 'beyond', why })
  if (question === undefined) return beyond('it asks nothing')
  if (program.host !== undefined) return beyond('it has a host')
  if (program.filter !== undefined) return beyond('it has a filter')
  for (const { space, length, initial } of program.locations)
    if (space !== 'global' || length !== undefined || initial[0] !== 0n)
      return beyond('it has memory that is not global, is an array, or begins with another value than 0')
  const threads: Read[] = []
  for (const thread of writtenThreads(program)) {
    if (thread.kind !== 'device') return beyond('it has a host')
    const { position } = thread
    if (position.cluster !== undefined) return beyond('it has clusters')
    const read = threadOf(thread, program)
    if (typeof read === 'string') return beyond(read)
    threads.push(read)
  }
  const labelled: Labelled = {
    sketch: {
      threads: threads.map(({ slots }) => slots),
      places: threads.map(({ place }) => place),
    },
    strengths: threads.flatMap(({ strengths }) => strengths),
  }
  const outcome = outcomeOf(program, question, threads)
  return typeof outcome === 'string' ? beyond(outcome) : { kind: 'sketch', labelled, outcome }
}

interface Read {
  readonly slots: readonly Slot[]
  readonly strengths: readonly Strength[]
  /** The value that each slot stores. */
  readonly values: readonly (bigint | undefined)[]
  /** The slot that read each register, by the register's name. */
  readonly readers: ReadonlyMap<string, number>
  readonly place: { readonly gpu: number; readonly cta: number }
}

/** The value of a register: one that does not depend on what reads return, though instructions may. */
interface Computed {
  readonly value: bigint
  readonly from: number | undefined
}

function threadOf({ registers, instructions, position }: DeviceThread, program: Program): Read | string {
  if (registers.length > 0) return 'registers have initial values'
  const slots: Slot[] = []
  const strengths: Strength[] = []
  const values: (bigint | undefined)[] = []
  const readers = new Map<string, number>()
  const computed = new Map<string, Computed>()
  const valueOf = (operand: Operand): Computed | undefined =>
    operand.kind === 'integer'
      ? { value: operand.value, from: undefined }
      : operand.kind === 'register'
        ? computed.get(operand.name)
        : undefined
  const perform = (slot: Slot, strength: Strength, value?: bigint): void => {
    slots.push(slot)
    strengths.push(strength)
    values.push(value)
  }
  for (const one of instructions) {
    const problem = match(one)
      .returnType<string | undefined>()
      .with({ kind: 'fence' }, ({ order, scope }) => void perform({ kind: 'fence' }, strengthOf(order, scope)))
      .with({ kind: 'proxy-fence' }, ({ proxy }) => void perform({ kind: 'proxy fence', proxy }, strengthOf('weak')))
      .with({ kind: 'arithmetic' }, ({ operation, operands: [a, b], destination }) => {
        if (readers.has(destination)) return 'a register has more than what is read'
        const [left, right] = [a, b].map((operand) => (operand === undefined ? undefined : valueOf(operand)))
        // This is 0, whatever was read.
        const read =
          a?.kind === 'register' && b?.kind === 'register' && a.name === b.name ? readers.get(a.name) : undefined
        if (operation === 'xor' && read !== undefined) computed.set(destination, { value: 0n, from: read })
        else if (left?.from !== undefined && right?.from !== undefined) return 'a value depends on two reads'
        else if (operation === 'add' && left !== undefined && right !== undefined)
          computed.set(destination, { value: left.value + right.value, from: left.from ?? right.from })
        else return 'it computes'
        return undefined
      })
      .with({ kind: 'load' }, { kind: 'store' }, { kind: 'atomic' }, (access) => {
        const { order, scope } = access
        if (order === 'volatile' || order === 'mmio') return `it has an access that is ${order}`
        const reached = accessOf(access, program)
        if (typeof reached === 'string') return reached
        if (access.kind !== 'load') {
          const [operand] = access.kind === 'store' ? [access.value] : access.operands
          const stored = operand === undefined ? undefined : valueOf(operand)
          if (stored === undefined) return 'it stores what it reads'
          const { value, from } = stored
          perform({ ...reached, ...(from === undefined ? {} : { data: from }) }, strengthOf(order, scope), value)
        } else perform(reached, strengthOf(order, scope))
        if (access.kind === 'store' || access.destination === undefined) return undefined
        if (readers.has(access.destination)) return 'two reads have one register'
        readers.set(access.destination, slots.length - 1)
        return undefined
      })
      .otherwise(({ kind }) => `it has an instruction of a kind that is not searched: ${kind}`)
    if (problem !== undefined) return problem
  }
  return { slots, strengths, values, readers, place: { gpu: position.gpu, cta: position.cta } }
}

const proxyOf = {
  generic: 'generic',
  surface: 'surface',
  texture: 'texture',
  constant: 'constant',
  'non-coherent': 'read-only',
} as const

type Accessing = Extract<Instruction, { readonly kind: 'load' | 'store' | 'atomic' }>

function accessOf(access: Accessing, { variables, locations }: Program): Access | string {
  const { address, proxy } = access
  if (access.kind !== 'store' && access.expected !== undefined) return 'it demands a value of a load'
  if (access.kind === 'atomic' && (access.operation !== 'exch' || access.destination === undefined))
    return 'it has an atomic that is not an exchange'
  if (access.elements !== undefined) return 'it has a vector'
  if (address.kind !== 'name' || address.offset !== 0n || address.coordinate !== undefined)
    return 'an address is more than a name'
  const variable = must(
    variables.find(({ name }) => name === address.name),
    'a variable',
  )
  const { location } = variable
  if (access.type.width !== must(locations[location], 'a location').type.width) return 'accesses have several widths'
  const addresses = [...new Set(variables.flatMap((one) => (one.location === location ? [one.address] : [])))]
  const at = addresses.indexOf(variable.address)
  if (at > 1) return 'a location has more than two addresses'
  const path = pathThrough({ proxy: proxyOf[proxy], isAlias: at > 0 })
  return { kind: access.kind === 'load' ? 'read' : access.kind === 'store' ? 'write' : 'atomic', location, path }
}

function outcomeOf(program: Program, question: Question, threads: readonly Read[]): Outcome | string {
  const { kind, condition } = question
  const formula = kind === 'assert' ? (condition.kind === 'not' ? condition.condition : undefined) : condition
  const parts = formula === undefined ? undefined : equationsOf(formula)
  if (parts === undefined) return 'its outcome is not a list of values'
  const starts = threads.map((_, i) => threads.slice(0, i).reduce((sum, { slots }) => sum + slots.length, 0))
  const slots = threads.flatMap((thread) => thread.slots)
  const values = threads.flatMap((thread) => thread.values)
  const sources: (Source | undefined)[] = slots.map(() => undefined)
  const last: (number | undefined)[] = program.locations.map(() => undefined)
  const writersOf = (location: number, value: bigint): readonly Source[] => [
    ...(value === 0n ? (['initial'] as const) : []),
    ...slots.flatMap((slot, i) => ('location' in slot && slot.location === location && values[i] === value ? [i] : [])),
  ]
  for (const { term, value } of parts) {
    if (term.kind === 'register') {
      const start = starts[term.thread]
      const reader = threads[term.thread]?.readers.get(term.name)
      if (start === undefined || reader === undefined) return 'its outcome names a register that no read writes'
      const slot = must(slots[start + reader], 'a read')
      const [source, other] = 'location' in slot ? writersOf(slot.location, value) : []
      if (source === undefined || other !== undefined) return 'a value does not say which write is read'
      if (sources[start + reader] !== undefined && sources[start + reader] !== source)
        return 'its outcome contradicts itself'
      sources[start + reader] = source
    } else {
      const variable = program.variables.find(({ name }) => name === term.variable)
      const location = variable?.location ?? 0
      const [write, other] = writersOf(location, value)
      if (typeof write !== 'number' || other !== undefined) return 'a value does not say which write is last'
      // The only write of a location is always the last.
      if (slots.filter((slot) => 'location' in slot && slot.location === location && slot.kind !== 'read').length > 1)
        last[location] = write
    }
  }
  return { sources, last }
}

interface Equation {
  readonly term: Extract<Term, { readonly kind: 'register' | 'memory' }>
  readonly value: bigint
}

/** Returns the equations of a conjunction of equations; undefined for any other condition. */
function equationsOf(condition: Condition): readonly Equation[] | undefined {
  if (condition.kind !== 'compare') {
    if (condition.kind !== 'and') return undefined
    const all = condition.conditions.map(equationsOf)
    return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? [])
  }
  const { operator, left, right } = condition
  if (operator !== '==') return undefined
  const [term, value] = left.kind === 'integer' ? [right, left] : [left, right]
  if (value.kind !== 'integer' || (term.kind !== 'register' && term.kind !== 'memory')) return undefined
  return [{ term, value: value.value }]
}
