/** Instructions as text, in either format. */

import { match } from 'ts-pattern'
import type { Comparison } from '../condition.js'
import { printCall } from '../host/print.js'
import type { Access, Atomic, DataType, Instruction, Load, Operand, Proxy, Store } from '../instruction.js'
import { branches } from './control.js'
import type { Dialect } from './statement.js'

/** The instruction as its format writes it, without the mark behind it. Names that are memory are never taken for registers. */
export const printInstruction = (
  instruction: Instruction,
  dialect: Dialect,
  isMemory: (name: string) => boolean,
): string =>
  match(instruction)
    .with({ kind: 'load' }, (load) => {
      const expected = load.expected === undefined ? '' : ` == ${load.expected.value}`
      const opcode =
        load.proxy === 'non-coherent'
          ? `ld.global.nc${typeSuffix(load.type)}`
          : mnemonic(loads[load.proxy], load, dialect)
      return `${opcode} ${load.destination}, ${address(load, dialect)}${expected}`
    })
    .with({ kind: 'store' }, (store) => {
      const opcode = store.proxy === 'surface' ? 'sust' : 'st'
      return `${mnemonic(opcode, store, dialect)} ${address(store, dialect)}, ${operand(store.value)}`
    })
    .with({ kind: 'atomic' }, (atomic) => {
      const { destination, expected, operands } = atomic
      const returned = destination === undefined ? [] : [destination]
      const behind = expected === undefined ? '' : ` == ${expected.value}`
      const listed = [...returned, address(atomic, dialect), ...operands.map(operand)].join(', ')
      return `${atomicMnemonic(atomic)} ${listed}${behind}`
    })
    .with({ kind: 'fence' }, ({ order, scope }) => `fence.${order}.${scope}`)
    .with({ kind: 'proxy-fence' }, ({ proxy }) => `fence.proxy.${proxy}`)
    .with({ kind: 'arithmetic' }, ({ operation, destination, operands, type }) => {
      const asLoad =
        operation === 'mov' &&
        dialect === 'herd' &&
        typeSuffix(type) === '' &&
        !operands.some((one) => one.kind === 'register' && isMemory(one.name))
      return `${asLoad ? 'ld' : operation}${typeSuffix(type)} ${[destination, ...operands.map(operand)].join(', ')}`
    })
    .with({ kind: 'label' }, ({ name }) => `${name}:`)
    .with({ kind: 'branch' }, ({ when, target }) =>
      when === undefined
        ? `goto ${target}`
        : `${branchName(when.operator)} ${operand(when.left)}, ${operand(when.right)}, ${target}`,
    )
    .with({ kind: 'barrier' }, ({ action, instance, id, quorum }) => {
      const given = [id, quorum].flatMap((one) => (one === undefined ? [] : [operand(one)]))
      return `bar.cta.${action} ${[instance, ...given].join(', ')}`
    })
    .with({ kind: 'call' }, ({ action }) => printCall(action))
    .with({ kind: 'cluster-barrier' }, ({ action, order }) => `barrier.cluster.${action}.${order}`)
    .exhaustive()

const loads: { readonly [P in Exclude<Proxy, 'non-coherent'>]: string } = {
  generic: 'ld',
  surface: 'suld',
  texture: 'tld',
  constant: 'ldc',
}

const mnemonic = (opcode: string, { order, scope, address, type }: Load | Store, dialect: Dialect): string =>
  [
    opcode === 'ldc' && dialect === 'herd' ? 'cold' : opcode,
    order,
    ...(scope === undefined ? [] : [scope]),
    ...(address.space === undefined ? [] : [address.space]),
  ].join('.') + typeSuffix(type)

const atomicMnemonic = ({ proxy, destination, order, scope, address, operation, type }: Atomic): string =>
  [
    `${proxy === 'surface' ? 'su' : ''}${destination === undefined ? 'red' : 'atom'}`,
    order,
    scope,
    ...(address.space === undefined ? [] : [address.space]),
    operation,
  ].join('.') + typeSuffix(type)

/** Without a type 32 bits, signed. */
const typeSuffix = ({ width, signed }: DataType): string =>
  width === 32 && signed ? '' : `.${signed ? 's' : 'u'}${width}`

const address = ({ address: { name, coordinate } }: Access, dialect: Dialect): string => {
  if (coordinate !== undefined) return `[${name}, ${operand(coordinate)}]`
  return dialect === 'herd' && !name.includes(':') ? name : `[${name}]`
}

const operand = (one: Operand): string => (one.kind === 'integer' ? `${one.value}` : one.name)

const branchName = (operator: Comparison): string =>
  [...branches].find(([, compares]) => compares === operator)?.[0] ?? operator
