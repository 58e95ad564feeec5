/** The arguments and options of `ptx-litmus replay`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { otherModel, paths } from '../commandline/options.js'

const takes = z.object({ words: paths('missing file: give a file, or -'), model: otherModel })

export type ReplayArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<files..>',
  describe: 'check witnesses in JSON against a model, without a solver',
  takes,
  examples: [['replay MP.json', 'is this execution consistent?']],
  notes: [
    'FILES are what `witness --json` writes, or - for standard input. Without --model, each file names its model.',
  ],
  statuses: {
    0: 'every execution is consistent',
    1: 'an execution breaks an axiom',
    ...unusable,
    3: 'not covered by the model',
  },
})
