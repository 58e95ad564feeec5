/**
 * The meaning of names in operands: registers, memory, special registers; and the instructions that tests also have.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { failAll, ok, type Result } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { readInstructions } from '../instructions/read.js'
import type { Clock } from '../instructions/register-instructions.js'
import type { StatementOperand } from '../instructions/statement.js'
import { clockNamed } from '../instructions/uninterpreted.js'
import { withAddress } from '../pointers.js'
import { parameterName } from './entries.js'
import type { Frame, Kernel } from './kernel.js'
import { withNames } from './scopes.js'
import { isSpecial, unknownSpecial } from './special.js'
import type { InstructionSyntax } from './syntax.js'
import { isDynamic, type ModuleVariable } from './variables.js'

/**
 * Returns the instructions of a statement, with names as the whole kernel knows them. Fails where `readInstructions`
 * does, and on names that mean nothing.
 */
export function readPlain(item: InstructionSyntax, frame: Frame, kernel: Kernel): Result<readonly Instruction[]> {
  const before: Instruction[] = []
  const problems: string[] = []
  const memories = new Set<string>()
  const rename = (name: string): string => {
    const meaning = meaningOf(name, frame, kernel)
    switch (meaning.kind) {
      case 'problem':
        problems.push(meaning.message)
        return name
      case 'memory':
        memories.add(meaning.name)
        return meaning.name
      case 'register':
        return meaning.name
      case 'unknown': {
        const register = `${name} ${kernel.fresh()}`
        before.push(unknownValue(register, meaning, item.span))
        return register
      }
    }
  }
  const operands = item.operands.map((one) => withNames(unbraced(one), rename))
  if (problems.length > 0) return failAll(problems.map((message) => diagnostic(message, item.span)))
  const isMemory = (name: string): boolean => memories.has(name)
  const mnemonic = mnemonicInMemory(item.mnemonic)
  const { version } = kernel.module
  const read = readInstructions({ ...item, mnemonic, operands, format: 'ptx', version, isMemory })
  if (!read.ok) return read
  const pointed = read.value.map((one) => withPointer(one, isMemory))
  return ok([...before, ...(mnemonic.split('.').includes('const') ? pointed.map(inConstant) : pointed)])
}

/** Returns an `ld.const` as a module has it: it reaches constant memory only. In a test, it may read other memory through its proxy. */
const inConstant = (one: Instruction): Instruction =>
  one.kind === 'load' ? { ...one, address: { ...one.address, space: 'const' } } : one

/** Replaces a vector of one element by that element: Triton writes `ld.global.b32 { %r1 }, [%rd1];`. */
const unbraced = (operand: StatementOperand): StatementOperand => {
  if (operand.kind !== 'vector') return operand
  const [element, ...others] = operand.elements
  return element !== undefined && others.length === 0 ? element : operand
}

/** A register or an operand with an unknown value. */
interface UnknownMeaning {
  readonly kind: 'unknown'
  readonly width: 32 | 64
  readonly clock?: Clock | undefined
  /** The function of which it is the result, if it is the same at every read. */
  readonly function?: string
}

type Meaning =
  | { readonly kind: 'register' | 'memory'; readonly name: string }
  | UnknownMeaning
  | { readonly kind: 'problem'; readonly message: string }

function meaningOf(name: string, { flat, function: inside }: Frame, kernel: Kernel): Meaning {
  const { module, entry, special } = kernel
  const meaning = flat.meanings.get(name)
  switch (meaning?.kind) {
    case 'register':
      return { kind: 'register', name }
    case 'label':
      return { kind: 'problem', message: `\`${written(name)}\` is a label` }
    case 'variable':
      return memoryNamed(meaning.declared, kernel)
    case 'parameter':
      return inside === entry && entry.parameters.some((one) => one.name.text === name)
        ? { kind: 'memory', name: memoryOfParameter(name, kernel) }
        : { kind: 'problem', message: `the address of \`${written(name)}\`, a parameter of a call, is not modelled` }
    case 'table':
      return { kind: 'problem', message: `\`${written(name)}\` is a table of labels` }
  }
  if (name === '_') return { kind: 'register', name }
  if (isSpecial(name)) {
    special.add(name)
    return { kind: 'register', name }
  }
  const width = unknownSpecial(name)
  if (width !== undefined) return { kind: 'unknown', width, clock: clockNamed(name) }
  const variable = module.variables.get(name)
  if (variable !== undefined) return memoryNamed(variable, kernel)
  // Debug builds pass on the addresses of functions that they never call. A call by an address is refused.
  return module.functions.has(name)
    ? { kind: 'unknown', width: 64, function: `the address of ${name} in ${module.source.name}` }
    : { kind: 'problem', message: `\`${name}\` is not declared` }
}

/** Returns a name as it is in the module, without its scope. */
const written = (name: string): string => name.replace(/ .*/s, '')

function memoryNamed(variable: ModuleVariable, { memory, module, shared }: Kernel): Meaning {
  if (!isDynamic(variable) || shared > 0) {
    const name = memory.nameOf(variable, module, shared)
    return name.ok
      ? { kind: 'memory', name: name.value }
      : { kind: 'problem', message: name.diagnostics.map(({ message }) => message).join('; ') }
  }
  const { text } = variable.name
  return {
    kind: 'problem',
    message: `\`${text}\` is dynamic shared memory, of which the launch gives 0 bytes: write how many, as in \`<<<1, 32, 128>>>\``,
  }
}

function memoryOfParameter(parameter: string, { addressed, entry, name: kernel }: Kernel): string {
  const name = `${parameterName(parameter, entry)} of ${kernel}`
  addressed.set(parameter, name)
  return name
}

const unknownValue = (
  destination: string,
  { width, clock, function: of }: UnknownMeaning,
  span: Span,
): Instruction => ({
  kind: 'unknown',
  destination,
  type: { width, signed: false },
  ...(of === undefined ? {} : { function: of }),
  ...(clock === undefined ? {} : { clock }),
  operands: [],
  span,
})

/**
 * Parameters whose address is taken are constant memory, with generic addresses. LLVM also takes them in 32 bits, which
 * are their offset in its window: `cvta` gives the address of the window back to these.
 */
function mnemonicInMemory(mnemonic: string): string {
  if (mnemonic.startsWith('cvta.param')) return mnemonic.replace('cvta.param', 'cvta.const')
  if (mnemonic.startsWith('cvta.to.param')) return mnemonic.replace('cvta.to.param', 'mov')
  return mnemonic.replace(/^ld\.param(::entry)?/, 'ld')
}

/** Replaces a name that is not memory by a register that holds an address. */
const withPointer = (one: Instruction, isMemory: (name: string) => boolean): Instruction =>
  withAddress(one, (address) => {
    const { name: register, space, offset, span } = address
    return isMemory(register) ? address : { kind: 'pointer', register, space, offset, span }
  })
