/** `ptx-litmus check`, its options. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { bound, encoding, jobs, memory, model, paths, solver, timeout } from '../commandline/options.js'

const schema = z
  .object({
    words: paths.schema,
    model: model.schema,
    solver: solver.schema,
    encoding: encoding.schema,
    expect: z.string().min(1, 'a file or folder is needed').optional(),
    json: z.boolean(),
    jsonl: z.boolean(),
    jobs: jobs.schema,
    memory: memory.schema,
    quiet: z.boolean(),
    verbose: z.boolean(),
    timeout: timeout.schema,
    bound: bound.schema,
  })
  .refine(({ json, jsonl }) => !(json && jsonl), { path: ['jsonl'], message: 'it cannot be joined with --json' })

export const checkCommand = defineCommand({
  name: 'check',
  words: '<paths..>',
  describe: 'decide every question of the tests in files, folders, or - for standard input',
  options: {
    model: model.option,
    solver: solver.option,
    encoding: encoding.option,
    expect: {
      type: 'string',
      describe:
        'a CSV table test,question,model,verdict (or test,model,condition) that overrides what the files expect, or a folder with tables',
    },
    json: { type: 'boolean', describe: 'one JSON document instead of lines' },
    jsonl: { type: 'boolean', describe: 'each verdict as a JSON document on a line of its own, as it comes' },
    jobs: jobs.option,
    quiet: { alias: 'q', type: 'boolean', describe: 'only what is not as expected' },
    verbose: { alias: 'v', type: 'boolean', describe: 'with event counts and where the time went' },
    timeout: timeout.option,
    memory: memory.option,
    bound: bound.option,
  },
  examples: [
    ['check MP.test', 'decide one test'],
    ['check examples --expect examples', 'a folder, against the tables in it'],
    ['check --json - < MP.test', 'standard input, as JSON'],
  ],
  epilogue:
    'The verdict, allowed or forbidden, speaks of the outcome asked for; for assert, of a violation.\n' +
    'Exit status: 0 all as expected, 1 an expectation broken, 2 unreadable input or wrong usage, 3 something undecided,\n' +
    '130 interrupted.',
  schema,
  run: async (args, surroundings) => (await import('./run.js')).check(args, surroundings),
})
