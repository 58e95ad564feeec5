/** `ptx-litmus completion`: prints a script for shells. */

import type { Run } from '../commandline/command.js'
import type { ListedCommand } from '../commandline/listed.js'
import type { CompletionArguments } from './command.js'
import { fishScript } from './fish.js'
import { type Completed, completionScript } from './script.js'

/** Returns the command, which completes all of these. */
export const completing =
  (commands: readonly ListedCommand[]): Run<CompletionArguments> =>
  async ({ words: [shell] }, { output }) => {
    const completed: Completed[] = []
    for (const { name, load } of commands) completed.push({ name, ...(await load()) })
    output.out((shell === 'fish' ? fishScript : completionScript)(completed))
    return 0
  }
