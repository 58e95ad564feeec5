/** The commands, in the order in which help lists them. */

import { checkCommand } from './check/command.js'
import type { Command } from './commandline/command.js'
import { convertCommand } from './convert/command.js'
import { explainCommand } from './explain/command.js'
import { modelsCommand } from './models/command.js'
import { outcomesCommand } from './outcomes/command.js'
import { racesCommand } from './races/command.js'
import { regressCommand } from './regress/command.js'
import { replayCommand } from './replay/command.js'
import { smtCommand } from './smt/command.js'
import { witnessCommand } from './witness/command.js'

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
