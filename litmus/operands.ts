/** What an instruction mentions: registers, names of memory, operands. */

import { memoisedWeakly } from '../source/memoised-weakly.js'
import {
  type Address,
  type AddressOf,
  type DataType,
  type Instruction,
  type Named,
  type NamedAddress,
  type Operand,
  predicateType,
  sink,
  type Target,
} from './instruction.js'
import type { NamedBarrier } from './instructions/named-barriers.js'
import type { InstructionKind, InstructionOf } from './kinds.js'

/** The register an instruction writes, if any. */
export function destinationOf(instruction: Instruction): string | undefined {
  const { destination } =
    instruction.kind === 'named-barrier'
      ? (instruction.reduction ?? { destination: undefined })
      : 'destination' in instruction
        ? instruction
        : { destination: undefined }
  return destination === sink ? undefined : destination
}

/** The type of what an instruction writes into its register, if any. */
export const resultType = (instruction: Instruction): DataType | undefined => {
  if (instruction.kind === 'named-barrier') return instruction.reduction && reductionType(instruction.reduction)
  if (instruction.kind === 'mbarrier' && instruction.waitsFor !== undefined) return predicateType
  return 'type' in instruction ? instruction.type : undefined
}

/** The number of predicates that hold, or a predicate. */
export const reductionType = ({ operation }: Pick<NonNullable<NamedBarrier['reduction']>, 'operation'>): DataType =>
  operation === 'popc' ? { width: 32, signed: false } : predicateType

/** The name of memory that an instruction accesses; undefined if it accesses none, or by an address in a register. */
export const accessedName = (instruction: Instruction): string | undefined =>
  'address' in instruction && instruction.address.kind === 'name' ? instruction.address.name : undefined

/** The names of memory that an instruction accesses, or that an asynchronous operation of it does. */
export const accessedNames = (instruction: Instruction): readonly string[] => [
  ...[accessedName(instruction)].filter((name) => name !== undefined),
  ...targetsOf(instruction).flatMap(({ value }) => (value.kind === 'address' ? [value.name] : [])),
]

/** The addresses that an instruction takes as values, unlike those of memory that a copy reaches. */
export function addressesTaken(instruction: Instruction): readonly AddressOf[] {
  const reached = new Set<Operand>(targetsOf(instruction).map(({ value }) => value))
  return operandsOf(instruction).flatMap((one) => (one.kind === 'address' && !reached.has(one) ? [one] : []))
}

/** The names of memory that an instruction mentions. */
export function namesIn(instruction: Instruction): readonly Named[] {
  if (instruction.kind !== 'call') return placesIn(instruction)
  const { action } = instruction
  if (action.kind === 'copy') return [action.to, action.from]
  return action.kind === 'set' ? [action.to] : []
}

/** The places in memory that an instruction accesses, or takes the address of. */
export function placesIn(instruction: Instruction): readonly (NamedAddress | AddressOf)[] {
  const addresses = operandsOf(instruction).filter((one) => one.kind === 'address')
  return 'address' in instruction && instruction.address.kind === 'name'
    ? [instruction.address, ...addresses]
    : addresses
}

/** What becomes of the parts of an instruction: the values it reads, the memory it accesses, and that which an operation of it reaches. */
interface Parts {
  readonly operand: (one: Operand) => Operand
  readonly address: (one: Address) => Address
  readonly target: (one: Target) => Target
}

const unchanged: Parts = { operand: (one) => one, address: (one) => one, target: (one) => one }

