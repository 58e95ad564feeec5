/** `ptx-litmus check`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import { bound, encoding, jobs, memory, model, paths, solver, timeout, undeclared } from '../commandline/options.js'

const takes = z
  .object({
    words: paths('a file, a folder, file#row, or - is needed'),
    model,
    solver,
    encoding,
    expect: option(z.string().min(1, 'a file or folder is needed').optional(), {
      type: 'string',
      describe:
        'a CSV table test,question,model,verdict (or test,model,condition) that overrides what the files expect, or a folder with tables',
    }),
    hangs: flag('an execution that hangs is an error: witness --hang shows it'),
    json: flag('one JSON document instead of lines'),
    jsonl: flag('each verdict as a JSON document on a line of its own, as it comes'),
    jobs,
    quiet: flag('only what is not as expected', 'q'),
    verbose: flag('with event counts and where the time went', 'v'),
    timeout,
    memory,
    bound,
    undeclared,
  })
  .refine(({ json, jsonl }) => !(json && jsonl), { path: ['jsonl'], message: 'it cannot be joined with --json' })

export type CheckArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<paths..>',
  describe: 'decide every question of the tests in files, folders, file#row, or - for standard input',
  takes,
  examples: [
    ['check MP.test', 'decide one test'],
    ['check examples --expect examples', 'a folder, against the tables in it'],
    ['check --json - < MP.test', 'standard input, as JSON'],
  ],
  epilogue:
    'A claim (assert, ~exists, forall) holds or is violated; the outcome of a question (permit, check,\n' +
    'exists) is allowed or forbidden.\n' +
    'A test can hang if in some execution a thread waits for ever, though each thread that can go on does; of one of which no execution\n' +
    'ends no claim holds.\n' +
    'Exit status: 0 all as expected, 1 an expectation broken, 2 unreadable input or wrong usage, 3 something undecided,\n' +
    '130 interrupted.',
})
