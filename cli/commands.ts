/** The commands, in the order in which help lists them. */

import type { Command } from './command.js'
import { checkCommand } from './commands/check.js'
import { convertCommand } from './commands/convert.js'

export const commands: readonly Command[] = [checkCommand, convertCommand]
