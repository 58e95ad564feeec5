/** The arguments and options of `ptx-litmus distinguish`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import { force, jobs, json, modelNames, most, output, reporting } from '../commandline/options.js'
import { isModelName, noModel } from '../input/model.js'
import { instructions, seconds, using, wrongUse } from '../synthesis/options.js'

const modelArgument = (which: string) =>
  z.string().refine(isModelName, { error: ({ input }) => `the ${which} model, ${input}: ${noModel(String(input))}` })

const takes = z
  .object({
    words: z.tuple([modelArgument('first'), modelArgument('second')], {
      error: ({ code }) => (code === 'too_big' ? 'it compares two models' : 'it needs two models'),
    }),
    instructions,
    all: option(most('tests').optional(), {
      type: 'number',
      describe: 'find this many tests, the smallest first, that differ by more than symmetry; by default one',
    }),
    ...using,
    seconds,
    jobs,
    output,
    force,
    json,
  })
  .superRefine(reporting(wrongUse))

export type DistinguishArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<model> <model>',
  suggestions: modelNames,
  describe: 'find the smallest test that one model allows and another forbids',
  takes,
  writes: async () => (await import('../../report/differences.js')).differencesDocument,
  examples: [
    ['distinguish ptx-7.5 mine.cat', 'the test on which an edit of the model matters'],
    ['distinguish ptx-7.5 mine.cat --all 5 -o tests', 'five tests, as files'],
    ['distinguish ptx-6.0 ptx-7.5 --without atomics', 'a test without atomics'],
  ],
  notes: [
    'The smallest test has the fewest instructions, then the fewest threads, then the fewest atomics, then the weakest orders and scopes, then the outcome that says the least. It uses only features that both models cover. A solver decides it again under both models.',
    'The search relies on what docs/synthesis.md lists; above all, an outcome that a model forbids stays forbidden with stronger orders and scopes. If a model breaks this, the search may overlook a difference.',
    'With --all, no test repeats another with an outcome that says more. If there are fewer tests, the last lines say so. If --seconds or Ctrl-C ended the search, the last line says how far it got; there may be smaller tests.',
    '-o names a folder, with a file for each test.',
  ],
  statuses: {
    0: 'a test that tells them apart; it may not be the smallest if the search was ended',
    1: 'no difference up to that many instructions',
    ...unusable,
    3: 'time was up before a test was found',
    130: 'interrupted',
  },
})
