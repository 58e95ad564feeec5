/** Instructions as text, in either format. */

import { match } from 'ts-pattern'
import { writtenAt } from '../../source/text.js'
import type { Format } from '../format.js'
import { printCall } from '../host/print.js'
import {
  type Access,
  type Address,
  type Arithmetic,
  type Atomic,
  type Constant,
  type DataType,
  type Instruction,
  type Load,
  type Operand,
  predicateType,
  type SetPredicate,
  type Store,
  sink,
  type Target,
} from '../instruction.js'
import { destinationOf, operandsOf } from '../operands.js'
import { proxies } from '../proxy.js'
import { type AsyncCopy, copyMnemonic } from './async-copies.js'
import { asyncFenceMnemonic } from './async-fences.js'
import { asyncArriveMnemonic, asyncGroupText } from './async-groups.js'
import { asyncStoreMnemonic } from './async-stores.js'
import { forms, isOfBits } from './computations.js'
import { branchNames } from './control.js'
import { mbarrierMnemonic } from './mbarriers.js'
import { type NamedBarrier, namedBarrierWords } from './named-barriers.js'
import { offsetText } from './operands.js'
import { comparisonWords, formatOfOne } from './predicates.js'
import { changeMnemonic } from './tensor-maps.js'
import type { WarpInstruction } from './warps.js'

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
      const { operation, destination, operands } = arithmetic
      if (operation === 'pack' || operation === 'unpack') return packed(arithmetic)
      const suffix = arithmeticSuffix(arithmetic)
      const asLoad =
        operation === 'mov' &&
        format === 'herd' &&
        suffix === '' &&
        !operands.some((one) => one.kind === 'address' || (one.kind === 'register' && isMemory(one.name)))
      const words = asLoad ? 'ld' : operationText(arithmetic)
      return `${words}${suffix} ${[destination, ...operands.map(operand)].join(', ')}`
    })
    .with({ kind: 'set-predicate' }, (comparing) => {
      const { destination, operands, combined } = comparing
      const other = combined === undefined ? [] : [`${combined.negated ? '!' : ''}${operand(combined.predicate)}`]
      return `${comparisonText(comparing)} ${[destination, ...operands.map(operand), ...other].join(', ')}`
    })
    .with({ kind: 'unknown' }, { kind: 'refused' }, ({ span }) => writtenAt(span))
    .with({ kind: 'warp' }, warpText)
    .with({ kind: 'active-mask' }, ({ destination }) => `activemask.b32 ${destination}`)
    .with({ kind: 'mbarrier' }, (one) => {
      const { action, destination, count, tx, waitsFor } = one
      const returns = waitsFor !== undefined || action.startsWith('arrive')
      const given = [count, tx, waitsFor?.value].flatMap((value) => (value === undefined ? [] : [operand(value)]))
      return `${mbarrierMnemonic(one)} ${[...(returns ? [destination ?? sink] : []), address(one, format), ...given].join(', ')}`
    })
    .with({ kind: 'async-copy' }, (copy) => {
      const { size, read, ignored, completes, multicast } = copy
      const numbers = [size, read, ignored].flatMap((value) => (value === undefined ? [] : [operand(value)]))
      const signalled = completes?.by === 'mbarrier' ? [target(completes.at, format)] : []
      const sides = [side('to', copy, format), side('from', copy, format)]
      const mask = multicast === undefined ? [] : [operand(multicast)]
      return `${copyMnemonic(copy)} ${[...sides, ...numbers, ...signalled, ...mask].join(', ')}`
    })
    .with({ kind: 'async-store' }, (store) => {
      const { to, values, at } = store
      const given = values.map(operand).join(', ')
      return `${asyncStoreMnemonic(store)} ${target(to, format)}, ${values.length === 1 ? given : `{${given}}`}, ${target(at, format)}`
    })
    .with({ kind: 'async-group' }, (group) => asyncGroupText(group))
    .with({ kind: 'async-arrive' }, (arrive) => `${asyncArriveMnemonic(arrive)} ${address(arrive, format)}`)
    .with({ kind: 'async-fence' }, ({ what }) =>
      'at' in what ? `${asyncFenceMnemonic(what)} ${target(what.at, format)}, 128` : asyncFenceMnemonic(what),
    )
    .with({ kind: 'tensormap' }, (change) => {
      const { to, by } = change
      const given = by.what === 'copy' ? [target(by.from, format), '128'] : [operand(by.value)]
      return `${changeMnemonic(change)} ${[target(to, format), ...given].join(', ')}`
    })
    .with({ kind: 'trap' }, () => 'trap')
    .with({ kind: 'label' }, ({ name }) => `${labelText(name)}:`)
    .with({ kind: 'branch' }, ({ when, target }) =>
      when === undefined
        ? `goto ${labelText(target)}`
        : `${branchNames[when.operator]} ${operand(when.left)}, ${operand(when.right)}, ${labelText(target)}`,
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

/** Of two registers that are written, the hidden register of both has the names. */
function warpText({ mnemonic, destination, operands, negated, mask }: WarpInstruction): string {
  const [first, ...others] = operands.map(operand)
  const given = first === undefined ? [] : [negated ? `!${first}` : first, ...others]
  const written = destination === undefined ? [] : [destination.replace(/ of .*/s, '')]
  const lanes = mask.kind === 'integer' && mask.value >= 0n ? `0x${mask.value.toString(16)}` : operand(mask)
  return `${mnemonic} ${[...written, ...given, lanes].join(', ')}`
}

/** Labels of guards have a blank in their names. */
const labelText = (name: string): string => name.replaceAll(' ', '_')

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
    const first = instructions[at]
    if (first === undefined) break
    const guarded = guardedAt(instructions, at)
    if (guarded === undefined) {
      const line = lineAt(instructions, at)
      lines.push({ instruction: first, text: printLine(line, format, isMemory) })
      at += line.length
    } else {
      const { guard, inner } = guarded
      for (let i = 0; i < inner.length; ) {
        const line = lineAt(inner, i)
        const [instruction = first] = line
        lines.push({ instruction, text: `${guard} ${printLine(line, format, isMemory)}` })
        i += line.length
      }
      at += inner.length + 2
    }
  }
  return lines
}

