/** `ptx-litmus replay`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import { modelWord, modelWords, paths } from '../commandline/options.js'

const takes = z.object({
  words: paths('a file, or - is needed'),
  model: option(modelWord.optional(), {
    type: 'string',
    describe: `in place of the one that the file names, ${modelWords}`,
  }),
})

export type ReplayArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<files..>',
  describe: 'check witnesses that were written as JSON against a model, without the solver',
  takes,
  examples: [['replay MP.json', 'is this execution consistent?']],
  epilogue:
    'Exit status: 0 consistent, 1 an axiom is broken, 2 unreadable input or wrong usage, 3 not covered by the model.',
})
