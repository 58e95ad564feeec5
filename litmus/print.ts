/** Programs as text. */

import { failAll, type Result } from '../source/result.js'
import type { Condition } from './condition.js'
import type { Format } from './format.js'
import { herdOfPeers, printedCondition as inHerd, printHerd } from './herd/print.js'
import { printedCondition as inNvlitmus, nvlitmusOfPeers, printNvlitmus } from './nvlitmus/print.js'
import type { Program } from './program.js'

/** Returns the text of a program in a format, which this tool reads as the same program. */
export const printProgram = (program: Program, format: Format): string =>
  format === 'herd' ? printHerd(program) : printNvlitmus(program)

/** Returns a condition in the format of its program, without parentheses around it. */
export const conditionText = (program: Program, condition: Condition): string =>
  program.format === 'herd' ? inHerd(program, condition) : inNvlitmus(program, condition)

/**
 * Returns the text of a program for the other tools that read the format. Reports what only this tool reads, with its
 * place. A herd-style test then has one question, without a name; a `permit` is an `exists`.
 */
export function printForPeers(program: Program, format: Format): Result<string> {
  const { beyond, print } = format === 'herd' ? herdOfPeers : nvlitmusOfPeers
  const problems = beyond(program)
  return problems.length > 0 ? failAll(problems) : { ok: true, value: print(program) }
}
