/** Instructions as text, in either format. */

import { match } from 'ts-pattern'
import type { Format } from '../format.js'
import { printCall } from '../host/print.js'
import type { Access, Atomic, DataType, Instruction, Load, Operand, Store } from '../instruction.js'
import { proxies } from '../proxy.js'
import { branchNames } from './control.js'
import { comparisonName } from './predicates.js'

/** The instruction as its format writes it, without the mark that ends it. Names of memory are never taken for registers. */
export const printInstruction = (
  instruction: Instruction,
  format: Format,
  isMemory: (name: string) => boolean,
): string =>
  match(instruction)
    .with({ kind: 'load' }, (load) => {
      const expected = load.expected === undefined ? '' : ` == ${load.expected.value}`
      const opcode = proxies[load.proxy].load[format]
      // A load by the read-only path is spelt with everything that it can have except the type.
      const words = load.proxy === 'non-coherent' ? `${opcode}${typeSuffix(load.type)}` : mnemonic(opcode, load)
      return `${words} ${load.destination}, ${address(load, format)}${expected}`
    })
    .with({ kind: 'store' }, (store) => {
      const opcode = proxies[store.proxy].store[format]
      return `${mnemonic(opcode, store)} ${address(store, format)}, ${operand(store.value)}`
    })
    .with({ kind: 'atomic' }, (atomic) => {
      const { destination, expected, operands } = atomic
      const returned = destination === undefined ? [] : [destination]
      const behind = expected === undefined ? '' : ` == ${expected.value}`
      const listed = [...returned, address(atomic, format), ...operands.map(operand)].join(', ')
      return `${atomicMnemonic(atomic, format)} ${listed}${behind}`
    })
    .with({ kind: 'fence' }, ({ order, scope }) => `fence.${order}.${scope}`)
    .with({ kind: 'proxy-fence' }, ({ proxy }) => `fence.proxy.${proxy}`)
    .with({ kind: 'arithmetic' }, ({ operation, destination, operands, type }) => {
      const asLoad =
        operation === 'mov' &&
        format === 'herd' &&
        typeSuffix(type) === '' &&
        !operands.some((one) => one.kind === 'register' && isMemory(one.name))
      return `${asLoad ? 'ld' : operation}${typeSuffix(type)} ${[destination, ...operands.map(operand)].join(', ')}`
    })
    .with({ kind: 'set-predicate' }, ({ operator, destination, operands, compared: { width, signed } }) => {
      const listed = [destination, ...operands.map(operand)].join(', ')
      return `setp.${comparisonName(operator)}.${signed ? 's' : 'u'}${width} ${listed}`
    })
    .with({ kind: 'label' }, ({ name }) => `${name}:`)
    .with({ kind: 'branch' }, ({ when, target }) =>
      when === undefined
        ? `goto ${target}`
        : `${branchNames[when.operator]} ${operand(when.left)}, ${operand(when.right)}, ${target}`,
    )
    .with({ kind: 'barrier' }, ({ action, instance, id, quorum }) => {
      const given = [id, quorum].flatMap((one) => (one === undefined ? [] : [operand(one)]))
      return `bar.cta.${action} ${[instance, ...given].join(', ')}`
    })
    .with({ kind: 'call' }, ({ action }) => printCall(action))
    .with({ kind: 'cluster-barrier' }, ({ action, order }) => `barrier.cluster.${action}.${order}`)
    .exhaustive()

/** The instructions one by one, each with its guard. */
export function printed(
  instructions: readonly Instruction[],
  print: (instruction: Instruction) => string,
): readonly { readonly instruction: Instruction; readonly text: string }[] {
  const lines: { readonly instruction: Instruction; readonly text: string }[] = []
  for (let at = 0; at < instructions.length; at++) {
    const [first, inner, label] = instructions.slice(at, at + 3)
    if (first === undefined) break
    const guard = first.kind === 'branch' && first.guards && label?.kind === 'label' && label.name === first.target
    if (guard && inner !== undefined && first.when?.left.kind === 'register') {
      const sign = first.when.operator === '==' ? '' : '!'
      lines.push({ instruction: inner, text: `@${sign}${first.when.left.name} ${print(inner)}` })
      at += 2
    } else lines.push({ instruction: first, text: print(first) })
  }
  return lines
}

const mnemonic = (opcode: string, { order, scope, address, type }: Load | Store): string =>
  [
    opcode,
    order,
    ...(scope === undefined ? [] : [scope]),
    ...(address.space === undefined ? [] : [address.space]),
  ].join('.') + typeSuffix(type)

const atomicMnemonic = (
  { proxy, destination, order, scope, address, operation, type }: Atomic,
  format: Format,
): string =>
  [
    proxies[proxy][destination === undefined ? 'reduction' : 'atomic'][format],
    order,
    scope,
    ...(address.space === undefined ? [] : [address.space]),
    operation,
  ].join('.') + typeSuffix(type)

/** Without a type, 32 bits and signed. */
const typeSuffix = ({ width, signed }: DataType): string =>
  width === 32 && signed ? '' : `.${signed ? 's' : 'u'}${width}`

const address = ({ address: { name, coordinate } }: Access, format: Format): string => {
  if (coordinate !== undefined) return `[${name}, ${operand(coordinate)}]`
  return format === 'herd' && !name.includes(':') ? name : `[${name}]`
}

const operand = (one: Operand): string => (one.kind === 'integer' ? `${one.value}` : one.name)
