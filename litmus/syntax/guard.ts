/** Guards: `@p` before an instruction (ISA, Predicated Execution). */

import { span as spanOf } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { Branch } from '../instructions/control.js'
import type { GuardedSyntax } from './words.js'

/**
 * Returns the instructions of a line with a branch around them, or for a jump, the jump with the condition. `index` is
 * the number of the line in its thread.
 */
export function guarded(
  { register, negated, guardSpan, span }: Omit<GuardedSyntax, 'kind' | 'code'>,
  instructions: readonly Instruction[],
  index: number,
): readonly Instruction[] {
  const comparing = (operator: '==' | '!='): Branch['when'] => ({
    operator,
    left: { kind: 'register', name: register.text, span: register.span },
    right: { kind: 'integer', value: 0n, span: guardSpan },
  })
  const [instruction, ...others] = instructions
  if (instruction === undefined) return []
  if (instruction.kind === 'branch' && instruction.when === undefined && others.length === 0)
    return [{ ...instruction, when: comparing(negated ? '==' : '!='), span }]
  // No label in a test has a blank in its name.
  const target = `guard ${index}`
  const around: Branch = {
    kind: 'branch',
    target,
    targetSpan: guardSpan,
    when: comparing(negated ? '!=' : '=='),
    ...(instruction.kind === 'branch' ? {} : { guards: true }),
    span: guardSpan,
  }
  return [around, ...instructions, { kind: 'label', name: target, span: spanOf(span.source, span.end, span.end) }]
}
