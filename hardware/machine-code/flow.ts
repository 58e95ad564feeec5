/** Finds where the control flow of machine code leads. */

import type { MachineInstruction } from './disassembly.js'

/** Returns the indices of the instructions that may come after each one. */
export function successorsIn(code: readonly MachineInstruction[]): readonly (readonly number[])[] {
  const at = new Map(code.map(({ offset }, index) => [offset, index]))
  return code.map((one, index) => {
    const next = index + 1 < code.length ? [index + 1] : []
    const target = one.target === undefined ? undefined : at.get(one.target)
    const [word = ''] = one.opcode.split('.')
    if (word === 'BRA' || word === 'CALL' || word === 'JMP') {
      const jumps = target === undefined ? [] : [target]
      return word !== 'CALL' && isCertain(one) ? jumps : [...jumps, ...next]
    }
    return ['EXIT', 'RET', 'BRX', 'KILL'].includes(word) && one.guard === undefined ? [] : next
  })
}

/** Returns whether a jump is always taken: neither a guard nor an operand is a predicate. */
const isCertain = ({ guard, text }: MachineInstruction): boolean =>
  guard === undefined && !/^\S+\s+!?U?P\d/.test(text) && !/\.(DIV|CONV|ANY)\b/.test(text)
