/** `ptx-litmus outcomes`, its options. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import {
  bound,
  limit,
  model,
  row,
  schema as schemaOption,
  solver,
  testOrSchema,
  timeout,
} from '../commandline/options.js'

const most = limit('states', 1000)

const schema = z
  .object({
    words: z.array(z.string().min(1, 'a path is empty')),
    model: model.schema,
    solver: solver.schema,
    observe: z.array(z.string()),
    row: row.schema,
    limit: most.schema,
    witnesses: z.boolean(),
    json: z.boolean(),
    timeout: timeout.schema,
    bound: bound.schema,
    schema: schemaOption.schema,
  })
  .refine(...testOrSchema)

export const outcomesCommand = defineCommand({
  name: 'outcomes',
  words: '[tests..]',
  describe: 'list every final state that a test can reach',
  options: {
    model: model.option,
    solver: solver.option,
    observe: {
      type: 'string',
      repeatable: true,
      describe: 'registers and locations besides those that the test mentions: P0:r0,x',
    },
    row: row.option,
    limit: most.option,
    witnesses: { type: 'boolean', describe: 'with an execution for each state' },
    json: { type: 'boolean', describe: 'one JSON document instead of text' },
    timeout: timeout.option,
    bound: bound.option,
    schema: schemaOption.option,
  },
  examples: [
    ['outcomes SB.test#1', 'as herd7 lists them'],
    ['outcomes SB.test --observe x,y', 'with what remains in memory'],
  ],
  epilogue:
    'States are counted, not executions. Observation: Always, Sometimes or Never; Unknown if not all states could be listed.\n' +
    'Exit status: 0 complete, 2 unreadable input or wrong usage, 3 the limit was reached, or undecided, or not covered.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).listOutcomes(args, surroundings),
})
