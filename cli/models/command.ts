/** The arguments and options of `ptx-litmus models`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag } from '../commandline/option.js'
import { modelNames, modelWord, reporting } from '../commandline/options.js'

const usage = 'use `models`, `models show NAME`, or `models diff A B`'

const takes = z
  .object({
    words: z
      .array(z.string())
      .refine(
        ([action, ...names]) =>
          action === undefined ||
          (action === 'show' && names.length === 1) ||
          (action === 'diff' && names.length === 2),
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
    flat: flag('with show: the whole model in the order of the PTX ISA, with its extension points resolved'),
  })
  .superRefine(
    reporting(({ words: { action }, flat }) =>
      flat && action !== 'show' ? [{ argument: 'flat', message: 'it is only for `models show NAME`' }] : [],
    ),
  )

export type ModelsArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[show|diff] [names..]',
  suggestions: ['show', 'diff', ...modelNames],
  describe: 'list the memory models, print one as cat, or compare two',
  takes,
  examples: [
    ['models', 'the models that come with the tool'],
    ['models show ptx-7.5 > mine.cat', 'one of them, to read and edit'],
    ['models show ptx-9.4 --flat', 'the same, readable from top to bottom, in the order of the PTX ISA'],
    ['models diff ptx-7.5 mine.cat', 'the definitions and axioms that differ'],
  ],
  notes: ['A model is one of those that `models` lists, or a cat file whose name ends in .cat.'],
  statuses: { 0: 'done; for diff, the models are the same', 1: 'for diff, the models differ', ...unusable },
})
