/** What stands in a thread, as instructions. */

import { ok, type Result } from '../../source/result.js'
import type { Format } from '../format.js'
import { readCall } from '../host/call.js'
import type { Instruction } from '../instruction.js'
import { readInstruction } from '../instructions/read.js'
import type { CodeSyntax } from './words.js'

/** The instruction that is written. Errors: those of `readInstruction` and `readCall`. */
export function readCode(code: CodeSyntax, format: Format): Result<Instruction> {
  switch (code.kind) {
    case 'label':
      return ok({ kind: 'label', name: code.name.text, span: code.span })
    case 'call':
      return readCall(code)
    case 'statement':
      return readInstruction({ ...code, format })
  }
}