/** The guard that begins there, and what it guards: one line, or several that do not write the guard's register before the last. */
function guardedAt(
  instructions: readonly Instruction[],
  at: number,
): { readonly guard: string; readonly inner: readonly Instruction[] } | undefined {
  const first = instructions[at]
  if (first?.kind !== 'branch' || !first.guards || first.when?.left.kind !== 'register') return undefined
  const length = instructions.slice(at + 1).findIndex((one) => one.kind === 'label' && one.name === first.target)
  const inner = instructions.slice(at + 1, at + 1 + length)
  const { left, operator } = first.when
  const early = inner.slice(0, inner.length - lineAt(inner, inner.length - 1).length)
  if (length < 1 || early.some((one) => destinationOf(one) === left.name)) return undefined
  return { guard: `@${operator === '==' ? '' : '!'}${left.name}`, inner }
}

/** The instructions of the line that begins there: of a vector access, in the order of the elements, or of a statement that is one. */
function lineAt(instructions: readonly Instruction[], at: number): readonly Instruction[] {
  const statement = statementAt(instructions, at)
  if (statement.some(isWhole)) return statement
  const elementsOf = (one: Instruction | undefined): number =>
    one !== undefined && 'element' in one ? (one.elements ?? 1) : 1
  const elementOf = (one: Instruction): number => ('element' in one ? (one.element ?? 0) : 0)
  const length = elementsOf(instructions[at])
  const parts = instructions.slice(at, at + length)
  const whole = parts.every((one) => elementsOf(one) === length) && new Set(parts.map(elementOf)).size === length
  return whole ? parts.toSorted((a, b) => elementOf(a) - elementOf(b)) : instructions.slice(at, at + 1)
}

/** The instructions of the statement that begins there. */
function statementAt(instructions: readonly Instruction[], at: number): readonly Instruction[] {
  const span = instructions[at]?.span
  const end = instructions.findIndex((one, i) => i >= at && one.span !== span)
  return instructions.slice(at, end === -1 ? undefined : end)
}

