/** The content of a thread, as instructions. */

import { fail, ok, type Result, then } from '../../source/result.js'
import { readCall, readLaunch } from '../host/call.js'
import type { Instruction } from '../instruction.js'
import { insteadOf } from '../instructions/cuda.js'
import { readInstructions } from '../instructions/read.js'
import type { Statement } from '../instructions/statement.js'
import { foreignProblem } from './foreign.js'
import { guarded } from './guard.js'
import type { CodeSyntax } from './words.js'

/**
 * The instructions of a line of a thread. `index` is the number of the line; `read` reads a statement. Errors: those of `read` and of
 * `readCall`, and what is not PTX.
 */
export function readCode(
  code: CodeSyntax,
  index: number,
  { format, isMemory }: Pick<Statement, 'format' | 'isMemory'>,
  read = readInstructions,
): Result<readonly Instruction[]> {
  switch (code.kind) {
    case 'label':
      return ok([{ kind: 'label', name: code.name.text, span: code.span }])
    case 'call': {
      const { name, span } = code
      const isOfKernels = insteadOf(name.text, format) !== undefined || name.text.startsWith('__')
      if (!isOfKernels) return then(readCall(code), (call) => ok([call]))
      return fail(foreignProblem({ kind: 'foreign', what: 'call', text: name.text, span }, format))
    }
    case 'launch':
      return then(readLaunch(code), (call) => ok([call]))
    case 'foreign':
      return fail(foreignProblem(code, format))
    case 'statement':
      return read({ ...code, format, isMemory })
    case 'guarded':
      return then(read({ ...code.code, format, isMemory }), (instructions) => ok(guarded(code, instructions, index)))
  }
}
