/** Programs as text. */

import type { Result } from '../source/result.js'
import type { Format } from './format.js'
import { printHerd } from './herd/print.js'
import { printNvlitmus } from './nvlitmus/print.js'
import type { Program } from './program.js'

/** The text of a program in a format, which reads as the same program. Errors: what the format cannot say, each with its place. */
export const printProgram = (program: Program, format: Format): Result<string> =>
  format === 'herd' ? printHerd(program) : printNvlitmus(program)
