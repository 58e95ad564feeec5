/** The instructions of a kernel: what its entry says, read statement by statement. */

import { diagnostic } from '../../source/diagnostic.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import { type Span, span as spanOf } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { readInstructions } from '../instructions/read.js'
import type { StatementOperand } from '../instructions/statement.js'
import { guarded } from '../syntax/guard.js'
import { neededOf } from './needed.js'
import type { DeclaredInModule, Module } from './read.js'
import { flattened } from './scopes.js'
import { isSpecial } from './special.js'
import type { FunctionSyntax, InstructionSyntax } from './syntax.js'
import { typeNamed } from './types.js'

export interface Code {
  readonly instructions: readonly Instruction[]
  /** The special registers that are read. */
  readonly special: ReadonlySet<string>
  /** The parts of parameters that are read, by the registers that stand for them. */
  readonly parameters: ReadonlyMap<string, ParameterPart>
  /** The memory that is accessed, or whose address is taken. */
  readonly variables: ReadonlyMap<string, Pick<DeclaredInModule, 'space' | 'type' | 'dimensions' | 'initial' | 'name'>>
}

interface ParameterPart {
  readonly parameter: string
  /** In bytes. */
  readonly offset: number
  readonly width: number
  readonly span: Span
}

/** The instructions of an entry. */
export function codeOf(entry: FunctionSyntax, module: Module): Result<Code> {
  const { items, meanings } = flattened(entry, '')
  const special = new Set<string>()
  const parameters = new Map<string, ParameterPart>()
  const variables = new Map<string, Pick<DeclaredInModule, 'space' | 'type' | 'dimensions' | 'initial' | 'name'>>()
  const declared = (name: string) => {
    const own = meanings.get(name)
    return own?.kind === 'variable' ? own.declared : own === undefined ? module.variables.get(name) : undefined
  }
  const isMemory = (name: string): boolean => declared(name) !== undefined
  const used = (name: string): void => {
    const variable = declared(name)
    if (variable !== undefined) variables.set(name, variable)
    if (isSpecial(name)) special.add(name)
  }
  const end = `end of ${entry.name.text}`
  const read = (item: InstructionSyntax): Result<readonly Instruction[]> => {
    for (const name of item.operands.flatMap(namesIn)) used(name)
    const [opcode = '', ...qualifiers] = item.mnemonic.split('.')
    switch (opcode) {
      case 'bra':
        return jump(item, item.operands[0])
      case 'ret':
      case 'exit':
        return ok([branchTo(end, item.span)])
      case 'ld':
        if (qualifiers[0] === 'param' || qualifiers[0] === 'param::entry') return loadParameter(item, qualifiers)
    }
    return then(readInstructions({ ...item, format: 'ptx', isMemory }), (read) =>
      ok(read.map((one) => withPointer(one, isMemory))),
    )
  }
  const loadParameter = (item: InstructionSyntax, qualifiers: readonly string[]): Result<readonly Instruction[]> => {
    const [destination, address] = item.operands
    const type = typeNamed(qualifiers.at(-1) ?? '')
    if (type === undefined || address?.kind !== 'address' || destination === undefined)
      return fail(diagnostic('this access to a parameter is not modelled', item.span))
    const elements = destination.kind === 'vector' ? destination.elements : [destination]
    return all(
      elements.map((element, i): Result<Instruction> => {
        if (element.kind !== 'word') return fail(diagnostic('expected a register', element.span))
        const offset = Number(address.offset) + (i * type.width) / 8
        const part = { parameter: address.name, offset, width: type.width, span: address.span }
        const plain = `${address.name}+${offset}`
        const name =
          (parameters.get(plain)?.width ?? type.width) === type.width ? plain : `${plain}, ${type.width} bits`
        parameters.set(name, part)
        return ok({
          kind: 'arithmetic',
          operation: 'mov',
          destination: element.text,
          operands: [{ kind: 'register', name, span: address.span }],
          type,
          span: item.span,
        })
      }),
    )
  }
  const instructions = all(
    items.map((item, index): Result<readonly Instruction[]> => {
      if (item.kind === 'label') return ok([item])
      if (item.kind === 'call') return fail(diagnostic('calls are not modelled', item.span))
      const { guard } = item
      return then(read(item), (own) => ok(guard === null ? own : guarded({ ...guard, span: item.span }, own, index)))
    }),
  )
  return then(instructions, (all) =>
    ok({
      instructions: neededOf([
        ...all.flat(),
        { kind: 'label', name: end, span: spanOf(entry.span.source, entry.span.end, entry.span.end) },
      ]),
      special,
      parameters,
      variables,
    }),
  )
}

const branchTo = (target: string, span: Span): Instruction => ({
  kind: 'branch',
  target,
  targetSpan: span,
  when: undefined,
  span,
})

const jump = (item: InstructionSyntax, target: StatementOperand | undefined): Result<readonly Instruction[]> =>
  target?.kind === 'word'
    ? ok([{ ...branchTo(target.text, item.span), targetSpan: target.span }])
    : fail(diagnostic('expected a label', item.span))

/** A name that is no memory is a register with an address in it. */
function withPointer(one: Instruction, isMemory: (name: string) => boolean): Instruction {
  if (!('address' in one) || one.address.kind !== 'name' || isMemory(one.address.name)) return one
  const { name: register, space, offset, span } = one.address
  return { ...one, address: { kind: 'pointer', register, space, offset, span } }
}

/** The names that an operand mentions. */
function namesIn(operand: StatementOperand): readonly string[] {
  switch (operand.kind) {
    case 'word':
      return [operand.text]
    case 'address':
    case 'place':
      return [operand.name]
    case 'vector':
      return operand.elements.flatMap(namesIn)
    default:
      return []
  }
}
