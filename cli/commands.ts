/** The commands, in the order in which help lists them. */

import type { Command } from './command.js'
import { checkCommand } from './commands/check.js'
import { modelsCommand } from './commands/models.js'
import { regressCommand } from './commands/regress.js'

export const commands: readonly Command[] = [checkCommand, modelsCommand, regressCommand]
