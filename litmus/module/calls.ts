/** Calls (ISA 7.1): a function of the module replaces its call. */

import type { Instruction } from '../instruction.js'
import type { StatementOperand } from '../instructions/statement.js'
import type { DataType } from '../operand.js'
import { freshIn, valueOf } from './accesses.js'
import { type Frame, frameOf, type Kernel, moved, refused } from './kernel.js'
import { parameterType, pieceName, readFrom } from './parameters.js'
import type { CallSyntax, FunctionSyntax, ParameterSyntax } from './syntax.js'

/** Returns the instructions of a call; `run` returns those of a function. */
export function call(
  item: CallSyntax,
  frame: Frame,
  kernel: Kernel,
  run: (frame: Frame) => readonly Instruction[],
): readonly Instruction[] {
  const { target, span, arguments: given, returned } = item
  const { module, fresh } = kernel
  const callee = module.functions.get(target.text)
  if (callee === undefined || frame.flat.meanings.has(target.text))
    return refused('calls by a pointer to a function are not modelled', span)
  if (callee.body === null) return callExternal(item, callee, kernel)
  if (frame.stack.includes(callee)) return refused(`\`${target.text}\` calls itself, which is not modelled`, span)
  if (given.length !== callee.parameters.length || returned.length !== callee.returned.length)
    return refused(`this call does not fit \`${target.text}\``, span)
  const suffix = ` in ${target.text} ${fresh()}`
  const before = callee.parameters.flatMap((formal, i) => {
    const argument = given[i]
    return argument === undefined ? [] : pass(argument, formal, `${formal.name.text}${suffix}`, item, frame, kernel)
  })
  const body = run(frameOf(callee, suffix, frame.stack))
  const after = callee.returned.flatMap((formal, i) => {
    const to = returned[i]
    return to === undefined ? [] : take(to, formal, `${formal.name.text}${suffix}`, item, frame, kernel)
  })
  return [...before, ...body, ...after]
}

/** Passes an argument: a parameter that `st.param` has written, or a value. */
function pass(
  given: StatementOperand,
  formal: ParameterSyntax,
  name: string,
  item: CallSyntax,
  frame: Frame,
  kernel: Kernel,
): readonly Instruction[] {
  const { actual, pieces } = kernel
  const { span } = item
  if (given.kind === 'word' && frame.flat.meanings.get(given.text)?.kind === 'parameter') {
    actual.set(name, actual.get(given.text) ?? given.text)
    return []
  }
  const type = typeOf(formal)
  if (type === undefined) return refused(`an argument of type \`.${formal.type.text}\` is not modelled`, span)
  const value = valueOf(given, type.width, item, frame, kernel)
  if (!value.ok) return refused(value.diagnostics.map(({ message }) => message).join('; '), span)
  if (formal.space === 'param') pieces.set(name, [{ offset: 0, bytes: type.width / 8 }])
  const to = formal.space === 'param' ? pieceName(name, 0) : name
  return [...value.value.before, moved(to, value.value.value, type, span)]
}

/** Takes a result, in a parameter that `ld.param` reads, or in a register. */
function take(
  to: StatementOperand,
  formal: ParameterSyntax,
  name: string,
  { span }: CallSyntax,
  frame: Frame,
  kernel: Kernel,
): readonly Instruction[] {
  if (to.kind !== 'word') return refused('expected a parameter or a register for the result', span)
  if (frame.flat.meanings.get(to.text)?.kind === 'parameter') {
    kernel.actual.set(to.text, name)
    return []
  }
  const type = typeOf(formal)
  if (type === undefined) return refused(`a result of type \`.${formal.type.text}\` is not modelled`, span)
  return formal.space === 'reg'
    ? [moved(to.text, { kind: 'register', name, span }, type, span)]
    : readFrom(name, kernel.pieces.get(name) ?? [], 0, type, to.text, { span, fresh: freshIn(kernel) })
}

/** Returns the type of a parameter that is one value. */
const typeOf = ({ type, dimensions }: ParameterSyntax): DataType | undefined =>
  dimensions.length > 0 || type.vector > 1 ? undefined : parameterType(`.${type.text}`)

/** Calls a function that the module only declares. The functions of CUDA's runtime are known. */
function callExternal(
  { target, returned, span }: CallSyntax,
  { returned: formals }: FunctionSyntax,
  { pieces }: Kernel,
): readonly Instruction[] {
  switch (target.text) {
    case 'vprintf':
      // Nothing in the program depends on the printed text, and the number that the call returns is unknown.
      return formals.flatMap((formal, i): readonly Instruction[] => {
        const to = returned[i]
        const type = typeOf(formal)
        if (to?.kind !== 'word' || type === undefined) return []
        pieces.set(to.text, [{ offset: 0, bytes: type.width / 8 }])
        return [{ kind: 'unknown', destination: pieceName(to.text, 0), type, operands: [], span }]
      })
    case '__assertfail':
      return [{ kind: 'trap', span }]
    case 'malloc':
    case 'free':
      return refused(`\`${target.text}\` in a kernel is not modelled`, span)
    default:
      return refused(`\`${target.text}\` is not in the module`, span)
  }
}
