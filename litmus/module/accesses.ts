/** `ld.param` and `st.param` (ISA 5.1.6). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { StatementOperand, Word } from '../instructions/statement.js'
import type { DataType, Operand } from '../operand.js'
import { type Frame, type Kernel, moved } from './kernel.js'
import { readPlain } from './operands.js'
import { parameterType, pieceName, readFrom, writesTo } from './parameters.js'
import type { InstructionSyntax } from './syntax.js'

/** Returns the names of the registers that a piece needs on its way. */
export const freshIn =
  ({ fresh }: Kernel) =>
  (): string =>
    `piece ${fresh()}`

/** Returns a read of a parameter of that name, at an offset in bytes. */
export function loadParameter(
  { mnemonic, operands: [given], span }: InstructionSyntax,
  { name, offset }: { readonly name: string; readonly offset: number },
  frame: Frame,
  kernel: Kernel,
): Result<readonly Instruction[]> {
  const type = parameterType(mnemonic)
  const elements = given?.kind === 'vector' ? given.elements : given === undefined ? [] : [given]
  if (type === undefined) return fail(diagnostic(`\`${mnemonic}\`: parameters of this type are not modelled`, span))
  const isOfEntry = frame.function === kernel.entry && frame.function.parameters.some((one) => one.name.text === name)
  const loads = elements.map((element, i): Result<readonly Instruction[]> => {
    if (element.kind !== 'word') return fail(diagnostic('expected a register', element.span))
    const at = offset + (i * type.width) / 8
    if (element.text === '_') return ok([])
    if (isOfEntry) return ok([partOfEntry(kernel, name, at, type, element, span)])
    const from = kernel.actual.get(name) ?? name
    const pieces = kernel.pieces.get(from) ?? []
    return ok(readFrom(from, pieces, at, type, element.text, { span, fresh: freshIn(kernel) }))
  })
  return then(all(loads), (read) => ok(read.flat()))
}

function partOfEntry(
  { parts }: Kernel,
  parameter: string,
  offset: number,
  type: DataType,
  { text }: Word,
  span: Span,
): Instruction {
  const plain = pieceName(parameter, offset)
  const { width } = type
  const name = (parts.get(plain)?.width ?? width) === width ? plain : `${plain}, ${width} bits`
  if (!parts.has(name)) parts.set(name, { parameter, offset, width, span })
  return moved(text, { kind: 'register', name, span }, type, span)
}

/** Returns a write of a parameter of a call, or of a result. */
export function storeParameter(item: InstructionSyntax, frame: Frame, kernel: Kernel): Result<readonly Instruction[]> {
  const { mnemonic, operands, span } = item
  const [address, given] = operands
  const type = parameterType(mnemonic)
  if (type === undefined) return fail(diagnostic(`\`${mnemonic}\`: parameters of this type are not modelled`, span))
  if (address?.kind !== 'address' || given === undefined) return fail(diagnostic('expected `[parameter], value`', span))
  const name = kernel.actual.get(address.name) ?? address.name
  const pieces = kernel.pieces.get(name) ?? []
  const elements = given.kind === 'vector' ? given.elements : [given]
  const bytes = type.width / 8
  const stores = elements.map((element, i) =>
    then(valueOf(element, type.width, item, frame, kernel), ({ before, value }) =>
      ok([
        ...before,
        ...writesTo(name, pieces, { offset: Number(address.offset) + i * bytes, bytes }, value, {
          span,
          fresh: freshIn(kernel),
        }),
      ]),
    ),
  )
  return then(all(stores), (written) => ok(written.flat()))
}

interface Value {
  /** The instructions that compute it. */
  readonly before: readonly Instruction[]
  readonly value: Operand
}

/** Returns the value of an operand with `width` bits, which may also be an address or a special register. */
export function valueOf(
  given: StatementOperand,
  width: number,
  item: Pick<InstructionSyntax, 'mnemonicSpan' | 'span'>,
  frame: Frame,
  kernel: Kernel,
): Result<Value> {
  const { mnemonicSpan, span } = item
  if (given.kind === 'integer') return ok({ before: [], value: given })
  if (given.kind === 'word' && frame.flat.meanings.get(given.text)?.kind === 'register')
    return ok({ before: [], value: { kind: 'register', name: given.text, span: given.span } })
  const register = freshIn(kernel)()
  const meanings = new Map([...frame.flat.meanings, [register, { kind: 'register' } as const]])
  const move: InstructionSyntax = {
    kind: 'instruction',
    mnemonic: `mov.b${width}`,
    mnemonicSpan,
    operands: [{ kind: 'word', text: register, span }, given],
    expected: null,
    guard: null,
    span,
  }
  return then(readPlain(move, { ...frame, flat: { ...frame.flat, meanings } }, kernel), (before) =>
    ok({ before, value: { kind: 'register', name: register, span } }),
  )
}
