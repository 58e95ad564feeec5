/** The content of a thread, as instructions. */

import { fail, ok, type Result } from '../../source/result.js'
import type { Format } from '../format.js'
import { readCall } from '../host/call.js'
import type { Instruction } from '../instruction.js'
import { insteadOf } from '../instructions/cuda.js'
import { readInstruction } from '../instructions/read.js'
import { foreignProblem } from './foreign.js'
import type { CodeSyntax } from './words.js'

/** The instruction that is written. Errors: those of `readInstruction` and `readCall`, and what is not PTX. */
export function readCode(code: CodeSyntax, format: Format): Result<Instruction> {
  switch (code.kind) {
    case 'label':
      return ok({ kind: 'label', name: code.name.text, span: code.span })
    case 'call': {
      const { name, span, launch } = code
      const isOfKernels = insteadOf(name.text, format) !== undefined || name.text.startsWith('__')
      if (launch !== null || !isOfKernels) return readCall(code)
      return fail(foreignProblem({ kind: 'foreign', what: 'call', text: name.text, span }, format))
    }
    case 'foreign':
      return fail(foreignProblem(code, format))
    case 'statement':
      return readInstruction({ ...code, format })
  }
}
