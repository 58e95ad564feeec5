/** Loads, stores and atomics: their parts, and how they are printed. `accesses.ts` reads them. */

import type { Format } from '../format.js'
import type { Access, Integer, Operand, Scope } from '../operand.js'
import { type Proxy, proxies, type WrittenProxy } from '../proxy.js'
import { accessFacts, type Definition } from './definition.js'
import { addressText, explicitSuffix, operandText } from './text.js'

export type LoadOrder = 'weak' | 'relaxed' | 'acquire' | 'volatile' | 'mmio'
export type StoreOrder = 'weak' | 'relaxed' | 'release' | 'volatile' | 'mmio'
export type AtomicOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel'

export interface Load extends Access {
  readonly kind: 'load'
  readonly proxy: Proxy
  readonly order: LoadOrder
  /** Absent on weak and volatile accesses, present on all others. */
  readonly scope: Scope | undefined
  readonly destination: string
  /** Only executions in which the access returns this value count. */
  readonly expected?: Integer
}

export interface Store extends Access {
  readonly kind: 'store'
  readonly order: StoreOrder
  readonly proxy: WrittenProxy
  readonly scope: Scope | undefined
  readonly value: Operand
}

/** An `atom`, or without a destination a `red`. */
export interface Atomic extends Access {
  readonly kind: 'atomic'
  readonly order: AtomicOrder
  readonly proxy: WrittenProxy
  readonly scope: Scope
  readonly operation: AtomicOperation
  /** The name of an uninterpreted function: the sum of `atom.add.f32`. */
  readonly function?: string
  readonly destination: string | undefined
  readonly operands: readonly Operand[]
  readonly expected?: Integer
}

/** The operation of an atomic on the old value and its operands (ISA, `atom`). */
export type AtomicOperation =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'and'
  | 'or'
  | 'xor'
  | 'min'
  | 'max'
  | 'inc'
  | 'dec'
  | 'exch'
  | 'cas'
  /** An uninterpreted operation on floating-point values. */
  | 'function'

export const load: Definition<Load> = {
  facts: accessFacts,
  withParts: (one, { address }) => ({ ...one, address: address(one.address) }),
  print: (one, format) => {
    const expected = one.expected === undefined ? '' : ` == ${one.expected.value}`
    return `${loadWords(one, format)}${accessSuffix(one)} ${one.destination}, ${addressText(one, format)}${expected}`
  },
}

export const store: Definition<Store> = {
  facts: accessFacts,
  withParts: (one, { address, operand }) => ({ ...one, address: address(one.address), value: operand(one.value) }),
  print: (one, format) =>
    `${storeWords(one, format)}${accessSuffix(one)} ${addressText(one, format)}, ${operandText(one.value)}`,
}

export const atomic: Definition<Atomic> = {
  facts: accessFacts,
  withParts: (one, { address, operand }) => ({
    ...one,
    address: address(one.address),
    operands: one.operands.map(operand),
  }),
  print: (one, format) => {
    const { destination, expected, operands } = one
    const returned = destination === undefined ? [] : [destination]
    const demand = expected === undefined ? '' : ` == ${expected.value}`
    const listed = [...returned, addressText(one, format), ...operands.map(operandText)].join(', ')
    return `${atomicMnemonic(one, format)} ${listed}${demand}`
  },
}

/** Returns the words of a load, without its type. The opcode of the read-only path contains all of them. */
export const loadWords = (load: Load, format: Format): string => {
  const opcode = proxies[load.proxy].load[format]
  return load.proxy === 'non-coherent' ? opcode : accessWords(opcode, load)
}

export const storeWords = (store: Store, format: Format): string =>
  accessWords(proxies[store.proxy].store[format], store)

const accessWords = (opcode: string, { order, scope, address }: Load | Store): string =>
  [
    opcode,
    order,
    ...(scope === undefined ? [] : [scope]),
    ...(address.space === undefined ? [] : [address.space]),
  ].join('.')

const atomicMnemonic = (atomic: Atomic, format: Format): string => {
  const { proxy, destination, order, scope, address, operation } = atomic
  return (
    [
      proxies[proxy][destination === undefined ? 'reduction' : 'atomic'][format],
      order,
      scope,
      ...(address.space === undefined ? [] : [address.space]),
      operation,
    ].join('.') + accessSuffix(atomic)
  )
}

const accessSuffix = ({ type, untyped }: Access): string => (untyped ? '' : explicitSuffix(type))
