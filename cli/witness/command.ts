/** `ptx-litmus witness`, its options. */

import * as z from 'zod'
import { defineCommand, oneOf } from '../commandline/command.js'
import { limit, oneTest, testOrSchema } from '../commandline/options.js'

const formats = ['text', 'dot', 'svg', 'json'] as const
const most = limit('executions', 100)

const schema = z
  .object({
    ...oneTest.shape,
    format: oneOf(formats).optional(),
    show: z.array(z.string()),
    all: z.boolean(),
    limit: most.schema,
  })
  .refine(...testOrSchema)

export const witnessCommand = defineCommand({
  name: 'witness',
  words: '[test]',
  describe: 'show an execution that reaches the outcome of a question',
  options: {
    ...oneTest.named('the first'),
    format: {
      alias: 'f',
      type: 'string',
      choices: formats,
      describe: 'text, Graphviz, a picture, or data; without, as the output file ends, or text',
    },
    show: {
      type: 'string',
      repeatable: true,
      describe: 'further relations of the model, by name: base-cause,cause',
    },
    all: { type: 'boolean', describe: 'every distinct execution that reaches the outcome' },
    limit: most.option,
    ...oneTest.decided,
  },
  examples: [
    ['witness MP.test', 'threads side by side, then relations'],
    ['witness MP.test#2 --show base-cause -o MP.svg', 'a picture of the second row'],
    ['witness --all --format json MP.test', 'every execution, as data'],
  ],
  epilogue:
    'Executions are distinct if they differ in rf, co or Fence-SC order, in a value that is read, or in the write that remains in a\n' +
    'location which the question mentions.\n' +
    'Exit status: 0 shown, 1 the outcome is forbidden, 2 unreadable input or wrong usage, 3 undecided or not covered.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).showWitness(args, surroundings),
})
