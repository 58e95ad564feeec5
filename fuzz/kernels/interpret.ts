/**
 * Runs an entry of a small module with one thread, by the text of the PTX ISA. What the ISA leaves undefined or unknown
 * throws.
 */

import { must } from '../../source/must.js'
import { carriedOf, comparisonOf, computationOf, type Type, typeOf, valueIn, written } from './compute.js'
import { type Bytes, bytesOf, integerOf, type Segment, type Space, segmentOf, segmentsOf, windows } from './memory.js'
import type { Code, Instruction, Module, Operand, Variable } from './text.js'

/**
 * An integer, the bytes of a structure, or the address of an object, which is a variable of the module or comes with
 * the launch.
 */
type Argument = bigint | readonly number[] | { readonly object: string }

export interface Launch {
  readonly entry: string
  readonly arguments: readonly Argument[]
  /** Objects in global memory that do not belong to the module. */
  readonly objects: readonly Variable[]
}

/** The bytes of each object in global memory, by its name. */
export type Memory = ReadonlyMap<string, readonly number[]>

/** The number of instructions after which a launch counts as endless. */
const mostSteps = 100_000

export function interpret(module: Module, launch: Launch): Memory {
  const entry = must(
    module.entries.find(({ name }) => name === launch.entry),
    `an entry ${launch.entry}`,
  )
  const segments = segmentsOf([...module.variables, ...launch.objects])
  run(entry, module, segments, parametersOf(entry, launch, segments))
  return new Map(
    segments
      .filter(({ space }) => space === 'global')
      .map(({ name, bytes }) => [name, bytes.map((byte) => must(byte, `a value of each byte of ${name}`))]),
  )
}

/** The bytes of parameters, of a launch or of a call. */
type Parameters = ReadonlyMap<string, Bytes>

function parametersOf({ parameters }: Code, launch: Launch, segments: readonly Segment[]): Parameters {
  return new Map(
    parameters.map(({ name, bytes }, i): [string, number[]] => {
      const argument = must(launch.arguments[i], `an argument for ${name}`)
      if (typeof argument === 'bigint') return [name, [...bytesOf(argument, bytes)]]
      if ('object' in argument) return [name, [...bytesOf(segmentOf(segments, argument.object).base, bytes)]]
      return [name, [...argument]]
    }),
  )
}

const specialRegisters: ReadonlyMap<string, bigint> = new Map([
  ...['x', 'y', 'z'].flatMap((axis): [string, bigint][] => [
    [`%tid.${axis}`, 0n],
    [`%ctaid.${axis}`, 0n],
    [`%ntid.${axis}`, 1n],
    [`%nctaid.${axis}`, 1n],
  ]),
  ['%laneid', 0n],
  ['WARP_SZ', 32n],
])

