/** Tests with instructions that only compiled kernels have. */

import type { Instruction } from '../../litmus/instruction.js'
import type { Program } from '../../litmus/program.js'
import { testIn } from '../support.js'

/**
 * Returns the test with other instructions in place of computations that write registers of these names: `clock` gets
 * an unknown value, `flag` one of 0 and 1, `float` the result of an uninterpreted function; an instruction that writes
 * `refused` is refused.
 */
export const testWithUnknowns = (text: string): Program => {
  const program = testIn(text)
  return {
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, instructions: thread.instructions.map(replaced) })),
  }
}

function replaced(one: Instruction): Instruction {
  if (one.kind !== 'arithmetic') return one
  const { destination, type, operands, span, operation } = one
  const [name] = /^[a-z]+/.exec(destination) ?? []
  switch (name) {
    case 'clock':
      return { kind: 'unknown', destination, type, operands: [], span }
    case 'flag':
      return { kind: 'unknown', destination, type, predicate: true, operands: [], span }
    case 'float':
      return { kind: 'unknown', destination, type, function: `${operation}.f32`, operands, span }
    case 'refused':
      return { kind: 'refused', why: 'matrix instructions are not modelled', span }
    default:
      return one
  }
}
