/** The content of a thread, as instructions. */

import { diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { readCall, readLaunch } from '../host/call.js'
import type { Instruction } from '../instruction.js'
import { insteadOf } from '../instructions/cuda.js'
import type { CallContext } from '../instructions/cuda-arguments.js'
import { knownFunctions, readerOf, readMethod } from '../instructions/cuda-calls.js'
import { readInstructions } from '../instructions/read.js'
import type { CudaObject } from '../instructions/statement.js'
import type { DataType } from '../operand.js'
import type { DeclaredVariable } from '../variables.js'
import { foreignProblem } from './foreign.js'
import { guarded } from './guard.js'
import type { CodeSyntax, CudaSyntax, ReferenceSyntax, StatementSyntax } from './words.js'

/** Returns what threads know about the memory that a test declares. Another name of memory has its type. */
export function memoryIn(declared: readonly DeclaredVariable[]): Pick<CallContext, 'isMemory' | 'typeOf'> {
  const byName = new Map(declared.map((one) => [one.name, one]))
  const typeOf = (name: string, seen: readonly string[] = []): DataType | undefined => {
    const { alias, type } = byName.get(name) ?? {}
    return alias === undefined || seen.includes(name) ? type : typeOf(alias.of, [...seen, name])
  }
  return { isMemory: (name) => byName.has(name), typeOf: (name) => typeOf(name) }
}

type Read = typeof readInstructions

/**
 * Returns the instructions of each line of a thread; `read` reads a statement. Fails where `read`, `readCall` or a call
 * of CUDA C++ does, and on text that is neither statement nor call.
 */
export function readLines(
  lines: readonly CodeSyntax[],
  surroundings: CallContext & { readonly isHost: boolean },
  read: Read = readInstructions,
): Result<readonly (readonly Instruction[])[]> {
  const declared = lines.filter((one) => one.kind === 'reference')
  const references = new Map(declared.map(({ name, object }) => [name.text, object]))
  return then(
    collect({
      instructions: all(lines.map((one, index) => readLine(one, index, { ...surroundings, references }, read))),
      twice: unless(declaredTwice(declared)),
    }),
    ({ instructions }) => ok(instructions),
  )
}

const declaredTwice = (declared: readonly ReferenceSyntax[]) =>
  [...groupBy(declared, ({ name }) => name.text).values()].flatMap(([first, ...others]) =>
    others.map(({ name }) =>
      diagnostic(`\`${name.text}\` is declared twice`, name.span, { message: 'the first', place: first.name.span }),
    ),
  )

/** The further context of a line: the meaning of names of `cuda::atomic_ref`. */
interface Within extends CallContext {
  readonly isHost: boolean
  readonly references: ReadonlyMap<string, CudaObject>
}

/** Reads a line; `index` is its number. */
function readLine(code: CodeSyntax, index: number, within: Within, read: Read): Result<readonly Instruction[]> {
  const { format } = within
  switch (code.kind) {
    case 'label':
      return ok([{ kind: 'label', name: code.name.text, span: code.span }])
    case 'call':
      return then(readCall(code), (call) => ok([call]))
    case 'launch':
      return then(readLaunch(code), (call) => ok([call]))
    case 'foreign':
      return fail(foreignProblem(code, format))
    case 'reference':
      return ok([])
    case 'statement':
    case 'cuda':
      return readStatement(code, within, read)
    case 'guarded':
      return then(readStatement(code.code, within, read), (instructions) => ok(guarded(code, instructions, index)))
  }
}

const readStatement = (
  code: StatementSyntax | CudaSyntax,
  within: Within,
  read: Read,
): Result<readonly Instruction[]> =>
  code.kind === 'cuda' ? readCuda(code, within) : read({ ...code, format: within.format, isMemory: within.isMemory })

function readCuda(call: CudaSyntax, within: Within): Result<readonly Instruction[]> {
  const { name, object, span } = call
  if (within.isHost)
    return fail(
      diagnostic(
        'the host launches kernels, calls the runtime, and has `ld` and `st`; write CUDA C++ of kernels in a thread of a GPU',
        span,
      ),
    )
  if (object === null) {
    const read = readerOf(name.text)
    return read === undefined ? fail(unknownFunction(name.text, within, span)) : read(call, within)
  }
  if (object.kind === 'in place') return readMethod(call, object, within)
  const named = within.references.get(object.name.text)
  return named === undefined
    ? fail(unknownFunction(`${object.name.text}.${name.text}`, within, span))
    : readMethod(call, named, within)
}

const unknownFunction = (name: string, { format }: Within, span: CudaSyntax['span']) => {
  const problem = foreignProblem({ kind: 'foreign', what: 'call', text: name, span }, format)
  return insteadOf(name) === undefined
    ? { ...problem, message: `${problem.message}${didYouMean(name, knownFunctions)}` }
    : problem
}
