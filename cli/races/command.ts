/** `ptx-litmus races`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { flag } from '../commandline/option.js'
import { bound, model, paths, timeoutFor, undeclared } from '../commandline/options.js'

const takes = z.object({
  words: paths('a file, a folder, file#row, or - is needed'),
  model,
  json: flag('one JSON document instead of text'),
  timeout: timeoutFor('each test'),
  bound,
  undeclared,
})

export type RacesArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[paths..]',
  describe: 'tell whether any consistent execution of a test has a data race',
  takes,
  writes: async () => (await import('../../report/explanation.js')).racesReport,
  examples: [['races kernels/', 'every test of a folder']],
  epilogue:
    'Exit status: 0 all race-free, 1 a race, or no execution to look at, 2 unreadable input or wrong usage, 3 undecided or not covered.',
})
