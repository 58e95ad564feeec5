/** The arguments and options of `ptx-litmus completion`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { oneOf } from '../commandline/option.js'

const shells = ['bash', 'zsh', 'fish'] as const

const takes = z.object({
  words: z.array(oneOf(shells)).max(1, 'it takes one shell'),
})

export type CompletionArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[SHELL]',
  describe: 'print a script that lets bash, zsh or fish complete commands, options, their values and files',
  takes,
  examples: [
    ['completion > ~/.ptx-litmus.sh', 'the script; ~/.bashrc or ~/.zshrc gets the line: source ~/.ptx-litmus.sh'],
    ['completion fish > ~/.config/fish/completions/ptx-litmus.fish', 'the script for fish, which finds it there'],
  ],
  suggestions: shells,
  notes: [
    'Without a shell, the script is for bash and zsh. It knows the commands of this version, and starts no process.',
  ],
  statuses: { 0: 'printed', ...unusable },
})
