/** A test in another format, and as a CUDA program. */

import { planOf } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import { printProgram } from '../../litmus/print.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import type { Given } from '../protocol.js'

/** Returns the test in the other format; refuses compiled kernels. */
export const converted = (test: Program): Given<string> =>
  test.threads.some(isCompiled)
    ? { kind: 'refused', reason: 'this kernel is compiled, and its threads cannot be written as those of a test' }
    : { kind: 'given', value: printProgram(test, test.format === 'herd' ? 'nvlitmus' : 'herd') }

/** Returns the CUDA program that runs the test on a GPU, or why none does. */
export function cuda(test: Program): Given<string> {
  const planned = planOf(test)
  return planned.kind === 'plan'
    ? { kind: 'given', value: sourceOf([planned]) }
    : { kind: 'refused', reason: planned.reasons.map(formatDiagnostic).join('\n') }
}
