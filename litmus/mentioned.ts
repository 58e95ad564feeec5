/** What an instruction mentions: registers, names of memory, operands. */

import {
  type Address,
  type AddressOf,
  type AsyncCopy,
  type AsyncFence,
  type AsyncStore,
  type DataType,
  type Instruction,
  type Named,
  type NamedAddress,
  type NamedBarrier,
  type Operand,
  predicateType,
  sink,
  type Target,
  type TensorMapChange,
} from './instruction.js'

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

/** The operands an instruction reads as values, the address in a register among them. */
export function operandsOf(instruction: Instruction): readonly Operand[] {
  switch (instruction.kind) {
    case 'load':
      return pointerOf(instruction.address)
    case 'store':
      return [...pointerOf(instruction.address), instruction.value]
    case 'atomic':
      return [...pointerOf(instruction.address), ...instruction.operands]
    case 'set-predicate':
      return [...instruction.operands, ...(instruction.combined === undefined ? [] : [instruction.combined.predicate])]
    case 'arithmetic':
    case 'unknown':
      return instruction.operands
    case 'branch':
      return instruction.when === undefined ? [] : [instruction.when.left, instruction.when.right]
    case 'barrier':
      return [instruction.id, instruction.quorum].filter((operand) => operand !== undefined)
    case 'named-barrier':
      return [instruction.id, instruction.threads, instruction.reduction?.predicate].filter(
        (operand) => operand !== undefined,
      )
    case 'mbarrier':
      return [
        ...pointerOf(instruction.address),
        ...[instruction.count, instruction.tx, instruction.waitsFor?.value].filter((operand) => operand !== undefined),
      ]
    case 'async-copy':
      return [
        ...targetsOf(instruction).map(({ value }) => value),
        ...[instruction.size, instruction.read, instruction.ignored, instruction.multicast].filter(
          (operand) => operand !== undefined,
        ),
        ...(instruction.tile?.coordinates ?? []),
      ]
    case 'async-store':
      return [...targetsOf(instruction).map(({ value }) => value), ...instruction.values]
    case 'async-arrive':
      return pointerOf(instruction.address)
    case 'warp':
      return [...instruction.operands, instruction.mask]
    case 'tensormap':
      return [
        ...targetsOf(instruction).map(({ value }) => value),
        ...(instruction.by.what === 'address' ? [instruction.by.value] : []),
      ]
    case 'async-fence':
      return targetsOf(instruction).map(({ value }) => value)
    case 'active-mask':
    case 'async-group':
    case 'fence':
    case 'proxy-fence':
    case 'cluster-barrier':
    case 'label':
    case 'call':
    case 'trap':
    case 'refused':
      return []
  }
}

const pointerOf = (address: Address): readonly Operand[] =>
  address.kind === 'pointer' ? [{ kind: 'register', name: address.register, span: address.span }] : []

/**
 * The memory that an asynchronous copy or store reaches: its destination, its source, and the mbarrier on which it completes. And the tensor
 * maps that an instruction names.
 */
export function targetsOf(instruction: Instruction): readonly Target[] {
  switch (instruction.kind) {
    case 'async-store':
      return [instruction.to, instruction.at]
    case 'async-copy': {
      const { to, from, completes } = instruction
      return [to, from, ...(completes?.by === 'mbarrier' ? [completes.at] : [])]
    }
    case 'tensormap':
      return [instruction.to, ...(instruction.by.what === 'copy' ? [instruction.by.from] : [])]
    case 'async-fence':
      return 'at' in instruction.what ? [instruction.what.at] : []
    default:
      return []
  }
}

type Targeting = AsyncCopy | AsyncStore | TensorMapChange | AsyncFence

export const hasTargets = (one: Instruction): one is Targeting =>
  one.kind === 'async-copy' || one.kind === 'async-store' || one.kind === 'tensormap' || one.kind === 'async-fence'

/** The instruction with other targets. */
export function withTargets(one: Targeting, change: (target: Target) => Target): Targeting {
  switch (one.kind) {
    case 'async-copy':
      return withSides(one, change)
    case 'async-store':
      return storeWithTargets(one, change)
    case 'tensormap': {
      const { to, by } = one
      return { ...one, to: change(to), by: by.what === 'copy' ? { ...by, from: change(by.from) } : by }
    }
    case 'async-fence':
      return 'at' in one.what ? { ...one, what: { ...one.what, at: change(one.what.at) } } : one
  }
}

function withSides(copy: AsyncCopy, change: (target: Target) => Target): AsyncCopy {
  const { to, from, completes } = copy
  return {
    ...copy,
    to: change(to),
    from: change(from),
    completes: completes?.by === 'mbarrier' ? { ...completes, at: change(completes.at) } : completes,
  }
}

const storeWithTargets = (store: AsyncStore, change: (target: Target) => Target): AsyncStore => ({
  ...store,
  to: change(store.to),
  at: change(store.at),
})

/** A place in memory for another, of the same kind. */
export type ChangePlace = <P extends NamedAddress | AddressOf>(place: P) => P

/** The instruction with other places in memory. */
export function withPlaces(instruction: Instruction, change: ChangePlace): Instruction {
  const operand = (one: Operand): Operand => (one.kind === 'address' ? change(one) : one)
  const address = (one: Address): Address => (one.kind === 'name' ? change(one) : one)
  const target = (one: Target): Target => ({
    ...one,
    value: one.value.kind === 'address' ? change(one.value) : one.value,
  })
  switch (instruction.kind) {
    case 'load':
      return { ...instruction, address: address(instruction.address) }
    case 'store':
      return { ...instruction, address: address(instruction.address), value: operand(instruction.value) }
    case 'atomic':
      return {
        ...instruction,
        address: address(instruction.address),
        operands: instruction.operands.map(operand),
      }
    case 'arithmetic':
    case 'unknown':
      return { ...instruction, operands: instruction.operands.map(operand) }
    case 'set-predicate': {
      const [left, right] = instruction.operands
      return { ...instruction, operands: [operand(left), operand(right)] }
    }
    case 'branch': {
      const { when } = instruction
      if (when === undefined) return instruction
      return { ...instruction, when: { ...when, left: operand(when.left), right: operand(when.right) } }
    }
    case 'mbarrier': {
      const { count, tx, waitsFor } = instruction
      return {
        ...instruction,
        address: address(instruction.address),
        count: count && operand(count),
        tx: tx && operand(tx),
        waitsFor: waitsFor && { ...waitsFor, value: operand(waitsFor.value) },
      }
    }
    case 'async-arrive':
      return { ...instruction, address: address(instruction.address) }
    case 'async-copy': {
      const { size, read, ignored } = instruction
      return {
        ...withSides(instruction, target),
        size: size && operand(size),
        ...(read === undefined ? {} : { read: operand(read) }),
        ...(ignored === undefined ? {} : { ignored: operand(ignored) }),
      }
    }
    case 'async-store':
      return { ...storeWithTargets(instruction, target), values: instruction.values.map(operand) }
    case 'tensormap': {
      const { by } = instruction
      const value = by.what === 'address' ? { by: { ...by, value: operand(by.value) } } : {}
      return { ...withTargets({ ...instruction, ...value }, target) }
    }
    case 'async-fence':
      return withTargets(instruction, target)
    default:
      return instruction
  }
}
