/** Names the pattern of machine code in which a wait is missing, so that each pattern is tried once. */

import type { MissingWait } from './check.js'
import type { MachineInstruction } from './disassembly.js'

/** The opcodes between two accesses that may order them. */
const ordering = /^(MEMBAR|CCTL|BAR|DEPBAR|UCGABAR|ACQBULK|SYNCS|WARPSYNC)/

/**
 * Returns the opcodes from the instruction that is not complete to the one that begins too early, and those between
 * them that order something. `no scoreboard` says that nothing can wait for the first.
 */
export function patternOf({ obligation, from, to }: MissingWait, code: readonly MachineInstruction[]): string {
  const between = code
    .slice(from + 1, Math.max(to, from + 1))
    .map(({ opcode }) => opcode)
    .filter((opcode) => ordering.test(opcode))
  const source = code[from]
  const silent = source?.control.writes === undefined && obligation.need.kind !== 'fenced' ? ' (no scoreboard)' : ''
  return `${obligation.rule}: ${[`${source?.opcode}${silent}`, ...between, code[to]?.opcode].join(' … ')}`
}