/** Whether a statement is printed as it was written: its instructions have registers between them that no text names. */
const isWhole = (one: Instruction): boolean =>
  (one.kind === 'atomic' && one.operation === 'function') ||
  [destinationOf(one), ...operandsOf(one).map((given) => (given.kind === 'register' ? given.name : undefined))].some(
    (name) => name?.includes(' '),
  )

function printLine(line: readonly Instruction[], format: Format, isMemory: (name: string) => boolean): string {
  const [first, ...others] = line
  if (first === undefined) return ''
  if (line.some(isWhole)) return writtenAt(first.span)
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

const explicitSuffix = ({ width, signed }: DataType): string => `.${width === 128 ? 'b' : signed ? 's' : 'u'}${width}`

/** Without a type, 32 bits and signed. */
const typeSuffix = (type: DataType): string => (type.width === 32 && type.signed ? '' : explicitSuffix(type))

function arithmeticSuffix({ operation, type, from, operands }: Arithmetic): string {
  const { types, words } = forms[operation]
  if (operation === 'cvt' || operation === 'cvt-sat') return explicitSuffix(type) + explicitSuffix(from ?? type)
  if (words.startsWith('dp')) return types.map(({ letters: [letter] }) => `.${letter}32`).join('')
  if (types.length === 0) return ''
  const written = from ?? type
  const second = types[1] === undefined ? '' : `.${types[1].letters[0]}32`
  const plain = typeSuffix(written) + second
  // With an address, an instruction without a type has 64 bits.
  if (plain === '' && !operands.some(({ kind }) => kind === 'address')) return ''
  if (!isOfBits(operation)) return explicitSuffix(written) + second
  return written.width === predicateType.width && written.signed === predicateType.signed
    ? '.pred'
    : `.b${written.width}`
}

/** The words of an operation, in front of its types. */
const operationText = ({ operation, space }: Arithmetic): string => {
  const { words } = forms[operation]
  if (operation === 'mul') return 'mul'
  return space === undefined ? words : `${words}.${space}`
}

/** `mov` of a vector. The parts of one that is unpacked are an instruction each. */
function packed({ operation, type, from = type, destination, operands }: Arithmetic): string {
  if (operation === 'pack') return `mov.b${type.width} ${destination}, {${operands.map(operand).join(', ')}}`
  const [value, part] = operands
  const elements = Array.from({ length: from.width / type.width }, (_, i) =>
    part?.kind === 'integer' && part.value === BigInt(i) ? destination : sink,
  )
  return `mov.b${from.width} {${elements.join(', ')}}, ${value === undefined ? '' : operand(value)}`
}

/** The words of a comparison with its types. */
function comparisonText(comparing: SetPredicate): string {
  const { compared, floating, type, positive } = comparing
  const of = floating === undefined ? explicitSuffix(compared) : `.${floating.format}`
  const words = comparisonWords(comparing)
  if (positive === undefined) return `setp.${words}${of}`
  const format = formatOfOne(positive)
  return `set.${words}${format === undefined ? explicitSuffix(type) : `.${format}`}${of}`
}

const address = ({ address }: Access, format: Format): string => place(address, format)

/** A side of a copy: memory, or a tile of the tensor that a map describes. */
const side = (which: 'to' | 'from', copy: AsyncCopy, format: Format): string => {
  const text = target(copy[which], format)
  if (copy.tile?.side !== which) return text
  return `[${text.replace(/^\[(.*)\]$/s, '$1')}, {${copy.tile.coordinates.map(operand).join(', ')}}]`
}

/** What a copy reaches, as an address. */
const target = ({ value, offset, span }: Target, format: Format): string => {
  const unsaid = { space: undefined, span } as const
  if (value.kind === 'register') return place({ kind: 'pointer', register: value.name, offset, ...unsaid }, format)
  return value.kind === 'integer'
    ? `[${value.value}${offsetText(offset)}]`
    : place({ ...value, kind: 'name', offset: value.offset + offset, coordinate: undefined, ...unsaid }, format)
}

const place = (address: Address, format: Format): string => {
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