/** All parts of the instructions of each kind, in the order in which they are written but for targets, which come first. */
const withPartsOfKind: {
  readonly [K in InstructionKind]: (one: InstructionOf<K>, parts: Parts) => InstructionOf<K>
} = {
  load: (one, { address }) => ({ ...one, address: address(one.address) }),
  store: (one, { address, operand }) => ({ ...one, address: address(one.address), value: operand(one.value) }),
  atomic: (one, { address, operand }) => ({
    ...one,
    address: address(one.address),
    operands: one.operands.map(operand),
  }),
  arithmetic: (one, { operand }) => ({ ...one, operands: one.operands.map(operand) }),
  unknown: (one, { operand }) => ({ ...one, operands: one.operands.map(operand) }),
  'set-predicate': (one, { operand }) => {
    const [left, right] = one.operands
    const operands = [operand(left), operand(right)] as const
    const { combined } = one
    return combined === undefined
      ? { ...one, operands }
      : { ...one, operands, combined: { ...combined, predicate: operand(combined.predicate) } }
  },
  branch: (one, { operand }) => {
    const { when } = one
    return when === undefined
      ? one
      : { ...one, when: { ...when, left: operand(when.left), right: operand(when.right) } }
  },
  barrier: (one, { operand }) => ({ ...one, id: one.id && operand(one.id), quorum: one.quorum && operand(one.quorum) }),
  'named-barrier': (one, { operand }) => {
    const { reduction } = one
    const changed = { ...one, id: operand(one.id), threads: one.threads && operand(one.threads) }
    return reduction === undefined
      ? changed
      : { ...changed, reduction: { ...reduction, predicate: operand(reduction.predicate) } }
  },
  mbarrier: (one, { address, operand }) => ({
    ...one,
    address: address(one.address),
    count: one.count && operand(one.count),
    tx: one.tx && operand(one.tx),
    waitsFor: one.waitsFor && { ...one.waitsFor, value: operand(one.waitsFor.value) },
  }),
  'async-copy': (one, { operand, target }) => {
    const { to, from, completes, size, read, ignored, multicast, tile } = one
    return {
      ...one,
      to: target(to),
      from: target(from),
      completes: completes?.by === 'mbarrier' ? { ...completes, at: target(completes.at) } : completes,
      size: size && operand(size),
      ...(read === undefined ? {} : { read: operand(read) }),
      ...(ignored === undefined ? {} : { ignored: operand(ignored) }),
      ...(multicast === undefined ? {} : { multicast: operand(multicast) }),
      ...(tile === undefined ? {} : { tile: { ...tile, coordinates: tile.coordinates.map(operand) } }),
    }
  },
  'async-store': (one, { operand, target }) => ({
    ...one,
    to: target(one.to),
    at: target(one.at),
    values: one.values.map(operand),
  }),
  'async-arrive': (one, { address }) => ({ ...one, address: address(one.address) }),
  tensormap: (one, { operand, target }) => {
    const { to, by } = one
    const changed = { ...one, to: target(to) }
    if (by.what === 'copy') return { ...changed, by: { ...by, from: target(by.from) } }
    return by.what === 'address' ? { ...changed, by: { ...by, value: operand(by.value) } } : changed
  },
  'async-fence': (one, { target }) =>
    'at' in one.what ? { ...one, what: { ...one.what, at: target(one.what.at) } } : one,
  warp: (one, { operand }) => ({ ...one, operands: one.operands.map(operand), mask: operand(one.mask) }),
  'active-mask': (one) => one,
  'async-group': (one) => one,
  fence: (one) => one,
  'proxy-fence': (one) => one,
  'cluster-barrier': (one) => one,
  label: (one) => one,
  call: (one) => one,
  trap: (one) => one,
  refused: (one) => one,
}

/** The instruction with other parts. */
export function withParts<K extends InstructionKind>(one: InstructionOf<K>, parts: Partial<Parts>): InstructionOf<K> {
  return withPartsOfKind[one.kind](one, { ...unchanged, ...parts })
}

/** The operands an instruction reads as values, the address in a register among them. */
export const operandsOf = memoisedWeakly((instruction: Instruction): readonly Operand[] => {
  const operands: Operand[] = []
  withParts(instruction, {
    operand: (one) => {
      operands.push(one)
      return one
    },
    address: (one) => {
      if (one.kind === 'pointer') operands.push({ kind: 'register', name: one.register, span: one.span })
      return one
    },
    target: (one) => {
      operands.push(one.value)
      return one
    },
  })
  return operands
})

/**
 * The memory that an asynchronous copy or store reaches: its destination, its source, and the mbarrier on which it completes. And the tensor
 * maps that an instruction names.
 */
export const targetsOf = memoisedWeakly((instruction: Instruction): readonly Target[] => {
  const targets: Target[] = []
  withParts(instruction, {
    target: (one) => {
      targets.push(one)
      return one
    },
  })
  return targets
})

/** A place in memory for another, of the same kind. */
export type ChangePlace = <P extends NamedAddress | AddressOf>(place: P) => P

/** The instruction with other places in memory. */
export const withPlaces = (instruction: Instruction, change: ChangePlace): Instruction =>
  withParts(instruction, {
    operand: (one) => (one.kind === 'address' ? change(one) : one),
    address: (one) => (one.kind === 'name' ? change(one) : one),
    target: (one) => ({ ...one, value: one.value.kind === 'address' ? change(one.value) : one.value }),
  })
