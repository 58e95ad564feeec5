/** Names the pattern of machine code in which a wait is missing, so that each pattern is tried once. */

import type { MissingWait } from './check.js'
import type { MachineInstruction } from './disassembly.js'

/** The opcodes between two accesses that may order them. */
const ordering = /^(MEMBAR|CCTL|BAR|DEPBAR|UCGABAR|ACQBULK)/

/**
 * Returns the opcodes from the instruction that is not complete to the one that begins too early, with those that order
 * something on the path between them. `no scoreboard` says that nothing can wait for the first.
 */
export function patternOf({ obligation, from, to, between }: MissingWait, code: readonly MachineInstruction[]): string {
  const passed = between.map((at) => code[at]?.opcode ?? '').filter((opcode) => ordering.test(opcode))
  const source = code[from]
  const silent = source?.control.writes === undefined && obligation.need.kind !== 'fenced' ? ' (no scoreboard)' : ''
  return `${obligation.rule}: ${[`${source?.opcode}${silent}`, ...passed, code[to]?.opcode].join(' … ')}`
}
