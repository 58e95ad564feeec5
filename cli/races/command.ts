/** `ptx-litmus races`, its options. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { bound, model, paths, schema as schemaOption, timeout } from '../commandline/options.js'

const schema = z
  .object({
    words: z.array(z.string().min(1, 'a path is empty')),
    model: model.schema,
    json: z.boolean(),
    timeout: timeout.schema,
    bound: bound.schema,
    schema: schemaOption.schema,
  })
  .refine(({ words, schema }) => schema || paths.schema.safeParse(words).success, {
    path: ['words'],
    message: 'a file, a folder, or - is needed',
  })

export const racesCommand = defineCommand({
  name: 'races',
  words: '[paths..]',
  describe: 'tell whether any consistent execution of a test has a data race',
  options: {
    model: model.option,
    json: { type: 'boolean', describe: 'one JSON document instead of text' },
    timeout: timeout.option,
    bound: bound.option,
    schema: schemaOption.option,
  },
  examples: [['races kernels/', 'every test of a folder']],
  epilogue: 'Exit status: 0 all race-free, 1 a race, 2 unreadable input or wrong usage, 3 undecided or not covered.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).listRaces(args, surroundings),
})
