/** Instructions as text, in either format. */

import { match } from 'ts-pattern'
import { writtenAt } from '../../source/text.js'
import type { Format } from '../format.js'
import { printCall } from '../host/print.js'
import type {
  Access,
  Arithmetic,
  Atomic,
  Constant,
  DataType,
  Instruction,
  Load,
  NamedBarrier,
  Operand,
  Store,
} from '../instruction.js'
import { proxies } from '../proxy.js'
import { isOfBits, operationText } from './arithmetic.js'
import { branchNames } from './control.js'
import { namedBarrierWords } from './named-barriers.js'
import { offsetText } from './operands.js'
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
      return `${loadWords(load, format)}${accessSuffix(load)} ${load.destination}, ${address(load, format)}${expected}`
    })
    .with(
      { kind: 'store' },
      (store) =>
        `${storeWords(store, format)}${accessSuffix(store)} ${address(store, format)}, ${operand(store.value)}`,
    )
    .with({ kind: 'atomic' }, (atomic) => {
      const { destination, expected, operands } = atomic
      const returned = destination === undefined ? [] : [destination]
      const behind = expected === undefined ? '' : ` == ${expected.value}`
      const listed = [...returned, address(atomic, format), ...operands.map(operand)].join(', ')
      return `${atomicMnemonic(atomic, format)} ${listed}${behind}`
    })
    .with({ kind: 'fence' }, ({ order, scope }) => `fence.${order}.${scope}`)
    .with({ kind: 'proxy-fence' }, ({ proxy }) => `fence.proxy.${proxy}`)
    .with({ kind: 'arithmetic' }, (arithmetic) => {
      const { operation, destination, operands, space } = arithmetic
      const suffix = arithmeticSuffix(arithmetic)
      const asLoad =
        operation === 'mov' &&
        format === 'herd' &&
        suffix === '' &&
        !operands.some((one) => one.kind === 'address' || (one.kind === 'register' && isMemory(one.name)))
      const words = asLoad ? 'ld' : operationText(operation, space)
      return `${words}${suffix} ${[destination, ...operands.map(operand)].join(', ')}`
    })
    .with({ kind: 'set-predicate' }, ({ operator, destination, operands, compared: { width, signed } }) => {
      const listed = [destination, ...operands.map(operand)].join(', ')
      return `setp.${comparisonName(operator)}.${signed ? 's' : 'u'}${width} ${listed}`
    })
    .with({ kind: 'unknown' }, { kind: 'refused' }, ({ span }) => writtenAt(span))
    .with({ kind: 'trap' }, () => 'trap')
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
    .with({ kind: 'named-barrier' }, (barrier) => {
      const { id, threads, reduction } = barrier
      const listed = [reduction?.destination, operand(id), threads && operand(threads), reduction && voted(reduction)]
      return `${namedBarrierWords(barrier)} ${listed.filter((one) => one !== undefined).join(', ')}`
    })
    .with({ kind: 'call' }, ({ action }) => printCall(action))
    .with({ kind: 'cluster-barrier' }, ({ action, order }) => `barrier.cluster.${action}.${order}`)
    .exhaustive()

const voted = ({ predicate, negated }: NonNullable<NamedBarrier['reduction']>): string =>
  `${negated ? '!' : ''}${operand(predicate)}`

/** One line of a thread: a vector access, or an instruction, and the guard in front of it. */
interface Line {
  readonly instruction: Instruction
  readonly text: string
}

/** The lines that the instructions come from. */
export function printed(
  instructions: readonly Instruction[],
  format: Format,
  isMemory: (name: string) => boolean,
): readonly Line[] {
  const lines: Line[] = []
  for (let at = 0; at < instructions.length; ) {
    const [first, inner] = instructions.slice(at, at + 2)
    if (first === undefined) break
    const guards = first.kind === 'branch' && first.guards && first.when?.left.kind === 'register'
    const guarded = vectorAt(instructions, at + 1)
    const label = instructions[at + 1 + guarded.length]
    if (guards && inner !== undefined && label?.kind === 'label' && label.name === first.target) {
      const sign = first.when?.operator === '==' ? '' : '!'
      const register = first.when?.left.kind === 'register' ? first.when.left.name : ''
      lines.push({ instruction: inner, text: `@${sign}${register} ${printLine(guarded, format, isMemory)}` })
      at += guarded.length + 2
    } else {
      const line = vectorAt(instructions, at)
      lines.push({ instruction: first, text: printLine(line, format, isMemory) })
      at += line.length
    }
  }
  return lines
}

