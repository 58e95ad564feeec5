/** Machine instructions for specs, and the threads of PTX whose machine code they are. */

import type { Assembled } from '../../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import { testIn } from '../../support.js'

/** A machine instruction of a line of PTX: the scoreboard that it sets, and those that it waits for. */
export const machine = (
  opcode: string,
  line: number,
  writes?: number,
  waits: readonly number[] = [],
): MachineInstruction => ({
  ...{ offset: 0, text: opcode, opcode, guard: undefined, line, target: undefined },
  control: { stall: 1, yields: false, writes, reads: undefined, waits },
})

/** Returns the code with its offsets. */
export const placed = (code: readonly MachineInstruction[]): readonly MachineInstruction[] =>
  code.map((one, i) => ({ ...one, offset: 16 * i }))

/** Returns the first thread of a test, whose instructions are lines from 1. */
export function threadIn(text: string): Assembled {
  const [first] = testIn(
    `.global x; .global y; .shared s; .shared .b64 m; d0.b0.t0 { ${text} } check ([x] == 0) as q;`,
  ).threads
  if (first?.kind !== 'device') throw new Error('the test has a thread')
  const { instructions } = first
  return { instructions, lines: instructions.map((_, i) => i + 1), observed: new Set() }
}