/** Runs an entry or a called function, whose results are also parameters. Returns whether the thread has exited. */
function run(code: Code, module: Module, around: readonly Segment[], given: Parameters): boolean {
  const segments = segmentsOf(code.variables, around)
  const parameters: Parameters = new Map([
    ...given,
    ...code.variables
      .filter(({ space }) => space === 'param')
      .map(({ name, size, elements }): [string, undefined[]] => [
        name,
        Array.from({ length: size * elements }, () => undefined),
      ]),
  ])
  const registers = new Map<string, bigint>()
  /** Returns the bits of an operand; those of a wider register are cut off. */
  const bitsOf = (operand: Operand, { width }: Type): bigint => {
    if (operand.kind === 'number') return BigInt.asUintN(width, operand.bits)
    if (operand.kind === 'not') return 1n - read(operand.name)
    if (operand.kind === 'name') return BigInt.asUintN(width, read(operand.name))
    throw new Error(`${operand.kind} is not a source`)
  }
  const read = (name: string): bigint => {
    if (code.registers.has(name)) return must(registers.get(name), `a value of ${name}, which nothing has written`)
    const special = specialRegisters.get(name)
    if (special !== undefined) return special
    const { space, base } = segmentOf(segments, name)
    return base - windows[space]
  }
  /** Writes the bits of a type. A wider register takes them sign-extended or zero-extended. */
  const write = (name: string, type: Type, bits: bigint): void => {
    if (name === '_') return
    const width = must(code.registers.get(name), `a register ${name}`)
    if (width < type.width) throw new Error(`${name} is too narrow`)
    registers.set(name, BigInt.asUintN(width, valueIn(type, bits)))
  }
  const nameOf = (operand: Operand | undefined): string => {
    if (operand?.kind !== 'name') throw new Error('a name is needed')
    return operand.name
  }

  const place = (space: Space, operand: Operand | undefined, size: number): { bytes: Bytes; at: number } => {
    if (operand?.kind !== 'address') throw new Error('an address is needed')
    const { base, offset } = operand
    if (space === 'param') {
      const bytes = must(parameters.get(must(base, 'a parameter')), `a parameter ${base}`)
      return { bytes, at: Number(offset) }
    }
    const window = space === 'generic' ? 0n : windows[space]
    const address = window + offset + (base === undefined ? 0n : read(base))
    if (address % BigInt(size) !== 0n) throw new Error(`${address} is misaligned`)
    const segment = segments.find(
      (one) => one.base <= address && address + BigInt(size) <= one.base + BigInt(one.bytes.length),
    )
    if (segment === undefined || (space !== 'generic' && segment.space !== space))
      throw new Error(`nothing is at ${address}`)
    return { bytes: segment.bytes, at: Number(address - segment.base) }
  }
  const loaded = ({ bytes, at }: ReturnType<typeof place>, count: number): bigint =>
    integerOf(Array.from({ length: count }, (_, i) => must(bytes[at + i], 'a byte that something has written')))
  const stored = ({ bytes, at }: ReturnType<typeof place>, count: number, bits: bigint): void => {
    bytes.splice(at, count, ...bytesOf(bits, count))
  }

  const access = ({ opcode, modifiers, operands }: Instruction): void => {
    const type = typeOf(must(modifiers.at(-1), 'a type'))
    const size = type.width / 8
    const space = spaceOf(modifiers)
    const [first, second] = operands
    const [target, values] = opcode === 'ld' ? [second, first] : [first, second]
    const elements = values?.kind === 'vector' ? values.elements : [must(values, 'a value')]
    const start = place(space, target, size * elements.length)
    for (const [i, element] of elements.entries()) {
      const here = { bytes: start.bytes, at: start.at + i * size }
      if (opcode === 'ld') write(nameOf(element), type, loaded(here, size))
      else stored(here, size, bitsOf(element, type))
    }
  }
  const atomic = ({ opcode, modifiers, operands }: Instruction): void => {
    const type = typeOf(must(modifiers.at(-1), 'a type'))
    const operation = must(
      modifiers.find((word) => operations.has(word)),
      'an atomic operation',
    )
    const [address, ...sources] = opcode === 'atom' ? operands.slice(1) : operands
    const here = place(spaceOf(modifiers), address, type.width / 8)
    const old = loaded(here, type.width / 8)
    const [b = 0n, c = 0n] = sources.map((source) => valueIn(type, bitsOf(source, type)))
    stored(here, type.width / 8, written(operation, valueIn(type, old), b, c))
    if (opcode === 'atom') write(nameOf(operands[0]), type, old)
  }
  const compare = ({ modifiers, operands: [to, ...sources] }: Instruction): void => {
    const type = typeOf(must(modifiers.at(-1), 'a type'))
    const compared = must(comparisonOf(modifiers.slice(0, -1), type), 'a comparison')
    const [a = 0n, b = 0n] = sources.slice(0, 2).map((source) => valueIn(type, bitsOf(source, type)))
    const [p, q] = compared(a, b, sources[2] && bitsOf(sources[2], predicate))
    if (to?.kind === 'pair') {
      write(to.first, predicate, p)
      write(to.second, predicate, q)
    } else write(nameOf(to), predicate, p)
  }
  /** Performs `mov` between a vector and a register: the first element has the lowest bits. */
  const packed = ({ opcode, modifiers, operands: [to, from] }: Instruction): void => {
    if (opcode !== 'mov' || to === undefined || from === undefined) throw new Error(`${opcode} takes no vector`)
    const type = typeOf(must(modifiers[0], 'a type'))
    const elements = to.kind === 'vector' ? to.elements : from.kind === 'vector' ? from.elements : []
    const part: Type = { width: type.width / elements.length, signed: false, float: undefined }
    const places = elements.map((element, i) => ({ element, shift: BigInt(i * part.width) }))
    if (to.kind === 'vector') {
      const bits = bitsOf(from, type)
      for (const { element, shift } of places) write(nameOf(element), part, bits >> shift)
    } else
      write(
        nameOf(to),
        type,
        places.reduce((all, { element, shift }) => all | (bitsOf(element, part) << shift), 0n),
      )
  }
  const calculate = (instruction: Instruction): void => {
    const { opcode, modifiers, operands } = instruction
    const [to, ...sources] = operands
    // The Boolean operation of lop3 makes a second result; `computationOf` computes the first.
    const computation = must(computationOf(opcode, modifiers), `an instruction ${opcode}.${modifiers.join('.')}`)
    const values = computation.from.flatMap((type, i) => {
      const source = sources[i]
      return source === undefined ? [] : [valueIn(type, bitsOf(source, type))]
    })
    const result = computation.compute(values)
    if (to?.kind !== 'pair') {
      write(nameOf(to), computation.to, result)
      return
    }
    const q = bitsOf(must(sources.at(-1), 'a predicate'), predicate)
    const t = result === 0n ? 0n : 1n
    write(to.first, computation.to, result)
    write(to.second, predicate, modifiers.includes('or') ? t | q : t & q)
  }
  let carry: bigint | undefined
  /** Performs additions with a carry: `.cc` writes the carry, `addc` and similar instructions read it. */
  const carried = ({ opcode, modifiers, operands: [to, ...sources] }: Instruction): void => {
    const type = typeOf(must(modifiers.at(-1), 'a type'))
    const compute = must(carriedOf(opcode, modifiers), `an instruction ${opcode}.${modifiers.join('.')}`)
    const values = sources.map((source) => bitsOf(source, type))
    const result = compute(values, opcode.endsWith('c') ? must(carry, 'a carry') : 0n)
    write(nameOf(to), type, result.bits)
    if (modifiers.includes('cc')) carry = result.carry
  }
  const inSpace = ({ modifiers, operands: [to, address] }: Instruction): void => {
    const bits = bitsOf(must(address, 'an address'), typeOf('u64'))
    const segment = segments.find(({ base, bytes }) => base <= bits && bits < base + BigInt(bytes.length))
    write(nameOf(to), predicate, must(segment, 'an address of something').space === spaceOf(modifiers) ? 1n : 0n)
  }
  const converted = ({ modifiers, operands: [to, from] }: Instruction): void => {
    const type = typeOf(must(modifiers.at(-1), 'a type'))
    const space = spaceOf(modifiers)
    const window = space === 'generic' || space === 'param' ? 0n : windows[space]
    const bits = bitsOf(must(from, 'an address'), type)
    write(nameOf(to), type, modifiers.includes('to') ? bits - window : bits + window)
  }

  const called = ({ operands }: Instruction): boolean => {
    const lists = operands.map((operand) => (operand.kind === 'list' ? operand.names : undefined))
    const at = operands.findIndex(({ kind }) => kind === 'name')
    const name = nameOf(operands[at])
    const callee = must(
      module.functions.find((one) => one.name === name),
      `a function ${name}`,
    )
    const results = (at === 0 ? undefined : lists[0]) ?? []
    const sources = lists[at + 1] ?? []
    const bytes = (parameter: string | undefined) =>
      must(parameters.get(must(parameter, 'a parameter')), `a parameter ${parameter}`)
    // The bytes that the caller holds are those that the callee names.
    return run(
      callee,
      module,
      segments,
      new Map([
        ...callee.parameters.map((one, i): [string, Bytes] => [one.name, [...bytes(sources[i])]]),
        ...callee.results.map((one, i): [string, Bytes] => [one.name, bytes(results[i])]),
      ]),
    )
  }

  const atLabel = (label: string): number => must(code.labels.get(label), `a label ${label}`)
  /** Executes one instruction and returns the index of the next. */
  const step = (at: number, instruction: Instruction): number => {
    const { guard, opcode, modifiers, operands } = instruction
    if (guard !== undefined && (read(guard.register) === 1n) === guard.negated) return at + 1
    switch (opcode) {
      case 'bra':
        return atLabel(nameOf(operands[0]))
      case 'brx': {
        const index = bitsOf(must(operands[0], 'an index'), typeOf('u32'))
        const targets = must(code.targets.get(nameOf(operands[1])), 'a list of labels')
        return atLabel(must(targets[Number(index)], `a label ${index}`))
      }
      case 'ret':
        return code.code.length
      case 'exit':
        exited = true
        return code.code.length
      case 'ld':
      case 'st':
        access(instruction)
        break
      case 'atom':
      case 'red':
        atomic(instruction)
        break
      case 'setp':
        compare(instruction)
        break
      case 'call':
        exited = called(instruction)
        if (exited) return code.code.length
        break
      case 'isspacep':
        inSpace(instruction)
        break
      case 'cvta':
        converted(instruction)
        break
      // A single thread has no one to wait for, and sees its own accesses in order.
      case 'bar':
      case 'barrier':
      case 'fence':
      case 'membar':
        break
      default:
        if (operands.some(({ kind }) => kind === 'vector')) packed(instruction)
        else if (modifiers.includes('cc') || ['addc', 'subc', 'madc'].includes(opcode)) carried(instruction)
        else calculate(instruction)
    }
    return at + 1
  }
  let exited = false
  let at = 0
  for (let steps = 0; at < code.code.length; steps++) {
    const instruction = must(code.code[at], 'an instruction')
    if (steps === mostSteps) throw new Error('the launch does not end')
    try {
      at = step(at, instruction)
    } catch (error) {
      throw new Error(`line ${instruction.line}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return exited
}

const predicate = typeOf('pred')

const operations = new Set(['add', 'and', 'or', 'xor', 'min', 'max', 'inc', 'dec', 'exch', 'cas'])

const spaces: Readonly<Record<string, Space>> = {
  global: 'global',
  const: 'const',
  shared: 'shared',
  'shared::cta': 'shared',
  local: 'local',
  param: 'param',
  'param::entry': 'param',
}

const spaceOf = (modifiers: readonly string[]): Space =>
  modifiers.flatMap((word) => spaces[word] ?? []).at(0) ?? 'generic'
