/** `ptx-litmus replay`, its options. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { model, modelWord } from '../commandline/options.js'

const schema = z.object({
  words: z.array(z.string().min(1, 'a path is empty')).min(1, 'a file, or - is needed'),
  model: modelWord.optional(),
})

export const replayCommand = defineCommand({
  name: 'replay',
  words: '<files..>',
  describe: 'check witnesses that were written as JSON against a model, without the solver',
  options: {
    model: {
      type: 'string',
      describe: `in place of the one that the file names, ${model.option.describe}`,
    },
  },
  examples: [['replay MP.json', 'is this execution consistent?']],
  epilogue:
    'Exit status: 0 consistent, 1 an axiom is broken, 2 unreadable input or wrong usage, 3 not covered by the model.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).replayFiles(args, surroundings),
})
