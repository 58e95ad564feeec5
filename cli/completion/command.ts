/** The arguments and options of `ptx-litmus completion`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'

const takes = z.object({
  words: z.array(z.string()).max(0, 'it takes no arguments: the script is for bash and for zsh'),
})

export type CompletionArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '',
  describe: 'print a script that lets bash and zsh complete commands, options, their values and files',
  takes,
  examples: [
    ['completion > ~/.ptx-litmus.sh', 'the script; ~/.bashrc or ~/.zshrc gets the line: source ~/.ptx-litmus.sh'],
  ],
  notes: ['The script knows the commands of this version. It starts no process to complete a word.'],
  statuses: { 0: 'printed', ...unusable },
})
