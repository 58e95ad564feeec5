/** The arguments and options of `ptx-litmus lsp`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import { bound, model, nvcc, nvccOptions, timeout } from '../commandline/options.js'

const takes = z.object({
  words: z.array(z.string()).max(0, 'it takes no file: the editor says which files are open'),
  stdio: flag('use standard input and output, which is the default; some editors add this option'),
  clientProcessId: option(z.coerce.number('expected a number').optional(), {
    type: 'number',
    describe: 'the process of the editor; it has no effect, but VS Code adds it',
  }),
  model,
  bound,
  timeout,
  nvcc,
  'nvcc-options': nvccOptions,
})

export type LspArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '',
  describe: 'serve an editor: errors, answers, fixes, names and formatting while you type',
  takes,
  examples: [
    ['lsp', 'a server of the Language Server Protocol, which editors start'],
    ['lsp --model ptx-7.5 --timeout 60', 'under another model, a minute for each question'],
  ],
  notes: ['docs/editors.md says how to set up VS Code, Neovim and Emacs.'],
  statuses: { 0: 'the editor has ended it', 1: 'the editor left without ending it', ...unusable },
})
