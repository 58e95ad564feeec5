/** The commands, in the order in which help lists them. */

import type { Command } from './command.js'
import { checkCommand } from './commands/check.js'
import { convertCommand } from './commands/convert.js'
import { explainCommand } from './commands/explain.js'
import { modelsCommand } from './commands/models.js'
import { outcomesCommand } from './commands/outcomes.js'
import { racesCommand } from './commands/races.js'
import { regressCommand } from './commands/regress.js'
import { replayCommand } from './commands/replay.js'
import { smtCommand } from './commands/smt.js'
import { witnessCommand } from './commands/witness.js'

export const commands: readonly Command[] = [
  checkCommand,
  explainCommand,
  witnessCommand,
  replayCommand,
  outcomesCommand,
  racesCommand,
  convertCommand,
  modelsCommand,
  regressCommand,
  smtCommand,
]
