/** `ptx-litmus outcomes`: what it takes. */

import * as z from 'zod'
import { defineCommand } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import { bound, limit, model, paths, row, solver, timeoutFor, undeclared } from '../commandline/options.js'

const takes = z.object({
  words: paths('a test is needed'),
  model,
  solver,
  observe: option(z.array(z.string()), {
    type: 'string',
    repeatable: true,
    describe: 'registers and locations besides those that the test mentions: P0:r0,x',
  }),
  row,
  limit: limit('states', 1000),
  witnesses: flag('with an execution for each state'),
  json: flag('one JSON document instead of text'),
  timeout: timeoutFor('all states of a test'),
  bound,
  undeclared,
})

export type OutcomesArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[tests..]',
  describe: 'list every final state that a test can reach',
  takes,
  writes: async () => (await import('../../report/outcomes.js')).outcomesReport,
  examples: [
    ['outcomes SB.test#1', 'as herd7 lists them'],
    ['outcomes SB.test --observe x,y', 'with what remains in memory'],
  ],
  epilogue:
    'Text is as herd7 prints it:\n' +
    '  Test NAME Allowed     for exists, permit and check; Forbidden for ~exists, Required for forall:\n' +
    '                        what is asked, not the answer\n' +
    '  Ok, No                whether that holds as it is written, with its quantifier: what check\n' +
    '                        calls allowed and forbidden of a question, holds and violated of a claim\n' +
    '  Positive, Negative    how many states satisfy the condition behind the quantifier, and how many\n' +
    '                        do not; states are counted, not executions\n' +
    '  Observation           Always, Sometimes or Never; Unknown if not all states could be listed\n' +
    'Exit status: 0 complete, 2 unreadable input or wrong usage, 3 the limit was reached, or undecided, or not covered.',
})