/** The instructions of the vector access that begins there, in the order of the elements; otherwise the instruction there. */
function vectorAt(instructions: readonly Instruction[], at: number): readonly Instruction[] {
  const elementsOf = (one: Instruction | undefined): number =>
    one !== undefined && 'element' in one ? (one.elements ?? 1) : 1
  const elementOf = (one: Instruction): number => ('element' in one ? (one.element ?? 0) : 0)
  const length = elementsOf(instructions[at])
  const parts = instructions.slice(at, at + length)
  const whole = parts.every((one) => elementsOf(one) === length) && new Set(parts.map(elementOf)).size === length
  return whole ? parts.toSorted((a, b) => elementOf(a) - elementOf(b)) : instructions.slice(at, at + 1)
}

function printLine(line: readonly Instruction[], format: Format, isMemory: (name: string) => boolean): string {
  const [first, ...others] = line
  if (first === undefined) return ''
  if (others.length === 0) return printInstruction(first, format, isMemory)
  const suffix = (type: DataType): string => `.v${line.length}${explicitSuffix(type)}`
  if (first.kind === 'load') {
    const registers = line.flatMap((one) => (one.kind === 'load' ? [one.destination] : []))
    return `${loadWords(first, format)}${suffix(first.type)} {${registers.join(', ')}}, ${address(first, format)}`
  }
  if (first.kind === 'store') {
    const values = line.flatMap((one) => (one.kind === 'store' ? [operand(one.value)] : []))
    return `${storeWords(first, format)}${suffix(first.type)} ${address(first, format)}, {${values.join(', ')}}`
  }
  return printInstruction(first, format, isMemory)
}

/** A load by the read-only path is spelt with everything that it can have except the type. */
const loadWords = (load: Load, format: Format): string => {
  const opcode = proxies[load.proxy].load[format]
  return load.proxy === 'non-coherent' ? opcode : accessWords(opcode, load)
}

const storeWords = (store: Store, format: Format): string => accessWords(proxies[store.proxy].store[format], store)

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

const explicitSuffix = ({ width, signed }: DataType): string => `.${signed ? 's' : 'u'}${width}`

/** Without a type, 32 bits and signed. */
const typeSuffix = (type: DataType): string => (type.width === 32 && type.signed ? '' : explicitSuffix(type))

function arithmeticSuffix({ operation, type, from, operands }: Arithmetic): string {
  if (operation === 'cvt') return explicitSuffix(type) + explicitSuffix(from ?? type)
  const written = from ?? type
  const plain = typeSuffix(written)
  // With an address, an instruction without a type has 64 bits.
  if (plain === '' && !operands.some(({ kind }) => kind === 'address')) return ''
  return isOfBits(operation) ? `.b${written.width}` : explicitSuffix(written)
}

const address = ({ address }: Access, format: Format): string => {
  const behind = offsetText(address.offset)
  if (address.kind === 'pointer') return `[${address.register}${behind}]`
  const { name, coordinate } = address
  const element = `${indexed(address)}${behind}`
  if (coordinate !== undefined) return `[${element}, ${operand(coordinate)}]`
  return format === 'herd' && behind === '' && !name.includes(':') ? element : `[${element}]`
}

const indexed = ({ name, index }: { readonly name: string; readonly index?: bigint | undefined }): string =>
  index === undefined ? name : `${name}[${index}]`

const operand = (one: Operand): string => (one.kind === 'register' ? one.name : printConstant(one))

/** An integer, or an address. */
export const printConstant = (one: Constant): string =>
  one.kind === 'integer' ? `${one.value}` : `&${indexed(one)}${offsetText(one.offset)}`
