/** `ptx-litmus models`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { modelWord } from '../commandline/options.js'

const usage = 'it is used as `models`, `models show NAME` or `models diff A B`'

const takes = z.object({
  words: z
    .array(z.string())
    .refine(
      ([action, ...names]) =>
        action === undefined || (action === 'show' && names.length === 1) || (action === 'diff' && names.length === 2),
      usage,
    )
    .transform(([action, ...names]) => ({ action, names }))
    .pipe(
      z.discriminatedUnion('action', [
        z.object({ action: z.undefined(), names: z.tuple([]) }),
        z.object({ action: z.literal('show'), names: z.tuple([modelWord]) }),
        z.object({ action: z.literal('diff'), names: z.tuple([modelWord, modelWord]) }),
      ]),
    ),
})

export type ModelsArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[show|diff] [names..]',
  describe: 'list the memory models, show one as cat, or tell how two differ',
  takes,
  examples: [
    ['models', 'the models that come with the tool'],
    ['models show ptx-7.5 > mine.cat', 'one as text, to be read and edited'],
    ['models diff ptx-7.5 mine.cat', 'definitions and axioms that are not written alike'],
  ],
  epilogue:
    'A name is that of a model or a file in cat that ends in .cat.\n' +
    'Exit status: 0, for diff where nothing differs; 1 where something does; 2 unreadable input or wrong usage.',
})
